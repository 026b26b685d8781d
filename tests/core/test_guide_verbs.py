"""For every verb of a rule the guide says what it does to play, and nothing that would contradict it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from crazyeights import Game, Rule, RulesetBuilder, Turn, Variant
from crazyeights.guide import guide, questions, title

BARE = Variant("bare", "No special cards.", max_players=7, default_players=3)
Apply = Callable[[RulesetBuilder], None]


def game_of(*applies: Apply, players: int = 3, **options: Any) -> Game:
    """Give a game with a rule for each function, whose own texts name nothing that is looked for."""
    rules = [Rule(f"rule-{number}", "Something.", "Something.", apply) for number, apply in enumerate(applies)]
    return Game(BARE, players, rules_added=rules, options=options)


def told(game: Game, name: str) -> str:
    """Give a section in one line; "" if there is none of that name."""
    return " ".join(" ".join(section.paragraphs) for section in guide(game).sections if section.title == name)


def everything(game: Game) -> str:
    texts = [text for section in guide(game).sections[:-1] for text in section.paragraphs]
    return " ".join([*texts, *(text for pair in questions(game) for text in pair)])


def answer(game: Game, start: str) -> str:
    return next(answer for question, answer in questions(game) if question.startswith(start))


def noted(turn: Turn) -> None:
    turn.add_draw(1)


class TestPlaying:
    def test_wild_cards_that_call(self) -> None:
        def apply(build: RulesetBuilder) -> None:
            build.wild(build.rank("J"))
            build.choose_suit(build.rank("J"))

        game = game_of(apply)
        for section in ("Aim", "A turn"):
            assert "; jacks can be played on anything." in told(game, section)
        assert "Whoever plays a jack chooses the suit that is to be matched next." in told(game, "Aim")
        assert "or the suit that was called with it." in told(game, "A turn")

    def test_wild_cards_that_keep_their_suit(self) -> None:
        game = game_of(lambda build: build.wild(build.rank("J")))
        assert "jacks can be played on anything" in told(game, "Aim")
        for word in ("chooses", "called", "calls"):
            assert word not in everything(game)

    def test_cards_that_call_but_must_match(self) -> None:
        game = game_of(lambda build: build.choose_suit(build.rank("J")))
        assert "Whoever plays a jack chooses the suit" in told(game, "Aim")
        assert "anything" not in told(game, "Aim")
        assert "JS=D" in answer(game, "How do I choose the suit for a jack")

    def test_wild_cards_that_may_not_go_on_some(self) -> None:
        def apply(build: RulesetBuilder) -> None:
            build.wild(build.rank("J"))
            build.choose_suit(build.rank("J"))
            build.forbid_on(build.rank("J"), build.rank("J"))

        game = game_of(apply)
        assert "jacks can be played on anything but a jack" in told(game, "Aim")
        assert "jacks can be played on anything but a jack" in told(game, "A turn")
        # Calling hearts with a jack, all hearts may follow but the jack of hearts.
        assert "any heart but not the jack of hearts can be played on it." in told(game, "Example")

    def test_a_starter_on_which_not_quite_any_card_goes(self) -> None:
        game = Game("mau-mau", options={"starter": "any", "wild_starter": "free"})
        assert "If the starter is a jack, any card but a jack may be played on it." in told(game, "The deal")

    def test_other_cards_that_may_not_go_on_some(self) -> None:
        game = game_of(lambda build: build.forbid_on(build.rank("Q", "K"), build.suit("S")))
        assert "Queens and kings can't be played on a spade, even if they match." in told(game, "A turn")

    def test_a_last_resort_that_is_wild(self) -> None:
        def apply(build: RulesetBuilder) -> None:
            build.wild(build.rank("J", "Q"))
            build.last_resort(build.rank("J"))

        game = game_of(apply)
        only = (
            "queens can be played on anything and jacks can be played on anything by a player who holds no other card"
        )
        assert f"{only} of the active suit." in told(game, "Aim")
        assert "another club but not the jack of clubs, another 5 or any queen" in told(game, "Example")
        assert "; and if you hold no other club, any jack too." in told(game, "Example")

    def test_a_last_resort_that_must_match(self) -> None:
        game = game_of(lambda build: build.last_resort(build.rank("J")))
        assert "Jacks can be played only by a player who holds no other card of the active suit." in told(
            game, "A turn"
        )
        assert "anything" not in told(game, "A turn")

    def test_jokers_as_a_last_resort_have_no_suit_themselves(self) -> None:
        def apply(build: RulesetBuilder) -> None:
            build.option("jokers", 2)
            build.wild(build.rank("*"))
            build.last_resort(build.rank("*"))

        assert "jokers can be played on anything by a player who holds no card of the active" in told(
            game_of(apply), "Aim"
        )

    def test_jokers_that_are_not_wild(self) -> None:
        assert "It can itself be played only on a joker." in told(game_of(jokers=2), "A turn")
        wild = game_of(lambda build: build.wild(build.rank("*")), jokers=2)
        assert "only on a joker" not in told(wild, "A turn")
        free = game_of(lambda build: build.wild(build.rank("J")), jokers=2, wild_starter="free")
        assert "only on a joker, or on a starter on which any card may be played." in told(free, "A turn")


class TestEffects:
    @pytest.mark.parametrize(
        "apply",
        [
            lambda build: build.wild(build.rank("J")),
            lambda build: build.choose_suit(build.rank("J")),
            lambda build: build.reverse(build.rank("J")),
            lambda build: build.skip(build.rank("J")),
            lambda build: build.draw(build.rank("J"), 2),
            lambda build: build.play_again(build.rank("J")),
            lambda build: build.answers(build.rank("J")),
            lambda build: build.cancels(build.rank("J")),
            lambda build: build.forbid_finish(build.rank("J")),
            lambda build: build.forbid_on(build.rank("J"), build.rank("J")),
            lambda build: build.add_on(build.rank("J"), build.rank("J")),
            lambda build: build.swap_hands(build.rank("J")),
            lambda build: build.rotate_hands(build.rank("J")),
            lambda build: build.pass_left(build.rank("J")),
            lambda build: build.last_resort(build.rank("J")),
            lambda build: build.on_play(build.rank("J"), noted),
        ],
    )
    def test_a_card_that_does_something_is_not_one_that_does_nothing(self, apply: Apply) -> None:
        special = told(game_of(apply), "Special cards")
        assert special.startswith("Something. ")
        assert "No card does anything" not in special
        assert special.endswith("Every other card does nothing but match.")

    def test_without_rules_no_card_does_anything(self) -> None:
        assert told(game_of(), "Special cards") == "No card does anything but match."

    def test_where_all_cards_do_something_there_are_no_others(self) -> None:
        special = told(game_of(lambda build: build.add_on(build.all_cards, build.all_cards)), "Special cards")
        assert special == "Something."

    def test_what_cards_count_is_nothing_that_they_do(self) -> None:
        game = game_of(lambda build: build.points(build.rank("J"), 20))
        assert "No card" not in told(game, "Points")
        assert "queens and kings 10; jacks 20;" in told(game, "Points")

    def test_a_rule_about_cards_that_the_deck_has_not_is_not_told(self) -> None:
        twos = Rule("twos", "Twos skip.", "Twos skip.", lambda build: build.skip(build.rank("2")))
        assert "Twos skip." in told(Game(BARE, rules_added=[twos]), "Special cards")
        assert "Twos skip." not in told(Game(BARE, rules_added=[twos], options={"deck_cards": 32}), "Special cards")

    def test_a_rule_that_only_sets_options_is_told(self) -> None:
        seven = Rule("seven", "Seven cards.", "Seven cards.", lambda build: build.option("hand_size", 7))
        assert "Seven cards." in told(Game(BARE, rules_added=[seven]), "Special cards")

    def test_turning_the_direction_with_two_players(self) -> None:
        reverse: Apply = lambda build: build.reverse(build.rank("J"))  # noqa: E731
        assert "turning the direction changes nothing" in told(game_of(reverse, players=2), "Special cards")
        assert "turning the direction" not in told(game_of(reverse), "Special cards")
        assert "turning the direction" not in told(game_of(players=2), "Special cards")


class TestDrawing:
    @staticmethod
    def twos(build: RulesetBuilder) -> None:
        build.draw(build.rank("2"), 2)

    def test_without_cards_that_make_draw_nothing_is_said(self) -> None:
        assert told(game_of(), "Having to draw") == ""
        assert "makes anybody draw" in answer(game_of(), "What rules and limits")

    def test_without_answers_nothing_adds_up(self) -> None:
        text = told(game_of(self.twos), "Having to draw")
        assert "No card can be played instead of it, so what must be drawn never adds up (no stacking)." in text
        assert "answer" not in text.lower()

    def test_cards_played_together_add_up_without_answers(self) -> None:
        game = game_of(self.twos, lambda build: build.add_on(build.rank("2"), build.rank("2")))
        assert "No card can be played instead of it (no stacking)." in told(game, "Having to draw")
        assert "never adds up" not in everything(game)

    def test_answers_that_all_cards_take(self) -> None:
        game = game_of(self.twos, lambda build: build.answers(build.rank("2")))
        text = told(game, "Having to draw")
        assert "Answering is to play a card instead of drawing; 2s can do so." in text
        assert "goes on to the next player" in text
        assert "stacking" not in everything(game)

    def test_answers_that_depend_on_the_card(self) -> None:
        def apply(build: RulesetBuilder) -> None:
            build.draw(build.rank("5"), 5)
            build.answers(build.rank("2"), on=build.rank("2"))
            build.answers(build.rank("5", "2"), on=build.rank("5"))

        text = told(game_of(self.twos, apply), "Having to draw")
        assert "Answering is to play a card instead of drawing: on a 2, any 2; on a 5, any 2 or any 5." in text

    def test_cards_that_only_cancel(self) -> None:
        text = told(game_of(self.twos, lambda build: build.cancels(build.rank("K"))), "Having to draw")
        assert "Answering is to play a card instead of drawing, so that nobody has to draw; kings can do so." in text
        assert "goes on to the next player" not in text

    def test_cards_that_cancel_and_others_that_answer(self) -> None:
        def apply(build: RulesetBuilder) -> None:
            build.draw(build.card("JS", "JC"), 5)
            build.answers(build.card("JS", "JC"), on=build.card("JS", "JC"))
            build.cancels(build.card("JH", "JD"), on=build.card("JS", "JC"))

        text = told(game_of(self.twos, apply), "Having to draw")
        assert "Answering is to play a card instead of drawing: on a black jack, any black jack." in text
        assert "Cancelling is to answer so that nobody has to draw: on a black jack, any red jack." in text

    def test_losing_the_turn_where_the_other_may_play_again_first(self) -> None:
        both: Apply = lambda build: build.play_again(build.rank("2"))  # noqa: E731
        other: Apply = lambda build: build.play_again(build.rank("J"))  # noqa: E731
        again = "has another turn first"
        assert again in told(game_of(self.twos, both, penalty_turn="turn_lost"), "Having to draw")
        assert again not in told(game_of(self.twos, other, penalty_turn="turn_lost"), "Having to draw")
        # A jack that answers a 2 gives another turn too; and so does one that is added to it.
        answers: Apply = lambda build: build.answers(build.rank("J"))  # noqa: E731
        adds: Apply = lambda build: build.add_on(build.rank("J"), build.rank("2"))  # noqa: E731
        assert again in told(game_of(self.twos, other, answers, penalty_turn="turn_lost"), "Having to draw")
        assert again in told(game_of(self.twos, other, adds, penalty_turn="turn_lost"), "Having to draw")

    def test_a_function_may_make_draw_as_well(self) -> None:
        assert told(game_of(lambda build: build.on_play(build.rank("J"), noted)), "Having to draw")


def ranks_in_order(build: RulesetBuilder, order: Sequence[str], *, same_suit: bool, both: bool = True) -> None:
    """Let each rank be followed by the next in this order, and the other way round."""
    for suits in ("S", "H", "D", "C") if same_suit else (("S", "H", "D", "C"),):
        cards = build.suit(*suits)
        for low, high in pairwise(order):
            build.add_on(build.rank(high) & cards, after=build.rank(low) & cards)
            if both:
                build.add_on(build.rank(low) & cards, after=build.rank(high) & cards)


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def same_rank(build: RulesetBuilder) -> None:
    for rank in RANKS:
        build.add_on(build.rank(rank), after=build.rank(rank))


class TestAdding:
    def test_without_it_nothing_is_said(self) -> None:
        assert told(game_of(), "Several cards in one turn") == ""
        assert "sometimes several" not in told(game_of(), "A turn")
        assert "in one turn" not in " ".join(question for question, _ in questions(game_of()))

    @pytest.mark.parametrize(
        ("apply", "says"),
        [
            (same_rank, "another card of the same rank."),
            (
                lambda build: ranks_in_order(build, RANKS, same_suit=True),
                "a card of the same suit that is one rank higher or lower.",
            ),
            (
                lambda build: ranks_in_order(build, RANKS, same_suit=False),
                "a card of any suit that is one rank higher or lower.",
            ),
            (
                lambda build: ranks_in_order(build, RANKS, same_suit=True, both=False),
                "a card of the same suit that is one rank higher.",
            ),
            (
                lambda build: ranks_in_order(build, RANKS[::-1], same_suit=True, both=False),
                "a card of the same suit that is one rank lower.",
            ),
            (
                lambda build: ranks_in_order(build, [*RANKS, "A"], same_suit=True),
                "a card of the same suit that is one rank higher or lower. An ace counts as next to a king.",
            ),
            (
                lambda build: ranks_in_order(build, [*RANKS[1:], "A"], same_suit=True),
                "a card of the same suit that is one rank higher or lower (the ace is the highest).",
            ),
        ],
    )
    def test_the_pairs_are_told_as_a_rule(self, apply: Apply, says: str) -> None:
        text = told(game_of(apply), "Several cards in one turn")
        assert text.startswith(f"After playing a card you may add, in the same turn, {says} More can be added")
        assert "say done to end your turn." in text

    def test_two_ways_of_adding(self) -> None:
        game = game_of(same_rank, lambda build: ranks_in_order(build, RANKS, same_suit=True))
        says = "another card of the same rank or a card of the same suit that is one rank higher or lower."
        assert f"After playing a card you may add, in the same turn, {says}" in told(game, "Several cards in one turn")

    def test_only_some_cards_can_be_added_to(self) -> None:
        game = game_of(lambda build: build.add_on(build.rank("5"), build.rank("5")))
        text = told(game, "Several cards in one turn")
        assert text.startswith("After playing a 5 you may add, in the same turn, another card of the same rank.")

    def test_all_cards_but_a_few_can_be_added_to(self) -> None:
        def apply(build: RulesetBuilder) -> None:
            for rank in RANKS[:-1]:
                build.add_on(build.rank(rank), after=build.rank(rank))

        text = told(game_of(apply), "Several cards in one turn")
        assert text.startswith("After playing a card that is not a king you may add, in the same turn, another card of")

    def test_pairs_without_a_rule_are_listed(self) -> None:
        def apply(build: RulesetBuilder) -> None:
            build.add_on(build.rank("K"), after=build.rank("Q"))
            build.add_on(build.card("5H"), after=build.rank("3"))

        text = told(game_of(apply), "Several cards in one turn")
        assert "in the same turn: after a 3, the 5 of hearts; after a queen, a king." in text

    def test_nothing_is_added_to_a_card_with_which_hands_are_exchanged(self) -> None:
        game = game_of(same_rank, lambda build: build.swap_hands(build.rank("7")))
        text = told(game, "Several cards in one turn")
        assert text.startswith("After playing a card you may add")
        assert text.endswith("Nothing can be added to a 7.")

    def test_the_example_adds_another_card(self) -> None:
        assert "If you hold the 5 of spades too, you may add it to the 5 of clubs in the same turn." in told(
            game_of(same_rank), "Example"
        )

    def test_a_drawn_card_can_be_added_to(self) -> None:
        for after in ("play_drawn", "must_play"):
            assert "(but others may be added to it)." in told(game_of(same_rank, after_draw=after), "A turn")
            assert "be added" not in told(game_of(after_draw=after), "A turn")

    def test_what_the_cards_do_adds_up(self) -> None:
        skip: Apply = lambda build: build.skip(build.rank("5"))  # noqa: E731
        reverse: Apply = lambda build: build.reverse(build.rank("5"))  # noqa: E731
        assert "adds up" not in told(game_of(same_rank), "Several cards in one turn")
        assert "adds up and happens only when your turn ends." in told(
            game_of(same_rank, skip), "Several cards in one turn"
        )
        assert "turning the direction twice changes nothing." in told(
            game_of(same_rank, reverse), "Several cards in one turn"
        )
        assert "nor have those played before it in the same turn" in told(
            game_of(same_rank, skip), "The end of the round"
        )


class TestExchanges:
    @staticmethod
    def swap(build: RulesetBuilder) -> None:
        build.swap_hands(build.rank("7"))

    def test_without_them_nothing_is_said(self) -> None:
        assert told(game_of(), "Cards that change hands") == ""

    @pytest.mark.parametrize(
        ("apply", "players", "says"),
        [
            (
                lambda build: build.swap_hands(build.rank("7")),
                3,
                "When a 7 is played, whoever plays it chooses another",
            ),
            (
                lambda build: build.swap_hands(build.rank("7")),
                2,
                "When a 7 is played, the two players swap their whole",
            ),
            (
                lambda build: build.rotate_hands(build.rank("10")),
                4,
                "When a 10 is played, everybody hands the whole hand on to the next player, in the direction in which",
            ),
            (lambda build: build.rotate_hands(build.rank("10")), 2, "When a 10 is played, the two players swap their"),
            (
                lambda build: build.pass_left(build.rank("3")),
                3,
                "When a 3 is played, everybody chooses a card and passes it to the left. Nobody sees what the others",
            ),
            (lambda build: build.pass_left(build.rank("3")), 2, "When a 3 is played, both players choose a card and"),
        ],
    )
    def test_each_is_explained(self, apply: Apply, players: int, says: str) -> None:
        text = told(game_of(apply, players=players), "Cards that change hands")
        assert text.startswith(says)
        assert "when the card was the last one of its player's hand." in text

    def test_a_starter_that_acts_exchanges_nothing(self) -> None:
        text = told(game_of(self.swap, starter="acts"), "The deal")
        assert "had played it, except that no cards change hands." in text

    def test_it_comes_after_the_announcement(self) -> None:
        assert "It counts before any cards change hands." in told(
            game_of(self.swap, last_card_call=2), "Announcing the last card"
        )
        assert "change hands" not in told(game_of(last_card_call=2), "Announcing the last card")

    def test_partners_who_are_out_take_no_part(self) -> None:
        game = game_of(self.swap, players=4, partners=True)
        assert "Players without cards take no part." in told(game, "Cards that change hands")

    def test_how_it_is_typed(self) -> None:
        assert "7S@1 plays the 7 of spades and swaps with seat 1." in answer(
            game_of(self.swap), "How do I say with whom"
        )
        game = game_of(lambda build: build.pass_left(build.rank("3")))
        assert "give 5C chooses the 5 of clubs." in answer(game, "How do I pass a card to the left")


class TestCountdown:
    @staticmethod
    def three_levels(build: RulesetBuilder) -> None:
        build.level(3, wild=build.rank("3"))
        build.level(2, wild=build.rank("2"))
        build.level(1, wild=build.rank("A"))

    def test_the_levels_are_listed_with_their_wild_cards(self) -> None:
        game = game_of(self.three_levels)
        text = told(game, "The countdown")
        levels = "three cards with 3s wild, two cards with 2s wild and one card with aces wild."
        assert f"There are three levels, one after the other: {levels}" in text
        assert "all three levels" in told(game, "Aim")
        assert "the wild cards of your level can be played on anything" in told(game, "A turn")
        assert "Whoever plays a wild card of their level chooses the suit" in told(game, "Aim")
        assert "3s are wild for you" in told(game, "Example")

    def test_only_the_last_level_wins(self) -> None:
        game = game_of(self.three_levels)
        end = told(game, "The end of the round")
        assert end.startswith("The first player who gets rid of the cards of the last level wins the round at once.")
        assert "The last card of any other level has its effect and calls its suit as usual." in end
        assert "The last card of the last level calls no suit." in answer(game, "How do I choose the suit")

    def test_cards_that_are_wild_at_every_level(self) -> None:
        game = game_of(self.three_levels, lambda build: build.wild(build.rank("K")))
        assert "kings can be played on anything and the wild cards of your level can be played on" in told(game, "Aim")
        assert "Besides, kings are wild for everybody." in told(game, "The countdown")
        assert "with kings" not in told(game, "The countdown")
        assert answer(game, "Which cards are wild for me").endswith("Besides, at every level: kings.")

    def test_another_hand_to_begin_with(self) -> None:
        assert "one after the other: five cards with 3s wild," in told(
            game_of(self.three_levels, hand_size=5), "The countdown"
        )

    def test_a_card_may_be_exchanged_with_the_last_of_a_level(self) -> None:
        game = game_of(self.three_levels, lambda build: build.swap_hands(build.rank("7")))
        assert "Nothing of the kind happens when that card wins the round." in told(game, "Cards that change hands")

    def test_the_last_card_of_a_level_is_none_to_announce(self) -> None:
        game = game_of(self.three_levels, last_card_call=2, false_call=1)
        assert "has more than one card left, or none left at that level, must draw one card at once." in told(
            game, "Announcing the last card"
        )

    @pytest.mark.parametrize(
        ("go_out", "says"),
        [
            ("only_wild", "The last card of a hand must be a card that is wild at your level."),
            ("no_special", "can't be a card that is wild at your level, nor another special card."),
        ],
    )
    def test_last_cards_depend_on_the_level(self, go_out: str, says: str) -> None:
        assert says in told(game_of(self.three_levels, go_out=go_out), "The end of the round")


class TestNames:
    def test_roles_are_named_in_the_title_as_they_are_written(self) -> None:
        game = Game("classic", roles=["skip=J", "draw:3=5"], options={"hand_size": 7})
        assert title(game) == "classic with skip=J and draw:3=5, hand_size=7"
        assert guide(game).title == title(game)
        assert guide(game).sections[-1].paragraphs[0] == (
            "Rules: ace-reverse, draw-two, queen-skip, crazy-eight, skip=J, draw:3=5."
        )
        assert "crazy-eight, skip=J and draw:3=5." in answer(game, "What rules and limits")

    def test_rules_and_roles_are_named_together(self) -> None:
        game = Game("plain", rules_added=["queen-skip"], roles=["skip=J"])
        assert title(game) == "plain with queen-skip and skip=J"

    def test_cards_of_one_colour_are_named_by_it(self) -> None:
        game = game_of(lambda build: build.wild(build.card("JH", "JD", "QS", "QC", "KH")))
        wild = "black queens, red jacks" if "black queens, red" in told(game, "Aim") else "red jacks, black queens"
        assert f"{wild} and the king of hearts can be played on anything" in told(game, "Aim")

    def test_the_example_is_a_card_of_the_deck(self) -> None:
        top = told(game_of(deck_cards=32), "Example").split(" is on top")[0].removeprefix("If the ")
        assert top in {card.name for card in game_of(deck_cards=32).deck.faces}
