"""What a training config can ask for: limits, early stopping, averages, fine-tuning, ways out of divergence."""
import json
import shutil
import unittest
from array import array

from cli_testing import Workspace, tfm, timeless_log, toy_config, write_pairs, toy_pairs


def tensors(path):
    """Name -> values of a safetensors file of float32, read without any library."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8:8 + length])
    header.pop("__metadata__", None)
    found = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        found[name] = array("f", data[8 + length + begin:8 + length + end])
    return found


class TrainingOptions(Workspace):
    def set(self, **training):
        self.write_config(toy_config(training=training))

    def validations(self):
        return [line for line in timeless_log(self.run_folder) if line["event"] == "validation"]

    def checkpoints(self):
        return sorted(path.name for path in (self.run_folder / "checkpoints").iterdir())

    def weights(self, folder):
        return tensors(folder / "model.safetensors")

    def test_each_limit_ends_the_run_and_a_raised_one_goes_on_with_it(self):
        for key, low, high in (("max_epochs", 2, 3), ("max_tokens", 1500, 2500)):
            with self.subTest(key):
                self.set(**{key: low})
                first = self.assert_done(self.train("--fresh"))
                self.assertIn(f"training ends: {key} reached", first.stderr)
                steps = self.validations()[-1]["step"]
                self.assertLess(steps, 40)
                again = self.assert_done(self.train())
                self.assertIn(f"finished at step {steps}:", again.stderr)
                self.set(**{key: high})
                more = self.assert_done(self.train())
                self.assertIn(f"/training/{key}: {low} -> {high}", more.stderr)
                self.assertGreater(self.validations()[-1]["step"], steps)

    def test_hours_are_counted_over_all_starts(self):
        self.set(max_hours=0.00001, max_steps=100000, save_every=100000)
        first = self.assert_done(self.train())
        self.assertIn("training ends: max_hours reached", first.stderr)
        again = self.assert_done(self.train())
        self.assertIn("training ends: max_hours reached", again.stderr)
        self.assertEqual(len(self.checkpoints()), 1)

    def test_patience_stops_the_run_and_says_why(self):
        self.set(patience=2, patience_threshold=1000, validate_every=5, best_metric="loss")
        result = self.assert_done(self.train())
        self.assertIn("training ends: no gain in 2 validations (patience)", result.stderr)
        self.assertEqual([line["step"] for line in self.validations()], [5, 10, 15])
        self.assertIn("finished at step 15:", self.assert_done(self.train()).stderr)

    def test_the_metric_says_which_is_best(self):
        steps = {}
        for metric in ("loss", "bleu", "chrf"):
            self.set(best_metric=metric, validate_every=5, max_steps=60)
            self.assert_done(self.train("--fresh"))
            score = (lambda line: -line["loss"]) if metric == "loss" else (lambda line: line[metric])
            best = max(self.validations(), key=score)
            steps[metric] = [line["step"] for line in self.validations() if line["best"]][-1]
            self.assertEqual(steps[metric], best["step"], metric)

    def test_the_best_checkpoints_are_kept_and_averaged(self):
        self.set(keep_best=2, keep_checkpoints=1, validate_every=5, save_every=10, best_metric="loss")
        self.assert_done(self.train())
        ranked = sorted(self.validations(), key=lambda line: line["loss"])
        best = [f"step-{line['step']:08}" for line in ranked[:2]]
        self.assertEqual(self.checkpoints(), sorted({*best, "step-00000040"}))
        output = self.folder / "average"
        result = self.assert_done(tfm("average", "--model", self.run_folder, "--best", 2, "--output", output))
        self.assertIn(f"averaged {best[0]}, {best[1]}", result.stderr)
        one, two = (self.weights(self.run_folder / "checkpoints" / name) for name in best)
        for name, values in self.weights(output).items():
            for mean, a, b in zip(values, one[name], two[name]):
                self.assertAlmostEqual(mean, (a + b) / 2, delta=1e-7 * max(1.0, abs(a) + abs(b)))
        translated = self.assert_done(tfm("translate", "--model", output, "red cat"))
        self.assertTrue(translated.stdout.strip())

    def test_average_takes_the_newest_and_refuses_what_is_not_there(self):
        self.assert_done(self.train())
        average = ("average", "--model", self.run_folder)
        output = self.folder / "average"
        self.assert_done(tfm(*average, "--last", 2, "--output", output))
        self.assert_error(tfm(*average, "--last", 2, "--output", output), 2, "is there already")
        self.assert_error(tfm(*average, "--last", 3, "--output", self.folder / "b"), 2, "has 2 checkpoints", "keep_checkpoints")
        self.assert_error(tfm(*average, "--best", 3, "--output", self.folder / "b"), 2, "has 2 checkpoints", "keep_best")
        self.assert_error(tfm("average", "--model", output, "--last", 1, "--output", self.folder / "b"), 2, "must be a run folder")
        self.assertEqual(tfm(*average, "--output", self.folder / "b").returncode, 2)
        self.assertEqual(tfm(*average, "--last", 1, "--best", 1, "--output", self.folder / "b").returncode, 2)
        self.assertFalse((self.folder / "b").exists())

    def test_a_moving_average_is_what_validation_and_translation_use(self):
        self.write_config(toy_config(training={"average_decay": 0.9}, evaluation={"beam_size": 5}))
        self.assert_done(self.train())
        scores = self.validations()[-1]
        newest = self.run_folder / "checkpoints/step-00000040"
        optimizer = tensors(newest / "optimizer.safetensors")
        self.assertNotEqual(self.weights(newest)["embedding.weight"], optimizer["trained_weight.embedding.weight"])
        result = self.assert_done(tfm("eval", "--model", newest, "--source", self.folder / "valid.en", "--reference",
                                      self.folder / "valid.zh", "--metrics", "bleu", "--format", "json"))
        self.assertAlmostEqual(json.loads(result.stdout)[0]["score"], scores["bleu"], places=9)

    def test_each_kind_of_dropout_and_each_precision_changes_the_run(self):
        seen = {}
        for setting in ("/training/seed=1", "/model/attention_dropout=0.2", "/model/activation_dropout=0.2", "/model/word_dropout=0.2",
                        "/training/precision=bfloat16", "/training/precision=float16"):
            self.assert_done(self.train("--fresh", "--set", setting))
            seen[setting] = self.validations()[-1]["loss"]
        self.assertEqual(len(set(seen.values())), len(seen), seen)
        self.assertLess(max(seen.values()), 1.3 * min(seen.values()), seen)

    def test_recomputation_changes_nothing_that_shows(self):
        self.assert_done(self.train())
        plain = self.validations()[-1]["loss"]
        self.assert_done(self.train("--fresh", "--set", "/training/recompute_activations=true"))
        self.assertAlmostEqual(self.validations()[-1]["loss"], plain, places=3)

    # --- fine-tuning ---

    def fine_tune(self, *arguments, model="base"):
        return self.train("--output", self.folder / "tuned", "--set", f"/training/fine_tuning/model={self.folder / model}", *arguments)

    def test_fine_tuning_begins_with_weights_and_vocabulary_of_the_model(self):
        self.assert_done(self.train("--output", self.folder / "base"))
        write_pairs(self.folder, "train", toy_pairs(50, 9))  # too few for a vocabulary of their own
        for model in ("base", "base/best", "base/checkpoints/step-00000040"):
            with self.subTest(model):
                result = self.assert_done(self.fine_tune("--fresh", "--set", "/training/learning_rate=1e-12", model=model))
                self.assertIn("starting with the weights of", result.stderr)
                base, tuned = self.weights(self.folder / "base/best"), self.weights(self.folder / "tuned/best")
                for name, values in base.items():
                    for a, b in zip(values, tuned[name]):
                        self.assertAlmostEqual(a, b, places=6)
        vocabulary = "tokenizer/shared.model"
        self.assertEqual((self.folder / "base" / vocabulary).read_bytes(), (self.folder / "tuned" / vocabulary).read_bytes())

    def test_frozen_parts_stay_and_the_rest_learns(self):
        self.assert_done(self.train("--output", self.folder / "base"))
        self.assert_done(self.fine_tune("--set", '/training/fine_tuning/frozen=["encoder","embedding"]'))
        base, tuned = self.weights(self.folder / "base/best"), self.weights(self.folder / "tuned/best")
        for name, values in base.items():
            self.assertEqual(values == tuned[name], name.startswith(("encoder.", "embedding.")), name)
        self.assert_error(self.fine_tune("--fresh", "--set", '/training/fine_tuning/frozen=["encodr"]'), 2, 'no part "encodr"', "decoder")

    def test_a_kept_optimizer_goes_on_where_it_was(self):
        self.assert_done(self.train("--output", self.folder / "base"))
        self.assert_done(self.fine_tune())
        reset = self.weights(self.folder / "tuned/best")
        result = self.assert_done(self.fine_tune("--fresh", "--set", "/training/fine_tuning/optimizer=keep"))
        self.assertIn("the optimizer goes on from", result.stderr)
        self.assertNotEqual(reset, self.weights(self.folder / "tuned/best"))
        state = json.loads((self.folder / "tuned/checkpoints/step-00000040/state.json").read_text())["training"]
        self.assertEqual((state["step"], state["optimizer_updates"]), (40, 80))
        self.assert_error(self.fine_tune("--fresh", "--set", "/training/fine_tuning/optimizer=keep", model="base/best"), 2,
                          "has no checkpoint", "reset")
        self.assert_error(self.fine_tune("--fresh", "--set", "/training/fine_tuning/optimizer=keep", "--set",
                                         "/training/optimizer=sgd"), 2, "/training/optimizer", "adamw")

    def test_another_model_than_the_configs_is_refused_by_name(self):
        self.assert_done(self.train("--output", self.folder / "base"))
        self.assert_error(self.fine_tune("--set", "/model/d_model=64"), 2, "/model/d_model: 32 there, 64 here")
        self.assert_done(self.fine_tune("--set", "/model/dropout=0.3"))
        self.assert_error(self.fine_tune("--fresh", model="nothing"), 2, "is no folder")

    def test_mistakes_in_fine_tuning_are_found_before_any_work(self):
        self.assert_done(self.train("--output", self.folder / "base"))
        other = self.folder / "other"
        self.assert_done(self.train("--output", other, "--set", "/tokenizer/vocab_size=58"))
        cases = (("/tokenizer/vocab_size=50", "without effect", "/tokenizer/vocab_size"),
                 ("/tokenizer/shared=false", "without effect", "/tokenizer/shared"),
                 (f"/tokenizer/source_model={other}/tokenizer/shared.model", "is another vocabulary"),
                 ('/training/fine_tuning/frozen=["encoder."]', "no part"))
        for setting, *fragments in cases:
            self.assert_error(self.fine_tune("--set", setting), 2, *fragments)
            self.assertFalse((self.folder / "tuned/data").exists(), setting)
        self.assert_error(self.train("--set", '/training/fine_tuning/frozen=["encoder"]'), 2, "needs a model")
        self.assert_done(self.fine_tune("--set", "/tokenizer/sampling=0.3"))
        config = json.loads((self.folder / "tuned/config.json").read_text())
        self.assertEqual((config["tokenizer"]["sampling"], config["tokenizer"]["vocab_size"]), (0.3, 60))

    def test_the_model_that_a_run_began_with_cannot_change(self):
        self.assert_done(self.train("--output", self.folder / "base"))
        self.assert_done(self.train("--output", self.folder / "base2"))
        self.assert_done(self.fine_tune())
        self.assert_error(self.fine_tune(model="base2"), 2, "/training/fine_tuning/model")
        self.assert_error(self.train("--output", self.folder / "tuned"), 2, "/training/fine_tuning/model")
        self.assert_done(self.train())
        self.assert_error(self.train("--set", f"/training/fine_tuning/model={self.folder / 'base'}"), 2,
                          "/training/fine_tuning/model")

    def test_a_fine_tuned_run_goes_on_without_the_model_it_began_with(self):
        self.assert_done(self.train("--output", self.folder / "base"))
        self.assert_done(self.fine_tune())
        shutil.rmtree(self.folder / "base")
        self.assert_done(self.fine_tune("--set", "/training/max_steps=50"))
        self.assertTrue((self.folder / "tuned/checkpoints/step-00000050").exists())

    # --- divergence ---

    def test_a_diverging_run_goes_back_then_stops_with_exit_code_3(self):
        self.set(optimizer="sgd", learning_rate=1e30, warmup_steps=10, clip_norm=0, save_every=1, max_steps=1000,
                 divergence={"max_skipped": 3})
        result = self.train()
        self.assert_error(result, 3, "training diverged", "learning_rate")
        self.assertIn("update skipped", result.stderr)

    def test_a_loss_that_runs_away_goes_back_to_a_good_checkpoint(self):
        self.set(schedule="constant", learning_rate=1.5, warmup_steps=160, clip_norm=0, save_every=10, max_steps=170,
                 validate_every=170, keep_checkpoints=50, divergence={"max_loss_rise": 1.0, "rollbacks": 100})
        result = self.train()
        self.assertIn(result.returncode, (0, 3))
        self.assertIn("the loss rose to", result.stderr)
        rollbacks = [line for line in timeless_log(self.run_folder) if line["event"] == "rollback"]
        self.assertTrue(rollbacks)
        self.assertLess(rollbacks[0]["to_step"], rollbacks[0]["step"])
        self.assertEqual(rollbacks[0]["learning_rate_factor"], 0.5)


if __name__ == "__main__":
    unittest.main()
