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

from crazyeights.builder import RulesetBuilder
from crazyeights.cards import CLUBS, DIAMONDS, HEARTS, JOKER, RANKS, SPADES, SUITS, Card, Deck, Rank, Suit
from crazyeights.choices import Choice
from crazyeights.errors import (
    CrazyEightsError,
    DeckError,
    IllegalMoveError,
    IllegalReason,
    MissingExtraError,
    NotationError,
    OptionError,
    PluginError,
    RecordError,
    RuleConflictError,
    RuleError,
    SeatError,
    StrategyError,
    UnfinishedRecordError,
    UnknownNameError,
)
from crazyeights.events import (
    Announced,
    Called,
    Cancelled,
    Dealt,
    Drew,
    Event,
    FalseCall,
    Fault,
    Forgot,
    Gave,
    LevelReached,
    MatchOver,
    Observer,
    Outcome,
    Passed,
    PassedOn,
    Played,
    Reason,
    Reshuffled,
    Reversed,
    Rotated,
    RoundOver,
    Skipped,
    Swapped,
    WentOut,
)
from crazyeights.game import Game
from crazyeights.kernel import kernel_refusal
from crazyeights.match import Match
from crazyeights.moves import DONE, DRAW, PASS, Move, MoveKind
from crazyeights.options import Options
from crazyeights.plugins import Registry, default_registry, hookimpl, load_plugins
from crazyeights.rules import Rule, Turn, Variant
from crazyeights.ruleset import Ruleset
from crazyeights.session import Seat, Session
from crazyeights.simulation import simulate
from crazyeights.specs import Environment, FrontendSpec, LaunchRequest, TableRequest
from crazyeights.state import State
from crazyeights.strategy import Parameter, Strategy, StrategySpec
from crazyeights.view import View

__version__ = "0.1.0"

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "DONE",
    "DRAW",
    "HEARTS",
    "JOKER",
    "PASS",
    "RANKS",
    "SPADES",
    "SUITS",
    "Announced",
    "Called",
    "Cancelled",
    "Card",
    "Choice",
    "CrazyEightsError",
    "Dealt",
    "Deck",
    "DeckError",
    "Drew",
    "Environment",
    "Event",
    "FalseCall",
    "Fault",
    "Forgot",
    "FrontendSpec",
    "Game",
    "Gave",
    "IllegalMoveError",
    "IllegalReason",
    "LaunchRequest",
    "LevelReached",
    "Match",
    "MatchOver",
    "MissingExtraError",
    "Move",
    "MoveKind",
    "NotationError",
    "Observer",
    "OptionError",
    "Options",
    "Outcome",
    "Parameter",
    "Passed",
    "PassedOn",
    "Played",
    "PluginError",
    "Rank",
    "Reason",
    "RecordError",
    "Registry",
    "Reshuffled",
    "Reversed",
    "Rotated",
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
    "StrategyError",
    "StrategySpec",
    "Suit",
    "Swapped",
    "TableRequest",
    "Turn",
    "UnfinishedRecordError",
    "UnknownNameError",
    "Variant",
    "View",
    "WentOut",
    "default_registry",
    "hookimpl",
    "kernel_refusal",
    "load_plugins",
    "simulate",
]
