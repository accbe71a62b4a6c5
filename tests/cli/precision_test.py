""""precision": "auto": measured and picked once, for a run's whole life."""
import json
import signal
import subprocess
import unittest

from cli_testing import TFM, Workspace, tfm, timeless_log, toy_config

MEASURES = "measuring which precision trains faster here"
FILES = ("checkpoints/step-00000040/model.safetensors", "checkpoints/step-00000040/optimizer.safetensors", "best/model.safetensors")


class AutomaticPrecision(Workspace):
    def setUp(self):
        super().setUp()
        self.write_config(toy_config(training={"precision": "auto"}))

    def picked(self, folder=None):
        return json.loads(((folder or self.run_folder) / "config.json").read_text())["training"]["precision"]

    def events(self, folder=None):
        lines = ((folder or self.run_folder) / "log.jsonl").read_text(encoding="utf-8").splitlines()
        return [line for line in map(json.loads, lines) if line["event"] == "precision"]

    def assert_equal_runs(self, one, other):
        for name in FILES:
            self.assertEqual((one / name).read_bytes(), (other / name).read_bytes(), name)

    def test_the_choice_is_logged_and_stored(self):
        result = self.assert_done(self.train())
        self.assertEqual(result.stderr.count(MEASURES), 1)
        self.assertIn(self.picked(), ("float32", "bfloat16"))
        event, = self.events()
        self.assertEqual((event["step"], event["precision"]), (0, self.picked()))
        if "this device has no bfloat16" in result.stderr:
            self.assertEqual(self.picked(), "float32")
            self.assertNotIn("float32_tokens_per_second", event)
        else:
            self.assertRegex(result.stderr, rf"precision {self.picked()}: float32 trains \S+ tok/s, bfloat16 \S+ tok/s")
            speeds = event["float32_tokens_per_second"], event["bfloat16_tokens_per_second"]
            self.assertGreater(min(speeds), 0)
            self.assertEqual(self.picked() == "bfloat16", speeds[1] > 1.1 * speeds[0])
        self.assertEqual(json.loads((self.run_folder / "best/config.json").read_text())["training"]["precision"], self.picked())
        run = json.loads(self.assert_done(tfm("inspect", self.run_folder, "--format", "json")).stdout)["run"]
        self.assertEqual(run["precision"], self.picked())
        self.assertRegex(self.assert_done(tfm("inspect", self.run_folder)).stdout, rf"(?m)^precision +{self.picked()}$")

    def test_measuring_leaves_no_trace_in_the_run(self):
        self.assert_done(self.train())
        stated = self.folder / "stated"
        self.assert_done(self.train("--output", stated, "--set", f"/training/precision={self.picked()}"))
        self.assert_equal_runs(self.run_folder, stated)
        log = [line for line in timeless_log(self.run_folder) if line["event"] != "precision"]
        self.assertEqual(log, timeless_log(stated))
        self.assertEqual(self.events(stated), [])

    def test_a_resumed_run_takes_what_was_picked(self):
        for precision in ("float32", "bfloat16"):  # whichever this machine would pick: the stored one counts
            with self.subTest(precision):
                unbroken = self.folder / f"unbroken-{precision}"
                self.assert_done(self.train("--output", unbroken, "--set", f"/training/precision={precision}"))
                self.assert_done(self.train("--fresh", "--set", f"/training/precision={precision}", "--set", "/training/max_steps=20"))
                result = self.assert_done(self.train())
                self.assertNotIn(MEASURES, result.stderr)
                self.assertIn(f"precision {precision}: the run began with it", result.stderr)
                self.assertEqual(self.picked(), precision)
                self.assert_equal_runs(unbroken, self.run_folder)

    def test_an_interrupted_run_equals_an_unbroken_one(self):
        self.write_config(toy_config(training={"precision": "auto", "log_every": 1}))
        self.assertEqual(self.interrupted_run(signal.SIGTERM, 7), 143)
        measured = self.events()
        resumed = self.assert_done(tfm("train", "--config", self.run_folder / "config.json", "--threads", 1))
        self.assertNotIn(MEASURES, resumed.stderr)
        self.assertEqual(self.events(), measured)
        unbroken = self.folder / "unbroken"
        self.assert_done(self.train("--output", unbroken, "--set", f"/training/precision={self.picked()}"))
        self.assert_equal_runs(unbroken, self.run_folder)

    def test_a_run_that_was_killed_before_its_first_checkpoint_keeps_its_choice(self):
        self.write_config(toy_config(training={"precision": "auto", "max_steps": 100000, "save_every": 100000, "log_every": 1}))
        process = subprocess.Popen([TFM, "train", "--config", str(self.config), "--threads", "1"], stderr=subprocess.DEVNULL)
        log = self.run_folder / "log.jsonl"
        self.wait_until(lambda: log.exists() and '"step":3,' in log.read_text(), process)
        process.kill()
        process.wait(timeout=60)
        picked = self.picked()
        result = self.assert_done(self.train("--set", "/training/max_steps=20"))
        self.assertNotIn(MEASURES, result.stderr)
        self.assertEqual([event["precision"] for event in self.events()], [picked])
        # Another model may be faster in the other precision.
        (self.run_folder / "checkpoints").rename(self.folder / "elsewhere")
        self.assertIn(MEASURES, self.assert_done(self.train("--set", "/training/max_steps=20", "--set", "/model/d_model=64")).stderr)

    def test_another_precision_than_the_picked_one_is_refused(self):
        self.assert_done(self.train())
        other = {"float32": "bfloat16", "bfloat16": "float32"}[self.picked()]
        for precision in (other, "float16"):
            self.assert_error(self.train("--set", f"/training/precision={precision}"), 2,
                              f'/training/precision: "{self.picked()}" -> "{precision}"')
        self.assert_done(self.train("--set", f"/training/precision={self.picked()}"))

    def test_a_dry_run_measures_nothing(self):
        self.assertNotIn(MEASURES, self.assert_done(self.train("--dry-run")).stderr)
        self.assertFalse(self.run_folder.exists())
        self.assert_done(self.train())
        self.assertNotIn(MEASURES, self.assert_done(self.train("--dry-run")).stderr)

    def test_a_benchmark_asks_which(self):
        self.assert_error(tfm("bench", "--config", self.config), 2, '/training/precision is "auto"', "--precision")


if __name__ == "__main__":
    unittest.main()
