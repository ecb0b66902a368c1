"""Describes the machine: what decides speed, and nothing that names it."""

import os
import platform
import subprocess
from datetime import datetime, timezone


def _first_line(command):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.splitlines()[0]
    except (OSError, IndexError):
        return f"no {command[0]}"


def processor():
    """Its name, and the wide instructions that it has."""
    wanted = {"model name": platform.machine(), "cpu MHz": "", "flags": "", "model": ""}
    try:
        with open("/proc/cpuinfo") as lines:
            for line in lines:
                key, _, value = line.partition(":")
                if key.strip() in wanted:
                    wanted[key.strip()] = value.strip()
    except OSError:
        pass
    sets = [name for name in ("avx2", "avx512f") if name in wanted["flags"].split()]
    return f"{wanted['model name']} (model {wanted['model'] or '?'}{', ' + ', '.join(sets) if sets else ''})"


def describe():
    """One line: date, cores, memory, compilers."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    date = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    system = f"{platform.system()} {platform.machine()}"
    compilers = f"{_first_line(['rustc', '--version'])}; {_first_line(['g++', '--version'])}"
    return f"{date} · {os.cpu_count()} cores · {memory:.0f} GiB · {system} · {compilers}"
