"""Counting and finding the bits of a set of faces: one instruction each in compiled code."""

from __future__ import annotations

from typing import Any

from crazyeights.fast.jit import DISABLED

if DISABLED:
    _ALL = (1 << 64) - 1

    def popcount(mask: int) -> int:
        """Give how many bits are set."""
        return (int(mask) & _ALL).bit_count()

    def lowest(mask: int) -> int:
        """Give the place of the lowest bit that is set; one must be."""
        number = int(mask)
        return (number & -number).bit_length() - 1

    def highest(mask: int) -> int:
        """Give the place of the highest bit that is set; one must be."""
        return (int(mask) & _ALL).bit_length() - 1

else:
    # Only compiled code can call these three; to the type checker they are functions like the ones above.
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    _SIGNATURE = types.int64(types.int64)

    @intrinsic
    def popcount(_context: Any, _mask: Any) -> Any:
        """Give how many bits are set."""
        return _SIGNATURE, lambda _context, builder, _signature, given: builder.ctpop(given[0])

    @intrinsic
    def lowest(_context: Any, _mask: Any) -> Any:
        """Give the place of the lowest bit that is set; one must be."""
        sure = ir.Constant(ir.IntType(1), 1)
        return _SIGNATURE, lambda _context, builder, _signature, given: builder.cttz(given[0], sure)

    @intrinsic
    def highest(_context: Any, _mask: Any) -> Any:
        """Give the place of the highest bit that is set; one must be."""
        sure, last = ir.Constant(ir.IntType(1), 1), ir.Constant(ir.IntType(64), 63)
        return _SIGNATURE, lambda _context, builder, _signature, given: builder.sub(last, builder.ctlz(given[0], sure))
