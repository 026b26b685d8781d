"""Serves the page, and takes moves from it."""

import secrets
import sys
import threading
import time
import webbrowser
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from crazyeights import CrazyEightsError, LaunchRequest, Move, SeatError, Session
from crazyeights.controller import Controller
from crazyeights.words import narrate
from crazyeights_webpage.page import page

DONE = 0
_STORY = 12
_LONGEST_FORM = 1000


class Table:
    """The table behind the page; every visitor's thread comes here, one at a time.

    Args:
        session: the table.
        controller: moves its strategies.
    """

    def __init__(self, session: Session, controller: Controller) -> None:
        people = [seat for seat, who in enumerate(session.seats) if who.strategy is None]
        if len(people) > 1:
            raise SeatError("the web page is for one person; seat one with --human, or none with --watch")
        self.left = False
        self._me = people[0] if people else None
        self._session = session
        self._controller = controller
        self._notice = ""
        self._lock = threading.Lock()

    def tick(self) -> bool:
        """Let the strategies play on; say whether anything has changed."""
        with self._lock:
            return self._controller.tick(time.monotonic())

    def show(self) -> str:
        """Give the page as it is now."""
        with self._lock:
            session, me = self._session, self._me
            story = narrate(session.events_since(0, me), session.names, me, session.game.options)[-_STORY:]
            view = None if me is None else session.view_for(me)
            notice, self._notice = self._notice, ""
            return page(view, session.names, story, notice, session.position)

    def press(self, form: dict[str, list[str]]) -> None:
        """Do what the pressed button is for, if the page was not an old one."""
        with self._lock:
            if "leave" in form:
                self.left = True
            elif self._me is not None and form.get("position") == [str(self._session.position)]:
                text = form.get("move", [""])[0]
                try:
                    self._controller.submit(self._me, Move.parse(text, self._session.game.deck))
                except CrazyEightsError as error:
                    self._notice = str(error)


def serve(request: LaunchRequest) -> int:
    """Serve the page of the table that was asked for until somebody leaves it."""
    if request.table is None:
        raise CrazyEightsError("the web page needs a table to show")
    terminal = sys.stdout.isatty()
    session = request.table.open(request.registry)
    try:
        with Controller(session, think_time=0.6 if terminal else 0) as controller:
            table = Table(session, controller)
            # Known to nobody else, so that no other page and no other user can play.
            path = f"/{secrets.token_urlsafe(12)}"
            server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(table, path))
            server.daemon_threads = True
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}{path}"
            print(f"The table is at {address}", flush=True)
            if terminal:
                webbrowser.open(address)
            try:
                while not table.left:
                    if not table.tick():
                        time.sleep(0.02)
            finally:
                server.shutdown()
                server.server_close()
    finally:
        session.close()
    return DONE


def _handler(table: Table, path: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Answers one request."""

        timeout = 10  # browsers open connections that they never use

        def do_GET(self) -> None:
            """Give the page."""
            if self.path == path:
                self._answer(HTTPStatus.OK, table.show())
            else:
                self._answer(HTTPStatus.NOT_FOUND, "There is no table here.")

        def do_POST(self) -> None:
            """Take a pressed button, and show the page again."""
            length = self.headers.get("Content-Length", "")
            if self.path != path or not length.isdecimal() or int(length) > _LONGEST_FORM:
                self._answer(HTTPStatus.NOT_FOUND, "There is no table here.")
                return
            sent = self.rfile.read(int(length)).decode("utf-8", "replace")
            table.press(parse_qs(sent, keep_blank_values=True))
            if table.left:
                self._answer(HTTPStatus.OK, "You have left the table.")
                return
            # So that loading the page again does not press the button again.
            self.send_response(HTTPStatus.SEE_OTHER)
            self.send_header("Location", path)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _answer(self, status: HTTPStatus, text: str) -> None:
            content = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Keep the terminal free of a line for each request."""

    return Handler
