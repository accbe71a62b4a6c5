"""What a launcher is asked to do, read from the JSON file that the driver writes, and the meter that stops it.

The driver's `tokens` are the batch's own: target pieces and one end mark a sentence, no padding.
"""

import json
import os
import pathlib
import sys
import time
import types

import torch


def read_job():
    job = types.SimpleNamespace(**json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
    job.data = pathlib.Path(job.data)
    job.run = pathlib.Path(job.run)
    torch.set_num_threads(job.threads)
    return job


def pieces(job):
    """The vocabulary without its four special symbols, by id."""
    return (job.data / "pieces.txt").read_text(encoding="utf-8").split("\n")[:-1]


def keep_old_pickles_loadable():
    """Programs written for torch before 2.6 load whole objects without asking for it."""
    load = torch.load
    torch.load = lambda *arguments, **options: load(*arguments, **{**options, "weights_only": False})


def cpu_autocast(*_, **__):
    """To put where a program asks for CUDA's autocast: its forward pass in bfloat16 on the CPU, weights in float32."""
    return torch.autocast("cpu", dtype=torch.bfloat16)


class Meter:
    """Counts updates, saves at the asked-for seconds (which the saving itself isn't part of), and ends the process."""

    def __init__(self, job, save=None):
        self.job, self.save = job, save
        self.rows, self.pending, self.start = [], list(job.save_after), None

    def begin_update(self):
        self.start = self.start or time.perf_counter()

    def end_update(self, tokens):
        seconds = time.perf_counter() - self.start
        self.rows.append([seconds, int(tokens)])
        if self.pending and seconds >= self.pending[0]:
            self._save(self.pending.pop(0))
        if len(self.rows) == self.job.updates or (self.job.save_after and not self.pending):
            self._end()

    def measure(self, owner, name, count_tokens):
        """Has owner.name(self, batches, ...) be an update of so many tokens."""
        update = getattr(owner, name)

        def measured(instance, batches, *arguments, **options):
            self.begin_update()
            result = update(instance, batches, *arguments, **options)
            self.end_update(count_tokens(instance, batches))
            return result

        setattr(owner, name, measured)

    def _save(self, name):
        begin = time.perf_counter()
        self.save(str(self.job.run / str(name)))
        self.start += time.perf_counter() - begin

    def _end(self):
        (self.job.run / "updates.json").write_text(json.dumps(self.rows))
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)  # whatever else the program meant to do at its end
