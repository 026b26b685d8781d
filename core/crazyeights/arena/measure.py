"""What a set of rules is like: how long a round is, how often it is blocked, what the first seat and skill are worth.

It is found out by letting one strategy play all seats. Whether a rule *decides* a round is found out by playing the
same deal without it: it did if somebody else wins then, or nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from crazyeights.arena.compiled import settle
from crazyeights.arena.intervals import Estimate, Ratio
from crazyeights.arena.plan import Contestant, Plan, contestants
from crazyeights.arena.play import Hall
from crazyeights.arena.results import WHOLE, Ending, SetResult, shares
from crazyeights.arena.runner import Runner
from crazyeights.arena.tally import Tally
from crazyeights.arena.tournament import Progress, Tournament
from crazyeights.arena.verdict import Duel
from crazyeights.errors import CrazyEightsError
from crazyeights.events import Reason
from crazyeights.plugins import Registry
from crazyeights.strategy import ParameterValue

YARDSTICK: Final = "greedy"
SKILLED: Final = "search"
_COUNTED: Final = "sims"
_SIMULATIONS: Final = 200
_NOBODY: Final = 255


class RoundTally:
    """Running sums over rounds that one strategy plays at all seats; each deal is played once.

    Args:
        side: how many win together.

    Attributes:
        deals: how many rounds were played.
        moves: how many rounds took so many moves.
        endings: how many rounds ended in each way.
        drawn: how many rounds nobody won.
        length: the moves of the rounds.
        first: what the seat that moves first won.
        winners: for each deal the seat that won, of two partners the lower one.
    """

    def __init__(self, side: int) -> None:
        self._side = side
        self.deals = 0
        self.duels: dict[tuple[int, int], Duel] = {}
        self.moves: Counter[int] = Counter()
        self.endings: Counter[str] = Counter()
        self.drawn = 0
        self.length = Ratio()
        self.first = Ratio()
        self.winners = bytearray()

    def add(self, sets: Sequence[SetResult]) -> None:
        """Add a deal."""
        self.deals += 1
        (played,) = sets[0].rounds
        self.moves[played.moves] += 1
        self.endings[played.ending] += 1
        self.drawn += not played.winners
        self.length.add(played.moves, 1)
        self.first.add(shares(played, self._side)[0], WHOLE)
        self.winners.append(min(played.winners, default=_NOBODY))

    def share(self, ending: str) -> Estimate:
        """Estimate the share of the rounds that end in a way."""
        return _share(self.endings[ending], self.deals)

    def quantile(self, part: float) -> int:
        """Give the number of moves that so large a part of the rounds does not exceed."""
        seen = 0
        for moves in sorted(self.moves):
            seen += self.moves[moves]
            if seen >= part * self.deals:
                return moves
        return 0


@dataclass(frozen=True, slots=True)
class Decider:
    """How often a rule decides a round.

    Attributes:
        rule: its name.
        share: in which share of the rounds somebody else wins, or nobody, if the same deal is played without it.
        length: how many moves a round takes without it.
        why_not: why that can't be measured; "" if it was.
    """

    rule: str
    share: Estimate | None = None
    length: Estimate | None = None
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Character:
    """What a set of rules is like.

    Attributes:
        title: what was played.
        rounds: how many rounds it was measured in.
        length: how many moves a round takes.
        quartiles: a quarter, half and three quarters of the rounds take no more moves than these.
        blocked: the share of the rounds in which nobody could move.
        drawn: the share of the rounds that nobody won.
        stopped: the share of the rounds that were stopped, for they went on for too long.
        first: the share of the rounds that the seat wins which moves first.
        equal_share: what it would win if it made no difference.
        deciders: how often each rule decides.
        skilled, unskilled: the names of the strategies by which skill is measured.
        skill: the win rate of the skilled strategy at a table of unskilled ones; None if it was not measured.
    """

    title: str
    rounds: int
    length: Estimate
    quartiles: tuple[int, int, int]
    blocked: Estimate
    drawn: Estimate
    stopped: Estimate
    first: Estimate
    equal_share: float
    deciders: tuple[Decider, ...]
    skilled: str
    unskilled: str
    skill: Estimate | None


class Measurement:
    """Measures what a set of rules is like.

    Args:
        plan: the game, its seed and limits; who plays is up to this.
        registry: the plugins.
        player: plays all seats.
        skilled: plays against it, to measure skill; None to leave that out.
        rounds: how many rounds are played with the rules, and as many without each of them.
        skill_rounds: how many rounds are played to measure skill.
        runner: makes the runner for a plan.
        stop: asked often; nothing more is played when this says so.

    Attributes:
        plan: what is played, but for skill, with its engine settled.
        rules: the names of the rules.
        expected: how many rounds are played in all.
        note: what is to be said about who plays them; "" for nothing.
        tell: told often how far it is.
    """

    def __init__(
        self,
        plan: Plan,
        registry: Registry,
        player: Contestant,
        skilled: Contestant | None,
        *,
        rounds: int,
        skill_rounds: int,
        runner: Callable[[Plan], Runner],
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        plan = replace(plan, contestants=(player,), tables=((0,) * plan.players,), rotate=False, reorder=False)
        self.rules = tuple(rule.name for rule in plan.make_game(registry).rules)
        self.plan, self.note = settle(plan, registry, rounds * (1 + len(self.rules)))
        self._registry = registry
        self._skilled = skilled
        self._rounds = rounds
        self._skill_rounds = skill_rounds
        self._runner = runner
        self._stop = stop
        self.tell: Callable[[Progress], None] = lambda _: None
        self._done = 0
        self.expected = rounds * (1 + len(self.rules)) + (skill_rounds if skilled is not None else 0)

    def run(self) -> Character:
        """Play, and say what came out.

        Raises:
            CrazyEightsError: the game can't be played.
        """
        plan = self.plan
        tally, side = self._play(plan)
        deciders = tuple(self._decider(rule, tally) for rule in self.rules)
        skill = None if self._skilled is None else self._measure_skill(self._skilled)
        return Character(
            title=plan.title,
            rounds=tally.deals,
            length=tally.length.mean(),
            quartiles=(tally.quantile(0.25), tally.quantile(0.5), tally.quantile(0.75)),
            blocked=tally.share(Reason.BLOCKED),
            drawn=_share(tally.drawn, tally.deals),
            stopped=tally.share(Ending.STOPPED),
            first=tally.first.share(),
            equal_share=side / plan.players,
            deciders=deciders,
            skilled="" if self._skilled is None else self._skilled.name,
            unskilled=plan.contestants[0].name,
            skill=skill,
        )

    def _play(self, plan: Plan) -> tuple[RoundTally, int]:
        hall = Hall(plan, self._registry)
        tally = RoundTally(hall.side)
        tournament = Tournament(plan, hall, tally, rounds=self._rounds)
        tournament.play(self._runner(plan), stop=self._stop, tell=self._told)
        self._done += self._rounds
        return tally, hall.side

    def _decider(self, rule: str, tally: RoundTally) -> Decider:
        """Play the same deals without a rule, and count where the winner is another one."""
        try:
            without, _ = self._play(without_rule(self.plan, rule, self.rules))
        except CrazyEightsError as error:
            self._done += self._rounds
            return Decider(rule, why_not=str(error))
        pairs = list(zip(tally.winners, without.winners, strict=False))
        return Decider(rule, _share(sum(one != two for one, two in pairs), len(pairs)), without.length.mean())

    def _measure_skill(self, skilled: Contestant) -> Estimate:
        plan = self.plan
        pairs = Hall(plan, self._registry).side == 2
        table = (0, 1) * (plan.players // 2) if pairs else (0, *(1,) * (plan.players - 1))
        plan = replace(plan, contestants=(skilled, *plan.contestants), tables=(table,), rotate=True)
        hall = Hall(plan, self._registry)
        tally = Tally(plan, hall.side)
        tournament = Tournament(plan, hall, tally, rounds=self._skill_rounds)
        tournament.play(self._runner(plan), stop=self._stop, tell=self._told)
        tournament.finish()
        return tally.wins[0].share()

    def _told(self, progress: Progress) -> None:
        self.tell(Progress(self._done + progress.rounds, self.expected))


def without_rule(plan: Plan, rule: str, rules: Sequence[str]) -> Plan:
    """Give the plan of the same game without one of its rules.

    Args:
        plan: the game.
        rule: the rule's name.
        rules: the names of all rules of the game; those made from roles are the last ones.
    """
    role = rules.index(rule) - (len(rules) - len(plan.roles))
    if role >= 0:
        return replace(plan, roles=(*plan.roles[:role], *plan.roles[role + 1 :]))
    if rule in plan.rules_added:
        return replace(plan, rules_added=tuple(name for name in plan.rules_added if name != rule))
    return replace(plan, rules_removed=(*plan.rules_removed, rule))


def find_skilled(registry: Registry, player: str) -> Contestant | None:
    """Give the strategy by which skill is measured: `search`, or the strongest that there is and sees no other hand.

    Args:
        registry: the plugins.
        player: the strategy that it plays against.
    """
    honest = [spec for spec in registry.strategies.values() if not spec.sees_all and spec.name != player]
    if not honest:
        return None
    spec = max(honest, key=lambda spec: (spec.name == SKILLED, spec.strength))
    # Counted in rounds that it plays on, not in time, so that the same seed measures the same.
    counted = any(parameter.name == _COUNTED for parameter in spec.parameters)
    given: dict[str, ParameterValue] = {_COUNTED: _SIMULATIONS} if spec.name == SKILLED and counted else {}
    return contestants([(spec.name, given)])[0]


def _share(count: int, of: int) -> Estimate:
    return Ratio(of, count, of, count, count, of).share()
