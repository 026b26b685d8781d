"""Whole rounds played in the real window: by mouse, by drag and by keys, each the same as through the API."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crazyeights import Game, Move, default_registry
from crazyeights.record import Recorder
from crazyeights.session import Session
from support_window import Pilot, seats_of

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

ROUNDS = [("classic", 2), ("classic", 4), ("plain", 2)]


def play_out(pilot: Pilot, way: str, choices: Random) -> None:
    """Play the round to its end."""
    table = pilot.table
    for _ in range(400):
        pilot.wait()
        if table.session.over:
            return
        seat = table.director.viewer
        before = moves_of(table.session)
        move = choices.choice(table.session.legal_moves(seat))
        getattr(pilot, f"by_{way}")(move)
        assert moves_of(table.session) == before + 1, f"{move} by {way} made {moves_of(table.session) - before} moves"
    raise AssertionError("the round never ends")


def moves_of(session: Session) -> int:
    return session.position


def api_record(path: Path, game: Game, seed: int) -> str:
    """Record the same moves, made through the API."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    other = path.with_name("api.jsonl")
    session = Session(game, seats_of(game, seed), seed, recorder=Recorder(other))
    for line in lines:
        if "move" in line:
            session.apply(line["seat"], Move.parse(line["move"], game.deck))
    session.close()
    return other.read_text()


@pytest.mark.parametrize("way", ["click", "drag", "key"])
@pytest.mark.parametrize(("variant", "players"), ROUNDS)
def test_a_round_in_the_window_is_the_round_of_the_api(
    pilot: Pilot, tmp_path: Path, variant: str, players: int, way: str
) -> None:
    game = Game(variant, players)
    path = tmp_path / "window.jsonl"
    pilot.sit_down(game, seed=players + len(way), record=path)
    play_out(pilot, way, Random(f"{variant} {way}"))
    pilot.flow.leave_table()
    assert path.read_text() == api_record(path, game, players + len(way))
    assert '"outcome"' in path.read_text()


# Each variant, and what no variant has by itself.
TABLES = [
    *((name, None, {}) for name in default_registry().variants if name != "surprise"),
    *((f"surprise-{number}", 4, {}) for number in (2, 3, 9)),
    ("classic", 4, {"rules_added": ["seven-swap", "ten-rotate", "three-pass-left", "all-of-a-rank"]}),
    ("classic", 4, {"rules_added": ["chains"], "options": {"partners": True, "last_card_acts": True}}),
    ("mau-mau", 3, {"rules_added": ["joker-wild"], "options": {"false_call": 1, "decks": 2}}),
]


@pytest.mark.parametrize(("variant", "players", "more"), TABLES, ids=lambda value: str(value)[:24])
def test_every_variant_is_played_and_shown_as_it_is(
    pilot: Pilot, tmp_path: Path, variant: str, players: int | None, more: dict[str, Any]
) -> None:
    game = Game(variant, players, **more)
    path = tmp_path / "window.jsonl"
    table = pilot.sit_down(game, seed=6, record=path)
    if pilot.kind == "TonightScreen":
        pilot.key("enter")
    choices = Random(f"{variant} {players}")
    for _ in range(26):
        pilot.wait()
        if table.session.over:
            break
        agree(table)
        move = choices.choice(table.view.legal_moves)
        before = table.session.position
        way = choices.choice(("click", "drag", "key"))
        getattr(pilot, f"by_{way}")(move)
        assert table.session.position == before + 1, f"{move} by {way}: {table.notice}"
    pilot.flow.leave_table()
    assert path.read_text() == api_record(path, game, 6)


def agree(table: Any) -> None:
    """Check that what is shown is what there is."""
    view, stage = table.view, table.director.stage
    assert [len(hand) for hand in stage.hands] == list(view.hand_sizes)
    assert sorted(map(str, view.hand)) == sorted(str(token.card) for token in table.hand())
    assert all(token.card is None for seat, hand in enumerate(stage.hands) if seat != view.seat for token in hand)
    assert (stage.top.card, stage.top.shown) == (view.top, view.shown_top)
    assert (stage.stock, stage.suit, stage.direction) == (view.stock_size, view.active_suit, view.direction)
    assert (stage.turn, stage.discards) == (view.to_move, len(view.discard))
    assert tuple(stage.levels) == (view.levels or ())
    if table.session.game.options.partners:
        assert stage.out == {seat for seat, size in enumerate(view.hand_sizes) if not size}
    seen = {item.picture.card for item in table.sheet().items if hasattr(item.picture, "card")}
    assert seen <= {*view.hand, *view.discard, view.shown_top, *(token.shown for token in stage.pile)}


def test_what_is_shown_follows_the_events_in_their_order(pilot: Pilot) -> None:
    table = pilot.sit_down(Game("classic", 7), seed=5)
    play_out(pilot, "click", Random(3))
    shown: list[Any] = table.director.happened
    assert shown == table.session.events_since(0, 0)
    assert table.director.stage.outcome == table.session.state.outcome


def test_the_stage_agrees_with_the_view_whenever_it_is_at_rest(pilot: Pilot) -> None:
    table = pilot.sit_down(Game("classic", 5), seed=11)
    choices = Random(8)
    for _ in range(60):
        pilot.wait()
        if table.session.over:
            break
        agree(table)
        pilot.by_click(choices.choice(table.view.legal_moves))
