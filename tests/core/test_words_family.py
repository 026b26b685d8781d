"""The family's rules told as a story, and what they ask of a player, in words."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from crazyeights import Card, Event, Game, Move, MoveKind, Outcome, Reason, Rule, RulesetBuilder, State, Variant
from crazyeights.cards import CLUBS, DIAMONDS
from crazyeights.events import (
    Announced,
    Called,
    Dealt,
    Drew,
    Forgot,
    LevelReached,
    PassedOn,
    Played,
    Reshuffled,
    Rotated,
    RoundOver,
    Swapped,
    WentOut,
)
from crazyeights.options import Options
from crazyeights.words import Narrator, describe, narrate, to_match
from support_decks import cards, deal, play

NAMES = ("You", "West", "North", "East")


def card(text: str) -> Card:
    return Card.parse(text)


def dealt(*sizes: int) -> Dealt:
    return Dealt((None,) * len(sizes), sizes, card("9D"), 0)


def drew(seat: int, count: int, *, penalty: bool = False, text: str = "") -> Drew:
    return Drew(seat, count, tuple(cards(text)) or None, penalty)


def told(*events: Event, options: Options | None = None) -> list[str]:
    return narrate(events, NAMES, 0, options)


LAST_CARDS = Options(last_card_call=2)


class TestLastCards:
    def test_an_announcement_takes_the_narrators_place(self) -> None:
        events = (dealt(2, 2), Played(1, card("8D")), Called(1, CLUBS), Announced(1))
        for options in (None, LAST_CARDS):
            assert told(*events, options=options)[1:] == [
                "West plays the 8 of diamonds and calls clubs.",
                'West says "Last card!"',
            ]

    def test_a_forgotten_one_is_told(self) -> None:
        events = (dealt(2, 2), Played(1, card("3D")), Forgot(1), drew(1, 2, penalty=True))
        for options in (None, LAST_CARDS):
            assert told(*events, options=options)[1:] == [
                "West plays the 3 of diamonds.",
                "West forgets to announce the last card.",
                "West must draw 2 cards.",
            ]

    def test_while_more_can_be_added_nothing_is_said_where_players_announce_themselves(self) -> None:
        events = (dealt(2, 2), Played(1, card("3D")))
        assert told(*events)[-1] == "West has one card left!"
        assert told(*events, options=LAST_CARDS)[-1] == "West plays the 3 of diamonds."

    def test_hands_that_are_swapped_are_counted_by_who_holds_them(self) -> None:
        events = (dealt(2, 5, 1), Played(0, card("7D")), Swapped(0, 1), Played(0, card("3C")), Played(1, card("4C")))
        assert told(*events)[1:] == [
            "You play the 7 of diamonds.",
            "You swap hands with West.",
            "West has one card left!",
            "You play the 3 of clubs.",
            "West plays the 4 of clubs.",
        ]

    def test_who_takes_over_a_single_card_has_one_left(self) -> None:
        events = (dealt(4, 1), Played(0, card("7D")), Swapped(0, 1))
        assert told(*events)[-1] == "You have one card left!"

    @pytest.mark.parametrize(
        ("direction", "one_left"), [(1, "You have one card left!"), (-1, "North has one card left!")]
    )
    def test_hands_that_move_on_are_counted_by_who_holds_them(self, direction: int, one_left: str) -> None:
        # East's single card goes to you in one direction, and to North in the other.
        events = (dealt(3, 3, 3, 1), Played(0, card("10D")), Rotated(direction))
        assert told(*events)[3:] == [one_left]

    def test_players_without_cards_take_no_part_in_it(self) -> None:
        events = (dealt(3, 1, 3, 3), Played(1, card("3D")), WentOut(1), Played(2, card("10D")), Rotated(1))
        narrator = Narrator(NAMES)
        narrator.tell(events)
        # You held 3 cards, North 2 and East 3: North has yours now, East North's, and you have East's.
        assert narrator.tell([Played(3, card("4D"))]) == ["East plays the 4 of diamonds.", "East has one card left!"]
        assert narrator.tell([Played(0, card("4C"))]) == ["You play the 4 of clubs."]

    def test_cards_that_are_passed_on_change_no_number(self) -> None:
        events = (dealt(3, 3), Played(0, card("3D")), PassedOn((card("9C"), None)), Played(0, card("9C")))
        assert told(*events)[-1] == "You have one card left!"

    def test_a_new_level_is_a_new_hand(self) -> None:
        events = (dealt(1, 5), Played(0, card("3D")), LevelReached(0, 1, 3), drew(0, 3, text="4C 5C 6C"))
        assert told(*events)[1:] == [
            "You play the 3 of diamonds.",
            "You reach the next level and get the 4 of clubs, the 5 of clubs and the 6 of clubs.",
        ]
        more = (*events, Played(0, card("4C")), Played(0, card("5C")))
        assert told(*more)[-2:] == ["You play the 5 of clubs.", "You have one card left!"]

    @pytest.mark.parametrize("seed", range(30))
    def test_the_numbers_are_those_of_the_round(self, seed: int) -> None:
        """Whoever is said to have one card left has, and nobody who has is forgotten."""
        rules = ["seven-swap", "ten-rotate", "three-pass-left", "all-of-a-rank"]
        variant, players = ("countdown", 3) if seed % 2 else ("classic", 4)
        options = {"partners": variant == "classic" and seed % 4 == 0, "hand_size": 4}
        game = Game(variant, players, rules_added=rules, options=options)
        state = game.deal(seed=seed)
        narrator = Narrator(NAMES)
        mark = None
        rng = Random(seed)
        for _ in range(200):
            events, mark = state.events_after(mark)
            lines = narrator.tell(events)
            assert narrator._sizes == list(state.hand_sizes)
            if events and not isinstance(events[-1], RoundOver):
                last = [line for line in lines if line.endswith("one card left!")]
                for line in last[-1:]:
                    if line == lines[-1]:
                        name = line.split()[0]
                        assert state.hand_sizes[NAMES.index(name)] == 1
            if state.to_move is None:
                return
            plays = [move for move in state.legal_moves() if move.kind is not MoveKind.DRAW]
            state.apply(rng.choice(plays or list(state.legal_moves())))


class TestSentences:
    def test_the_suit_of_the_starter(self) -> None:
        assert told(dealt(5, 5), Called(1, CLUBS))[-1] == "West calls clubs for the starter."
        assert told(dealt(5, 5), Played(0, card("8H")), Called(0, CLUBS), drew(1, 1), Called(1, CLUBS))[-1] == (
            "West calls clubs."
        )

    def test_others_new_cards_are_only_counted(self) -> None:
        events = (LevelReached(1, 1, 7), drew(1, 7), drew(1, 1))
        assert told(*events) == ["West reaches the next level and gets 7 cards.", "West draws a card."]

    def test_a_level_for_which_the_stock_must_be_shuffled_first(self) -> None:
        events = (LevelReached(1, 1, 7), Reshuffled(30, None), drew(1, 7))
        assert told(*events) == [
            "West reaches the next level, of 7 cards.",
            "The stock was empty: 30 cards from the discard pile are shuffled into a new stock.",
            "West draws 7 cards.",
        ]

    def test_everybody_who_is_shown_a_card_is_told(self) -> None:
        assert describe(PassedOn((card("9C"), card("3D"), None)), NAMES, 0) == (
            "The chosen cards are passed to the left: you get the 9 of clubs and West gets the 3 of diamonds."
        )

    def test_points_that_are_bad_are_told_as_the_options_say(self) -> None:
        # By the points alone one could take it for a tie in which these two share the differences.
        over = RoundOver(Outcome(None, Reason.BLOCKED, (3, 3, 0)), ((), (), ()))
        assert describe(over, NAMES, 0, OPTIONS_BAD) == (
            "The round is over: nobody can move, and nobody wins; 3 points go against you and 3 against West."
        )
        assert "tie for the lowest hand and score 3 points each" in describe(over, NAMES, 0, Options())

    def test_nobody_is_charged_anything(self) -> None:
        over = RoundOver(Outcome(1, Reason.EMPTY_HAND, (0, 0)), ((), ()))
        assert describe(over, NAMES, 0, OPTIONS_BAD) == (
            "The round is over: West wins with an empty hand; nobody is charged any points."
        )

    @pytest.mark.parametrize(
        ("options", "why"),
        [
            ({}, "nobody can move"),
            ({"empty_stock": "ends_round"}, "the stock is empty"),
            ({"voluntary_pass": True}, "everybody has passed"),
        ],
    )
    def test_why_a_round_was_blocked(self, options: dict[str, Any], why: str) -> None:
        over = RoundOver(Outcome(None, Reason.BLOCKED, (0, 0)), ((), ()))
        assert describe(over, NAMES, 0, Options().with_values(options)) == f"The round is over: {why}, and nobody wins."

    def test_one_point_goes_and_two_go(self) -> None:
        over = RoundOver(Outcome(1, Reason.EMPTY_HAND, (1, 0)), ((), ()))
        assert describe(over, NAMES, 0, OPTIONS_BAD).endswith("1 point goes against you.")


OPTIONS_BAD = Options().with_values({"scoring": "losers_charged"})


def rule(apply: Any) -> Any:
    return [Rule("test", "A test.", "", apply)]


class TestToMatch:
    def test_adding_a_card(self) -> None:
        state = play(deal("classic", ["3H 3D 3C 9S", "5C 6C"], "KH", rules_added=["all-of-a-rank"]), "3H")
        assert to_match(state.view(0)) == "add the 3 of diamonds or the 3 of clubs, or end your turn"

    def test_giving_a_card(self) -> None:
        state = play(deal("classic", ["3H 9S 9C", "5C 6C 7C"], "KH", rules_added=["three-pass-left"]), "3H")
        assert to_match(state.view(0)) == "choose a card to pass to the left"
        # Who waits reads what is to be matched.
        assert to_match(state.view(1)).startswith("match a heart or a 3")

    def test_calling_the_starters_suit(self) -> None:
        state = deal("classic", ["3H 9S", "5C 6C"], "8D", options={"wild_starter": "called"})
        assert to_match(state.view(1)) == "call a suit for the 8 of diamonds"

    def test_answering_or_cancelling(self) -> None:
        state = play(
            deal("classic", ["2D 9S", "5C 6C"], "KD", rules_added=["stack-twos", "king-cancel"]),
            "2D",
        )
        assert to_match(state.view(1)) == "answer with a 2, cancel with a king, or draw 2 cards"

    def test_only_cancelling(self) -> None:
        state = play(deal("classic", ["2D 9S", "5C 6C"], "KD", rules_added=["king-cancel"]), "2D")
        assert to_match(state.view(1)) == "cancel with a king, or draw 2 cards"

    def test_a_drawn_card_that_must_be_played(self) -> None:
        options = {"after_draw": "must_play"}
        state = play(deal("classic", ["3S 4C", "5C 6C"], "9D", "KD", options=options), "draw")
        assert to_match(state.view(0)) == "play the king of diamonds that you drew"

    def test_a_wild_card_that_may_not_go_on_its_own_rank(self) -> None:
        state = play(deal("mau-mau", ["JH 9S", "10C KC"], "KH"), "JH=D")
        assert to_match(state.view(1)) == "match a diamond"
        assert to_match(deal("mau-mau", ["JH 9S", "10C KC"], "KH").view(0)) == "match a heart or a king, or play a jack"

    def test_a_last_resort_is_named_only_to_who_may_play_it(self) -> None:
        def hands(first: str) -> State:
            rules = ["joker-wild", "joker-last-resort"]
            return deal("classic", [first, "5C 6C"], "9D", rules_added=rules)  # type: ignore[no-any-return]

        assert to_match(hands("3S *1").view(0)) == "match a diamond or a 9, or play an 8 or a joker"
        assert to_match(hands("3D *1").view(0)) == "match a diamond or a 9, or play an 8"

    def test_what_is_wild_depends_on_the_level(self) -> None:
        def apply(build: RulesetBuilder) -> None:
            build.level(2, wild=build.rank("5"))
            build.level(1, wild=build.rank("6"))

        variant = Variant("two-levels", "Two levels.", default_players=2)
        game = Game(variant, rules_added=rule(apply))
        others = [each for each in game.deck.cards if str(each) not in {"KS", "3H", "KD", "9C", "7D", "2C"}]
        deck = [*cards("KS 3H KD 9C"), *cards("7D"), *cards("2C"), *others]
        state = game.deal(deck=deck)
        assert to_match(state.view(0)) == "match a diamond or a 7, or play a 5"
        play(state, "KD", "draw", "KS")
        assert state.view(0).levels == (1, 2)
        assert to_match(state.view(0)).endswith("or play a 6")
        assert to_match(state.view(1)).endswith("or play a 5")

    def test_what_it_says_can_be_done_is_legal(self) -> None:
        """In rounds of many rules at once: a card that is named, or is of a kind that is, can be played."""
        rules = ["stack-twos", "king-cancel", "all-of-a-rank", "seven-swap", "joker-wild", "joker-last-resort"]
        game = Game("classic", 3, rules_added=rules, options={"after_draw": "play_drawn"})
        checked = 0
        for seed in range(15):
            state, rng = game.deal(seed=seed), Random(seed)
            for _ in range(80):
                if state.to_move is None:
                    break
                view = state.view(state.to_move)
                said = to_match(view)
                legal: Sequence[Move] = view.legal_moves
                checked += _agrees(said, view, legal)
                state.apply(rng.choice(list(legal)))
        assert checked > 400


def _agrees(said: str, view: Any, legal: Sequence[Move]) -> int:
    kinds = {move.kind for move in legal}
    if "end your turn" in said:
        assert kinds == {MoveKind.PLAY, MoveKind.DONE}
    if said.startswith(("answer", "cancel", "draw")):
        assert view.pending_draw
    if said.startswith("match"):
        for held in view.hand:
            suit = held.suit is not None and f" {held.suit.singular}" in said
            rank = any(f"{word} {held.rank.name}" in said for word in ("a", "an"))
            assert (suit or rank) == (held in view.playable), (said, held)
    return 1


def test_the_suit_that_is_called_with_an_announced_card() -> None:
    events: list[Event] = [Played(0, card("8H")), Called(0, DIAMONDS), Announced(0)]
    assert narrate(events, NAMES, 0) == ["You play the 8 of hearts and call diamonds.", 'You say "Last card!"']
