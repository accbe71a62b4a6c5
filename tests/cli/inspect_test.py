"""tfm inspect through the program: runs, checkpoints, damage."""
import fcntl
import json
import shutil
import signal
import tempfile
import unittest
from pathlib import Path

from cli_testing import Workspace, tfm, toy_config, trained_model


def copy_of_the_run(test):
    folder = Path(tempfile.mkdtemp(prefix="tfm-inspect-"))
    test.addCleanup(shutil.rmtree, folder, ignore_errors=True)
    return Path(shutil.copytree(trained_model() / "run", folder / "run"))


def flip_a_bit(file):
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(bytes(content))


def log_of(run):
    return [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]


class InspectRun(Workspace):
    def inspect(self, folder):
        return json.loads(self.assert_done(tfm("inspect", folder, "--format", "json")).stdout)

    def test_says_what_the_log_and_the_data_say(self):
        run = trained_model() / "run"
        found = self.inspect(run)["run"]
        log = log_of(run)
        step = [line for line in log if line["event"] == "step"][-1]
        validations = [line for line in log if line["event"] == "validation"]
        self.assertEqual((found["state"], found["step"], found["max_steps"]), ("finished", 400, 400))
        self.assertEqual((found["tokens"], found["loss"], found["learning_rate"]),
                         (step["tokens"], step["loss"], step["learning_rate"]))
        for key, line in (("last_validation", validations[-1]),
                          ("best_validation", [line for line in validations if line["best"]][-1])):
            self.assertEqual(found[key], {name: line[name] for name in ("step", "loss", "bleu", "chrf")})
        self.assertEqual(found["corpora"], {"read": 3000, "kept": 3000, "dropped": 0, "altered": 0})
        self.assertGreater(found["seconds"], 0)
        self.assertEqual([(entry["step"], entry["whole"]) for entry in found["checkpoints"]], [(200, True), (400, True)])
        size = sum(file.stat().st_size for file in (run / "checkpoints" / "step-00000400").iterdir())
        self.assertEqual(found["checkpoints"][-1]["bytes"], size)
        self.assertTrue(Path(found["report"]).is_file())

    def test_says_it_in_words_beside_the_model(self):
        text = self.assert_done(tfm("inspect", trained_model() / "run")).stdout
        for part in ("run: finished at step 400 of 400", "loss curve", "█", "best validation", "BLEU",
                     "3,000 pairs read, 3,000 kept, 0 dropped, 0 altered", "step-00000400", "whole", "report.html",
                     "encoder self-attention", '"d_model": 64'):
            self.assertIn(part, text)

    def test_a_damaged_checkpoint_is_named_and_the_rest_is_shown(self):
        run = copy_of_the_run(self)
        damaged = run / "checkpoints" / "step-00000200" / "optimizer.safetensors"
        flip_a_bit(damaged)
        result = tfm("inspect", run)
        self.assert_error(result, 1, f"{damaged} is damaged", "checksum", "use another checkpoint")
        self.assertIn("damaged: ", result.stdout)
        self.assertIn("encoder self-attention", result.stdout)
        result = tfm("inspect", run, "--format", "json")
        self.assertEqual(result.returncode, 1)
        checkpoints = json.loads(result.stdout)["run"]["checkpoints"]
        self.assertEqual([entry["whole"] for entry in checkpoints], [False, True])
        self.assertIn(str(damaged), checkpoints[0]["problem"])

    def test_a_damaged_best_model_is_named_beside_the_run(self):
        run = copy_of_the_run(self)
        flip_a_bit(run / "best" / "model.safetensors")
        result = tfm("inspect", run)
        self.assert_error(result, 1, str(run / "best" / "model.safetensors"), "checksum")
        self.assertIn("finished at step 400", result.stdout)

    def test_a_single_checkpoint_is_verified_as_a_whole(self):
        run = copy_of_the_run(self)
        folder = run / "checkpoints" / "step-00000200"
        found = self.inspect(folder)
        self.assertEqual((found["checkpoint"]["step"], found["checkpoint"]["whole"]), (200, True))
        self.assertGreater(found["parameters"], 0)
        text = self.assert_done(tfm("inspect", folder)).stdout
        self.assertIn("every file equals its checksum", text)
        for name in ("optimizer.safetensors", "model.safetensors", "state.json"):
            good = (folder / name).read_bytes()
            (folder / name).write_bytes(good[:len(good) // 2])
            self.assert_error(tfm("inspect", folder), 1, f"{folder / name} is damaged", "use another checkpoint")
            (folder / name).write_bytes(good)

    def test_tells_a_run_that_goes_on_from_one_that_was_stopped(self):
        run = copy_of_the_run(self)
        config = json.loads((run / "config.json").read_text())
        config["training"]["max_steps"] = 1000
        (run / "config.json").write_text(json.dumps(config))
        self.assertEqual(self.inspect(run)["run"]["state"], "stopped")
        with open(run / ".lock", "r+", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assertEqual(self.inspect(run)["run"]["state"], "running")

    def test_a_run_that_diverged_says_so_here_and_on_its_page(self):
        self.write_config(toy_config(training={"learning_rate": 1e30, "warmup_steps": 0, "clip_norm": 0}))
        self.assert_error(self.train(), 3, "training diverged")
        found = tfm("inspect", self.run_folder)
        self.assert_done(found)
        self.assertIn("diverged at step", found.stdout)
        self.assertIn("no checkpoint yet", found.stdout)
        page = (self.run_folder / "report.html").read_text(encoding="utf-8")
        self.assertIn('badge diverged">diverged', page)
        self.assertIn("updates in a row had a loss or gradient that is not finite", page)

    def test_a_stopped_run_says_so_on_its_page_and_goes_on(self):
        self.write_config(toy_config(training={"max_steps": 4000}))
        self.assertEqual(self.interrupted_run(signal.SIGTERM, 30), 143)
        page = self.run_folder / "report.html"
        self.assertIn('badge stopped">stopped', page.read_text(encoding="utf-8"))
        self.assertNotIn('http-equiv="refresh"', page.read_text(encoding="utf-8"))
        self.assertEqual(self.inspect(self.run_folder)["run"]["state"], "stopped")
        self.assertEqual(self.interrupted_run(signal.SIGKILL, 200), -signal.SIGKILL)
        self.assertIn('http-equiv="refresh"', page.read_text(encoding="utf-8"))  # nobody was left to say that it ended
        self.assertEqual(self.inspect(self.run_folder)["run"]["state"], "stopped")
        self.assert_done(self.train("--set", "/training/max_steps=240"))
        samples = [line["step"] for line in log_of(self.run_folder) if line["event"] == "samples"]
        self.assertEqual(samples, list(range(20, 241, 20)))
        self.assertIn('badge finished">finished', page.read_text(encoding="utf-8"))

    def test_a_page_that_cannot_be_written_ends_no_training(self):
        in_the_way = self.run_folder / "report.html"
        in_the_way.mkdir(parents=True)
        (in_the_way / "file").touch()
        result = self.assert_done(self.train())
        self.assertEqual(result.stderr.count("training goes on without a report"), 1, result.stderr)


if __name__ == "__main__":
    unittest.main()
