"""The guide says what is true of the rules in force, all of it and nothing else."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crazyeights import DRAW, PASS, Card, Deck, Game, OptionError, Rank, Rule, RulesetBuilder, SeatError, Suit, Variant
from crazyeights.guide import guide, questions, render, title
from crazyeights.options import OPTION_NAMES, option_choices
from crazyeights.plugins import default_registry


def text_of(game: Game) -> str:
    """Give all sections but the list of options, which names every value anyway, in one line."""
    sections = [section for section in guide(game).sections if section.title != "Rules and options in force"]
    return " ".join(" ".join(section.paragraphs) for section in sections)


def paragraphs(game: Game, name: str) -> str:
    return " ".join(next(section.paragraphs for section in guide(game).sections if section.title == name))


def answer(game: Game, start: str) -> str:
    return next(answer for question, answer in questions(game) if question.startswith(start))


def wild_jacks(build: RulesetBuilder) -> None:
    build.wild(build.rank("J"))
    build.choose_suit(build.rank("J"))


def wild_queen_of_spades(build: RulesetBuilder) -> None:
    build.wild(build.card("QS"))


def answered_twos(build: RulesetBuilder) -> None:
    build.draw(build.rank("2"), 2)
    build.answers(build.rank("2"))


WILD_JACKS = Rule("wild-jacks", "Jacks are wild.", "A jack goes on anything.", wild_jacks)
WILD_QUEEN = Rule("wild-queen", "The queen of spades is wild.", "", wild_queen_of_spades)
ANSWERED_TWOS = Rule("answered-twos", "Twos add up.", "A 2 may be answered with a 2.", answered_twos)
BARE = Variant("bare", "No special cards.")


class TestSourceGames:
    def test_classic_tells_the_rules_of_all_its_cards(self) -> None:
        game = Game("classic", players=3)
        special = paragraphs(game, "Special cards")
        for rule in game.rules:
            assert rule.guide in special

    def test_plain_deals_five_cards_each_and_buries_an_eight(self) -> None:
        deal = paragraphs(Game("plain"), "The deal")
        assert "Each of the two players is dealt five cards." in deal
        assert "The starter is never an 8" in deal

    def test_plain_has_the_second_sources_example(self) -> None:
        assert paragraphs(Game("plain"), "Example") == (
            "If the 5 of clubs is on top, you can play another club, another 5 or any 8. Calling hearts with an 8 "
            "makes hearts the active suit, whatever suit the card itself has: any heart or any 8 can be played on it."
        )

    def test_plain_answers_the_second_sources_questions(self) -> None:
        game = Game("plain")
        assert "get rid of all your cards" in answer(game, "What is the aim")
        assert "5 of clubs" in answer(game, "Can you show an example")
        assert "the suit printed on an 8" in answer(game, "Which mistake")
        assert answer(game, "How many people").startswith("Two players can play.")
        assert "does not end a turn" in answer(game, "Why can I still play after drawing")
        assert answer(game, "Can I pass").startswith("No.")
        assert "8S=D" in answer(game, "How do I choose the suit for an 8")
        assert "ends in a draw" in answer(game, "What happens when both players are blocked")
        assert "No card turns the direction, skips anybody or makes anybody draw." in answer(
            game, "What rules and limits"
        )

    def test_classic_answers_them_for_its_own_rules(self) -> None:
        game = Game("classic", players=4)
        assert answer(game, "How many people").startswith("Two to seven players can play. Four do in this game.")
        assert "a turn of its own" in answer(game, "Why can't I play after drawing")
        assert "both" not in answer(game, "What happens when everybody is blocked")
        assert "no stacking" in answer(game, "What rules and limits")
        assert "No card" not in answer(game, "What rules and limits")


#: What the sources say of each variant, as the guide of a game for four must say it.
OF_THE_SOURCES: dict[str, tuple[str, ...]] = {
    "bicycle": (
        "The starter is never an 8",
        "you must draw, one card at a time, until you can play.",
        "You may pass only when the stock is empty and no card can be played.",
        "scores, for each other hand, the difference to it",
        "8s 50; other cards with a number that number",
        "until somebody has 100 points or more; then whoever has the most points wins",
    ),
    "pagat": (
        "dealt five cards (seven if two play)",
        "If six or more play, there is one deck more.",
        "If the starter is an 8, the dealer (the player before the first one) calls a suit",
        "Whoever forgets it must draw two cards at once.",
        "When a card is to be drawn and the stock is empty, the discard pile",
        "Points are bad here.",
        "until somebody has 100 points or more; then whoever has the fewest points wins",
    ),
    "wikipedia": (
        "Whenever a queen is played, the next player is skipped.",
        "Whenever an ace is played, the direction of play reverses.",
        "Answering is to play a card instead of drawing; 2s can do so.",
        "until somebody has 200 points or more (100 with two players, and 50 more for each further one)",
    ),
    "openspiel": (
        "until you can play or have drawn five",
        "As soon as 100 cards have been played",
        "aces, jacks, queens and kings 10; 8s 50",
        "No card turns the direction, skips anybody or makes anybody draw.",
    ),
    "openspiel-special": ("acts as if the player before the first one had played it.", "and loses the turn."),
    "countdown": (
        "dealt eight cards",
        "eight cards with 8s wild, seven cards with 7s wild, six cards with 6s wild, five cards with 5s wild,",
        "four cards with 4s wild, three cards with 3s wild, two cards with 2s wild and one card with aces wild.",
    ),
    "mau-mau": (
        "a deck of 32 cards (7 to king, and the aces)",
        "jacks can be played on anything but a jack",
        "Answering is to play a card instead of drawing; 7s can do so.",
        "Whenever an 8 is played, the next player is skipped.",
        "must draw two cards at once",
    ),
    "switch": (
        "a card of the same suit that is one rank higher or lower",
        "never a special card (aces, 2s, 8s, jacks and kings)",
        "on a 2, any 2; on a black jack, any black jack.",
        "Cancelling is to answer so that nobody has to draw: on a black jack, any red jack.",
        "Whenever a king is played, the direction of play reverses.",
        "aces can be played on anything",
    ),
    "last-card": (
        "another card of the same rank",
        "on a 2, any 2; on a 5, any 5.",
        "Whoever plays a jack has another turn.",
        "Whenever a 10 is played, the next player is skipped.",
        "aces can be played on anything",
    ),
    "domineights": ("a card of any suit that is one rank higher or lower", "8s can be played on anything"),
}


class TestVariants:
    @pytest.mark.parametrize("name", OF_THE_SOURCES)
    def test_what_the_source_says_is_told(self, name: str) -> None:
        game = Game(name, players=4)
        text = f"{text_of(game)} {answer(game, 'What rules and limits')}"
        for sentence in OF_THE_SOURCES[name]:
            assert sentence in text

    def test_every_variant_is_looked_at(self) -> None:
        names = {name for name, variant in default_registry().variants.items() if variant.draw is None}
        assert names >= {"classic", "plain", *OF_THE_SOURCES}

    @pytest.mark.parametrize("name", [*OF_THE_SOURCES, "classic", "plain", "surprise-42"])
    def test_it_can_be_told_for_any_number_of_players(self, name: str) -> None:
        variant = default_registry().variant(name)
        for players in range(variant.min_players, variant.max_players + 1):
            made = guide(Game(name, players))
            assert made.title == name
            # A terminal that knows no other signs must be able to show it.
            assert render(made).isascii()


class TestRulesInForce:
    def test_without_wild_cards_nothing_speaks_of_them(self) -> None:
        game = Game("classic", rules_removed=["crazy-eight"])
        text = f"{text_of(game)} {' '.join(' '.join(pair) for pair in questions(game))}"
        for word in (r"\b8", "called", "calls", "wild", "anything"):
            assert not re.search(word, text), word
        assert paragraphs(game, "Example") == "If the 5 of clubs is on top, you can play another club or another 5."

    def test_other_wild_cards_are_named_instead(self) -> None:
        game = Game("plain", rules_added=[WILD_JACKS], rules_removed=["crazy-eight"])
        assert "any jack" in paragraphs(game, "Example")
        assert "The starter is never a jack" in paragraphs(game, "The deal")
        assert "8" not in text_of(game).replace("number", "")

    def test_a_single_wild_card_is_named_by_itself(self) -> None:
        game = Game(BARE, rules_added=[WILD_QUEEN])
        assert "another 5 or the queen of spades." in paragraphs(game, "Example")

    def test_a_rule_without_a_guide_text_is_told_by_its_summary(self) -> None:
        assert "The queen of spades is wild." in paragraphs(Game(BARE, rules_added=[WILD_QUEEN]), "Special cards")

    def test_without_rules_no_card_does_anything(self) -> None:
        game = Game(BARE)
        assert paragraphs(game, "Special cards") == "No card does anything but match."
        assert "Having to draw" not in [section.title for section in guide(game).sections]
        assert "last card has" not in text_of(game)

    def test_what_goes_on_anything_but_a_jack_is_told_in_one_sentence(self) -> None:
        special = paragraphs(Game("classic", 2, ["jack-wild", "jack-not-on-jack"]), "Special cards")
        assert "A jack may be played on any card but a jack. Whoever plays it calls a suit" in special
        assert "on another jack" not in special
        # Nothing is taken back of the eights, which go on a jack.
        assert "An 8 may be played on any card. Whoever" in special

    def test_a_ban_on_cards_that_are_not_wild_is_told_by_its_rule(self) -> None:
        special = paragraphs(Game("classic", 2, ["jack-not-on-jack"]), "Special cards")
        assert "A jack may not be played on another jack." in special

    def test_a_rule_that_takes_back_its_own_words_is_told_in_them(self) -> None:
        def apply(build: RulesetBuilder) -> None:
            build.wild(build.rank("K"))
            build.forbid_on(build.rank("K"), tops=build.rank("Q"))

        text = "A king may be played on any card. On a queen it may not."
        assert text in paragraphs(Game(BARE, rules_added=[Rule("kings", "Wild.", text, apply)]), "Special cards")

    def test_a_ban_that_is_told_only_in_part_is_told_by_its_rule_too(self) -> None:
        def apply(build: RulesetBuilder) -> None:
            build.forbid_on(build.rank("J", "9"), tops=build.rank("J"))

        ban = Rule("ban", "No jack or 9 on a jack.", "Neither a jack nor a 9 may be played on a jack.", apply)
        special = paragraphs(Game("classic", 2, ["jack-wild", ban]), "Special cards")
        assert "A jack may be played on any card but a jack." in special
        assert "Neither a jack nor a 9 may be played on a jack." in special

    @pytest.mark.parametrize(
        ("role", "told", "not_told"),
        [
            # In classic the twos make draw two, and the queens skip, already.
            ("draw:2=2", "Whenever a 2 is played, the next player must draw two cards.", "Whenever a 2 or"),
            ("draw:2=2,5", "Whenever a 5 is played, the next player must draw two cards.", "Whenever a 2 or"),
            ("skip=Q", "With two players the same player moves again.", "is skipped. An"),
            ("skip=QS,K", "Whenever a king is played, the next player is skipped.", "queen of spades"),
            # Nothing of this is said by a rule.
            ("skip=3,4", "Whenever a 3 or a 4 is played, the next player is skipped.", "king"),
            ("stack=2,5", "A player who has to draw for a 2 or a 5 may answer with a 2 or a 5.", "for a 5 may"),
        ],
    )
    def test_a_role_says_only_what_no_rule_has_said(self, role: str, told: str, not_told: str) -> None:
        special = paragraphs(Game("classic", roles=[role]), "Special cards")
        assert special.count(told) == 1
        assert not_told not in special

    @pytest.mark.parametrize(("rounds", "told"), [(1, False), (2, True), (None, True)])
    def test_who_begins_the_next_round_is_told_if_there_is_one(self, rounds: int | None, told: bool) -> None:
        deal = paragraphs(Game("plain", options={"rounds": rounds}), "The deal")
        assert ("the next player the second" in deal) is told

    def test_answers_take_the_place_of_no_stacking(self) -> None:
        text = text_of(Game(BARE, rules_added=[ANSWERED_TWOS]))
        assert "stacking" not in text
        assert "2s can do so" in text

    def test_the_example_avoids_cards_that_do_something(self) -> None:
        rule = Rule("fives", "Fives skip.", "A 5 skips.", lambda build: build.skip(build.rank("5")))
        assert "If the ace of spades is on top" in paragraphs(Game(BARE, rules_added=[rule]), "Example")

    def test_there_is_no_example_where_every_card_does_something(self) -> None:
        rule = Rule("all", "All reverse.", "All reverse.", lambda build: build.reverse(build.all_cards))
        game = Game(BARE, rules_added=[rule])
        assert "Example" not in [section.title for section in guide(game).sections]
        assert not [question for question, _ in questions(game) if "example" in question]

    def test_a_forbidden_last_card_is_told(self) -> None:
        rule = Rule("not-last", "No eight last.", "No 8 last.", lambda build: build.forbid_finish(build.rank("8")))
        assert "The last card of a hand can't be an 8." in paragraphs(
            Game("plain", rules_added=[rule]), "The end of the round"
        )

    def test_points_follow_the_rules(self) -> None:
        points = paragraphs(Game("plain"), "Points")
        assert "aces 1; jacks, queens and kings 10; 8s 50; other cards with a number that number." in points
        without = paragraphs(Game(BARE), "Points")
        assert "aces 1; jacks, queens and kings 10; cards with a number that number." in without

    def test_a_deck_of_ones_own_is_described(self) -> None:
        suits = (Suit("R", "reds", "r"), Suit("B", "blues", "b"))
        deck = Deck(suits, tuple(Rank(str(n), str(n), n) for n in range(1, 10)))
        game = Game(Variant("colours", "Two colours.", deck=deck), options={"hand_size": 3})
        assert "18 cards: reds and blues, with the ranks 1, 2" in paragraphs(game, "The deal")
        assert "52" not in text_of(game)


class TestOptions:
    def test_the_last_section_lists_them_all_with_their_values(self) -> None:
        section = guide(Game("plain", options={"hand_size": 7})).sections[-1]
        assert section.paragraphs[0] == "Rules: crazy-eight."
        assert section.paragraphs[1].startswith("hand_size=7: ")
        assert [line.split("=")[0] for line in section.paragraphs[1:]] == list(OPTION_NAMES)

    def test_drawing_until_a_card_can_be_played(self) -> None:
        game = Game("plain", options={"voluntary_draw": False})
        assert "one card at a time, until you can play. While you can play, you may not draw." in paragraphs(
            game, "A turn"
        )

    def test_passing_after_the_limit(self) -> None:
        game = Game("plain", options={"draw_limit": 3})
        assert "You may pass once you have drawn three cards" in paragraphs(game, "A turn")
        assert answer(game, "Can I pass").startswith("Only after drawing three cards")

    def test_players_who_would_find_no_cards_are_not_promised(self) -> None:
        game = Game("classic", options={"hand_size": 10})
        assert answer(game, "How many people").startswith("Two to five players can play.")


class TestText:
    def test_the_title_names_what_was_changed(self) -> None:
        game = Game(
            "classic", rules_added=[WILD_JACKS], rules_removed=["queen-skip"], options={"hand_size": 7, "jokers": 0}
        )
        assert title(game) == "classic with wild-jacks without queen-skip, hand_size=7, jokers=0"

    @pytest.mark.parametrize("width", [30, 60, 79, 120])
    def test_no_line_is_longer_than_the_width(self, width: int) -> None:
        lines = render(guide(Game("classic")), width).splitlines()
        assert max(map(len, lines)) <= width
        assert not [line for line in lines if line != line.rstrip()]

    def test_questions_can_be_left_out(self) -> None:
        assert "Questions" not in render(guide(Game()), with_questions=False)

    @given(
        variant=st.sampled_from(["classic", "plain"]),
        removed=st.booleans(),
        added=st.sets(st.sampled_from([WILD_JACKS.name, WILD_QUEEN.name])),
        options=st.fixed_dictionaries(
            {}, optional={name: st.sampled_from(option_choices(name)) for name in OPTION_NAMES if option_choices(name)}
        ),
        jokers=st.integers(0, 2),
        decks=st.integers(1, 2),
    )
    def test_any_rules_and_options_give_good_english(
        self, variant: str, removed: bool, added: set[str], options: dict[str, str], jokers: int, decks: int
    ) -> None:
        rules = [rule for rule in (WILD_JACKS, WILD_QUEEN) if rule.name in added]
        try:
            game = Game(
                variant,
                rules_added=rules,
                rules_removed=["crazy-eight"] if removed else [],
                options={**options, "jokers": jokers, "decks": decks},
            )
        except (OptionError, SeatError):
            return
        made = guide(game)
        texts = [paragraph for section in made.sections for paragraph in section.paragraphs]
        texts += [text for pair in made.questions for text in pair]
        for text in texts:
            assert text[0].isupper() or text.split("=")[0] in OPTION_NAMES
            assert text[-1] in ".?"
            assert not re.search(r"\n|  |\.\.|\ba (8|ace)\b|\ban [^8aeiou]|None|True|False|nothing\b(?= can)", text), (
                text
            )
        assert render(made)

    @settings(max_examples=60, deadline=None)
    @given(
        seed=st.integers(0, 10_000),
        drawing=st.sampled_from([("turn_ends", 1), *product(("play_drawn", "play_any"), ("none", 1, 2, 3))]),
        voluntary=st.booleans(),
        empty=st.sampled_from(option_choices("empty_stock")),
    )
    def test_drawing_and_passing_are_as_told(
        self, seed: int, drawing: tuple[str, str | int], voluntary: bool, empty: str
    ) -> None:
        after, limit = drawing
        options = {"after_draw": after, "draw_limit": limit, "voluntary_draw": voluntary, "empty_stock": empty}
        game = Game("classic", players=3, options=options)
        turn = paragraphs(game, "A turn")
        state = game.deal(seed=seed)
        rng = Random(seed)
        for _ in range(150):
            seat = state.to_move
            if seat is None:
                return
            legal = state.legal_moves()
            can_play = any(move.card is not None for move in legal)
            if "While you can play, you may not draw" in turn:
                assert not (can_play and DRAW in legal)
            if "You may also draw when you could play." in turn and after == "turn_ends" and state.stock:
                assert DRAW in legal
            if not can_play and DRAW in legal:
                # "If you can't play, you must draw"
                assert legal == (DRAW,)
            exhausted = not can_play and DRAW not in legal
            if "You may pass only when" in turn:
                assert (PASS in legal) == exhausted
            else:
                assert "You may pass once you have drawn" in turn
                assert (PASS in legal) == (exhausted or state.drawn == limit)
            if after == "play_drawn" and state.drawn:
                assert len({move.card for move in legal} - {None}) <= 1
            move = rng.choice([DRAW] * (DRAW in legal) + list(legal))
            state.apply(move)
            if move is DRAW:
                assert (state.to_move == seat) == ("Drawing does not end the turn" in turn)

    @given(
        added=st.sets(st.sampled_from([WILD_JACKS, WILD_QUEEN, ANSWERED_TWOS])),
        removed=st.booleans(),
    )
    def test_the_example_agrees_with_the_compiled_rules(self, added: set[Rule], removed: bool) -> None:
        rules = ["crazy-eight"] if removed else []
        game = Game("plain", rules_added=sorted(added, key=lambda rule: rule.name), rules_removed=rules)
        clubs = game.deck.suits.index(Suit("C", "clubs", "♣"))
        top = Card.parse("5C")
        playable = game.ruleset.faces_of(game.ruleset.playable[game.deck.faces.index(top)][clubs])
        said = paragraphs(game, "Example").partition(".")[0]
        for card in game.deck.faces:
            by_name = card.suit == top.suit or card.rank == top.rank or f"the {card.name}" in said
            assert (by_name or re.search(rf"any {card.rank.name}\b", said) is not None) == (card in playable), card
