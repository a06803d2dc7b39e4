"""Wrappers of the module's exports: functions with plain arguments that call what Numba has compiled.

Numba passes an array as seven values or more, returns through a pointer, and reports exceptions by a status. The kernel
raises no exception for valid arguments; a wrapper traps if there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tools.wasm.entries import Array, Entry, Scalar

NONE = -2  # Numba's status for a function that returned None; 0 is one that returned a value


def wrappers(entries: Iterable[Entry], symbols: Mapping[str, str]) -> str:
    """The wrappers as LLVM IR."""
    return "\n".join(_Wrapper(entry, symbols[entry.name]).text() for entry in entries)


class _Wrapper:
    def __init__(self, entry: Entry, symbol: str) -> None:
        self.entry = entry
        self.symbol = symbol
        self.parameters: list[str] = []
        self.lines: list[str] = []
        self.arguments: list[str] = []
        for number, kind in enumerate(entry.kinds):
            if isinstance(kind, Scalar):
                self._scalar(number, kind)
            else:
                self._array(number, kind)

    def text(self) -> str:
        result = self.entry.result
        given = "i64" if result else "ptr"
        types = ", ".join(argument.split()[0] for argument in self.arguments)
        lines = [
            f'declare i32 @"{self.symbol}"(ptr, ptr, {types})',
            f"define {result.llvm if result else 'void'} @{self.entry.name}({', '.join(self.parameters)}) {{",
            f"  %result = alloca {given}",
            "  %raised = alloca ptr",
            *self.lines,
            f'  %status = call i32 @"{self.symbol}"(ptr %result, ptr %raised, {", ".join(self.arguments)})',
            "  %value.given = icmp eq i32 %status, 0",
            f"  %none.given = icmp eq i32 %status, {NONE}",
            "  %fine = or i1 %value.given, %none.given",
            "  br i1 %fine, label %good, label %bad",
            "bad:",
            "  call void @llvm.trap()",
            "  unreachable",
            "good:",
        ]
        if result is None:
            lines.append("  ret void")
        else:
            lines.append("  %value = load i64, ptr %result")
            if result.llvm == "i32":
                lines.append("  %number = trunc i64 %value to i32")
            lines.append(f"  ret {'i32 %number' if result.llvm == 'i32' else 'i64 %value'}")
        return "\n".join([*lines, "}", ""])

    def _scalar(self, number: int, kind: Scalar) -> None:
        self.parameters.append(f"{kind.llvm} %a{number}")
        if kind.llvm == "i32":
            self.lines.append(f"  %a{number}.word = sext i32 %a{number} to i64")
            self.arguments.append(f"i64 %a{number}.word")
        else:
            self.arguments.append(f"i64 %a{number}")

    def _array(self, number: int, kind: Array) -> None:
        """An array for Numba: its owner, twice, items, bytes an item, memory, then its shape and its strides."""
        name = f"%a{number}"
        size = kind.numba.dtype.bitwidth // 8
        self.parameters += [f"ptr {name}", f"i32 {name}.rows"]
        self.lines.append(f"  {name}.count = zext i32 {name}.rows to i64")
        owner = ["ptr null", "ptr null"]
        if kind.columns is None:
            shape = [f"i64 {name}.count"]
            self.arguments += [*owner, *shape, f"i64 {size}", f"ptr {name}", *shape, f"i64 {size}"]
            return
        columns = str(kind.columns)
        if not kind.columns:
            self.parameters.append(f"i32 {name}.columns")
            columns = f"{name}.across"
            self.lines.append(f"  {columns} = zext i32 {name}.columns to i64")
        self.lines.append(f"  {name}.items = mul i64 {name}.count, {columns}")
        self.lines.append(f"  {name}.stride = mul i64 {columns}, {size}")
        shape = [f"i64 {name}.count", f"i64 {columns}"]
        strides = [f"i64 {name}.stride", f"i64 {size}"]
        self.arguments += [*owner, f"i64 {name}.items", f"i64 {size}", f"ptr {name}", *shape, *strides]
