"""The player's guide: the rules in force in plain English, made from the active rules and options.

Each sentence hangs on what it is about: on cards that the compiled rules really make special, or on the value that an
option really has. What a special card does is told by its rule's own guide text.
"""

from __future__ import annotations

from crazyeights.game import Game
from crazyeights.guide import beginning, effects, ending, examples, turns
from crazyeights.guide.answers import answered
from crazyeights.guide.facts import Facts
from crazyeights.guide.pages import Guide, Section, render
from crazyeights.options import OPTION_NAMES, option_summary, option_values, show_option
from crazyeights.words import listed

__all__ = ["Guide", "Section", "guide", "questions", "render", "title"]


def guide(game: Game) -> Guide:
    """Explain the rules of a game.

    Args:
        game: the game; its rules, its options and its number of players all count.
    """
    facts = Facts(game)
    sections = (
        Section("Aim", (beginning.aim(facts),)),
        Section("Partners", beginning.partners(facts)),
        Section("The deal", beginning.deal(facts)),
        Section("The countdown", beginning.countdown(facts)),
        Section("A turn", turns.turn(facts)),
        Section("Several cards in one turn", turns.several(facts)),
        Section("Special cards", effects.specials(facts)),
        Section("Having to draw", effects.penalty(facts)),
        Section("Cards that change hands", effects.exchanges(facts)),
        Section("Announcing the last card", effects.announcing(facts)),
        Section("When the stock is empty", (turns.empty_stock(facts),)),
        Section("The end of the round", ending.end(facts)),
        Section("Points", ending.points(facts)),
        Section("The match", ending.match(facts)),
        Section("Example", examples.example(facts)),
        Section("Rules and options in force", _in_force(facts)),
    )
    told = tuple(section for section in sections if any(section.paragraphs))
    return Guide(title(game), told, answered(facts))


def title(game: Game) -> str:
    """Name the variant and what was changed about it, as in "plain with queen-skip" or "classic with skip=J"."""
    text = game.name
    added = [*game.rules_added, *game.roles]
    if added:
        text += f" with {listed(added)}"
    if game.rules_removed:
        text += f" without {listed(game.rules_removed)}"
    changed = [f"{name}={show_option(value)}" for name, value in game.options_given.items()]
    return f"{text}, {', '.join(changed)}" if changed else text


def questions(game: Game) -> tuple[tuple[str, str], ...]:
    """Give questions that come up in play, each with the answer that is true of the rules in force."""
    return answered(Facts(game))


def _in_force(facts: Facts) -> tuple[str, ...]:
    values = facts.options.as_dict()
    rules = f"Rules: {', '.join(facts.rule_names) or 'none'}."
    options = (
        f"{name}={show_option(values[name])}: {option_summary(name)}; {option_values(name)}." for name in OPTION_NAMES
    )
    return (rules, *options)
