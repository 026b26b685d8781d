"""The command group: `play` if no command is named, and the commands that plugins add."""

from __future__ import annotations

from typing import Any, Final

from typer.core import TyperGroup

from crazyeights_cli.failures import ExitCode, Failure
from crazyeights_cli.strangers import any_strangers, own_commands

DEFAULT: Final = "play"


class Launcher(TyperGroup):
    """Takes `crazyeights --seed 7` for `crazyeights play --seed 7`, and asks plugins for commands only when it must.

    Plugins are loaded for their commands by `--help` and by a name that is not one of the launcher's own, not by every
    `play`; where there are none but the game's own, only those of them that have any. The launcher's own commands are
    looked up first, so that no plugin can take one's place.
    """

    _plugin_commands: dict[str, Any] | None = None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Put `play` before a command line that names no command."""
        first = args[0].partition("=")[0] if args else ""
        if not args:
            # Nothing yet while a line is being completed: then all the commands are wanted.
            args = [] if ctx.resilient_parsing else [DEFAULT]
        elif first.startswith("--" if len(first) > 2 else "-") and first not in self._own_options(ctx) | {"-", "--"}:
            args = [DEFAULT, *args]
        return list(super().parse_args(ctx, args))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401
        """Give the command of that name, None if there is none."""
        return super().get_command(ctx, cmd_name) or self._others().get(cmd_name)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401
        """Give the names of all commands, the launcher's own first."""
        return [*super().list_commands(ctx), *sorted(self._others())]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
        """Find the command that the line names.

        Raises:
            Failure: there is none of that name; says which similar one there is.
        """
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            from crazyeights.errors import UnknownNameError  # noqa: PLC0415

            raise Failure(str(UnknownNameError("command", args[0], self.list_commands(ctx))), ExitCode.USAGE)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:  # noqa: ANN401
        """Complete commands, and options of `play` where no command is named."""
        found = super().shell_complete(ctx, incomplete)
        if incomplete.startswith("-"):
            play = self.commands[DEFAULT]
            with play.make_context(DEFAULT, [], parent=ctx, resilient_parsing=True) as play_ctx:
                own = {item.value for item in found}
                found += [item for item in play.shell_complete(play_ctx, incomplete) if item.value not in own]
        return found

    def _own_options(self, ctx: Any) -> set[str]:  # noqa: ANN401
        return {name for parameter in self.get_params(ctx) for name in parameter.opts}

    def _others(self) -> dict[str, Any]:
        if self._plugin_commands is None:
            self._plugin_commands = None if any_strangers() else own_commands()
            if self._plugin_commands is None:
                from crazyeights_cli.plugged import plugin_commands  # noqa: PLC0415

                self._plugin_commands = plugin_commands(tuple(self.commands))
        return self._plugin_commands
