"""Crazy Eights and its family of shedding games, as a framework.

    >>> import crazyeights
    >>> game = crazyeights.Game("classic", players=3)
    >>> state = game.deal(seed=7)
    >>> while state.outcome is None:
    ...     state.apply(state.legal_moves()[0])
    >>> state.outcome.reason.value
    'empty_hand'

What each card does, who chooses the moves and what shows them are plugins: see `hookimpl` and docs/hooks.md.
"""

from crazyeights.cards import CLUBS, DIAMONDS, HEARTS, JOKER, RANKS, SPADES, SUITS, Card, Deck, Rank, Suit
from crazyeights.errors import (
    CrazyEightsError,
    DeckError,
    IllegalMoveError,
    IllegalReason,
    NotationError,
    OptionError,
    PluginError,
    RecordError,
    RuleConflictError,
    RuleError,
    SeatError,
    UnfinishedRecordError,
    UnknownNameError,
)
from crazyeights.events import (
    Called,
    Dealt,
    Drew,
    Event,
    Fault,
    MatchOver,
    Observer,
    Outcome,
    Passed,
    Played,
    Reason,
    Reshuffled,
    Reversed,
    RoundOver,
    Skipped,
)
from crazyeights.game import Game
from crazyeights.match import Match
from crazyeights.moves import DRAW, PASS, Move, MoveKind
from crazyeights.options import Options
from crazyeights.plugins import Registry, default_registry, hookimpl, load_plugins
from crazyeights.rules import Rule, RulesetBuilder, Turn, Variant
from crazyeights.ruleset import Ruleset
from crazyeights.session import Seat, Session
from crazyeights.specs import Environment, FrontendSpec, LaunchRequest, TableRequest
from crazyeights.state import State
from crazyeights.strategy import Parameter, Strategy, StrategySpec
from crazyeights.view import View

__version__ = "0.1.0"

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "DRAW",
    "HEARTS",
    "JOKER",
    "PASS",
    "RANKS",
    "SPADES",
    "SUITS",
    "Called",
    "Card",
    "CrazyEightsError",
    "Dealt",
    "Deck",
    "DeckError",
    "Drew",
    "Environment",
    "Event",
    "Fault",
    "FrontendSpec",
    "Game",
    "IllegalMoveError",
    "IllegalReason",
    "LaunchRequest",
    "Match",
    "MatchOver",
    "Move",
    "MoveKind",
    "NotationError",
    "Observer",
    "OptionError",
    "Options",
    "Outcome",
    "Parameter",
    "Passed",
    "Played",
    "PluginError",
    "Rank",
    "Reason",
    "RecordError",
    "Registry",
    "Reshuffled",
    "Reversed",
    "RoundOver",
    "Rule",
    "RuleConflictError",
    "RuleError",
    "Ruleset",
    "RulesetBuilder",
    "Seat",
    "SeatError",
    "Session",
    "Skipped",
    "State",
    "Strategy",
    "StrategySpec",
    "Suit",
    "TableRequest",
    "Turn",
    "UnfinishedRecordError",
    "UnknownNameError",
    "Variant",
    "View",
    "default_registry",
    "hookimpl",
    "load_plugins",
]
