"""Compiles the parts of the kernel, which only other compiled functions call.

By itself numba makes each function ready to run, with all that it calls copied into it, which for a kernel of seventy
functions takes far longer than it must. A part is translated and no more; whoever calls it, in the end a function that
is `jit.compiled`, is optimized once, as a whole. Steps that find nothing to do here are left out, what an operation
gives for numbers is looked up once, and what a game can't reach is not compiled. This leans on the inside of numba;
where that is not as it is expected to be, parts are compiled as anything is.

Compiled functions are promised that records and arrays which they are given don't overlap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import numba
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering, NopythonTypeInference

# Steps that find nothing to do in the kernel, which computes with no whole arrays and has no closures and no `with`.
_UNNEEDED: Final = frozenset(
    (
        "InlineClosureLikes",
        "InlineInlinables",
        "InlineOverloads",
        "LiteralUnroll",
        "MakeFunctionToJitFunction",
        "NopythonRewrites",
        "WithLift",
    )
)
# What a dispatcher asks for the Python function to compile.
_CHOOSES: Final = "_get_implementation"
_NUMBERS: Final = (numba.types.Number, numba.types.Boolean, numba.types.Literal)
_NEEDED: Final = ("_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals", "_final_module")


_operations: dict[tuple[Any, ...], Any] = {}


@register_pass(mutates_CFG=True, analysis_only=False)
class _Inference(NopythonTypeInference):  # type: ignore[misc]
    """Finds types as numba does, but looks up what an operation gives for numbers only once."""

    _name = "crazyeights_type_inference"

    def run_pass(self, state: Any) -> bool:
        context = state.typingctx
        if "resolve_function_type" in vars(context):  # it is set already, by a caller of this function
            return bool(super().run_pass(state))
        resolve = context.resolve_function_type

        def remember(function: Any, args: Any, kws: Any) -> Any:
            if not isinstance(function, numba.types.Function) or not all(isinstance(one, _NUMBERS) for one in args):
                return resolve(function, args, kws)
            key = (function, tuple(args), *dict(kws).items())
            signature = _operations.get(key)
            if signature is None:
                signature = _operations[key] = resolve(function, args, kws)
            return signature

        context.resolve_function_type = remember
        try:
            return bool(super().run_pass(state))
        finally:
            del context.resolve_function_type


@register_pass(mutates_CFG=True, analysis_only=False)
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


@register_pass(mutates_CFG=True, analysis_only=False)
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

        add = library.add_ir_module

        def add_marked(module: Any) -> None:
            for one in module.functions:
                if self.attribute == "noinline" and not one.is_declaration:
                    one.attributes.add("noinline")
            add(module)

        library.add_ir_module = add_marked
        # What is left out: optimizing it by itself, and making machine code of it.
        library._optimize_final_module = lambda: None
        library._finalize_final_module = finish
        state.flags.no_compile = True
        state.flags.forceinline = self.attribute == "alwaysinline"
        done: bool = super().run_pass(state)
        result = state.cr
        # Under this key callers find it; numba asks for a built-in function.
        key: Any = [].append
        state.targetctx.insert_user_function(key, result.fndesc, [library])
        state["cr"] = result._replace(cfunc=key)
        return done


@register_pass(mutates_CFG=True, analysis_only=False)
class _InlinedPart(_Part):
    _name = "crazyeights_inlined_lowering"
    attribute = "alwaysinline"


@register_pass(mutates_CFG=True, analysis_only=False)
class _ApartPart(_Part):
    _name = "crazyeights_apart_lowering"
    attribute = "noinline"


def _compiler(lowering: type[NativeLowering]) -> type[CompilerBase]:
    """Give numba's usual compiler with another last step."""
    instead = {NativeLowering: lowering, NopythonTypeInference: _Inference}

    class Compiler(CompilerBase):  # type: ignore[misc]
        def define_pipelines(self) -> list[Any]:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.passes[:] = [
                (instead.get(one, one), why) for one, why in passes.passes if one.__name__ not in _UNNEEDED
            ]
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
    dispatcher = numba.njit(
        nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=compiler
    )(function)
    if not numba.config.DISABLE_JIT:
        template = dispatcher.get_call_template
        # By itself numba compiles a part once more for each number that is written down in a call of it.
        dispatcher.get_call_template = lambda args, kws: template([numba.types.unliteral(one) for one in args], kws)
    return dispatcher


def part(function: Callable[..., Any]) -> Any:
    """Compile a function that other compiled functions call."""
    return _compile(function, _PART)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a small function whose code is put wherever it is called."""
    return _compile(function, _INLINED)


def apart(function: Callable[..., Any]) -> Any:
    """Compile a function that is called seldom, so that its code does not swell its callers'."""
    return _compile(function, _APART)


#: Whether functions are left out where they can't be called; see `needing`.
LEAVES_OUT: Final = not numba.config.DISABLE_JIT and hasattr(numba.core.dispatcher._FunctionCompiler, _CHOOSES)


def needing(field: str, kind: Callable[..., Any] = apart) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function that is never called for records without a field, and for such records not at all.

    Args:
        field: the name of the field.
        kind: how it is compiled else; `apart`, `part` or `inlined`.
    """

    def compile_it(function: Callable[..., Any]) -> Any:
        dispatcher = kind(function)
        if not LEAVES_OUT:
            return dispatcher
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        nothing = eval(f"lambda {', '.join(names)}: 0")  # noqa: S307  # made of the names of its arguments alone

        def choose(args: Any, _: Any) -> Any:
            records = [one for one in args if isinstance(one, numba.types.Record)]
            return function if any(field in record.fields for record in records) else nothing

        setattr(dispatcher._compiler, _CHOOSES, choose)
        return dispatcher

    return compile_it
