"""Compiles kernel functions: machine code only for those that Python calls, each with everything it calls.

Numba optimizes every function and generates machine code with wrappers for Python and for C, also for functions that
only compiled code calls. Here such a function stays LLVM IR, a `Part`. A function that Python calls is an entry point:
all parts below it are linked, optimized and compiled to machine code together, once. Of 300 functions about 100 are
entry points, so LLVM has half the work, and there is a third of the wrappers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from llvmlite import binding as llvm
from numba import types
from numba.core.caching import FunctionCache, NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompilerBase, Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.event import trigger_event
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature

from dnup.kernel import machine_code

_packaged = machine_code.find()
_parts: dict[Callable[..., Any], Part] = {}


class Part(CPUDispatcher):  # type: ignore[misc]
    """A function for compiled callers: Numba infers its types and translates it to LLVM IR, and no further."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=_PartCompiler)
        _parts[function] = self

    def add_overload(self, result: Any) -> None:
        """Store a translation. Python cannot call it."""
        self.overloads[tuple(result.signature.args)] = result

    def compile(self, sig: Any) -> Any:
        """Translate the function for these types of arguments, unless it is translated already."""
        arguments, returned = normalize_signature(sig)
        with global_compiler_lock:
            if arguments not in self.overloads:
                about = {"dispatcher": self, "args": arguments, "return_type": returned}
                with trigger_event("numba:compile", data=about):
                    self.add_overload(self._compiler.compile(arguments, returned))
            return self.overloads[arguments].entry_point

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Use one translation for calls with constants and with variables.

        Numba would translate a function again for each constant that it is called with, even for the start of a loop
        variable. LLVM still propagates constants where the function is inlined.
        """
        plain = {name: types.unliteral(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(types.unliteral, args)), plain)


class _Flags(Flags):  # type: ignore[misc]
    """Compiler options that are compared by identity.

    Numba looks up every called function by the options of the caller, and would compare all 30 options each time. All
    callers share these options, so a called function is translated once, not once per kind of caller.
    """

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def copy(self) -> _Flags:
        if self.nrt not in _shared:
            _shared[self.nrt] = _Flags(self)
            _shared[self.nrt].forceinline = True
        return _shared[self.nrt]


_shared: dict[bool, _Flags] = {}
"""The shared options, by whether a function allocates arrays."""


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The LLVM code of one part. Entry points optimize it with their own."""

    def finalize(self) -> None:
        self._finalized = True


NOT_FOR_US: Final = frozenset(
    (
        "with_lifting",  # with statements
        "inline_closure_likes",  # closures and comprehensions
        "make_function_op_code_to_jit_function",
        "inline_inlinables",  # functions and overloads that are inlined by Numba; LLVM inlines ours
        "inline_overloads",
        "Rewrite dynamic raises",  # exceptions with arguments that are not constant
        "find_literally",  # types that depend on constants
        "literal_unroll",
        "LiteralPropagation",
        "rewrite_semantic_constants",
        "dead_branch_prune",
        "nopython_rewrites",  # expressions of whole arrays
        "annotate_types",  # only for inspection
        "dump_parfor_diagnostics",
    )
)
"""Numba passes for features that kernel functions do not use: skipped, because each takes time per function."""


class _PartCompiler(Compiler):  # type: ignore[misc]
    def define_pipelines(self) -> list[Any]:
        [usual] = super().define_pipelines()
        passes = PassManager("kernel")
        for kind, description in usual.passes:
            if kind._name not in NOT_FOR_US:
                passes.add_pass(kind, description)
        passes.finalize()
        return [passes]

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        state = self.state
        state.flags = _Flags(state.flags)
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.library = _PartLibrary(state.targetctx.codegen(), function.__qualname__)
        result = super().compile_extra(function)
        key = object()  # what callers look it up by; for other functions Numba takes what Python calls
        state.targetctx.insert_user_function(key, result.fndesc, [result.library])
        return result._replace(entry_point=key)


class EntryPoint(CPUDispatcher):  # type: ignore[misc]
    """A function that Python can call. Compiled callers use its part."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=_EntryCompiler)
        self._part = Part(function, options)
        self._cache = _NoCache(function)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self._part.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        return self._part.get_overload(sig)

    def enable_caching(self) -> None:
        """Keep the machine code in files for later processes."""
        self._cache = _ForgivingCache(self.py_func)

    def load(self, signature: tuple[Any, ...]) -> bool:
        """Load machine code for these types of arguments from package or cache; returns whether it is loaded."""
        with global_compiler_lock:
            if signature not in self.overloads:
                result = self._cache.load_overload(signature, self.targetctx)
                if result is None:
                    return False
                self.add_overload(result)
            return True


class _EntryCompiler(CompilerBase):  # type: ignore[misc]
    """Generates machine code for a part and all parts below it, with a wrapper for Python."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        arguments = tuple(self.state.args)
        _parts[function].compile(arguments)
        part = _parts[function].overloads[arguments]
        context = self.state.targetctx
        library = _EntryLibrary(context.codegen(), function.__qualname__)
        library.enable_object_caching()
        library.wrapper = part.fndesc.llvm_cpython_wrapper_name
        for below in _closure(part.library):
            library.add_linking_library(below)
        with context.push_code_library(library):
            context.create_cpython_wrapper(
                library, part.fndesc, part.environment, part.call_helper, release_gil=True
            )
        entry_point = context.get_executable(library, part.fndesc, part.environment)
        return part._replace(entry_point=entry_point, library=library, metadata={})


class _EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    wrapper = ""

    def _optimize_final_module(self) -> None:
        """Optimize once. Numba does it twice, to remove reference counting, which few of our functions have."""
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def serialize_using_object_code(self) -> Any:
        """The data for the cache. Nothing links to an entry point, so its name replaces its LLVM IR."""
        name, kind, (machine_code, _) = super().serialize_using_object_code()
        named = llvm.parse_assembly(f'define void @"{self.wrapper}"() {{ ret void }}')
        return name, kind, (machine_code, named.as_bitcode())


def _closure(library: Any) -> Iterator[Any]:
    """A library and all libraries that it links to, each once."""
    waiting, seen = [library], set()
    while waiting:
        library = waiting.pop()
        if library not in seen:
            seen.add(library)
            yield library
            if isinstance(library, _PartLibrary):
                waiting += library._linking_libraries


class _PackagedFirst:
    """Looks into the package for machine code before the cache does."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if _packaged is not None:
            target_context.refresh()
            found = _packaged.load(self._py_func, sig, target_context)  # type: ignore[attr-defined]
            if found is not None:
                return found
        return super().load_overload(sig, target_context)  # type: ignore[misc]


class _NoCache(_PackagedFirst, NullCache):  # type: ignore[misc]
    """Keeps nothing for later processes."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._py_func = function


class _ForgivingCache(_PackagedFirst, FunctionCache):  # type: ignore[misc]
    """A cache that ignores write errors: on a full disk, the next process compiles again."""

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)
