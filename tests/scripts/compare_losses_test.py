#!/usr/bin/env python3
"""Tests of scripts/compare_losses.py on logs written here."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "compare_losses.py"


class CompareLosses(unittest.TestCase):
    def compare(self, first, second, tolerance="0.01"):
        with tempfile.TemporaryDirectory() as folder:
            runs = [pathlib.Path(folder) / name for name in ("first", "second")]
            for run, losses in zip(runs, (first, second)):
                run.mkdir()
                entries = [{"event": "validation", "step": 1, "loss": 99.0}] + [
                    {"event": "step", "step": step, "loss": loss, "tokens_per_second": 100.0 * step}
                    for step, loss in losses.items()
                ]
                (run / "log.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))
            command = [sys.executable, str(SCRIPT), *map(str, runs), "--tolerance", tolerance]
            return subprocess.run(command, capture_output=True, text=True)

    def test_accepts_losses_within_the_tolerance(self):
        result = self.compare({1: 8.0, 2: 7.0}, {1: 8.0, 2: 7.007})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("loss 7.0000 at step 2, median 150 tok/s", result.stdout)

    def test_refuses_a_loss_outside_the_tolerance(self):
        result = self.compare({1: 8.0, 2: 7.0, 3: 6.0}, {1: 8.0, 2: 7.2, 3: 6.0})
        self.assertEqual(result.returncode, 1)
        self.assertIn("2.78e-02 (step 2)", result.stdout)

    def test_refuses_runs_that_logged_different_steps(self):
        result = self.compare({1: 8.0}, {1: 8.0, 2: 7.0})
        self.assertEqual(result.returncode, 1)
        self.assertIn("different steps: [2]", result.stderr)

    def test_refuses_a_log_without_steps(self):
        result = self.compare({}, {1: 8.0})
        self.assertEqual(result.returncode, 1)
        self.assertIn("has no step", result.stderr)


if __name__ == "__main__":
    unittest.main()
