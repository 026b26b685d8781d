"""Compiles the parts of the kernel, which only other compiled functions call.

By itself numba makes each function ready to run, with all that it calls copied into it, which for a kernel of seventy
functions takes far longer than it must. A part is translated and no more; whoever calls it, in the end a function that
is `jit.compiled`, is optimized once, as a whole. This leans on the inside of numba; where that is not as it is expected
to be, parts are compiled as anything is.

Compiled functions are promised that records and arrays which they are given don't overlap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import numba
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

_NEEDED: Final = ("_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals", "_final_module")


class _Whole(NativeLowering):  # type: ignore[misc]
    _name = "crazyeights_whole_lowering"

    def run_pass(self, state: Any) -> bool:
        state.flags.noalias = True
        # Its loops are as short as hands, and what prepares them for long ones costs more than they do.
        before = numba.config.LOOP_VECTORIZE
        numba.config.LOOP_VECTORIZE = 0
        try:
            done: bool = super().run_pass(state)
        finally:
            numba.config.LOOP_VECTORIZE = before
        return done


class _Part(NativeLowering):  # type: ignore[misc]
    _name = "crazyeights_part_lowering"
    attribute: ClassVar[str] = ""

    def run_pass(self, state: Any) -> bool:
        state.flags.noalias = True
        if state.library is None:
            state.library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
        library = state.library
        if not all(hasattr(library, name) for name in _NEEDED):
            plain: bool = super().run_pass(state)
            return plain

        def finish() -> None:
            library._finalize_dynamic_globals()
            library._finalized = True

        # What is left out: optimizing it by itself, and making machine code of it.
        library._optimize_final_module = lambda: None
        library._finalize_final_module = finish
        state.flags.no_compile = True
        state.flags.forceinline = self.attribute == "alwaysinline"
        done: bool = super().run_pass(state)
        result = state.cr
        if self.attribute == "noinline":
            library._final_module.get_function(result.fndesc.llvm_func_name).add_function_attribute("noinline")
        # Under this key callers find it; numba asks for a built-in function.
        key: Any = [].append
        state.targetctx.insert_user_function(key, result.fndesc, [library])
        state["cr"] = result._replace(cfunc=key)
        return done


class _InlinedPart(_Part):
    _name = "crazyeights_inlined_lowering"
    attribute = "alwaysinline"


class _ApartPart(_Part):
    _name = "crazyeights_apart_lowering"
    attribute = "noinline"


def _compiler(lowering: type[NativeLowering]) -> type[CompilerBase]:
    """Give numba's usual compiler with another last step."""
    lowering = register_pass(mutates_CFG=True, analysis_only=False)(lowering)

    class Compiler(CompilerBase):  # type: ignore[misc]
        def define_pipelines(self) -> list[Any]:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.passes[:] = [(lowering if one is NativeLowering else one, why) for one, why in passes.passes]
            passes._finalized = False
            passes.finalize()
            return [passes]

    return Compiler


_PART: Final = _compiler(_Part)
_INLINED: Final = _compiler(_InlinedPart)
_APART: Final = _compiler(_ApartPart)
#: For functions that Python calls.
WHOLE: Final = _compiler(_Whole)


def _compile(function: Callable[..., Any], compiler: type[CompilerBase]) -> Any:
    return numba.njit(
        nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=compiler
    )(function)


def part(function: Callable[..., Any]) -> Any:
    """Compile a function that other compiled functions call."""
    return _compile(function, _PART)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a small function whose code is put wherever it is called."""
    return _compile(function, _INLINED)


def apart(function: Callable[..., Any]) -> Any:
    """Compile a function that is called seldom, so that its code does not swell its callers'."""
    return _compile(function, _APART)
