"""SIMD sums of small integers, as LLVM vectors; uncompiled, with NumPy.

Integer sums have no rounding, so their order does not matter: both ways give the same result.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from dnup.kernel.jit import COMPILED

Weights = NDArray[np.int16]

WIDTH = 64  # numbers in a row of the first layer
NARROW = 32  # numbers in a row of the second layer

_I16, _I32, _I64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)


def _row_at(context: Any, builder: Any, kind: Any, array: Any, index: Any, width: int) -> Any:
    """A pointer to the row that begins at an index of an array."""
    items = make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(items, [index]), ir.VectorType(_I16, width).as_pointer())


def _row_adder() -> Any:
    row = ir.VectorType(_I16, WIDTH)
    everywhere = ir.Constant(ir.VectorType(_I32, WIDTH), [_I32(0)] * WIDTH)

    @intrinsic  # type: ignore[untyped-decorator]
    def add_rows(
        _context: Any, weights: Any, start: Any, rows: Any, count: Any, top: Any, levels: Any
    ) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            table, start, rows, count, top, levels = args
            kind = signature.args[0]
            numbers = make_array(signature.args[2])(context, builder, rows).data
            total = cgutils.alloca_once(builder, row)
            builder.store(builder.load(_row_at(context, builder, kind, table, start, WIDTH), align=2), total)
            with cgutils.for_range(builder, count) as loop:
                index = builder.mul(builder.load(builder.gep(numbers, [loop.index])), _I64(WIDTH))
                more = builder.load(_row_at(context, builder, kind, table, index, WIDTH), align=2)
                builder.store(builder.add(builder.load(total), more), total)
            level = builder.load(total)
            least = row(None)
            most = builder.insert_element(row(ir.Undefined), builder.trunc(top, _I16), _I32(0))
            most = builder.shuffle_vector(most, row(ir.Undefined), everywhere)
            level = builder.select(builder.icmp_signed(">", level, least), level, least)
            level = builder.select(builder.icmp_signed("<", level, most), level, most)
            to = _row_at(context, builder, signature.args[5], levels, _I64(0), WIDTH)
            builder.store(level, to, align=2)
            return context.get_dummy_value()

        return types.void(weights, types.int64, rows, types.int64, types.int64, levels), emit

    return add_rows


def _weigher(width: int) -> Any:
    wide = ir.VectorType(_I32, width)

    @intrinsic  # type: ignore[untyped-decorator]
    def weigh(_context: Any, levels: Any, weights: Any, start: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            level = builder.load(
                _row_at(context, builder, signature.args[0], args[0], _I64(0), width), align=2
            )
            row = builder.load(_row_at(context, builder, signature.args[1], args[1], args[2], width), align=2)
            product = builder.mul(builder.sext(level, wide), builder.sext(row, wide))
            kind = ir.FunctionType(_I32, [wide])
            total = cgutils.get_or_insert_function(
                builder.module, kind, f"llvm.vector.reduce.add.v{width}i32"
            )
            return builder.sext(builder.call(total, [product]), _I64)

        return types.int64(levels, weights, types.int64), emit

    return weigh


def _add_rows_plainly(
    weights: Weights, start: int, rows: NDArray[np.int64], count: int, top: int, levels: Weights
) -> None:
    total = weights[start : start + WIDTH].astype(np.int64)
    for number in rows[:count]:
        total += weights[WIDTH * number : WIDTH * (number + 1)]
    levels[:WIDTH] = np.clip(total, 0, top)


def _plain_weigher(width: int) -> Callable[[Weights, Weights, int], int]:
    def weigh(levels: Weights, weights: Weights, start: int) -> int:
        return int(levels[:width].astype(np.int64) @ weights[start : start + width].astype(np.int64))

    return weigh


add_rows = _row_adder() if COMPILED else _add_rows_plainly
"""The sum of the row at an index and the rows with these numbers, clipped to 0 … top (a clipped ReLU)."""

weigh_wide = _weigher(WIDTH) if COMPILED else _plain_weigher(WIDTH)
"""The dot product of the levels and the row at an index."""

weigh_narrow = _weigher(NARROW) if COMPILED else _plain_weigher(NARROW)
"""The same for a narrow row."""
