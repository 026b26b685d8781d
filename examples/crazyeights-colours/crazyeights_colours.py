"""Colours: a variant with four colours instead of suits, numbers, and cards that stop, turn round and make draw."""

from collections.abc import Callable, Iterable

from crazyeights import Card, Deck, Rank, Rule, RulesetBuilder, Suit, Variant, hookimpl

NUMBERS = tuple(Rank(str(number), str(number), number) for number in range(10))
STOP = Rank("S", "stop", 20)
TURN = Rank("U", "turn-round", 20)
PLUS_TWO = Rank("P", "plus two", 20)

DECK = Deck(
    # Letters for the notation, plural names for sentences, and signs that are told apart without colours too.
    suits=(Suit("R", "reds", "▲"), Suit("Y", "yellows", "●"), Suit("G", "greens", "■"), Suit("B", "blues", "◆")),
    ranks=(*NUMBERS, STOP, TURN, PLUS_TWO),
    jokers=2,
    copies=2,
)


def rule(name: str, summary: str, guide: str, is_meant: Callable[[Card], bool], verbs: Callable[..., None]) -> Rule:
    """Make a rule about those cards of any deck that are meant; in a deck without them it does nothing."""

    def apply(build: RulesetBuilder) -> None:
        verbs(build, frozenset(card for card in build.all_cards if is_meant(card)))

    return Rule(name, summary, guide, apply)


def _wild(build: RulesetBuilder, cards: Iterable[Card]) -> None:
    build.wild(cards)
    build.choose_suit(cards)


RULES = (
    rule(
        "colours-stop",
        "A stop skips the next player.",
        "Whenever a stop is played, the next player is skipped.",
        lambda card: card.rank == STOP,
        RulesetBuilder.skip,
    ),
    rule(
        "colours-turn",
        "A turn-round turns the direction.",
        "Whenever a turn-round is played, the direction of play turns.",
        lambda card: card.rank == TURN,
        RulesetBuilder.reverse,
    ),
    rule(
        "colours-two",
        "A plus two makes the next player draw two cards.",
        "Whenever a plus two is played, the next player draws two cards and loses the turn.",
        lambda card: card.rank == PLUS_TWO,
        lambda build, cards: build.draw(cards, 2),
    ),
    rule(
        "colours-wild",
        "A joker is always playable and calls a colour.",
        "A joker may be played on any card; whoever plays it calls the colour to match.",
        lambda card: card.suit is None,
        _wild,
    ),
)

VARIANT = Variant(
    name="colours",
    summary="Four colours, numbers, and cards that stop, turn round and make draw two.",
    rules=tuple(one.name for one in RULES),
    options={
        "hand_size": 7,
        "starter": "no_special",
        "after_draw": "play_drawn",
        "penalty_turn": "turn_lost",
        "two_player_reverse": "skip",
        "last_card_acts": True,
    },
    max_players=6,
    default_players=4,
    deck=DECK,
)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rules of the special cards."""
    return list(RULES)


@hookimpl
def crazyeights_variants() -> list[Variant]:
    """Offer the variant."""
    return [VARIANT]
