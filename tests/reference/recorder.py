"""Listening to a rule as it declares itself, and writing down what it says as `Roles`: how the restatement plays any
rule, whether or not its author knew of it. Of the engine it uses the cards' names and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from reference.roles import ANY, Roles


class Recorder:
    """What a rule takes for the engine's builder; `roles` and `options` are what it said.

    A Python function says nothing that could be written down, and is passed over.
    """

    def __init__(self, deck: Any) -> None:
        self.deck = deck
        self.rule = ""
        self.options: dict[str, Any] = {}
        self._sets: dict[str, set[str]] = {}
        self._numbers: dict[str, dict[str, int]] = {}
        self._pairs: dict[str, dict[str, set[str]]] = {}
        self._levels: list[tuple[int, set[str]]] = []

    @property
    def roles(self) -> Roles:
        return Roles(**self._sets, **self._numbers, **self._pairs, levels=self._levels)  # type: ignore[arg-type]

    # Sets of cards

    @property
    def all_cards(self) -> frozenset[Any]:
        return frozenset(self.deck.faces)

    def rank(self, *texts: str) -> frozenset[Any]:
        return self._those(lambda card: card.rank.text, texts)

    def suit(self, *texts: str) -> frozenset[Any]:
        named = {suit.name.upper(): suit.letter for suit in self.deck.suits}
        letters = [named.get(text.upper(), text) for text in texts]
        return self._those(lambda card: card.suit.letter if card.suit else "", letters)

    def card(self, *texts: str) -> frozenset[Any]:
        return self._those(str, texts)

    def _those(self, name: Callable[[Any], str], texts: Iterable[str]) -> frozenset[Any]:
        wanted = {text.strip().upper() for text in texts}
        return frozenset(card for card in self.deck.faces if name(card).upper() in wanted)

    def _names(self, cards: Iterable[Any]) -> set[str]:
        return {str(card) for card in cards if card in self.all_cards}

    # Verbs

    def __getattr__(self, verb: str) -> Callable[..., None]:
        names = {"swap_hands": "swap", "rotate_hands": "rotate"}
        kind = names.get(verb, verb)
        if kind in ("must_match", "keep_suit"):
            return lambda cards: None  # says what holds anyway
        if kind in _SETS:
            return lambda cards: self._sets.setdefault(kind, set()).update(self._names(cards))
        if kind in _NUMBERS:
            return lambda cards, number=1, **named: self._number(kind, cards, *named.values() or (number,))
        if kind in _PAIRS:
            return lambda cards, tops=None, **named: self._pair(_PAIRS[kind], cards, *named.values() or (tops,))
        raise AttributeError(verb)

    def _number(self, kind: str, cards: Iterable[Any], number: int) -> None:
        self._numbers.setdefault(kind, {}).update(dict.fromkeys(self._names(cards), number))

    def _pair(self, kind: str, cards: Iterable[Any], tops: Iterable[Any] | None) -> None:
        for top in [ANY] if tops is None else self._names(tops):
            self._pairs.setdefault(kind, {}).setdefault(top, set()).update(self._names(cards))

    def level(self, hand: int, wild: Iterable[Any]) -> None:
        if not self._levels:
            self.options["hand_size"] = hand
        self._levels.append((hand, self._names(wild)))

    def option(self, name: str, value: Any) -> None:
        self.options[name] = value

    def on_play(self, cards: Iterable[Any], effect: object) -> None:
        pass


_SETS = {"wild", "choose_suit", "reverse", "play_again", "forbid_finish", "last_resort", "swap", "rotate", "pass_left"}
_NUMBERS = {"skip", "draw", "points"}
_PAIRS = {"answers": "answers", "cancels": "cancels", "forbid_on": "forbidden", "add_on": "follows"}


def listen(rules: Iterable[Any], deck: Any) -> tuple[Roles, dict[str, Any]]:
    """Give what the rules say of this deck's cards, and the options that they set."""
    recorder = Recorder(deck)
    for rule in rules:
        recorder.rule = rule.name
        rule.apply(recorder)
    return recorder.roles, recorder.options
