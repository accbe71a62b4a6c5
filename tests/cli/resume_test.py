"""A run that is killed at random moments ends as if nothing had happened."""
import hashlib
import json
import os
import random
import signal
import subprocess
import time
import unittest

from cli_testing import TFM, Workspace, timeless_log, toy_config

KILLS = 6
# What measures time, or counts the bytes of lines that do.
TIMED_STATE = ("seconds", "log_bytes")

DEFAULT = toy_config(training={"max_steps": 60, "validate_every": 15, "save_every": 7, "log_every": 5})
# Everything that has a memory of its own.
RICH = toy_config(
    tokenizer={"sampling": 0.3},
    training={"max_steps": 200, "validate_every": 6, "save_every": 9, "log_every": 4, "accumulation": 3, "average_decay": 0.9,
              "patience": 4, "patience_threshold": 0.05, "best_metric": "loss", "keep_best": 2, "keep_checkpoints": 2,
              "max_epochs": 12},
    evaluation={"beam_size": 2})


def seed():
    """A new one each time; TFM_SEED repeats one."""
    chosen = int(os.environ.get("TFM_SEED") or int.from_bytes(os.urandom(4), "little"))
    print(f"seed {chosen} (TFM_SEED repeats it)", flush=True)
    return chosen


class KilledAndResumed(Workspace):
    def start(self, folder):
        return subprocess.Popen([TFM, "train", "--config", str(self.config), "--threads", "1", "--output", str(folder)],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def finish(self, folder):
        begin = time.monotonic()
        process = self.start(folder)
        _, errors = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 0, errors.decode())
        return time.monotonic() - begin

    def kill_at_random(self, folder, stream, longest):
        """Half of the kills come soon after something was written, so that saving is hit as well."""
        process = self.start(folder)
        deadline = time.monotonic() + stream.uniform(0, longest)
        if stream.random() < 0.5:
            before = self.newest_change(folder)
            while time.monotonic() < deadline and process.poll() is None and self.newest_change(folder) == before:
                time.sleep(0.001)
            deadline = time.monotonic() + stream.uniform(0, 0.02)
        while time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.001)
        was_running = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        return was_running

    @staticmethod
    def newest_change(folder):
        try:
            return max(entry.stat().st_mtime_ns for entry in (folder / "checkpoints").iterdir())
        except (OSError, ValueError):
            return 0

    @staticmethod
    def contents(folder):
        """Every file that a run leaves and that time has no part in, as a checksum."""
        files = {}
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            timed = name.startswith(("tensorboard/", "log.jsonl", "report.html")) or name.endswith((".lock", "state.json"))
            if path.is_file() and not timed:
                files[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        return files

    @staticmethod
    def states(folder):
        states = {}
        for path in sorted(folder.glob("checkpoints/*/state.json")):
            state = json.loads(path.read_text())["training"]
            states[path.parent.name] = {key: value for key, value in state.items() if key not in TIMED_STATE}
        return states

    def check(self, config):
        self.write_config(config)
        unbroken, killed = self.folder / "unbroken", self.folder / "killed"
        duration = self.finish(unbroken)
        stream = random.Random(seed())
        hits = sum(self.kill_at_random(killed, stream, duration) for _ in range(KILLS))
        self.assertGreater(hits, 0, "no kill came before the run's end")
        self.finish(killed)
        one, other = self.contents(unbroken), self.contents(killed)
        # The runs' own folder is the one difference that their configs may have.
        for name in [name for name in one if name.endswith("config.json")]:
            del one[name], other[name]
        self.assertEqual(one, other)
        self.assertEqual(self.states(unbroken), self.states(killed))
        self.assertEqual(timeless_log(unbroken), timeless_log(killed))

    def test_by_default(self):
        self.check(DEFAULT)

    def test_with_accumulation_averages_subword_sampling_and_early_stopping(self):
        self.check(RICH)


if __name__ == "__main__":
    unittest.main()
