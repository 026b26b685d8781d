"""Why a move is refused: the right code, a sentence that is true, and what would be right."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any, ClassVar

import pytest

from crazyeights import Game, IllegalMoveError, IllegalReason, Move, MoveKind, View
from support_decks import deal, play


def refused(view: View, move: str) -> IllegalMoveError:
    error = view.explain(Move.parse(move, view.game.deck))
    assert error is not None
    return error


def check(view: View, move: str, code: str, reason: str) -> None:
    error = refused(view, move)
    assert (error.code.value, error.reason) == (code, reason)


def table(
    mine: str,
    starter: str,
    *moves: str,
    rules: Collection[Any] = (),
    options: Mapping[str, Any] | None = None,
    other: str = "5C 6C",
    more: Collection[str] = (),
) -> View:
    """Give what the seat to move sees after these moves."""
    state = play(deal("classic", [mine, other, *more], starter, rules_added=rules, options=options), *moves)
    return state.view(state.to_move)  # type: ignore[no-any-return]


class TestAdding:
    def view(self) -> View:
        return table("3H 3D 3C 9S", "KH", "3H", rules=["all-of-a-rank"])

    @pytest.mark.parametrize("move", ["draw", "pass", "=D", "give 9S"])
    def test_only_a_card_or_done(self, move: str) -> None:
        says = "You have played a card already: add the 3 of diamonds or the 3 of clubs, or say done."
        check(self.view(), move, "add_or_done", says)

    def test_another_card_can_not_be_added(self) -> None:
        says = (
            "The 9 of spades can't be added to the 3 of hearts: add the 3 of diamonds or the 3 of clubs, or say done."
        )
        check(self.view(), "9S", "add_or_done", says)

    def test_one_that_is_not_held(self) -> None:
        check(self.view(), "3S", "not_in_hand", "You do not hold the 3 of spades.")

    def test_done_with_nothing_to_add(self) -> None:
        check(
            table("3H 9S", "KH"),
            "done",
            "nothing_to_end",
            "There is nothing to end: done is for who could still add a card.",
        )


class TestGiving:
    def view(self) -> View:
        return table("3H 9S 9C", "KH", "3H", rules=["three-pass-left"], other="5C 6C 7C")

    @pytest.mark.parametrize("move", ["9S", "draw", "pass", "done", "=D"])
    def test_a_card_has_to_be_chosen_first(self, move: str) -> None:
        says = "First choose the card that you pass to the left, as in give 9S."
        check(self.view(), move, "give_a_card", says)

    def test_one_that_is_not_held(self) -> None:
        check(self.view(), "give 5C", "not_in_hand", "You do not hold the 5 of clubs.")

    def test_giving_when_nothing_is_passed_on(self) -> None:
        check(table("3H 9S", "KH"), "give 9S", "nothing_to_give", "No card is passed on now.")


class TestCalling:
    def view(self) -> View:
        return table("3H 9S", "8D", options={"wild_starter": "called"})

    @pytest.mark.parametrize("move", ["5C", "draw", "pass", "done", "give 5C", "5C=D"])
    def test_the_suit_has_to_be_called_first(self, move: str) -> None:
        says = "First call a suit for the 8 of diamonds: =S, =H, =D or =C."
        check(self.view(), move, "call_the_suit", says)

    def test_calling_where_there_is_nothing_to_call(self) -> None:
        says = "There is no starter to call a suit for: a suit is called with a card."
        check(table("3H 9S", "KH"), "=D", "nothing_to_call", says)


class TestSwapping:
    def test_the_seat_is_missing(self) -> None:
        view = table("7H 9S 9C", "KH", rules=["seven-swap"], more=["4C 4D"])
        check(view, "7H", "seat_needed", "The 7 of hearts needs the seat to swap hands with: 7H@1 or 7H@2.")

    @pytest.mark.parametrize("seat", [0, 3])
    def test_a_seat_that_can_not_be_swapped_with(self, seat: int) -> None:
        view = table("7H 9S 9C", "KH", rules=["seven-swap"], more=["4C 4D"])
        check(view, f"7H@{seat}", "no_swap", f"You can't swap hands with seat {seat}: 7H@1 or 7H@2.")

    def test_a_card_that_swaps_nothing(self) -> None:
        check(table("7H 9S", "KH"), "7H@1", "no_swap", "The 7 of hearts swaps no hands: play it as 7H.")

    def test_the_last_card_swaps_nothing(self) -> None:
        view = table("7H", "KH", rules=["seven-swap"], options={"hand_size": 1}, other="5C")
        check(view, "7H@1", "no_swap", "The 7 of hearts is your last card, so it swaps no hands: play it as 7H.")

    def test_the_last_card_that_may_be_played_calls_and_swaps_nothing(self) -> None:
        view = table("7H 8H 9H", "KH", rules=["seven-swap"], options={"max_plays": 1}, other="5C 6C 7C")
        check(view, "7H@1", "no_swap", "The 7 of hearts ends the round, so it swaps no hands: play it as 7H.")
        check(view, "8H=D", "suit_not_asked", "The 8 of hearts ends the round, so it calls no suit: play it as 8H.")


class TestAnnouncing:
    def test_where_nothing_is_announced(self) -> None:
        says = "No last card is announced in this game: play it as 7H."
        check(table("7H 9S", "KH"), "7H!", "no_announcement", says)

    def test_too_early(self) -> None:
        view = table("7H 9S 9C", "KH", options={"last_card_call": 2})
        says = "The 7 of hearts leaves you 2 cards, and only a card that leaves you one is announced: play it as 7H."
        check(view, "7H!", "no_announcement", says)

    def test_too_late(self) -> None:
        view = table("7H", "KH", options={"last_card_call": 2, "hand_size": 1}, other="5C")
        says = "The 7 of hearts leaves you none, and only a card that leaves you one is announced: play it as 7H."
        check(view, "7H!", "no_announcement", says)

    def test_with_a_suit(self) -> None:
        view = table("8H 9S 9C", "KH", options={"last_card_call": 2})
        says = "The 8 of hearts leaves you 2 cards, and only a card that leaves you one is announced: play it as 8H=D."
        check(view, "8H=D!", "no_announcement", says)

    def test_a_suit_is_asked_for_once_with_and_without_it(self) -> None:
        view = table("8H 9S", "KH", options={"last_card_call": 2})
        for move in ("8H", "8H!"):
            check(view, move, "suit_needed", "The 8 of hearts needs a suit: 8H=S, 8H=H, 8H=D or 8H=C.")

    def test_wrongly_is_legal_where_it_costs_cards(self) -> None:
        view = table("7H 9S 9C", "KH", options={"last_card_call": 2, "false_call": 1})
        assert view.explain(Move.parse("7H!")) is None


class TestPlaying:
    def test_a_card_that_may_not_go_on_this_one(self) -> None:
        state = play(deal("mau-mau", ["JH 9S", "JC KC"], "KH"), "JH=C")
        check(state.view(1), "JC=D", "not_on_this_card", "The jack of clubs may not be played on the jack of hearts.")

    def test_a_last_resort(self) -> None:
        view = table("3D *1", "9D", rules=["joker-wild", "joker-last-resort"])
        says = "Joker 1 may be played only by who holds no other diamond, and you hold the 3 of diamonds."
        check(view, "*1=S", "only_if_stuck", says)
        assert table("3S *1", "9D", rules=["joker-wild", "joker-last-resort"]).explain(Move.parse("*1=S")) is None

    def test_a_card_that_may_not_be_the_last(self) -> None:
        view = table("QH", "KH", options={"hand_size": 1, "go_out": "no_special"}, other="5C")
        check(view, "QH", "not_as_last_card", "The queen of hearts may not be your last card.")


class TestDrawing:
    OPTIONS: ClassVar = {"after_draw": "must_play", "draw_limit": 2}

    def test_a_drawn_card_that_must_be_played(self) -> None:
        state = play(deal("classic", ["3S 4H", "5C 6C"], "9D", "KD", options=self.OPTIONS), "draw")
        view = state.view(0)
        for move in ("draw", "pass"):
            check(view, move, "must_play", "You must play the card just drawn: the king of diamonds.")
        check(view, "4H", "only_drawn_card", "After drawing, only the card just drawn may be played.")

    def test_a_drawn_card_that_can_not_be_played(self) -> None:
        state = play(deal("classic", ["3S 4H", "5C 6C"], "9D", "KS JS", options=self.OPTIONS), "draw")
        says = "You may pass only when there is nothing to draw or you have drawn 2 cards: draw a card."
        check(state.view(0), "pass", "must_draw", says)
        play(state, "draw")
        check(state.view(0), "draw", "draw_limit", "You may draw only 2 cards in a turn.")
        assert state.view(0).explain(Move.parse("pass")) is None

    def test_an_answer_may_cancel(self) -> None:
        view = table("2H 9S", "KH", "2H", rules=["king-cancel"], other="KC 6C")
        says = "You may not pass: draw 2 cards or answer with the king of clubs."
        check(view, "pass", "answer_or_draw", says)


def everything_that_can_be_written(game: Game) -> list[Move]:
    moves = [Move.parse(text) for text in ("draw", "pass", "done")]
    moves += [Move.call(suit) for suit in game.deck.suits]
    for card in game.deck.faces:
        moves.append(Move.give(card))
        for called in (None, game.deck.suits[0], game.deck.suits[3]):
            for swap in (None, 0, 1, 2):
                moves += [Move.play(card, called, swap=swap), Move.play(card, called, swap=swap, announces=True)]
    return moves


@pytest.mark.parametrize("seed", range(8))
def test_every_move_that_is_not_legal_is_refused_with_a_reason_of_its_kind(seed: int) -> None:
    rules = ["stack-twos", "king-cancel", "all-of-a-rank", "seven-swap", "three-pass-left", "joker-wild"]
    options = {
        "after_draw": ("play_drawn", "must_play", "play_any", "turn_ends")[seed % 4],
        "last_card_call": 2,
        "false_call": seed % 2,
        "wild_starter": "called",
        "hand_size": 4,
        "voluntary_draw": seed % 3 == 0,
    }
    game = Game("classic", 3, rules_added=[*rules, "joker-last-resort"], options=options)
    of_phase = {
        "calling": {"call_the_suit"},
        "giving": {"give_a_card", "not_in_hand"},
        "adding": {"add_or_done", "not_in_hand", "suit_needed", "suit_not_asked", "no_swap", "seat_needed"}
        | {"no_announcement"},
    }
    moves = everything_that_can_be_written(game)
    state, rng = game.deal(seed=seed), Random(seed)
    for number in range(60):
        if state.to_move is None:
            break
        view = state.view(state.to_move)
        phase = next((phase for phase in of_phase if getattr(view, phase)), "")
        for move in rng.sample(moves, 120) if number else moves:
            error = view.explain(move)
            assert (error is None) == (move in view.legal_moves), move
            if error is None:
                continue
            assert error.reason[0].isupper() or error.reason[0].isdigit()
            assert error.reason.endswith(".")
            assert "  " not in error.reason
            if phase:
                assert error.code.value in of_phase[phase], (phase, move, error)
            if error.code is IllegalReason.NOT_IN_HAND:
                assert move.card not in view.hand
            # What it says would be right is.
            for word in error.reason.rstrip(".").split(": ")[-1].replace(",", " ").split():
                if error.code in {IllegalReason.SUIT_NEEDED, IllegalReason.SEAT_NEEDED} and word[0] in "23456789AJQK1*":
                    right = Move.parse(word, game.deck)
                    assert any(
                        legal.card is right.card
                        and (right.suit is None or legal.suit == right.suit)
                        and (right.swap is None or legal.swap == right.swap)
                        for legal in view.legal_moves
                        if legal.kind is MoveKind.PLAY
                    )
        state.apply(rng.choice(view.legal_moves))


def test_every_code_is_met_here_or_is_an_old_one() -> None:
    """Whoever adds a reason adds a test for it."""
    new = {
        "not_on_this_card",
        "only_if_stuck",
        "add_or_done",
        "nothing_to_end",
        "give_a_card",
        "nothing_to_give",
        "call_the_suit",
        "nothing_to_call",
        "seat_needed",
        "no_swap",
        "no_announcement",
    }
    old = {
        "round_over",
        "not_your_turn",
        "not_in_hand",
        "no_match",
        "suit_needed",
        "suit_not_asked",
        "answer_or_draw",
        "only_drawn_card",
        "not_as_last_card",
        "must_play",
        "must_draw",
        "draw_limit",
        "nothing_to_draw",
        "not_a_move",
    }
    assert {reason.value for reason in IllegalReason} == new | old
