"""A bot for crazyeights that needs nothing but Python: it saves its wild cards and sheds what counts most.

crazyeights --ai "exec:python3 examples/bots/saver.py"
"""

import json
import re
import sys

points = {}  # what each card counts against its holder
wild = set()


def value(move, view):
    """Say how good a move is; the best one is made."""
    card, called = re.match(r"([^=@!]*)(?:=(\w+))?", move).groups()
    if card not in points:
        return -100  # draw, pass and the like
    if card in wild:
        # Better than drawing, but only just; the suit to call is the one that the hand has most of.
        return -50 + sum(held.endswith(called or "") for held in view["hand"])
    return points[card]


def say(message):
    """Send a message: one line, at once."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "protocol": 1, "name": "saver", "version": "1.0"})
    elif message["type"] == "round":
        points = {entry["card"]: entry.get("points", 0) for entry in message["cards"]}
        wild = {entry["card"] for entry in message["cards"] if entry.get("wild")}
    elif message["type"] == "choose":
        best = max(message["moves"], key=lambda move: value(move, message["view"]))
        say({"type": "move", "id": message["id"], "move": best})
    elif message["type"] == "quit":
        break
