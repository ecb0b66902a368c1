"""Builds the programs of a bench and turns a row's command into one that can be run."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kit import peers, say
from kit.rows import EXAMPLES

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve()
BUILT = TARGET / "bench"
TEXTBOOK = ROOT / "bench" / "textbook"


def stop(sentence):
    """Ends the bench with a sentence for a person."""
    print(sentence, file=sys.stderr)
    sys.exit(2)


def run(command):
    """Runs a command of a build; ends the bench with what it said if it fails."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        stop(f"{' '.join(map(str, command))} failed:\n{done.stdout[-4000:]}")


class Programs:
    """The programs that some rows need, built for speed or, for a quick look, without."""

    def __init__(self, rows, with_peers=True, quick=False):
        self.release = not quick
        BUILT.mkdir(parents=True, exist_ok=True)
        theirs = {o.command[0] for r in rows for o in r.theirs}
        textbook = {n for n in theirs - set(peers.PEERS) if (TEXTBOOK / f"{n}.cpp").exists()}
        ours = {r.ours[0] for r in rows} | {r.input.command[0] for r in rows if r.input}
        self._ours(ours | (theirs - textbook - set(peers.PEERS)))
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            list(workers.map(self._textbook, sorted(textbook)))
        self.peers = {n: peers.install(n, BUILT) for n in sorted(theirs & set(peers.PEERS)) if with_peers}

    def _ours(self, names):
        if not shutil.which("cargo"):
            stop("cargo is missing: install Rust (rustup) to build bouton's side.")
        # The whole workspace decides which features its crates have: other words would build everything a second time.
        words = ["cargo", "build", "--quiet", "--locked", "--workspace", *(["--release"] if self.release else [])]
        words += [w for name in sorted(names & EXAMPLES) for w in ("--example", name)]
        run([*words, *(["--bin", "bouton"] if "bouton" in names else [])])

    def _textbook(self, name):
        if not shutil.which("g++"):
            stop("g++ is missing: install it to build the textbook programs.")
        source, made = TEXTBOOK / f"{name}.cpp", BUILT / name
        newest = max(f.stat().st_mtime for f in [source, *TEXTBOOK.glob("*.h")])
        if not made.exists() or made.stat().st_mtime < newest:
            flags = ["-O2", "-march=native", "-std=c++17", "-Wall", "-Wextra"]
            run(["g++", *flags, "-o", made, source])

    def ours(self, words, size):
        """A command of ours with the size in place and the program's path in front."""
        name, *rest = [say.sized(w, size) for w in words]
        folder = TARGET / ("release" if self.release else "debug")
        return [str(folder / name if name == "bouton" else folder / "examples" / name), *rest]

    def theirs(self, words, size):
        """The same for a command of an opponent."""
        name, *rest = [say.sized(w, size) for w in words]
        if name in peers.PEERS:
            return peers.PEERS[name].command(self.peers[name], rest)
        if (TEXTBOOK / f"{name}.cpp").exists():
            return [str(BUILT / name), *rest]
        return self.ours(words, size)

    def written(self, source):
        """The rules that read a large file, once the file is there; and its size."""
        folder = BUILT / "input"
        folder.mkdir(exist_ok=True)
        rules, text = folder / "input.game", folder / "input.txt"
        rules.write_text(source.rules + "\n", encoding="utf-8")
        if not text.exists():
            with open(folder / "unfinished.txt", "wb") as out:
                subprocess.run(self.ours(source.command, 0), stdout=out, check=True)
            os.replace(folder / "unfinished.txt", text)
        return str(rules), text.stat().st_size

    def is_peer(self, name):
        """Is this a program from crates.io?"""
        return name in peers.PEERS

    def missing(self, name):
        """Is this a peer that could not be installed, or was not wanted?"""
        return self.is_peer(name) and not self.peers.get(name)
