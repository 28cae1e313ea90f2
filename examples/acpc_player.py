"""A player of the ACPC in a few lines, without Railbird: it raises with an ace or a pair, and calls otherwise.

Programs in any language play this way. With a host and a port it plays there; without, it starts a match against one of
Railbird's bots and plays that: ``railbird acpc deal limit simple "run:python acpc_player.py"``.
"""

import socket
import subprocess
import sys


def act(betting: str, own_cards: str) -> str:
    street = betting.split("/")[-1]
    strong = "A" in own_cards or own_cards[0] == own_cards[2]
    return "r" if strong and "/" not in betting and street.count("r") < 3 else "c"


def is_my_turn(position: int, betting: str) -> bool:
    """In heads-up limit hold'em position 1, the button, begins the first round, and position 0 all others."""
    *before, street = betting.split("/")
    first = 0 if before else 1
    over = betting.endswith("f") or (len(before) == 3 and len(street) > 1 and street.endswith("c"))
    return not over and (first + len(street)) % 2 == position


def play(host: str, port: int) -> None:
    with socket.create_connection((host, port)) as dealer:
        dealer.sendall(b"VERSION:2.0.0\r\n")
        for line in dealer.makefile("r", newline="\r\n"):
            if line[0] in "#;":
                continue
            state = line.rstrip("\r\n")
            _, position, _, betting, cards = state.split(":")
            if is_my_turn(int(position), betting):
                own_cards = cards.split("/")[0].split("|")[int(position)]
                dealer.sendall(f"{state}:{act(betting, own_cards)}\r\n".encode())


if len(sys.argv) == 3:
    play(sys.argv[1], int(sys.argv[2]))
else:
    command = "from railbird.cli import main; main()"
    me = f"aces=run:{sys.executable} {__file__}"
    subprocess.run([sys.executable, "-c", command, "acpc", "deal", "limit", "simple", me, "-n", "200"], check=True)
