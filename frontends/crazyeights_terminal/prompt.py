"""The reader for a terminal that can do more: line editing, history and completion, by prompt_toolkit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.shortcuts import clear

from crazyeights_terminal.reader import Choice


class ChoiceCompleter(Completer):
    """Completes a whole line to one of the choices of the moment."""

    def __init__(self) -> None:
        self.choices: Sequence[Choice] = ()

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        """Give the choices that begin with what was typed, in any case."""
        typed = document.text_before_cursor.lstrip()
        for choice in self.choices:
            if choice.text.lower().startswith(typed.lower()):
                yield Completion(choice.text, start_position=-len(typed), display_meta=choice.meaning)


class PromptReader:
    """Reads lines with editing, history and completion by Tab."""

    interactive = True

    def __init__(self) -> None:
        self._completer = ChoiceCompleter()
        self._session: PromptSession[str] = PromptSession(
            completer=self._completer, complete_while_typing=False, enable_suspend=True
        )
        # Without an answer about the cursor's place only the menu's height is a guess: nothing to warn a player of.
        self._session.app.renderer.cpr_not_supported_callback = None
        # Else Escape waits a second for a key that it might be the beginning of.
        self._session.app.ttimeoutlen = 0.05
        self._session.app.timeoutlen = 0.2

    def ask(self, question: str, choices: Sequence[Choice] = (), *, cancel: bool = False) -> str:
        """Give the line that is typed; see `Reader.ask`."""
        self._completer.choices = choices
        keys = KeyBindings()
        if cancel:
            keys.add("escape")(_leave_empty)
            keys.add("c-c")(_leave_empty)
        answer: str = self._session.prompt(question, key_bindings=keys)
        return answer.strip()

    def hide(self) -> None:
        """Clear the screen."""
        clear()


def _leave_empty(event: KeyPressEvent) -> None:
    event.app.exit(result="")
