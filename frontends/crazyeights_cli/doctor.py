"""What the game finds where it runs, for somebody for whom it does not look or sound as it should."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from crazyeights import __version__, kernel
from crazyeights.errors import describe_error
from crazyeights.plugins import Registry
from crazyeights.settings import Settings
from crazyeights.specs import Environment, Folders, FrontendSpec, choose_frontend
from crazyeights_cli.failures import PROGRAM


def examine(registry: Registry, environment: Environment | None = None, folders: Folders | None = None) -> str:
    """Say what there is: first the program, then what each frontend finds, at last which one would be chosen.

    Args:
        registry: the plugins.
        environment: what is examined; what this process runs in if left out.
        folders: where the user's files are; the user's own if left out.
    """
    environment = environment or Environment.current()
    folders = folders or Folders.of_user()
    settings = Settings.load(folders.config)
    python = ".".join(map(str, sys.version_info[:3]))
    findings: list[tuple[str, str]] = [
        ("version", f"{PROGRAM} {__version__}, Python {python}, {environment.platform}"),
        (
            "settings",
            f"{settings.path} ({settings.warning or _there(folders.config.joinpath('settings.toml').exists())})",
        ),
        ("data", f"{folders.data} ({_there(folders.data.exists())})"),
        ("display", "yes" if environment.display else "none (DISPLAY and WAYLAND_DISPLAY are not set)"),
    ]
    findings += _kernel(registry)
    for spec in sorted(registry.frontends.values(), key=lambda spec: -spec.priority):
        findings += _findings(spec, environment)
    for spec in sorted(registry.frontends.values(), key=lambda spec: -spec.priority):
        findings.append((f"frontend {spec.name}", _usable(spec, environment)))
    findings += [("plugin left out", str(left_out)) for left_out in registry.left_out]
    chosen = choose_frontend(registry.frontends.values(), environment)
    findings.append((f"{PROGRAM} play", f"would use {chosen.name}" if chosen is not None else "has no frontend to use"))
    width = max(len(what) for what, _ in findings)
    return "\n".join(f"{what:<{width}}  {finding}" for what, finding in findings)


def _there(exists: bool) -> str:
    return "there" if exists else "not made yet"


def _kernel(registry: Registry) -> list[tuple[str, str]]:
    """Say whether there is a compiled kernel, and which rules it can't play."""
    findings = [("kernel", kernel.describe())]
    place = kernel.cache_place()
    if place:
        findings.append(("compiled code", place))
    refusals = ((name, kernel.rule_refusal(rule)) for name, rule in registry.rules.items())
    return findings + [(f"rule {name}", f"no kernel plays it: {refusal}") for name, refusal in refusals if refusal]


def _usable(spec: FrontendSpec, environment: Environment) -> str:
    try:
        reason = spec.unusable(environment)
    except Exception as error:  # noqa: BLE001  (whatever a plugin's function raises)
        reason = describe_error(error)
    if reason is not None:
        return f"can't run here: {reason}"
    return f"can run here (priority {spec.priority})" if spec.priority else "can run here, but only if it is named"


def _findings(spec: FrontendSpec, environment: Environment) -> Sequence[tuple[str, str]]:
    try:
        return [(str(what), str(finding)) for what, finding in spec.examine(environment)]
    except Exception as error:  # noqa: BLE001  (whatever a plugin's function raises)
        return [(spec.name, f"could not look: {describe_error(error)}")]
