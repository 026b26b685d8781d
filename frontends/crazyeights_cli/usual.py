"""What is played if the command line does not say: the user's settings, as far as they are possible."""

from __future__ import annotations

from dataclasses import replace

from crazyeights.errors import CrazyEightsError
from crazyeights.plugins import Registry
from crazyeights.settings import Settings
from crazyeights_cli.failures import Failure, say
from crazyeights_cli.table import GameChoices, SeatChoices, parse_strategy


def fill_in(
    game: GameChoices, seats: SeatChoices, variant: str | None, settings: Settings, registry: Registry
) -> tuple[GameChoices, SeatChoices]:
    """Fill in from the settings what was not given.

    Args:
        game: what the user asked to be played.
        seats: who the user asked to play.
        variant: the variant that was asked for; None for none.
        settings: the settings; what is not possible in them is told and left out.
        registry: which variants and strategies there are.
    """
    if variant is None:
        usual = settings.text("variant")
        if usual in registry.variants:
            game = replace(game, variant=usual)
        else:
            say(f"the settings name the variant {usual!r}, which there is not; {game.variant} is played")
    players = int(settings.number("players"))
    free = game.players is None and variant is None and len(seats.ai) < 2 and not seats.humans
    if players and free and game.variant in registry.variants:
        spec = registry.variants[game.variant]
        if spec.min_players <= players <= spec.max_players:
            game = replace(game, players=players)
    ai = settings.texts("ai")
    if ai and not seats.ai:
        try:
            for text in ai:
                parse_strategy(text, registry)
        except (CrazyEightsError, Failure) as error:
            say(f"the settings name a strategy that can't be used: {getattr(error, 'message', None) or error}")
        else:
            # One for all seats; with several, only if they fit the number of seats, which is not known here.
            seats = replace(seats, ai=ai[:1])
    return game, seats
