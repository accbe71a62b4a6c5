#!/usr/bin/env python3
"""Tests of scripts/bench_peers.sh: what needs no peer."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"
sys.path[:0] = [str(SCRIPTS / "bench_peers"), str(SCRIPTS / "bench_peers" / "launchers")]

import child
import machine
import measurement
import speed
import tables
from errors import UserError
from token_batches import by_length, cut


class Speeds(unittest.TestCase):
    def test_of_a_peer_counts_tokens_and_time_after_the_updates_thrown_away(self):
        measured = measurement.speed_of_updates([[5.0, 900], [6.0, 900], [7.0, 300], [8.0, 100]], skipped=2)
        self.assertEqual(measured.tokens_per_second, 200)
        self.assertEqual(measured.tokens_per_update, 200)

    def test_of_a_log_is_all_tokens_by_all_seconds_not_a_mean_of_speeds(self):
        entries = [
            {"event": "step", "step": 2, "tokens": 1000, "tokens_per_second": 1.0},
            {"event": "step", "step": 4, "tokens": 1900, "tokens_per_second": 900.0},  # 1 s
            {"event": "validation", "step": 4},
            {"event": "step", "step": 6, "tokens": 2200, "tokens_per_second": 100.0},  # 3 s
        ]
        measured = measurement.speed_of_log("".join(json.dumps(entry) + "\n" for entry in entries), skipped=2)
        self.assertAlmostEqual(measured.tokens_per_second, 1200 / 4)
        self.assertEqual(measured.tokens_per_update, 300)


class Batches(unittest.TestCase):
    PAIRS = [("a" * source, "b" * target) for source, target in ((3, 2), (9, 1), (1, 5), (2, 2), (2, 8), (30, 2))]

    def test_hold_each_pair_once_within_the_limit(self):
        batches = list(cut(by_length(self.PAIRS), 20))
        self.assertCountEqual([pair for batch in batches for pair in batch], self.PAIRS)
        for batch in batches:
            longest = max(len(side) for pair in batch for side in pair)
            self.assertTrue(len(batch) == 1 or len(batch) * longest <= 20, batch)

    def test_are_as_large_as_the_limit_lets_them_be(self):
        self.assertEqual([len(batch) for batch in cut([("ab", "cd")] * 7, 6)], [3, 3, 1])


class Plan(unittest.TestCase):
    def test_has_each_program_once_a_round_and_another_one_first(self):
        runs = speed.plan(3, ["tiny"], ["float32"], ["tfm", "hf", "onmt"])
        self.assertEqual([program for *_, program in runs],
                         ["tfm", "hf", "onmt", "hf", "onmt", "tfm", "onmt", "tfm", "hf"])


class Tables(unittest.TestCase):
    @staticmethod
    def run_of(program, tokens_per_second, peak_mib):
        return {"size": "tiny", "precision": "float32", "program": program, "tokens_per_second": tokens_per_second,
                "peak_mib": peak_mib, "tokens_per_update": 1500, "foreign_cores": 0.25}

    def test_show_medians_over_the_rounds_and_tfms_ratios(self):
        runs = [self.run_of("tfm", figure, 500) for figure in (2000, 9000, 3000)]
        runs += [self.run_of("hf", figure, 1000) for figure in (1500, 1000, 1400)]
        table = tables.speed_tables({"runs": runs, "matmul": [{"float32": 100.0, "bfloat16": 900.0}]}, {"tfm": "tfm", "hf": "HF"})
        self.assertIn("float32 100, bfloat16 900", table)
        self.assertIn("| tfm | 3,000 (2,000–9,000) | 1.00 | 500 | 1.00 | 1,500 | 0.25 |", table)
        self.assertIn("| HF | 1,400 (1,000–1,500) | 2.14 | 1,000 | 0.50 | 1,500 | 0.25 |", table)

    def test_of_quality_have_a_column_for_each_time(self):
        scores = [{"program": "tfm, float32", "seconds": time, "bleu": time / 100, "chrf": 20.0} for time in (300.0, 600.0)]
        self.assertIn("| tfm, float32 | 3.00 / 20.00 | 6.00 / 20.00 |", tables.quality_table({"scores": scores}, [300.0, 600.0]))


class Machine(unittest.TestCase):
    def test_is_told_by_its_name_cores_and_the_flags_that_matter(self):
        text = "processor\t: 0\nmodel name\t: A CPU\nflags\t\t: fpu avx2 avx512f amx_bf16\n"
        self.assertEqual(machine.describe(text, 2), "A CPU, 2 cores, avx2, avx512f, amx_bf16")

    def test_busy_time_leaves_out_idling_and_waiting(self):
        ticks = os.sysconf("SC_CLK_TCK")
        self.assertEqual(child.busy_seconds(f"cpu  {ticks} 0 {ticks} 5000 7000 0 0 0 0 0"), 2.0)


class Children(unittest.TestCase):
    def test_that_fail_are_told_with_their_last_words(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(UserError, "sh script.sh failed:\nout of paper"):
                pathlib.Path(folder, "script.sh").write_text("echo out of paper >&2; exit 3\n")
                child.run(["/bin/sh", f"{folder}/script.sh"], f"{folder}/log", 1)

    def test_leave_no_process_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            child.run(["/bin/sh", "-c", f"sleep 600 & echo $! > {folder}/pid"], f"{folder}/log", 1)
            pid = int(pathlib.Path(folder, "pid").read_text())
            deadline = time.monotonic() + 10
            while time.monotonic() < deadline and is_running(pid):
                time.sleep(0.01)
            self.assertFalse(is_running(pid))


def is_running(pid):
    """Zombies, which wait for whoever adopted them, don't count."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Arguments(unittest.TestCase):
    def refusal(self, *arguments):
        result = subprocess.run([str(SCRIPTS / "bench_peers.sh"), *arguments], capture_output=True, text=True)
        self.assertNotEqual(result.returncode, 0)
        return result.stderr

    def test_that_nothing_is_called_are_refused(self):
        self.assertIn("no nmt; there are fairseq, hf, onmt, eole", self.refusal("--peers", "hf,nmt"))
        self.assertIn("unrecognized arguments: --round2", self.refusal("--round2"))
        self.assertIn("ascending", self.refusal("quality", "--seconds", "600,300"))

    def test_a_folder_that_lacks_files_is_refused_with_their_names(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("train.en", "train.zh", "valid.en", "valid.zh", "test.en"):
                pathlib.Path(folder, name).write_text("a\n")
            self.assertIn("lacks test.zh", self.refusal("--data", folder))


if __name__ == "__main__":
    unittest.main()
