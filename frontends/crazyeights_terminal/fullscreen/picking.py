"""Picking a move: a card, then whatever is still to be chosen for it, by keys and clicks or as a typed line."""

from __future__ import annotations

from collections.abc import Callable

from crazyeights.cards import Suit
from crazyeights.moves import Move, MoveKind
from crazyeights.session import Session
from crazyeights.settings import Settings
from crazyeights.view import View
from crazyeights_terminal.draft import Draft
from crazyeights_terminal.fullscreen.scene import Mode, Ui
from crazyeights_terminal.fullscreen.snapshot import Snapshot
from crazyeights_terminal.parse import Command, parse

#: The longest line that is taken for a move.
_LONGEST = 80


class Picking:
    """What a person has picked so far.

    Args:
        session: the table.
        settings: the user's settings; they say whether last cards are announced by themselves.
        ui: what the person is doing; its mode, draft, suit and typed line are changed here.
        table: gives the table as the person sees it.
        submit: makes a move.
        home: gives the mode to which everything returns.

    Attributes:
        actions: what each action for picking does.
    """

    def __init__(
        self,
        session: Session,
        settings: Settings,
        ui: Ui,
        table: Callable[[], Snapshot],
        submit: Callable[[Move], None],
        home: Callable[[], Mode],
    ) -> None:
        self._session = session
        self._settings = settings
        self._ui = ui
        self._table = table
        self._submit = submit
        self._home = home
        self.actions: dict[str, Callable[[int], None]] = {
            "play": self.play,
            "choose": self.choose,
            "seat": self.seat,
            "preset": self.preset,
            "suit": self.next_preset,
            "announce": self.announce,
        }

    @property
    def by_hand(self) -> bool:
        """Whether people announce their last cards themselves."""
        return self._settings.text("announce") == "manual"

    def forget(self) -> None:
        """Forget all that was picked and set: another round begins."""
        ui = self._ui
        ui.draft = None
        ui.preset = None
        ui.aloud = False

    def begin_turn(self) -> None:
        """Ask at once for what must be chosen before anything else: the suit of the starter."""
        table, ui = self._table(), self._ui
        if table.calling and ui.mode in {Mode.TABLE, Mode.TYPE}:
            self.ask_for_suit()

    def ask_for_suit(self) -> None:
        """Open the suit chooser for the starter."""
        self._ui.draft = None
        self._choose_suit()

    def play(self, index: int) -> None:
        """Pick the card at a position of the hand."""
        hand = self._table().hand
        if self._table().calling:
            self.ask_for_suit()
        elif 0 <= index < len(hand):
            self._ui.cursor = index
            self._pick(Move.play(hand[index]))

    def choose(self, index: int) -> None:
        """Choose the suit at a position, for the card that was picked or for the starter."""
        ui, suits = self._ui, self._table().suits
        if ui.mode is not Mode.CHOOSE or not 0 <= index < len(suits):
            return
        if ui.draft is None:
            ui.mode = Mode.TABLE
            self._submit(Move.call(suits[index]))
        else:
            self._go_on(ui.draft.with_suit(suits[index]))

    def seat(self, index: int) -> None:
        """Choose with whom hands are swapped, by the position in the list."""
        ui = self._ui
        if ui.mode is Mode.SEAT and ui.draft is not None and index in range(len(ui.draft.choice.seats)):
            self._go_on(ui.draft.with_seat(ui.draft.choice.seats[index]))

    def step(self, step: int) -> bool:
        """Go to the next suit or seat; says whether one is being chosen."""
        ui = self._ui
        if ui.mode is Mode.CHOOSE:
            ui.choice = (ui.choice + step) % len(self._table().suits)
        elif ui.mode is Mode.SEAT and ui.draft is not None:
            ui.choice = (ui.choice + step) % len(ui.draft.choice.seats)
        else:
            return False
        return True

    def cancel(self) -> None:
        """Take the card back."""
        ui = self._ui
        if ui.draft is not None and ui.mode in {Mode.CHOOSE, Mode.SEAT}:
            ui.say("The card is back in your hand.")
        ui.draft = None

    def preset(self, index: int) -> None:
        """Set beforehand which suit is called next; the same one again for being asked."""
        ui, suits = self._ui, self._table().suits
        if self._table().calling:
            self.ask_for_suit()
            return
        ui.preset = suits[index] if 0 <= index < len(suits) and ui.preset is not suits[index] else None
        self._say_preset()

    def next_preset(self, _: int = 0) -> None:
        """Set beforehand which suit is called next: one after another, and being asked."""
        ui, table = self._ui, self._table()
        if table.calling:
            self.ask_for_suit()
            return
        if not table.caller:
            ui.say("No card calls a suit in this game.", trouble=True)
            return
        choices: tuple[Suit | None, ...] = (None, *table.suits)
        ui.preset = choices[(choices.index(ui.preset) + 1) % len(choices)]
        self._say_preset()

    def announce(self, _: int = 0) -> None:
        """Switch whether the next card announces the last one."""
        ui = self._ui
        if not self._table().announced:
            ui.say("No last card is announced in this game.", trouble=True)
        elif not self.by_hand:
            ui.say("Your last card is announced for you; the options (O) leave it to you.")
        else:
            ui.aloud = not ui.aloud
            ui.say('With the next card you say "Last card!"' if ui.aloud else "With the next card you say nothing.")

    # Typing

    def type(self, text: str) -> None:
        """Take characters that are typed, or pasted, into the line for a move."""
        ui = self._ui
        ui.say("")
        ui.typed = (ui.typed + "".join(letter for letter in text if letter.isprintable()))[:_LONGEST]

    def typed(self) -> Command | None:
        """Do what the line says; gives the command if it is one.

        Raises:
            NotationError: the line is neither a move nor a command.
            IllegalMoveError: it is a move that is not legal.
        """
        ui = self._ui
        ui.say("")
        if not ui.typed.strip():
            ui.mode = self._home()
            return None
        asked = parse(ui.typed, self._view(), self._session.names)
        if isinstance(asked, Command):
            ui.mode = self._home()
            return asked
        if asked.kind is MoveKind.PLAY:
            self._pick(asked)
        else:
            self._submit(asked)
        if ui.mode is Mode.TYPE:
            ui.mode = self._home()
        return None

    # How it is done

    def _view(self) -> View:
        you = self._table().you
        return self._session.view_for(0 if you is None else you)

    def _pick(self, move: Move) -> None:
        """Begin with a card, whose suit may be the one that was set beforehand."""
        table = self._table()
        if not table.yours:
            self._submit(move)
            return
        draft = Draft.of(move, self._view())
        preset = self._ui.preset
        if draft.asks_suit and preset is not None and preset in draft.choice.suits:
            draft = draft.with_suit(preset)
        self._go_on(draft)

    def _go_on(self, draft: Draft) -> None:
        """Ask for what is missing, or make the move."""
        ui = self._ui
        card = draft.choice.card
        if draft.asks_suit or draft.asks_seat:
            ui.draft = draft
            hand = self._table().hand
            if card in hand and hand[min(ui.cursor, len(hand) - 1)] is not card:
                ui.cursor = hand.index(card)
        if draft.asks_suit:
            self._choose_suit()
        elif draft.asks_seat:
            ui.mode = Mode.SEAT
            sizes = self._table().hand_sizes
            seats = draft.choice.seats
            ui.choice = min(range(len(seats)), key=lambda at: sizes[seats[at]])
        else:
            ui.draft = None
            if ui.mode in {Mode.CHOOSE, Mode.SEAT}:
                ui.mode = Mode.TABLE
            self._submit(draft.move(ui.aloud if self.by_hand else None))

    def _choose_suit(self) -> None:
        """Open the suit chooser at the suit that is held most."""
        ui, table = self._ui, self._table()
        rest = list(table.hand)
        if ui.draft is not None and ui.draft.choice.card in rest:
            rest.remove(ui.draft.choice.card)
        ui.mode = Mode.CHOOSE
        ui.choice = max(
            range(len(table.suits)), key=lambda at: (sum(other.suit == table.suits[at] for other in rest), -at)
        )

    def _say_preset(self) -> None:
        suit, caller = self._ui.preset, self._table().caller
        calls = f"calls {suit.name}" if suit is not None else "asks for a suit"
        self._ui.say(f"The next {caller} that you play {calls}.")
