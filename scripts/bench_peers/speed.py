"""Training speed and memory: rounds in which each program runs once."""

import json
import math
import shutil
import sys

import child
import measurement
import peers
from sizes import LEARNING_RATE, MEASURED_UPDATES, SCHEDULE_WARM_UP, SIZES, WARM_UP_UPDATES


def rotated(names, by):
    """Another program goes first in each round, so that none always has the machine as another left it."""
    by %= len(names)
    return names[by:] + names[:by]


def plan(rounds, sizes, precisions, programs):
    """(round, size, precision, program) of each run, in order."""
    return [(number, size, precision, program) for number in range(rounds) for size in sizes for precision in precisions
            for program in rotated(programs, number)]


class SpeedBench:
    def __init__(self, tfm, workload, folder, threads, updates):
        self.tfm, self.workload, self.folder, self.threads, self.updates = tfm, workload, folder, threads, updates

    def measure(self, runs):
        """Results of all runs as plain data."""
        results = {"runs": [], "matmul": []}
        for number, (round_number, size, precision, program) in enumerate(runs, start=1):
            print(f"== {number} of {len(runs)}: round {round_number + 1}, {size}, {precision}, {program}", file=sys.stderr, flush=True)
            results["matmul"].append(self.matmul(runs))
            figures = self.once(size, precision, program)
            results["runs"].append({"round": round_number, "size": size, "precision": precision, "program": program, **figures})
        return results

    def matmul(self, runs):
        peer = next(program for *_, program in runs if program != "tfm")
        output = self.folder / "matmul.json"
        child.run(peers.launch(peer, "matmul", self.threads), self.folder / "matmul.log", self.threads, output)
        return json.loads(output.read_text())

    def once(self, size, precision, program):
        run = self.folder / "run"
        skipped, updates = WARM_UP_UPDATES[size], self.updates or MEASURED_UPDATES[size]
        train = self.train_tfm if program == "tfm" else self.train_peer
        speed, usage = train(program, run, SIZES[size], precision, skipped, updates)
        shutil.rmtree(run)
        return {"tokens_per_second": speed.tokens_per_second, "tokens_per_update": speed.tokens_per_update,
                "peak_mib": usage.peak_mib, "foreign_cores": usage.foreign_cores, "seconds": usage.seconds}

    def train_tfm(self, _, run, size, precision, skipped, updates):
        training = {"precision": precision, "learning_rate": LEARNING_RATE, "warmup_steps": SCHEDULE_WARM_UP,
                    "max_steps": skipped + updates, "log_every": math.gcd(skipped, updates)}
        config = self.tfm.begin(run, self.workload, size, training)
        usage = self.tfm.train(config, run, self.folder / "run.log")
        return measurement.speed_of_log((run / "log.jsonl").read_text(encoding="utf-8"), skipped), usage

    def train_peer(self, name, run, size, precision, skipped, updates):
        job = peers.write_job(run, self.workload, size, precision, self.threads, LEARNING_RATE, SCHEDULE_WARM_UP,
                              updates=skipped + updates)
        usage = child.run(peers.launch(name, f"train_{name}", job), self.folder / "run.log", self.threads)
        return measurement.speed_of_updates(peers.updates(run), skipped), usage
