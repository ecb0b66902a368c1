"""Programs of others, from crates.io: installed into a folder of the bench, run as programs, read from what they print.

A crate that is no program gets one: bench/peers has its few lines, which are built in the same folder and nowhere else.
"""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
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
    # What the program prints, as seconds and a checksum; `None` if it prints them as ours do.
    read: Callable = None
    # The crate is a library, and this file of bench/peers asks it.
    source: str = None

    def command(self, path, words):
        return [str(path), *self.arguments(*words)]


PEERS = {
    # rc2s is its fastest method for 0.6.
    "ogsolve": Peer("0.0.7", lambda game, n: [game, "-n", n, "-m", "rc2s", "-p"], _octal),
    "igsolve": Peer("0.1.2", lambda r, c: ["-m", "br-asp-set", "cram", "-r", r, "-c", c], _cram),
    # AGPL: run beside ours, never linked to it.
    "cgt": Peer("0.11.0", lambda *words: list(words), source="cgt.rs"),
}

MANIFEST = """[package]
name = "{name}-peer"
version = "0.0.0"
edition = "2024"

[[bin]]
name = "{name}"
path = "main.rs"

[dependencies]
{name} = "={version}"

[workspace]
"""


def _build(name, root):
    """The command that makes a program of a library, in a folder of its own."""
    project = root / name
    project.mkdir(parents=True, exist_ok=True)
    (project / "Cargo.toml").write_text(MANIFEST.format(name=name, version=PEERS[name].version), encoding="utf-8")
    source = Path(__file__).resolve().parents[1] / "peers" / PEERS[name].source
    (project / "main.rs").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    return ["cargo", "install", "--quiet", "--root", str(root), "--path", str(project)]


def install(name, folder):
    """The path of the program, or `None` with a sentence where it cannot be had."""
    root = folder / "peers"
    path = root / "bin" / name
    if not path.exists():
        print(f"installing {name} {PEERS[name].version} from crates.io …", flush=True)
        words = ["cargo", "install", "--quiet", "--root", str(root), "--version", PEERS[name].version, name]
        if PEERS[name].source:
            words = _build(name, root)
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            last = done.stdout.strip().splitlines()[-1:] or ["no reason was given"]
            print(f"{name} cannot be installed, so its rows are left out: {last[0]}")
            return None
    return path
