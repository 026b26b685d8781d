"""For every value of every option the guide says what it means, and nothing that would mean another value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from crazyeights import Deck, Game, Rank, Suit, Variant
from crazyeights.guide import guide
from crazyeights.options import OPTION_NAMES, option_choices

#: The option and its value; the game (variant, players, other options); what the guide must say, in which section; and
#: what it may say nowhere.
CASES: list[tuple[str, Any, dict[str, Any], str, str, str]] = [
    # option, value, game, section, says, not
    ("hand_size", 6, {}, "The deal", "Each of the three players is dealt six cards.", "five cards"),
    ("hand_size", 1, {}, "The deal", "is dealt one card.", "one cards"),
    ("few_hand_size", 7, {}, "The deal", "is dealt five cards (seven if two play).", "seven cards"),
    (
        "few_hand_size",
        7,
        {"players": 2},
        "The deal",
        "is dealt seven cards (five if more than two play).",
        "five cards",
    ),
    ("few_hand_size", None, {}, "The deal", "is dealt five cards.", "play)"),
    ("few_players", 3, {"few_hand_size": 7}, "The deal", "seven cards (five if more than three play).", "up to"),
    ("few_players", 2, {"few_hand_size": 7, "few_players": 2}, "The deal", "five cards (seven if two play).", "up to"),
    (
        "few_players",
        3,
        {"few_hand_size": 7, "players": 4},
        "The deal",
        "five cards (seven if up to three play).",
        "more than",
    ),
    ("deck_cards", "52", {}, "The deal", "a standard deck of 52 cards,", "32"),
    ("deck_cards", "36", {}, "The deal", "a deck of 36 cards (6 to king, and the aces),", "52"),
    ("deck_cards", "32", {"decks": 2}, "The deal", "two decks of 32 cards each (7 to king, and the aces),", "52"),
    ("decks", 1, {}, "The deal", "a standard deck of 52 cards", "decks"),
    ("decks", 3, {}, "The deal", "three standard decks of 52 cards", "a standard deck"),
    ("extra_deck_from", 6, {}, "The deal", "If six or more play, there is one deck more.", "decks"),
    (
        "extra_deck_from",
        3,
        {},
        "The deal",
        "two standard decks of 52 cards, without jokers. One of the decks is there only because three or more play.",
        "one deck more",
    ),
    ("extra_deck_from", None, {}, "The deal", "a standard deck", "or more play"),
    ("jokers", 0, {}, "The deal", "without jokers", "a joker"),
    ("jokers", 2, {"decks": 2}, "The deal", "with four jokers", "without jokers"),
    ("jokers", 1, {}, "A turn", "A joker has no suit", "without jokers"),
    ("starter", "any", {}, "The deal", "Any card may be the starter; it counts as printed and has no effect", "buried"),
    ("starter", "no_wild", {}, "The deal", "The starter is never an 8: such a card goes into the middle", "Any card"),
    ("starter", "no_special", {}, "The deal", "never a special card (aces, 2s, 8s and queens)", "Any card"),
    ("starter", "acts", {}, "The deal", "acts as if the player before the first one had played it", "no effect, even"),
    ("starter", "acts", {}, "The deal", "except that no suit is called.", "dealer"),
    ("wild_starter", "printed", {}, "The deal", "it counts as printed", "dealer"),
    ("wild_starter", "buried", {}, "The deal", "The starter is never an 8", "dealer"),
    ("wild_starter", "buried", {}, "The deal", "Any other card may be the starter", "Any card may"),
    ("wild_starter", "free", {}, "The deal", "If the starter is an 8, any card may be played on it.", "as printed and"),
    ("wild_starter", "called", {}, "The deal", "If the starter is an 8, the dealer", "counts as printed and"),
    ("wild_starter", "called", {"starter": "acts"}, "The deal", "had played it.", "except that no suit is called. If"),
    ("draw_limit", 1, {}, "A turn", "you must draw one card.", "one card at a time"),
    ("draw_limit", 3, {"after_draw": "play_any"}, "A turn", "until you can play or have drawn three.", "as you like"),
    ("draw_limit", None, {"after_draw": "play_any"}, "A turn", "until you can play. You may also", "have drawn"),
    ("after_draw", "turn_ends", {}, "A turn", "Drawing ends the turn; the card drawn waits", "does not end"),
    ("after_draw", "play_drawn", {}, "A turn", "only the card drawn last can be played in that turn.", "ends the turn"),
    ("after_draw", "play_any", {}, "A turn", "any card that matches can be played after it.", "ends the turn"),
    ("after_draw", "must_play", {}, "A turn", "a card just drawn that can be played must be played", "ends the turn"),
    ("after_draw", "must_play", {}, "A turn", "once you have drawn one card and it can't be played", "ends the turn"),
    ("voluntary_draw", True, {}, "A turn", "You may also draw when you could play.", "may not draw"),
    ("voluntary_draw", False, {}, "A turn", "While you can play, you may not draw.", "also draw"),
    (
        "voluntary_pass",
        True,
        {"empty_stock": "stays_empty"},
        "A turn",
        "even if you could play",
        "no card can be played",
    ),
    (
        "voluntary_pass",
        False,
        {"empty_stock": "stays_empty"},
        "A turn",
        "empty and no card can be played.",
        "even if you",
    ),
    (
        "empty_stock",
        "reshuffle",
        {},
        "When the stock is empty",
        "When a card is to be drawn and the stock is",
        "not filled",
    ),
    ("empty_stock", "refill", {}, "When the stock is empty", "As soon as the stock is empty", "not filled up"),
    (
        "empty_stock",
        "stays_empty",
        {},
        "When the stock is empty",
        "nobody can draw any more in this round.",
        "shuffled",
    ),
    ("empty_stock", "ends_round", {}, "When the stock is empty", "first player who passes ends it.", "shuffled"),
    (
        "empty_stock",
        "ends_round",
        {},
        "The end of the round",
        "As soon as a player passes with an empty stock",
        "in a row",
    ),
    ("penalty_turn", "then_play", {}, "Having to draw", "and then plays the turn as usual.", "loses the turn"),
    ("penalty_turn", "turn_lost", {}, "Having to draw", "and loses the turn.", "as usual"),
    (
        "two_player_reverse",
        "nothing",
        {"players": 2},
        "Special cards",
        "changes nothing about who is next.",
        "play again",
    ),
    (
        "two_player_reverse",
        "skip",
        {"players": 2},
        "Special cards",
        "direction skips the other player",
        "changes nothing",
    ),
    (
        "two_player_reverse",
        "again",
        {"players": 2},
        "Special cards",
        "lets the same player play again.",
        "changes nothing",
    ),
    ("two_player_reverse", "skip", {}, "Special cards", "direction of play reverses.", "turning the direction"),
    ("last_card_acts", False, {}, "The end of the round", "A last card has no effect", "still has its effect"),
    ("last_card_acts", True, {}, "The end of the round", "still has its effect", "has no effect: no"),
    ("go_out", "any", {}, "The end of the round", "The first player without cards wins", "last card of a hand"),
    (
        "go_out",
        "no_special",
        {},
        "The end of the round",
        "The last card of a hand can't be a special card (aces, 2s, 8s and queens).",
        "must be an",
    ),
    ("go_out", "only_wild", {}, "The end of the round", "The last card of a hand must be an 8.", "can't be"),
    ("last_wild_doubles", True, {}, "Points", "is a wild card, all points of the round count twice.", "Points are bad"),
    ("last_wild_doubles", False, {}, "Points", "Whoever wins", "twice"),
    ("last_card_call", 0, {}, "The end of the round", "The first player", "announce"),
    (
        "last_card_call",
        4,
        {},
        "Announcing the last card",
        "Whoever forgets it must draw four cards at once.",
        "more than one",
    ),
    ("false_call", 0, {"last_card_call": 2}, "Announcing the last card", "can't be announced wrongly", "more than one"),
    (
        "false_call",
        3,
        {"last_card_call": 2},
        "Announcing the last card",
        "but has more than one card left must draw three cards at once.",
        "can't be announced",
    ),
    (
        "partners",
        True,
        {"players": 4},
        "Partners",
        "the first and the third player against the second",
        "first player without",
    ),
    ("partners", True, {"players": 4}, "Aim", "the first pair without cards wins", "Be the first"),
    ("partners", True, {"players": 4}, "Points", "Each player of the pair that wins without cards", "Whoever wins"),
    ("partners", False, {"players": 4}, "Aim", "Be the first to get rid", "pair"),
    ("blocked", "draw", {}, "The end of the round", "the round ends in a draw: nobody wins.", "fewest points"),
    ("blocked", "lowest_hand", {}, "The end of the round", "the hand with the fewest points wins.", "in a draw"),
    ("blocked", "lowest_hand", {}, "Points", "for each other hand, the difference to it", "Nobody scores"),
    ("block_after", "all_pass", {}, "The end of the round", "When all players have passed in a row, the", "once more"),
    ("block_after", "one_more", {}, "The end of the round", "and the first of them passes once more", "row, the"),
    ("max_plays", None, {}, "The end of the round", "The first player", "have been played"),
    ("max_plays", 60, {}, "The end of the round", "As soon as 60 cards have been played in a round", "60 card "),
    ("max_plays", 1, {"blocked": "lowest_hand"}, "The end of the round", "As soon as one card has been", "one cards"),
    (
        "scoring",
        "winner_collects",
        {},
        "Points",
        "scores the points of all cards that the others still",
        "Points are bad",
    ),
    ("scoring", "losers_charged", {}, "Points", "Points are bad here. However a round ends, each", "scores the points"),
    ("scoring", "rounds_won", {}, "Points", "Whoever wins a round scores one point", "What each card counts"),
    (
        "scoring",
        "rounds_won",
        {"blocked": "lowest_hand"},
        "Points",
        "used only to find the hand with the",
        "difference to",
    ),
    ("target", None, {}, "Points", "Whoever wins", "the match"),
    (
        "target",
        250,
        {},
        "The match",
        "until somebody has 250 points or more; then whoever has the most",
        "fewest points",
    ),
    (
        "target",
        99,
        {"scoring": "losers_charged"},
        "The match",
        "whoever has the fewest points wins the",
        "the most points",
    ),
    ("target", 1, {}, "The match", "until somebody has one point or more", "one points"),
    ("target_step", 0, {"target": 100}, "The match", "has 100 points or more; then", "for each further"),
    (
        "target_step",
        50,
        {"target": 100, "players": 5},
        "The match",
        "until somebody has 250 points or more (100 with two players, and 50 more for each further one); then",
        "100 points",
    ),
    (
        "rounds",
        None,
        {"target": 100},
        "The match",
        "further rounds are played until one player is best alone.",
        "any case",
    ),
    (
        "rounds",
        3,
        {},
        "The match",
        "The match is over after three rounds, and whoever has the most points",
        "further rounds",
    ),
    ("rounds", 1, {}, "The match", "The match is over after one round,", "one rounds"),
    ("rounds", 9, {"target": 100}, "The match", "After nine rounds the match is over in any case.", "is over after"),
    (
        "rounds",
        2,
        {"players": 4, "partners": True},
        "The match",
        "the pair with the most points wins it",
        "several players",
    ),
]


def sections(game: Game) -> Mapping[str, str]:
    """Give the guide's sections, each in one line, but for the list of options, which names every value anyway."""
    return {
        section.title: " ".join(section.paragraphs)
        for section in guide(game).sections
        if section.title != "Rules and options in force"
    }


def game_with(option: str, value: Any, others: Mapping[str, Any]) -> Game:
    given = {**others, option: value}
    players = given.pop("players", 3)
    return Game("classic", players, options=given)


@pytest.mark.parametrize(("option", "value", "others", "section", "says", "never"), CASES)
def test_the_guide_says_what_an_option_means(
    option: str, value: Any, others: dict[str, Any], section: str, says: str, never: str
) -> None:
    told = sections(game_with(option, value, others))
    assert says in told[section]
    assert never not in " ".join(told.values())


def test_every_value_of_every_option_is_looked_at() -> None:
    looked_at = {(option, str(value).lower()) for option, value, *_ in CASES}
    assert {option for option, _ in looked_at} == set(OPTION_NAMES)
    for name in OPTION_NAMES:
        written = {"yes": "true", "no": "false"}
        assert {(name, written.get(word, word)) for word in option_choices(name)} <= looked_at


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_no_two_values_are_told_in_the_same_words(option: str) -> None:
    games = [(value, others) for name, value, others, *_ in CASES if name == option]
    for value, others in games:
        same = {str(other) for other, beside in games if beside == others}
        told = {str(sections(game_with(option, word, others))) for word, beside in games if beside == others}
        assert len(told) == len(same), (value, others)


class TestOwnDecks:
    SUITS = (Suit("R", "reds", "r"), Suit("B", "blues", "b"))

    def game(self, **deck: int) -> Game:
        ranks = tuple(Rank(str(number), str(number), number) for number in range(1, 10))
        return Game(Variant("colours", "Two colours.", deck=Deck(self.SUITS, ranks, **deck)), options={"hand_size": 3})

    def test_suits_and_ranks_are_listed(self) -> None:
        told = sections(self.game())["The deal"]
        assert "There are 18 cards: reds and blues, with the ranks 1, 2, 3, 4, 5, 6, 7, 8 and 9." in told
        assert "standard" not in told

    def test_copies_and_jokers_are_counted(self) -> None:
        told = sections(self.game(copies=2, jokers=1))["The deal"]
        assert "There are 38 cards" in told
        assert "each of them twice, and two jokers." in told
