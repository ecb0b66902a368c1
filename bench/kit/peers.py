"""Programs of others, from crates.io: installed into a folder of the bench, run as programs, read from what they print."""

import re
import subprocess
from dataclasses import dataclass
from typing import Callable

UNITS = {"ns": 1e-9, "µs": 1e-6, "us": 1e-6, "ms": 1e-3, "s": 1.0}


def _seconds(text):
    """`calculation time: 5.70s`; debug-printed by Rust, so a unit follows, and minutes never occur."""
    found = re.search(r"alculation time: ([0-9.]+)(ns|µs|us|ms|s)", text)
    return float(found[1]) * UNITS[found[2]]


def _octal(text):
    """All values 0 to n, folded as our own programs do."""
    total = 0
    for value in re.search(r"nimbers: ([0-9 ]+)", text)[1].split():
        total = (total * 31 + int(value)) & 0xFFFF_FFFF_FFFF_FFFF
    return _seconds(text), f"{total:016x}"


def _cram(text):
    return _seconds(text), f"{int(re.search(r'Nimber of initial position: ([0-9]+)', text)[1]):016x}"


@dataclass(frozen=True)
class Peer:
    version: str
    arguments: Callable
    read: Callable

    def command(self, path, words):
        return [str(path), *self.arguments(*words)]


PEERS = {
    # rc2s is its fastest method for 0.6.
    "ogsolve": Peer("0.0.7", lambda game, n: [game, "-n", n, "-m", "rc2s", "-p"], _octal),
    "igsolve": Peer("0.1.2", lambda r, c: ["-m", "br-asp-set", "cram", "-r", r, "-c", c], _cram),
}


def install(name, folder):
    """The path of the program, or `None` with a sentence where it cannot be had."""
    root = folder / "peers"
    path = root / "bin" / name
    if not path.exists():
        print(f"installing {name} {PEERS[name].version} from crates.io …", flush=True)
        words = ["cargo", "install", "--quiet", "--root", str(root), "--version", PEERS[name].version, name]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            last = done.stdout.strip().splitlines()[-1:] or ["no reason was given"]
            print(f"{name} cannot be installed, so its rows are left out: {last[0]}")
            return None
    return path
