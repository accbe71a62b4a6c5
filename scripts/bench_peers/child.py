"""Runs one program to its end and says what it took."""

import os
import pathlib
import signal
import subprocess
import sys
import time

from errors import UserError

LAST_WORDS = 15  # lines


class Usage:
    """Of one run: wall-clock seconds, peak memory in MiB, and cores that other processes had meanwhile."""

    def __init__(self, seconds, peak_mib, foreign_cores):
        self.seconds, self.peak_mib, self.foreign_cores = seconds, peak_mib, foreign_cores


def busy_seconds(stat_line):
    """CPU time of all processes since the machine's start, by the first line of /proc/stat."""
    ticks = [int(field) for field in stat_line.split()[1:9]]
    idle, waiting = ticks[3:5]
    return (sum(ticks) - idle - waiting) / os.sysconf("SC_CLK_TCK")


def machine_busy():
    with open("/proc/stat", encoding="ascii") as stat:
        return busy_seconds(stat.readline())


def last_lines(path):
    return "\n".join(pathlib.Path(path).read_text(encoding="utf-8", errors="replace").splitlines()[-LAST_WORDS:])


def run(command, log, threads, output=None):
    """What it writes goes to the file `log`, its results to the file `output` where one is given. UserError when it fails."""
    variables = dict(os.environ, OMP_NUM_THREADS=str(threads), MKL_NUM_THREADS=str(threads), PYTHONWARNINGS="ignore")
    busy, begin = machine_busy(), time.perf_counter()
    with open(log, "wb") as log_file, open(output or os.devnull, "wb") as output_file:
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stderr=log_file,
                                   stdout=output_file if output else log_file, env=variables, start_new_session=True)
        usage = wait(process)
    seconds = time.perf_counter() - begin
    if process.returncode != 0:
        raise UserError(f"{pathlib.Path(command[0]).name} {pathlib.Path(command[1]).name} failed:\n{last_lines(log)}")
    foreign = machine_busy() - busy - usage.ru_utime - usage.ru_stime
    return Usage(seconds, usage.ru_maxrss / 1024, max(0.0, foreign / seconds))


def run_shown(command):
    """With all that it writes on stderr. Whether it did well."""
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=sys.stderr, start_new_session=True)
    wait(process)
    return process.returncode == 0


def wait(process):
    """Leaves no process of its session behind, whatever ends the waiting."""
    try:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return usage
    finally:
        kill_session(process)


def kill_session(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()  # returns at once where it has been waited for
