"""The page docs/reference.md names everything that plugins and programs may use, and nothing else."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import sys
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

import pytest

import crazyeights
from crazyeights import controller, recordlines, specs
from crazyeights.cards import Deck
from crazyeights.record import read_record
from support_tables import short_session

PAGE: Final = Path(__file__).parents[2] / "docs" / "reference.md"
_ITEM: Final = re.compile(r"- `([\w.]+)(\(.*?\))?`: \S.*[.:]")
MUST: Final = {
    *("RulesetBuilder", "Turn", "View", "Game", "State", "Session", "Controller", "LaunchRequest", "TableRequest"),
    *("FrontendSpec", "Rule", "Variant", "StrategySpec", "Outcome", "Observer", "Strategy"),
    *(event.__name__ for event in get_args(crazyeights.Event)),
}


@cache
def sections() -> dict[str, list[str]]:
    """The lines of each section, by its title."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            lines = found.setdefault(line.strip("# "), [])
        else:
            lines.append(line)
    return found


def described() -> dict[str, type[Any]]:
    """The classes that have a section."""
    classes = {}
    for title in sections():
        for module in (crazyeights, controller, specs):
            found = getattr(module, title, None)
            if inspect.isclass(found):
                classes[title] = found
    return classes


def items(title: str) -> dict[str, str]:
    """What a section lists: each name with its arguments; "" for what is not called."""
    listed = {}
    for line in sections()[title]:
        if line.startswith("- `"):
            match = _ITEM.fullmatch(line)
            assert match, f"{title}: {line}"
            assert match[1] not in listed, f"{title}: {match[1]} is there twice"
            listed[match[1]] = match[2] or ""
    return listed


def shown(default: object) -> str:
    plain = default is None or default == () or isinstance(default, str | int | float)
    return repr(default.value if isinstance(default, StrEnum) else default).replace("'", '"') if plain else "…"


def arguments(function: Callable[..., object]) -> str:
    """Write the arguments of a function as the page does."""
    written = []
    starred = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            starred = True
            written.append("*")
        star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        default = "" if parameter.default is parameter.empty else f"={shown(parameter.default)}"
        written.append(f"{star}{parameter.name}{default}")
    return f"({', '.join(written)})"


def made() -> dict[type[Any], object]:
    """An object of each class that gives its objects attributes of which the class itself knows nothing."""
    session = short_session()
    things = (session, session.game, session.match, controller.Controller(session), crazyeights.RulesetBuilder(Deck()))
    return {type(thing): thing for thing in things}


def offered(cls: type[Any]) -> dict[str, str]:
    """The public names of a class, each with its arguments; "" for what is not called."""
    names = {*dir(cls), *(vars(made()[cls]) if cls in made() else ())}
    for base in cls.__mro__:
        names.update(vars(base).get("__annotations__", ()))
    names -= set(dir(tuple)) if issubclass(cls, tuple) else set()
    found = {}
    for name in names:
        if not name.startswith("_"):
            member = inspect.getattr_static(cls, name, None)
            called = inspect.isfunction(member) or isinstance(member, classmethod | staticmethod)
            # A function among a dataclass's fields is a default, not a method.
            called = called and name not in getattr(cls, "__dataclass_fields__", ())
            found[name] = arguments(getattr(cls, name)) if called else ""
    return found


def test_every_class_that_matters_has_its_section() -> None:
    assert set(described()) >= MUST
    top = {"Rules", "Strategies", "Cards and moves", "Events", "Games", "Tables", "Frontends", "Functions", "Records"}
    first = next(iter(sections()))
    assert set(sections()) - set(described()) == {*top, first}


@pytest.mark.parametrize("title", described())
def test_a_class_and_its_section_name_the_same(title: str) -> None:
    assert items(title) == offered(described()[title])


@pytest.mark.parametrize("title", described())
def test_a_class_is_made_as_its_section_says(title: str) -> None:
    cls = described()[title]
    written = next((line for line in sections()[title] if line.startswith(f"`{title}(")), None)
    if written is not None:
        given = written[1 : written.index("`", 1)]
        # The one default that depends on the machine.
        assert given == f"{title}{arguments(cls)}".replace(f'platform="{sys.platform}"', "platform=…")


def test_all_events_are_on_the_page_once() -> None:
    assert len({title for title in sections() if title in MUST}) == len(MUST)


def test_each_function_is_there_and_takes_these_arguments() -> None:
    assert len(items("Functions")) > 5
    for name, written in items("Functions").items():
        module, _, function = name.rpartition(".")
        assert written == arguments(getattr(importlib.import_module(module), function)), name


def test_each_kind_of_line_of_a_record_has_an_example() -> None:
    text = "\n".join(sections()["Records"])
    (block,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    header, *lines = [json.loads(line) for line in block.splitlines()]
    assert list(header) == list(recordlines.HEADER)
    recordlines.check(header, recordlines.HEADER, 1)
    kinds = {}
    for line in lines:
        kind = next(kind for kind in recordlines._LINES if kind in line)
        recordlines.check(line, recordlines._LINES[kind], 1)
        kinds[kind] = line
    assert kinds.keys() == recordlines._LINES.keys() == items("Records").keys()
    recordlines.check(kinds["fault"]["fault"], recordlines.FAULT, 1)


def test_the_example_of_a_record_can_be_read_when_the_deck_is_whole() -> None:
    text = "\n".join(sections()["Records"])
    header = json.loads(next(line for line in text.splitlines() if line.startswith('{"format"')))
    whole = header | {"deck": [str(card) for card in Deck().cards]}
    (played,) = read_record([f"{json.dumps(whole)}\n", '{"abandoned":true}\n'])
    assert played.abandoned


@pytest.mark.parametrize("name", ["README.md", "docs/hooks.md"])
def test_the_page_is_linked(name: str) -> None:
    assert "reference.md)" in (PAGE.parents[1] / name).read_text(encoding="utf-8")
