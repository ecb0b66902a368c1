"""Long work: Ctrl-C, other threads, budgets, progress. No verdict depends on how fast a machine is: only on what happens before
what, within generous bounds."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import bouton

BROKEN = "heaps n; octal 0.6"

LONG = {
    "values": "bouton.game('heaps n; octal 0.6').values(10**8, memory='3G')",
    "take": "while True: bouton.game('heaps n; move take k in {1, 3, 4}: n -> n - k').values(10**9)",
    "prove": "while True: bouton.game('position a, b, c; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; "
    "move k in 1..c: c -> c - k; move k in 1..min(a, b): a -> a - k, b -> b - k').prove()",
    "solve": "bouton.game('chomp').solve([30] * 30)",
    "table": "bouton.game('chomp').table(to=2000)",
    "own": "bouton.from_moves(lambda n: [n + 1]).outcome(0)",
}

PROGRAM = """
import sys, time, bouton
print("ready", flush=True)
begun = time.monotonic()
try:
    {code}
except KeyboardInterrupt as stop:
    print(type(stop).__name__, getattr(stop, "partial", None) is not None, flush=True)
    sys.exit(7)
print("ended", flush=True)
"""


@pytest.mark.parametrize("name", LONG)
def test_interrupts(name):
    """Ctrl-C ends long work soon. The bound is far above the second that docs/performance.md shows, for a machine that is busy."""
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    child = subprocess.Popen([sys.executable, "-c", PROGRAM.format(code=LONG[name])], stdout=subprocess.PIPE, text=True, env=env)
    assert child.stdout.readline() == "ready\n"
    time.sleep(1.0)
    assert child.poll() is None, f"{name} is no long work"
    begun = time.monotonic()
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    print(f"{name}: {time.monotonic() - begun:.2f} s after Ctrl-C")
    assert child.returncode == 7, out
    assert out.startswith(("Interrupted", "KeyboardInterrupt"))
    if name in ("solve", "table"):
        assert out.strip() == "Interrupted True", out


def test_other_threads_run_meanwhile():
    done = threading.Event()
    counted = 0

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(bouton.OverBudget):
        bouton.game(BROKEN).values(10**8, time=0.6)
    done.set()
    thread.join()
    assert counted > 20


def test_eight_threads_get_right_answers():
    kayles = bouton.game("kayles")
    truth = kayles.values(400).tolist()
    games = [bouton.game(name) for name in ("nim", "wythoff", "lasker", "chomp")]
    asked = [(games[i % 4], ["3 4 5", "7 9", "12", "4 3 2"][i % 4]) for i in range(16)]
    expected = [game.solve(at).to_dict() for game, at in asked]
    wrong = []

    def work(seed):
        for i in range(16):
            n = (seed * 53 + i * 7) % 400
            if kayles.grundy(n) != truth[n] or kayles.grundy(f"{n} 3") != truth[n] ^ truth[3]:
                wrong.append(n)
            game, at = asked[(seed + i) % 16]
            if game.solve(at).to_dict() != expected[(seed + i) % 16]:
                wrong.append(at)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_budgets():
    answer = bouton.game("chomp").solve([30] * 16, memory="500M", time=0)
    assert answer.outcome is None and answer.known and not answer.complete and answer.status is None
    with pytest.raises(bouton.OverBudget) as over:
        bouton.game("nim").values(10**7, memory="1M")
    assert over.value.exit_code == 3
    table = bouton.game("chomp").table(to=60, time=0)
    assert not table.complete and table.stopped
    assert bouton.game("nim").solve("3 4 5", time="5s", memory=2**30).win


def test_progress_is_told():
    told = []
    with pytest.raises(bouton.OverBudget):
        bouton.game(BROKEN).values(10**8, time=0.8, progress=lambda done, of, seconds: told.append((done, of, seconds)))
    assert told and all(done >= 0 and seconds > 0 for done, _, seconds in told)

    class Enough(Exception):
        pass

    def enough(done, of, seconds):
        raise Enough

    with pytest.raises(Enough):
        bouton.game(BROKEN).values(10**8, progress=enough)


def test_a_bar_appears(capsys):
    pytest.importorskip("tqdm")
    with pytest.raises(bouton.OverBudget):
        bouton.game(BROKEN).values(10**8, time=1.6, progress=True)
    assert "bouton" in capsys.readouterr().err
