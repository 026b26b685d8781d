"""Chooses the frontend and hands the table over to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from crazyeights.errors import CrazyEightsError, OptionError, describe_error
from crazyeights.plugins import Registry
from crazyeights.settings import SETTINGS, Settings
from crazyeights.specs import Environment, Folders, FrontendSpec, LaunchRequest, TableRequest, choose_frontend
from crazyeights_cli.failures import ExitCode, Failure, as_usage, how_to_debug, say
from crazyeights_cli.keeping import Keeper

_LOG: Final = "session-log"


def load_settings(pace: str | None = None) -> Settings:
    """Read the user's settings; what is wrong with the file is told in one line.

    Args:
        pace: the pace that the command line asks for, in seconds; None for that of the settings.

    Raises:
        Failure: the pace is none.
    """
    settings = Settings.load(Folders.of_user().config)
    if settings.warning is not None:
        say(settings.warning)
    if pace is not None:
        try:
            settings.override("pace", float(pace))
        except (ValueError, OptionError) as error:
            raise Failure(
                f"--pace takes {SETTINGS['pace'].values()}, in seconds, not {pace!r}", ExitCode.USAGE
            ) from error
    return settings


def play_table(
    table: TableRequest, registry: Registry, settings: Settings, frontend: str | None, options: Mapping[str, bool]
) -> int:
    """Play a table in a frontend and give the program's exit code.

    Args:
        table: what is played and by whom.
        registry: the plugins.
        settings: the user's settings.
        frontend: the frontend's name; None for the best that can run here.
        options: the switches that a frontend may honour: `plain` for plain lines, `ascii` for letters instead of signs.
            `notices`, what it should tell first, and `kept`, whether a round that is left can be resumed, are added.

    Raises:
        Failure: there is no such frontend, it can't run here, or it failed.
    """
    environment = Environment.current()
    wanted = frontend or ("line" if options.get("plain") and "line" in registry.frontends else None)
    spec = _frontend(registry, wanted, environment)
    folders = Folders.of_user()
    keeper = Keeper(folders, registry)
    table, problem = keeper.begin(replace(table, folders=folders), spec, environment)
    # On the standard error stream it would be overdrawn at once by whatever fills the screen.
    notices = [note for note in (problem, settings.warning) if note is not None]
    try:
        while True:
            given = {**options, "notices": tuple(notices), "kept": keeper.keeps}
            code = _launch(spec, LaunchRequest(registry, table, settings, folders, given))
            following = _next_best(registry, spec, environment) if wanted is None else None
            if code != ExitCode.NO_SCREEN or following is None:
                return code
            # A display that is named but gone, or without OpenGL: seen only when a window is opened.
            notices = [f"the frontend {spec.name} can't run here, so {following.name} does", *notices]
            spec = following
    finally:
        keeper.end()


def with_log(table: TableRequest, path: Path | None, registry: Registry) -> TableRequest:
    """Have what happens at a table written to a file, if one is named.

    Raises:
        Failure: the file can't be written, or nobody is there to write it.
    """
    if path is None:
        return table
    if not any(info.name == _LOG for info in registry.plugins):
        raise Failure(f"--log needs the plugin {_LOG}, which is not in use", ExitCode.USAGE)
    # Found out here, before anything is dealt; a log is added to, and so an older one stays.
    with path.open("a", encoding="utf-8"):
        pass
    return replace(table, log=path)


def _launch(spec: FrontendSpec, request: LaunchRequest) -> int:
    try:
        code = spec.launch(request)
    except (CrazyEightsError, OSError, EOFError):
        raise
    except Exception as error:
        raise Failure(f"the frontend {spec.name} failed: {describe_error(error)}; {how_to_debug()}") from error
    if not isinstance(code, int):
        raise Failure(f"the frontend {spec.name} gave no exit code but {code!r}")
    return code


def _next_best(registry: Registry, spec: FrontendSpec, environment: Environment) -> FrontendSpec | None:
    """Give the best frontend below one that turned out not to run here."""
    lesser = [other for other in registry.frontends.values() if other.priority < spec.priority]
    return choose_frontend(lesser, environment)


def _frontend(registry: Registry, name: str | None, environment: Environment) -> FrontendSpec:
    if name is not None:
        with as_usage():
            spec = registry.frontend(name)
        reason = _unusable(spec, environment)
        if reason is not None:
            raise Failure(f"the frontend {name} can't run here: {reason}", ExitCode.NO_SCREEN)
        return spec
    chosen = choose_frontend(registry.frontends.values(), environment)
    if chosen is None:
        reasons = (
            f"{spec.name}: {_unusable(spec, environment) or 'only when it is named'}"
            for spec in registry.frontends.values()
        )
        raise Failure(f"no frontend can run here ({'; '.join(reasons) or 'there is none'})", ExitCode.NO_SCREEN)
    return chosen


def _unusable(spec: FrontendSpec, environment: Environment) -> str | None:
    try:
        return spec.unusable(environment)
    except Exception as error:  # noqa: BLE001  (whatever a plugin's function raises)
        return describe_error(error)
