"""tfm train through the program: what it writes, how it goes on, how it stops."""
import hashlib
import json
import shutil
import signal
import subprocess
import time
import unittest

from cli_testing import TFM, Workspace, tfm, timeless_log, toy_config, toy_pairs, write_pairs


class Train(Workspace):
    def log(self, folder=None):
        return timeless_log(folder or self.run_folder)

    def digest(self, step, folder=None):
        path = (folder or self.run_folder) / "checkpoints" / f"step-{step:08}" / "model.safetensors"
        return hashlib.sha256(path.read_bytes()).hexdigest()

    def test_writes_the_run_folder_of_the_contract(self):
        result = self.assert_done(self.train())
        self.assertEqual(result.stdout, "")
        for name in ("config.json", "tokenizer/shared.model", "data/report.json", "checkpoints/step-00000020/state.json",
                     "checkpoints/step-00000040/optimizer.safetensors", "best/model.safetensors", "best/config.json",
                     "best/tokenizer/shared.model", "log.jsonl"):
            self.assertTrue((self.run_folder / name).exists(), name)
        report = json.loads((self.run_folder / "data/report.json").read_text())
        self.assertEqual((report["read"], report["kept"], report["dropped"]), (400, 400, 0))
        validations = [line for line in self.log() if line["event"] == "validation"]
        self.assertEqual([line["step"] for line in validations], [20, 40])
        self.assertEqual(set(validations[0]), {"event", "step", "loss", "bleu", "chrf", "best"})

    def test_two_runs_with_one_seed_are_equal_to_the_byte(self):
        self.assert_done(self.train())
        other = self.folder / "other"
        self.assert_done(self.train("--output", other))
        self.assertEqual(self.digest(40), self.digest(40, other))
        self.assertEqual(self.log(), self.log(other))

    def test_two_runs_on_several_threads_are_equal_to_the_byte(self):
        self.write_config(toy_config(model={"d_model": 64, "ffn_dim": 128}, training={"batch_tokens": 2000}))
        for folder in ("one", "two"):
            self.assert_done(tfm("train", "--config", self.config, "--threads", 2, "--output", self.folder / folder))
        self.assertEqual(self.digest(40, self.folder / "one"), self.digest(40, self.folder / "two"))
        self.assertEqual(self.log(self.folder / "one"), self.log(self.folder / "two"))

    def test_a_finished_run_goes_on_when_max_steps_is_raised(self):
        self.assert_done(self.train())
        again = self.assert_done(self.train())
        self.assertIn("finished at step 40", again.stderr)
        more = self.assert_done(self.train("--set", "/training/max_steps=60"))
        self.assertIn("/training/max_steps: 40 -> 60", more.stderr)
        self.assertTrue((self.run_folder / "checkpoints/step-00000060").exists())

    def test_max_steps_does_not_bend_a_schedule_that_ends_there(self):
        falling = ("--set", "/training/schedule=cosine", "--set", "/training/final_learning_rate=0.001")
        self.assert_done(self.train(*falling))
        raised = (*falling, "--set", "/training/max_steps=60")
        self.assert_error(self.train(*raised), 2, "/training/decay_steps: 40 -> 60", "with /training/decay_steps 40")
        self.assert_done(self.train(*raised, "--set", "/training/decay_steps=40"))
        self.assertEqual([line["learning_rate"] for line in self.log() if line["event"] == "step"][-1], 0.001)

    def test_a_schedule_that_ends_at_zero_has_no_more_to_give(self):
        falling = ("--set", "/training/schedule=linear")
        self.assert_done(self.train(*falling))
        self.assert_error(self.train(*falling, "--set", "/training/max_steps=60"), 2, "falls to 0 at 40 updates")

    def test_every_optimizer_trains(self):
        settings = {"adam": [], "adamw": [], "sgd": ["--set", "/training/momentum=0.9", "--set", "/training/nesterov=true"]}
        for optimizer, more in settings.items():
            folder = self.folder / optimizer
            self.assert_done(self.train("--output", folder, "--set", f"/training/optimizer={optimizer}", *more))
            self.assertTrue((folder / "checkpoints/step-00000040").exists())
        self.assertEqual(self.digest(40, self.folder / "adam"), self.digest(40, self.folder / "adamw"))

    def test_the_saved_config_is_accepted(self):
        self.assert_done(self.train())
        self.config = self.run_folder / "config.json"
        result = self.assert_done(self.train())
        self.assertIn("finished at step 40", result.stderr)

    def test_a_changed_config_is_refused_with_both_values(self):
        self.assert_done(self.train())
        self.assert_error(self.train("--set", "/model/d_model=64", "--set", "/training/seed=9"), 2,
                          "/model/d_model: 32 -> 64", "/training/seed: 1 -> 9", "--fresh")

    def test_fresh_moves_the_old_run_aside(self):
        self.assert_done(self.train())
        self.assert_done(self.train("--fresh", "--set", "/training/seed=9"))
        self.assertTrue((self.folder / "run.old-1/checkpoints/step-00000040").exists())
        self.assertNotEqual(self.digest(40), self.digest(40, self.folder / "run.old-1"))

    def test_fresh_moves_nothing_but_runs(self):
        mine = self.folder / "mine"
        mine.mkdir()
        (mine / "thesis.txt").write_text("words")
        self.assert_error(self.train("--fresh", "--output", mine), 2, "is no run of tfm")
        self.assertTrue((mine / "thesis.txt").exists())

    def test_fresh_leaves_the_old_run_where_the_new_one_comes_to_nothing(self):
        self.assert_done(self.train())
        before = self.digest(40)
        for setting, fragment in (('/data/train/0/source="missing.en"', "missing.en"), ("/tokenizer/vocab_size=5000", "vocab_size"),
                                  ('/training/fine_tuning/model="run"', "--fresh")):
            result = self.train("--fresh", "--set", setting, cwd=self.folder)
            self.assert_error(result, 2, fragment)
            self.assertEqual(self.digest(40), before)
            self.assertEqual([path.name for path in self.folder.glob("run*")], ["run"])
        self.assertIn("finished at step 40", self.assert_done(self.train()).stderr)

    def test_dry_run_checks_and_writes_nothing(self):
        self.assert_done(self.train("--dry-run"))
        self.assertFalse(self.run_folder.exists())
        (self.folder / "train.zh").unlink()
        self.assert_error(self.train("--dry-run"), 2, "train.zh")

    def test_the_test_set_is_scored_when_training_ends(self):
        self.write_config(toy_config(data={"test": {"source": "test.en", "target": "test.zh"}}))
        result = self.assert_done(self.train())
        self.assertRegex(result.stdout, r"^BLEU\|nrefs:1\|case:mixed\|eff:no\|tok:zh\|smooth:exp\|version:2\.6\.0 = \d+\.\d\d ")

    def test_separate_vocabularies_and_post_norm_train(self):
        config = toy_config(tokenizer={"shared": False, "vocab_size": 40}, model={"norm": "post", "tie_embeddings": "none"})
        self.write_config(config)
        self.assert_done(self.train())
        for name in ("source.model", "target.model"):
            self.assertTrue((self.run_folder / "best/tokenizer" / name).exists())

    def test_trains_without_a_validation_set(self):
        config = toy_config()
        del config["data"]["valid"]
        self.write_config(config)
        self.assert_done(self.train())
        self.assertTrue((self.run_folder / "best/model.safetensors").exists())

    def test_signals_save_stop_and_the_next_start_ends_like_an_unbroken_run(self):
        config = toy_config(training={"max_steps": 300, "save_every": 1000, "validate_every": 50, "log_every": 10})
        self.write_config(config)
        unbroken = self.folder / "unbroken"
        self.assert_done(self.train("--output", unbroken))
        for number, at_step in ((signal.SIGINT, 20), (signal.SIGTERM, 60), (signal.SIGHUP, 100)):
            self.assertEqual(self.interrupted_run(number, at_step), 128 + number)
            self.assertTrue(list((self.run_folder / "checkpoints").iterdir()))
        self.assert_done(self.train())
        self.assertEqual(self.digest(300), self.digest(300, unbroken))
        self.assertEqual(self.log(), self.log(unbroken))

    def test_a_killed_run_goes_on_from_its_newest_checkpoint(self):
        config = toy_config(training={"max_steps": 300, "save_every": 50, "validate_every": 100, "log_every": 10})
        self.write_config(config)
        unbroken = self.folder / "unbroken"
        self.assert_done(self.train("--output", unbroken))
        for at_step in (50, 130, 220):
            self.assertEqual(self.interrupted_run(signal.SIGKILL, at_step), -signal.SIGKILL)
        result = self.assert_done(self.train())
        self.assertIn("going on from", result.stderr)
        self.assertEqual(self.digest(300), self.digest(300, unbroken))
        self.assertEqual(self.log(), self.log(unbroken))

    def test_a_lost_best_model_is_made_again_from_its_checkpoint(self):
        self.write_config(toy_config(training={"best_metric": "loss"}))
        self.assert_done(self.train())
        best = self.run_folder / "best/model.safetensors"
        before = best.read_bytes()
        for damage in (lambda: shutil.rmtree(best.parent), lambda: best.write_bytes(before[:1000]),
                       lambda: (best.parent / "config.json").unlink()):
            damage()
            result = self.assert_done(self.train())
            self.assertIn("the best model, of step 40, is lost", result.stderr)
            self.assertEqual(best.read_bytes(), before)
        self.assertNotIn("is lost", self.assert_done(self.train()).stderr)
        shutil.rmtree(best.parent)
        shutil.rmtree(self.run_folder / "checkpoints/step-00000040")
        result = self.assert_done(self.train())  # does the last updates again
        self.assertEqual(best.read_bytes(), before)

    def test_a_lost_log_is_a_pity_and_no_end(self):
        self.assert_done(self.train())
        unbroken = self.folder / "unbroken"
        self.assert_done(self.train("--output", unbroken, "--set", "/training/max_steps=60"))
        (self.run_folder / "log.jsonl").unlink()
        self.assertIn("stopped at step 40", tfm("inspect", self.run_folder).stdout.replace("finished", "stopped"))
        result = self.assert_done(self.train("--set", "/training/max_steps=60"))
        self.assertIn("has lost lines", result.stderr)
        self.assertEqual(self.digest(60), self.digest(60, unbroken))

    def test_a_renamed_checkpoint_is_not_believed(self):
        self.assert_done(self.train())
        checkpoints = self.run_folder / "checkpoints"
        (checkpoints / "step-00000040").rename(checkpoints / "step-00000500")
        result = self.assert_done(self.train())
        self.assertIn("step-00000500 was renamed: its state says step-00000040", result.stderr)
        self.assertIn("going on from " + str(checkpoints / "step-00000020"), result.stderr)

    def test_a_run_whose_checkpoints_were_removed_says_that_it_begins_anew(self):
        self.assert_done(self.train())
        shutil.rmtree(self.run_folder / "checkpoints")
        self.assertIn("no checkpoint to go on from", self.assert_done(self.train()).stderr)

    def test_a_reader_that_goes_away_makes_it_save_and_stop(self):
        self.write_config(toy_config(training={"max_steps": 100000, "save_every": 100000, "validate_every": 1, "log_every": 1}))
        process = subprocess.Popen([TFM, "train", "--config", str(self.config), "--threads", "1"], stderr=subprocess.PIPE)
        self.wait_until((self.run_folder / "log.jsonl").exists, process)
        process.stderr.close()
        self.assertEqual(process.wait(timeout=60), 128 + signal.SIGPIPE)
        self.assertTrue(list((self.run_folder / "checkpoints").glob("step-*")))

    def test_a_damaged_checkpoint_is_passed_over(self):
        self.assert_done(self.train())
        newest = self.run_folder / "checkpoints/step-00000040/model.safetensors"
        newest.write_bytes(newest.read_bytes()[:100])
        result = self.assert_done(self.train())
        self.assertIn("passing over a checkpoint", result.stderr)
        self.assertIn("step-00000020", result.stderr)

    def test_a_second_trainer_in_the_same_folder_is_refused(self):
        config = toy_config(training={"max_steps": 100000, "save_every": 100000, "validate_every": 100000})
        self.write_config(config)
        first = subprocess.Popen([TFM, "train", "--config", str(self.config), "--threads", "1"], stderr=subprocess.PIPE)
        try:
            deadline = time.monotonic() + 60
            while not (self.run_folder / "log.jsonl").exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assert_error(self.train(), 1, "in use", str(first.pid))
        finally:
            first.terminate()
            first.communicate(timeout=60)

    def test_more_pairs_in_a_started_run_are_refused(self):
        self.assert_done(self.train())
        write_pairs(self.folder, "train", toy_pairs(401, 1))
        self.assert_error(self.train(), 2, "train.en", "--fresh")

    def test_a_dry_run_finds_what_a_run_that_is_there_forbids(self):
        self.assert_done(self.train())
        self.assert_done(self.train("--dry-run"))
        self.assert_error(self.train("--dry-run", "--set", "/training/seed=2"), 2, "/training/seed")
        self.assert_done(self.train("--dry-run", "--fresh", "--set", "/training/seed=2"))


if __name__ == "__main__":
    unittest.main()
