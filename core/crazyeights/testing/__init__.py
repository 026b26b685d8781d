"""The conformance kit: checks that a plugin keeps to what the game expects of its kind.

    from crazyeights.testing import check_rule

    def test_my_rule():
        check_rule("rain")

Each check raises a `CheckError`, an `AssertionError`, that says what is wrong and how to see it again. They need no
test runner; `crazyeights.testing.fixtures` has them as fixtures of pytest. docs/kit.md says what each one looks at.
"""

from crazyeights.testing.cases import Case, CheckError, play, replay
from crazyeights.testing.console import Console
from crazyeights.testing.decks import arrange, deal
from crazyeights.testing.frontend import check_frontend
from crazyeights.testing.plugin import check_plugin
from crazyeights.testing.rule import check_rule
from crazyeights.testing.strategy import check_strategy
from crazyeights.testing.variant import check_variant

__all__ = [
    "Case",
    "CheckError",
    "Console",
    "arrange",
    "check_frontend",
    "check_plugin",
    "check_rule",
    "check_strategy",
    "check_variant",
    "deal",
    "play",
    "replay",
]
