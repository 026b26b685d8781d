"""Roles: any card in any role, as the user asks for it with `--role`."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from crazyeights import (
    RANKS,
    SUITS,
    CrazyEightsError,
    Deck,
    Game,
    NotationError,
    Rank,
    RuleConflictError,
    RuleError,
    Suit,
    UnknownNameError,
    Variant,
)
from crazyeights.builder import Exchange, RulesetBuilder
from crazyeights.roles import ROLES, parse_role, role_rule
from support_decks import hand, legal, play
from support_variants import arranged

DECK = Deck(jokers=2)


def cast(*roles: str, hands: list[str], starter: str = "3S", stock: str = "", **options: Any) -> Any:
    """Deal a round in which nothing is special but these roles."""
    return arranged(
        Game(Variant("bare", ""), len(hands), options=sized(hands, options), roles=roles), hands, starter, stock
    )


def sized(hands: list[str], options: dict[str, Any]) -> dict[str, Any]:
    return {"hand_size": max(len(each.split()) for each in hands), **options}


def noted(text: str) -> Any:
    """What a role declares."""
    build = RulesetBuilder(DECK)
    build.add(role_rule(text))
    return build.declared


def names(cards: Any) -> str:
    return " ".join(str(card) for card in DECK.faces if card in cards)


# Reading


@pytest.mark.parametrize(
    ("text", "written", "name"),
    [
        ("skip=J", "skip=J", "role-skip-j"),
        ("SKIP = j , q", "skip=J,Q", "role-skip-j-q"),
        ("skip:1=J", "skip=J", "role-skip-j"),
        ("skip:2=J", "skip:2=J", "role-skip2-j"),
        ("draw:2=2,5", "draw:2=2,5", "role-draw2-2-5"),
        ("wild=8,t", "wild=8,10", "role-wild-8-10"),
        ("draw:5=qs", "draw:5=QS", "role-draw5-qs"),
        ("draw:5=tc", "draw:5=10C", "role-draw5-10c"),
        ("free=H", "free=hearts", "role-free-hearts"),
        ("free=♥", "free=hearts", "role-free-hearts"),
        ("stack=*", "stack=*", "role-stack-joker"),
        ("cancel=*1", "cancel=*1", "role-cancel-1"),
        ("pass-left=3", "pass-left=3", "role-pass-left-3"),
        ("points:0=8", "points:0=8", "role-points0-8"),
        ("skip=J,J", "skip=J", "role-skip-j"),
        # Ranks come first when it is written again, then suits, then cards.
        ("wild=QS,clubs,8", "wild=8,clubs,QS", "role-wild-8-clubs-qs"),
    ],
)
def test_a_role_is_read_in_any_case_and_written_in_one(text: str, written: str, name: str) -> None:
    assert str(parse_role(text)) == written
    assert parse_role(written) == parse_role(text)
    assert role_rule(text).name == name


def test_roles_that_differ_have_different_names() -> None:
    texts = ["skip:2=5", "skip=2,5", "draw:2=5", "draw:5=2", "draw:2=2,5", "points:2=5", "points:25=5", "skip=5"]
    assert len({role_rule(text).name for text in texts}) == len(texts)


@pytest.mark.parametrize(
    ("text", "error", "parts"),
    [
        ("skp=J", UnknownNameError, ["no role is called 'skp'", "did you mean skip?"]),
        ("swop=7", UnknownNameError, ["did you mean swap?"]),
        ("draw=2", RuleError, ["draw takes a number from 1 to 20", "as in draw:2=J"]),
        ("points=8", RuleError, ["points takes a number from 0 to 999", "as in points:2=J"]),
        ("draw:0=2", RuleError, ["from 1 to 20", "not '0'"]),
        ("draw:21=2", RuleError, ["from 1 to 20", "not '21'"]),
        ("draw:-1=2", RuleError, ["from 1 to 20"]),
        ("draw:1_0=2", RuleError, ["from 1 to 20"]),
        ("draw:٣=2", RuleError, ["from 1 to 20"]),
        ("draw:two=2", RuleError, ["from 1 to 20", "not 'two'"]),
        ("draw:=2", RuleError, ["from 1 to 20"]),
        ("skip:10=J", RuleError, ["skip takes a number from 1 to 9"]),
        ("reverse:2=A", RuleError, ["reverse takes no number", "reverse=J"]),
        (
            "skip=11",
            NotationError,
            ["'11'", "skip=11", "a rank (A, 2,", "a suit (spades,", "as in AS", "* for the jokers"],
        ),
        ("skip=8X", NotationError, ["'8X'"]),
        ("skip=*9", NotationError, ["'*9'"]),
        ("skip", RuleError, ["ROLE=CARD", "skip=J", "not 'skip'"]),
        ("skip=", RuleError, ["ROLE=CARD"]),
        ("=J", RuleError, ["ROLE=CARD"]),
        ("skip=J,,Q", RuleError, ["ROLE=CARD"]),
        ("", RuleError, ["ROLE=CARD"]),
    ],
)
def test_what_is_wrong_is_told_in_one_line_with_what_would_be_right(
    text: str, error: type[CrazyEightsError], parts: list[str]
) -> None:
    with pytest.raises(error) as raised:
        role_rule(text)
    message = str(raised.value)
    assert "\n" not in message
    for part in parts:
        assert part in message


def test_a_text_that_a_terminal_would_obey_is_told_harmlessly() -> None:
    with pytest.raises(CrazyEightsError) as raised:
        role_rule("skip=\x1b[2J\nQ")
    assert str(raised.value).isprintable()


# What they declare


@pytest.mark.parametrize(
    ("text", "verb", "cards"),
    [
        ("reverse=K", "reverse", "KS KH KD KC"),
        ("again=J", "again", "JS JH JD JC"),
        ("not-last=QS", "no_finish", "QS"),
        ("last-resort=*", "last_resort", "*1 *2"),
        ("wild=J", "wild", "JS JH JD JC"),
        ("wild=J", "choose", "JS JH JD JC"),
        ("free=J", "wild", "JS JH JD JC"),
        ("free=J", "choose", ""),
        ("call=J", "wild", ""),
        ("call=J", "choose", "JS JH JD JC"),
        ("cancel=JH,JD", "cancel", "JH JD"),
        ("skip=3,QS", "skip", "3S QS 3H 3D 3C"),
        ("draw:4=2,QS", "draw", "2S QS 2H 2D 2C"),
    ],
)
def test_a_role_declares_what_it_says(text: str, verb: str, cards: str) -> None:
    assert names(getattr(noted(text), verb)) == cards


def test_the_number_counts() -> None:
    assert set(noted("draw:4=2").draw.values()) == {4}
    assert set(noted("skip:2=J").skip.values()) == {2}
    assert set(noted("skip=J").skip.values()) == {1}
    assert set(noted("points:25=8").points.values()) == {25}


def test_exchanges() -> None:
    assert set(noted("swap=7").exchange.values()) == {Exchange.SWAP}
    assert set(noted("rotate=7").exchange.values()) == {Exchange.ROTATE}
    assert set(noted("pass-left=7").exchange.values()) == {Exchange.PASS_LEFT}


def test_cards_that_stack_answer_each_other_and_nothing_else() -> None:
    answers = noted("stack=2,*").answers
    assert names(answers) == "2S 2H 2D 2C *1 *2"
    assert {names(cards) for cards in answers.values()} == {"2S 2H 2D 2C *1 *2"}


def test_cards_that_cancel_do_so_on_any_card() -> None:
    assert set(noted("cancel=K").answers) == set(DECK.faces)


def test_a_suit_is_all_its_cards() -> None:
    assert names(noted("reverse=hearts").reverse) == "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"


# In a game


def test_roles_become_rules_after_all_others() -> None:
    game = Game("classic", roles=["skip=J", "draw:2=5"], rules_added=["king-reverse"])
    assert [rule.name for rule in game.rules][-3:] == ["king-reverse", "role-skip-j", "role-draw2-5"]
    assert game.roles == ("skip=J", "draw:2=5")
    assert game.rules_added == ("king-reverse",)


def test_a_game_with_roles_can_be_pickled() -> None:
    game = Game("classic", roles=["skip=J"])
    rules = pickle.loads(pickle.dumps(game.rules[-1]))
    assert rules == game.rules[-1]
    assert pickle.loads(pickle.dumps(game.ruleset)).skip == game.ruleset.skip


def test_roles_in_play() -> None:
    assert play(cast("skip:2=J", hands=["JS 4H", "5C 6C", "5D 6D", "5H 6H"]), "JS").to_move == 3
    assert play(cast("draw:3=5", hands=["5S 4H", "7C 6C", "7D 6D"]), "5S").hand_sizes == (1, 5, 2)
    assert legal(cast("free=4", hands=["4H 5C", "7C 6C"])) == ["4H", "draw"]
    assert legal(cast("wild=QD", hands=["QD QH", "7C 6C"])) == ["QD=S", "QD=H", "QD=D", "QD=C", "draw"]
    swapped = play(cast("swap=QS", hands=["QS 4H", "7C 6C"]), "QS@1")
    assert hand(swapped, 1) == {"4H"}


def test_a_role_that_contradicts_a_rule_is_refused_with_both_names() -> None:
    with pytest.raises(RuleConflictError, match="draw-two and role-draw4-2 contradict each other: 2C makes draw 2"):
        Game("classic", roles=["draw:4=2"])
    with pytest.raises(RuleConflictError, match="crazy-eight and role-free-8 contradict"):
        Game("classic", roles=["free=8"])
    with pytest.raises(RuleConflictError, match="crazy-eight and role-call-8 contradict"):
        Game("classic", roles=["call=8"])
    assert Game("classic", roles=["draw:4=2"], rules_removed=["draw-two"]).ruleset.draw[1] == 4


def test_a_role_of_no_card_in_the_deck_is_refused() -> None:
    with pytest.raises(RuleError, match=r"wild=\* is of no card in this deck.*--set jokers=2"):
        Game("classic", roles=["wild=*"])
    with pytest.raises(RuleError, match="skip=2 is of no card in this deck, whose ranks are A, 7, 8"):
        Game("mau-mau", roles=["skip=2"])
    assert Game("classic", roles=["wild=*"], options={"jokers": 1}).deck.jokers == 1
    # The rule brings the jokers that the role is of.
    assert Game("classic", roles=["skip=*"], rules_added=["joker-wild"]).deck.jokers == 2


def test_a_lone_text_is_not_taken_for_a_list_of_letters() -> None:
    with pytest.raises(RuleError, match=r"roles is a list, even of one role: \['skip=J'\]"):
        Game("classic", roles="skip=J")


def test_a_deck_of_ones_own_has_its_own_cards() -> None:
    deck = Deck(suits=(*SUITS[:2], Suit("R", "roses", "✿")), ranks=(*RANKS[:4], Rank("F", "fool", 9)))
    variant = Variant("own", "", deck=deck)
    game = Game(variant, 2, roles=["skip=F", "draw:2=roses", "wild=FR"], options={"hand_size": 2})
    assert {str(card) for card in game.ruleset.faces_of(game.ruleset.wild)} == {"FR"}
    assert "Whenever a fool is played, the next player is skipped." in [rule.guide for rule in game.rules]
    assert "Whenever a rose is played, the next player must draw two cards." in [rule.guide for rule in game.rules]
    with pytest.raises(NotationError, match=r"a rank \(A, 2, 3, 4 or F\)"):
        Game(variant, 2, roles=["skip=J"])


# What is said about them


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("skip=J", "Whenever a jack is played, the next player is skipped."),
        ("skip:2=J,QS", "Whenever a jack or the queen of spades is played, the next two players are skipped."),
        ("draw:1=3", "Whenever a 3 is played, the next player must draw one card."),
        ("draw:12=*", "Whenever a joker is played, the next player must draw 12 cards."),
        ("wild=8,A", "An 8 or an ace may be played on any card and calls a suit."),
        ("points:1=hearts", "A heart that is still in a hand when the round ends counts one point."),
        ("cancel=*2", "A player who has to draw may play joker 2 instead: then nobody draws those cards."),
        ("reverse=8", "Whenever an 8 is played, the direction of play reverses."),
    ],
)
def test_its_guide_is_a_sentence_about_its_cards(text: str, sentence: str) -> None:
    rule = role_rule(text)
    assert rule.guide == rule.summary == sentence


@pytest.mark.parametrize("name", ROLES)
def test_every_role_has_a_guide_without_gaps_and_an_example_that_can_be_read(name: str) -> None:
    rule = role_rule(f"{ROLES[name].start}J")
    assert rule.guide.endswith(".")
    assert rule.guide[0].isupper()
    assert not {"{", "}"} & set(rule.guide)
    assert "jack" in rule.guide.lower()
    assert ROLES[name].summary
