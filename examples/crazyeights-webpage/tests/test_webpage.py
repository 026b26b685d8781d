"""The frontend keeps to what the game expects of frontends, driven over HTTP as a browser would."""

import re
from random import Random
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from crazyeights import Game, Seat, SeatError, Session, load_plugins
from crazyeights.controller import Controller
from crazyeights.testing import Console, check_frontend
from crazyeights_webpage import FRONTEND
from crazyeights_webpage.server import Table


def get(address: str) -> str:
    with urlopen(address, timeout=10) as answer:
        return str(answer.read().decode())


def press(address: str, **form: str) -> str:
    with urlopen(address, urlencode(form).encode(), timeout=10) as answer:
        return str(answer.read().decode())


def shown_position(page: str) -> str:
    found = re.search(r"name=position value=(\d+)", page)
    assert found is not None
    return found[1]


def look_around(address: str) -> None:
    """Try what somebody who does not know the address could."""
    root = address.rpartition("/")[0]
    for elsewhere in (root, f"{root}/x"):
        with pytest.raises(HTTPError, match="404"):
            get(elsewhere)
        with pytest.raises(HTTPError, match="404"):
            press(elsewhere, leave="")


def browser(console: Console) -> None:
    """Play as somebody with a browser would."""
    address = console.find(r"http://\S+")
    look_around(address)
    for view, move in console.turns():
        page = get(address)
        console.saw(page)
        assert page.count("<button") == len(view.legal_moves) + 1
        press(address, position=shown_position(page), move=str(move))
    press(address, position="0", leave="")


def test_it_is_a_good_frontend() -> None:
    check_frontend(FRONTEND, user=browser)


def test_the_game_finds_it() -> None:
    registry = load_plugins()
    assert "webpage" in registry.frontends, registry.left_out


def table() -> tuple[Session, Table]:
    """Give a table at which Ann is to move."""
    bob = load_plugins().strategy("greedy").make(Random(1))
    session = Session(Game("classic", players=2), [Seat("Ann"), Seat("<b>Bob</b>", bob)], 7)
    return session, Table(session, Controller(session))


def test_a_page_that_is_old_presses_nothing() -> None:
    session, behind = table()
    before = session.position
    move = str(session.legal_moves(0)[0])
    behind.press({"position": [str(before - 1)], "move": [move]})
    assert session.position == before
    behind.press({"position": [str(before)], "move": [move]})
    assert session.position == before + 1


@pytest.mark.parametrize("text", ["", "xyzzy", "<script>", "*1"])
def test_what_is_no_legal_move_is_refused_with_a_reason(text: str) -> None:
    session, behind = table()
    before = session.position
    behind.press({"position": [str(before)], "move": [text]})
    assert session.position == before
    page = behind.show()
    assert "role=alert" in page
    assert "<script>" not in page
    assert "role=alert" not in behind.show()


def test_names_are_shown_as_they_are() -> None:
    assert "&lt;b&gt;Bob&lt;/b&gt; holds 5" in table()[1].show()


def test_it_is_for_one_person() -> None:
    session = Session(Game("classic", players=2), [Seat("Ann"), Seat("Bob")])
    with pytest.raises(SeatError, match="the web page is for one person"):
        Table(session, Controller(session))
