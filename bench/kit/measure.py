"""Runs programs on one core and takes the best of several runs, the sides of a row in turn.

A time of a shared machine means little, so a run that had to share its core is known: the processor time of the process is
less than the time that passed. Such runs are repeated, and a best time that is still such a run is marked.
"""

import os
import shutil
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass

from kit import peers

# A row is not repeated any more after so many seconds and two rounds.
ENOUGH = 30.0


class Failure(Exception):
    """A program that failed, or a checksum that differs: a sentence."""


@dataclass
class Run:
    seconds: float
    checksum: str
    disturbed: bool


def core():
    """The words that pin a command to one core (the last one: the first serves most interrupts), and its number."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    return ["taskset", "-c", str(cores[-1])] if cores and shutil.which("taskset") else []


def once(command, patience):
    """One run. `None` if it did not end in time."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        child = subprocess.Popen([*core(), *command], stdout=out, stderr=err, stdin=subprocess.DEVNULL)
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG if patience else 0)
            if pid:
                break
            if time.perf_counter() - start > patience:
                child.kill()
                os.wait4(child.pid, 0)
                return None
            time.sleep(0.002)
        passed = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        text, said = out.read().decode(errors="replace"), err.read().decode(errors="replace").strip()
    if child.returncode:
        raise Failure(f"{os.path.basename(command[0])} failed: {said or child.returncode}")
    idle = passed - usage.ru_utime - usage.ru_stime
    # The few milliseconds are those of starting a process and of noticing that it has ended.
    return passed, idle > 0.01 + 0.03 * passed, text


def read(command, patience):
    """One run of a program of the bench."""
    done = once(command, patience)
    if done is None:
        return None
    _, disturbed, text = done
    peer = peers.PEERS.get(os.path.basename(command[0]))
    try:
        seconds, checksum = peer.read(text) if peer and peer.read else (float(text.split()[0]), text.split()[1])
    except (TypeError, ValueError, IndexError):
        raise Failure(f"{os.path.basename(command[0])} printed something else: {text[:200]!r}") from None
    return Run(seconds, checksum, disturbed)


def best(commands, times, patience):
    """The best run of each command, interleaved; `None` for one that takes too long. Checksums must agree."""
    found = [None] * len(commands)
    late = [False] * len(commands)
    start, rounds = time.perf_counter(), 0
    while rounds < times or (rounds < 2 * times and any(r and r.disturbed for r in found)):
        if rounds >= 2 and time.perf_counter() - start > ENOUGH:
            break
        rounds += 1
        for i, command in enumerate(commands):
            if late[i]:
                continue
            run = read(command, patience)
            if run is None:
                late[i] = True
            elif found[i] is None or run.seconds < found[i].seconds:
                found[i] = run
        sums = {r.checksum for r in found if r}
        if len(sums) > 1:
            raise Failure(f"the checksums differ: {' '.join(r.checksum if r else '-' for r in found)}")
    return [None if l else r for l, r in zip(late, found)]


def whole(command, times, patience):
    """The best time of several from the start of a process to its exit; `None` if it takes too long."""
    taken, start = [], time.perf_counter()
    while len(taken) < times and not (len(taken) >= 2 and time.perf_counter() - start > ENOUGH):
        done = once(command, patience)
        if done is None:
            return None
        taken.append(done[0])
    return min(taken)


def median(command, times):
    """The median of the time from the start of a process to its exit."""
    command = [*core(), *command]
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        taken.append(time.perf_counter() - start)
        if done.returncode:
            raise Failure(f"{os.path.basename(command[-1])} failed: {done.stderr.decode(errors='replace').strip()}")
    return statistics.median(taken)
