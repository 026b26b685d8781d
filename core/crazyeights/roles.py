"""Roles: any card in any role, as the user asks for it with `--role`.

`skip=J` lets the jacks skip, `draw:2=2,5` lets the twos and the fives make draw two, `wild=8,QS` makes the eights and
the queen of spades wild. A role becomes a rule like any other, declared in the builder's verbs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from crazyeights.builder import RulesetBuilder
from crazyeights.cards import JOKER, Card, Deck, Suit, indefinite
from crazyeights.errors import NotationError, RuleError, UnknownNameError, listed, printable
from crazyeights.rules import Rule

Cards: TypeAlias = "frozenset[Card]"
Declare: TypeAlias = "Callable[[RulesetBuilder, Cards, int], None]"

# The number in examples.
_USUAL: Final = 2


@dataclass(frozen=True, slots=True)
class Role:
    """Something that cards can be made to do.

    Attributes:
        name: as the user writes it.
        summary: what it is, in half a sentence.
        guide: what it is, as a sentence about `{cards}`; `{number}` stands for the number with what it counts.
        declare: declares it for some cards with a number, which is 0 for a role that takes none.
        number: the number if the user writes none; None if one must be written.
        low, high: which numbers there are; 0 to 0 for a role that takes none.
        counts: what the number counts, in the singular.
    """

    name: str
    summary: str
    guide: str
    declare: Declare
    number: int | None = 0
    low: int = 0
    high: int = 0
    counts: str = ""

    @property
    def start(self) -> str:
        """How it begins when it is written, as in "skip=" or "draw:2="."""
        return f"{self.name}=" if self.number is not None else f"{self.name}:{min(self.high, _USUAL)}="


def _wild(build: RulesetBuilder, cards: Cards, number: int) -> None:  # noqa: ARG001
    build.wild(cards)
    build.choose_suit(cards)


def _free(build: RulesetBuilder, cards: Cards, number: int) -> None:  # noqa: ARG001
    build.wild(cards)
    build.keep_suit(cards)


def _call(build: RulesetBuilder, cards: Cards, number: int) -> None:  # noqa: ARG001
    build.must_match(cards)
    build.choose_suit(cards)


_ALL: Final = (
    Role("wild", "goes on any card and calls a suit", "{Cards} may be played on any card and calls a suit.", _wild),
    Role("free", "goes on any card but calls none", "{Cards} may be played on any card, but calls no suit.", _free),
    Role("call", "calls a suit, but has to match", "{Cards} calls a suit, but must match to be played.", _call),
    Role(
        "skip",
        "skips the next player, or as many as the number says",
        "Whenever {cards} is played, {number} skipped.",
        lambda build, cards, number: build.skip(cards, number),
        number=1,
        low=1,
        high=9,
        counts="next player",
    ),
    Role(
        "reverse",
        "turns the direction of play",
        "Whenever {cards} is played, the direction of play reverses.",
        lambda build, cards, _: build.reverse(cards),
    ),
    Role(
        "draw",
        "makes the next player draw as many cards",
        "Whenever {cards} is played, the next player must draw {number}.",
        lambda build, cards, number: build.draw(cards, number),
        number=None,
        low=1,
        high=20,
        counts="card",
    ),
    Role(
        "again",
        "gives another turn",
        "Whoever plays {cards} has another turn.",
        lambda build, cards, _: build.play_again(cards),
    ),
    Role(
        "cancel",
        "saves who has to draw",
        "A player who has to draw may play {cards} instead: then nobody draws those cards.",
        lambda build, cards, _: build.cancels(cards),
    ),
    Role(
        "stack",
        "may be played by who has to draw for one of the same cards",
        "A player who has to draw for {cards} may answer with {cards}.",
        lambda build, cards, _: build.answers(cards, on=cards),
    ),
    Role(
        "not-last",
        "can't be the last card of a hand",
        "{Cards} can't be played as the last card of a hand.",
        lambda build, cards, _: build.forbid_finish(cards),
    ),
    Role(
        "points",
        "counts as many points in a hand at the end",
        "{Cards} that is still in a hand when the round ends counts {number}.",
        lambda build, cards, number: build.points(cards, number),
        number=None,
        low=0,
        high=999,
        counts="point",
    ),
    Role(
        "swap",
        "swaps hands with another player",
        "Whoever plays {cards} swaps hands with another player of their choice, unless it was the last card that they "
        "had to get rid of.",
        lambda build, cards, _: build.swap_hands(cards),
    ),
    Role(
        "rotate",
        "hands every hand on to the next player",
        "Whenever {cards} is played, every hand goes to the next player in the direction of play, unless it was the "
        "last card that its player had to get rid of.",
        lambda build, cards, _: build.rotate_hands(cards),
    ),
    Role(
        "pass-left",
        "lets everybody pass a card to the left",
        "Whenever {cards} is played, everybody chooses a card and passes it to the player on the left, all at once, "
        "unless it was the last card that its player had to get rid of.",
        lambda build, cards, _: build.pass_left(cards),
    ),
    Role(
        "last-resort",
        "only for who holds nothing else of the active suit",
        "{Cards} may be played only by a player who holds no other card of the active suit.",
        lambda build, cards, _: build.last_resort(cards),
    ),
)
#: All roles by name.
ROLES: Final[Mapping[str, Role]] = MappingProxyType({role.name: role for role in _ALL})

_FORM: Final = "a role is written ROLE=CARD,CARD or ROLE:NUMBER=CARD,CARD, as in skip=J or draw:2=2,5"


@dataclass(frozen=True, slots=True)
class Casting:
    """Cards in a role, read from what the user wrote; `str()` writes it again.

    Attributes:
        role: the name of the role.
        number: the number that goes with it, or 0.
        ranks, suits, cards: whose role it is, as the builder's `rank`, `suit` and `card` take them.
    """

    role: str
    number: int
    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        role = ROLES[self.role]
        head = self.role if self.number == role.number else f"{self.role}:{self.number}"
        return f"{head}={','.join((*self.ranks, *self.suits, *self.cards))}"

    def __call__(self, build: RulesetBuilder) -> None:
        """Declare it: this is the `apply` of its rule, and can be pickled as a function made here could not."""
        ROLES[self.role].declare(build, self.picked(build), self.number)

    def picked(self, build: RulesetBuilder) -> Cards:
        """Give the cards of the builder's deck that have the role."""
        return build.rank(*self.ranks) | build.suit(*self.suits) | build.card(*self.cards)


def parse_role(text: str, deck: Deck | None = None) -> Casting:
    """Read cards in a role as the user writes them, in any case.

    Args:
        text: what was written, as in "draw:2=2,5".
        deck: the deck of a variant that has its own; the French one if left out.

    Raises:
        UnknownNameError: there is no such role; says which similar one there is.
        RuleError: it is not of that form, or the number is missing, out of range or not wanted.
        NotationError: a card is neither a rank nor a suit nor a card of the deck.
    """
    head, equals, rest = (part.strip() for part in text.partition("="))
    name, colon, number = (part.strip() for part in head.partition(":"))
    words = [word.strip() for word in rest.split(",")]
    if not (equals and name and all(words)):
        raise RuleError(f"{_FORM}, not {printable(text, 60)!r}")
    role = ROLES.get(name.lower())
    if role is None:
        raise UnknownNameError("role", name, ROLES)
    value = _number(role, number if colon else None)
    places = [_place(word, text, deck or Deck(jokers=4)) for word in words]
    found = {kind: tuple(dict.fromkeys(what for where, what in places if where == kind)) for kind in _KINDS}
    return Casting(role.name, value, **found)


_KINDS: Final = ("ranks", "suits", "cards")


def _number(role: Role, text: str | None) -> int:
    if text is None and role.number is not None:
        return role.number
    if not role.high:
        raise RuleError(f"the role {role.name} takes no number: write {role.start}J")
    takes = f"the role {role.name} takes a number from {role.low} to {role.high}, as in {role.name}:{_USUAL}=J"
    if text is None:
        raise RuleError(takes)
    # isdecimal, and int() after it: "1_0" and "٣" are numbers to int() but not to a person.
    value = int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else -1
    if not role.low <= value <= role.high:
        raise RuleError(f"{takes}, not {printable(text, 20)!r}")
    return value


def _place(word: str, text: str, deck: Deck) -> tuple[str, str]:
    """Say whether a word is a rank, a suit or a card, and give it as the builder takes it."""
    upper = "10" if word.upper() == "T" else word.upper()
    for rank in (*deck.ranks, JOKER):
        if rank.text.upper() == upper:
            return "ranks", rank.text
    card = deck.find(word)
    if card is not None:
        return "cards", str(card)
    try:
        return "suits", Suit.parse(word, deck.suits).name
    except NotationError:
        ranks = listed([rank.text for rank in deck.ranks], "or")
        suits = listed([suit.name for suit in deck.suits], "or")
        raise NotationError(
            f"{printable(word, 20)!r} in the role {printable(text, 60)} is no card: "
            f"it takes a rank ({ranks}), a suit ({suits}), a card as in {deck.faces[0]}, or * for the jokers"
        ) from None


def role_rule(text: str, deck: Deck | None = None) -> Rule:
    """Give the rule that puts cards in a role, as the user asks for it.

    Args:
        text: what was written, as in "skip=J".
        deck: the deck of a variant that has its own; the French one if left out.

    Raises:
        UnknownNameError, RuleError, NotationError: as for `parse_role`.
    """
    return rule_of(parse_role(text, deck), deck)


def rule_of(casting: Casting, deck: Deck | None = None) -> Rule:
    """Give the rule for cards in a role that was read already."""
    role = ROLES[casting.role]
    cards = _named(casting, deck or Deck(jokers=4))
    sentence = role.guide.format(
        cards=cards, Cards=cards[:1].upper() + cards[1:], number=_counted(role, casting.number)
    )
    signs = "-".join(
        re.sub(r"[^a-z0-9]", "", word.lower()) or "joker" for word in str(casting).split("=")[1].split(",")
    )
    number = "" if casting.number == role.number else casting.number
    return Rule(f"role-{role.name}{number}-{signs}", sentence, sentence, casting)


def check_roles(castings: Iterable[Casting], deck: Deck) -> None:
    """Refuse a role of cards that are not in the deck: who asks for it would see nothing of it.

    Raises:
        RuleError: names the role, and says which cards there are.
    """
    build = RulesetBuilder(deck)
    for casting in castings:
        if not casting.picked(build):
            more = "; --set jokers=2 adds jokers" if "*" in casting.ranks or not casting.ranks else ""
            ranks = ", ".join(rank.text for rank in deck.ranks)
            raise RuleError(f"the role {casting} is of no card in this deck, whose ranks are {ranks}{more}")


def _named(casting: Casting, deck: Deck) -> str:
    """Name the cards of a role, as in "a jack or the queen of spades"."""
    articles = {rank.text: rank.article for rank in (*deck.ranks, JOKER)}
    suits = {suit.name: indefinite(suit.singular) for suit in deck.suits}
    cards = [Card.parse(text, deck).with_article for text in casting.cards]
    names = [*(articles[text] for text in casting.ranks), *(suits[name] for name in casting.suits), *cards]
    return listed(names, "or")


_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _counted(role: Role, number: int) -> str:
    if role.name == "skip":
        return "the next player is" if number == 1 else f"the next {_WORDS[number]} players are"
    word = _WORDS[number] if number < len(_WORDS) else str(number)
    return f"{word} {role.counts}{'' if number == 1 else 's'}"
