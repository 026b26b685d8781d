"""The messages between the game and external strategies, and that docs/protocol.md says of them what is so."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

import pytest

from crazyeights import Dealt, Event, Fault, Game, MatchOver, View, events
from crazyeights import external as module
from crazyeights import external_process as process
from crazyeights import external_protocol as protocol
from crazyeights.external_protocol import BadAnswerError
from crazyeights.ruleset import Ruleset
from support_bots import command, notes_of, noting, playing
from support_decks import deal
from support_rounds import ALL, GAMES

PAGE: Final = Path(__file__).parents[2] / "docs" / "protocol.md"
TEXT: Final = PAGE.read_text(encoding="utf-8")


def section(title: str, level: str = "###", number: int = 0) -> str:
    parts = re.split(rf"^{level} {title}$", TEXT, flags=re.MULTILINE)
    return re.split(r"^##", parts[1 + number], flags=re.MULTILINE)[0]


def listed(text: str) -> list[str]:
    """The names that stand at the beginning of a list's items."""
    items = re.findall(r"^- ((?:`\w+`(?:, )?)+):", text, re.MULTILINE)
    return [name for item in items for name in re.findall(r"`(\w+)`", item)]


def messages_of_a_session(folder: Path) -> list[dict[str, Any]]:
    text, notes = noting(folder)
    with playing(text) as player:
        state = Game("classic").deal(seed=7)
        for _ in range(4):
            state.apply(player.choose(state.view(0)) if state.to_move == 0 else state.legal_moves()[0])
        player.choose(state.view(0))
    return [message for message in notes_of(notes) if message["type"] != "quit"]


# The page


def test_the_page_names_the_fields_of_each_message() -> None:
    view = deal("classic", ["3H 4S", "5C 6C"], "9H").view(0)
    dealt = view.history[0]
    assert isinstance(dealt, Dealt)
    assert listed(section("hello")) == list(json.loads(protocol.hello("1", 1, 5.0, {})))[1:]
    begun = section("round").split("Each of `cards`")
    assert listed(begun[0]) == list(json.loads(protocol.new_round(view, dealt, "the rules")))[1:]
    assert listed(begun[1]) == list(protocol.CARD_FIELDS)
    asked = section("choose").split("A `view`")
    assert listed(asked[0]) == list(json.loads(protocol.choose(1, view)))[1:]
    assert listed(asked[1]) == list(protocol.VIEW_FIELDS) == list(json.loads(protocol.choose(1, view))["view"])
    assert json.loads(protocol.quit_()) == {"type": "quit"}


def test_the_page_names_every_event_and_its_fields() -> None:
    told = {}
    for line in re.findall(r"^- (`\w+`: .*)$", section("event"), re.MULTILINE):
        # What stands in brackets explains.
        name, *names = re.findall(r"`(\w+)`", re.sub(r" \([^)]*\)", "", line))
        told[name] = names
    expected = {}
    for cls in get_args(Event):
        if cls not in {Dealt, Fault}:  # the first is told as a round, the second not at all
            name = re.sub(r"(?<!^)([A-Z])", r"_\1", cls.__name__).lower()
            expected[name] = [field.name for field in fields(cls)]
    assert told == expected


def test_each_event_says_what_it_is() -> None:
    assert protocol.event_fields(MatchOver(0, (3, 2)))["event"] == "match_over"
    assert json.loads(protocol.event(events.Called(1, Game("classic").deck.suits[0]))) == {
        "type": "event",
        "event": "called",
        "seat": 1,
        "suit": "S",
    }


def test_the_session_on_the_page_is_what_is_said(tmp_path: Path) -> None:
    (block,) = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)
    shown = [line[2:] for line in block.splitlines() if line.startswith("> ")]
    said = [json.dumps(message, separators=(",", ":")) for message in messages_of_a_session(tmp_path)]
    assert json.loads(shown.pop()) == json.loads(protocol.quit_())
    assert len(shown) > 6
    for line, real in zip(shown, said, strict=False):
        pattern = ".*".join(map(re.escape, line.split("…")))
        assert re.fullmatch(pattern, real), line
    answers = [json.loads(line[2:]) for line in block.splitlines() if line.startswith("< {")]
    assert [answer["type"] for answer in answers] == ["hello", "move", "move"]
    protocol.check_hello(answers[0], {})


def test_the_shortest_bot_on_the_page_plays(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "shortest.py").write_text(code, encoding="utf-8")
    state = Game("classic", players=3).deal(seed=2)
    with playing(command(tmp_path / "shortest.py")) as player:
        for _ in range(60):
            if state.to_move is None:
                break
            move = player.choose(state.view(state.to_move))
            assert move is state.legal_moves()[0]
            state.apply(move)


def test_the_figures_on_the_page_are_those_of_the_program() -> None:
    assert f"You have {module.HELLO_LIMIT:g} seconds" in TEXT
    assert f"{module.HELLO_LIMIT:g} seconds for its hello" in TEXT
    assert f"gets {process.GRACE:g} second for that" in TEXT
    assert f"more than {process.LONGEST_LINE >> 10} kB" in TEXT
    assert f"more than {process.MOST_LINES:,} lines" in TEXT
    assert f"no more than {process.MOST_KEPT >> 20} MB" in TEXT
    assert f"every {['ten'][module.MOVES_PER_RESTART - 10]} moves" in TEXT
    assert f"which is {protocol.VERSION}." in section("hello")
    assert f"- `protocol`: {protocol.VERSION}." in TEXT


# What is said


def test_nothing_of_a_view_is_forgotten() -> None:
    shown = {name for name in dir(View) if isinstance(getattr(View, name, None), property) and not name.startswith("_")}
    # Of these the program has been told by other messages, or they follow from the rest.
    known = {
        *("legal_moves", "history", "ruleset", "players", "to_move", "outcome"),
        *("playable", "can_draw", "can_pass", "shown_top", "adding", "giving", "calling"),
    }
    assert set(protocol.VIEW_FIELDS) == (shown | {"seat"}) - known


def test_nothing_that_cards_do_is_forgotten() -> None:
    masks = {field.name for field in fields(Ruleset) if field.type in {"int", "tuple[int, ...]"}}
    assert set(protocol.CARD_FIELDS.values()) == masks - {"hand_size", "answers", "follows"}


def test_cards_are_told_with_what_they_do() -> None:
    view = Game("classic", options={"jokers": 1}).deal(seed=1).view(0)
    told = {entry.pop("card"): entry for entry in protocol.cards(view)}
    assert told["8H"] == {"wild": True, "choose_suit": True, "special": True, "points": 50}
    assert told["2S"] == {"draw": 2, "special": True, "points": 2}
    assert told["QC"] == {"skip": 1, "special": True, "points": 10}
    assert told["AD"] == {"reverse": True, "special": True, "points": 1}
    assert told["7D"] == {"points": 7}
    assert len(told) == 53


@ALL
def test_a_position_is_told_as_it_is(name: str) -> None:
    state = GAMES[name].deal(seed=11)
    rng = Random(name)
    for _ in range(60):
        if state.to_move is None:
            break
        view = state.view(state.to_move)
        asked = json.loads(protocol.choose(5, view))
        assert (asked["type"], asked["id"]) == ("choose", 5)
        assert asked["moves"] == [str(move) for move in state.legal_moves()]
        seen = asked["view"]
        assert seen["hand"] == [str(card) for card in view.hand]
        assert (seen["top"], seen["stock_size"]) == (str(state.top), len(state.stock))
        assert seen["active_suit"] == (None if state.active_suit is None else str(state.active_suit))
        assert seen["hand_sizes"] == [len(hand) for hand in state.hands]
        assert (seen["pending_draw"], seen["drawn"]) == (view.pending_draw, view.drawn)
        assert seen["direction"] == state.direction
        for move in view.legal_moves:
            assert protocol.find_move({"move": str(move)}, view) is move
        state.apply(rng.choice(state.legal_moves()))


# What is read


@pytest.mark.parametrize("wants", [None, "guide", {"guide": 1}, 5])
def test_odd_wishes_are_no_wishes(wants: object) -> None:
    assert protocol.check_hello({"type": "hello", "protocol": 1, "wants": wants}, {}) == ()


def test_a_wish_is_granted() -> None:
    assert protocol.check_hello({"type": "hello", "protocol": 1, "wants": ["tea", "guide"]}, {}) == ("guide",)


@pytest.mark.parametrize("line", [b"", b"null", b"1e999", b'"hello"', b'{"type": 5}', b"{", b"\x00", b"NaN"])
def test_what_is_no_message_is_told_in_one_line(line: bytes) -> None:
    with pytest.raises(BadAnswerError) as caught:
        protocol.read(line)
    assert "\n" not in str(caught.value)


def test_no_line_is_too_long_or_too_odd_to_be_told() -> None:
    rng = Random(5)
    refused = []
    for _ in range(500):
        line = bytes(rng.choices(b'{}[]":,\\ tye0\x1b\n\xff', k=rng.randrange(200)))
        try:
            protocol.read(line)
        except BadAnswerError as error:
            refused.append(str(error))
    assert len(refused) > 400
    assert all(text.isprintable() and len(text) < 250 for text in refused)


def test_a_program_in_trouble_says_so_in_one_line() -> None:
    with pytest.raises(BadAnswerError, match=r"^says: no memory left$"):
        protocol.read(b'{"type": "error", "message": "no memory\\n\\u001b left"}')
