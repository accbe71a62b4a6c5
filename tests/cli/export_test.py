"""tfm export through the program: what the folder holds, and that it translates as its type lets it."""
import json
import shutil
import tempfile
import unittest
from pathlib import Path

from cli_testing import Workspace, tfm, trained_model


class Export(Workspace):
    def setUp(self):
        super().setUp()
        self.folder = Path(tempfile.mkdtemp(prefix="tfm-export-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.run_folder = trained_model() / "run"
        self.lines = (trained_model() / "valid.en").read_text(encoding="utf-8")

    def export(self, *options, name="model"):
        self.assert_done(tfm("export", "--model", self.run_folder, "--output", self.folder / name, *options))
        return self.folder / name

    def translations(self, model, *options):
        done = self.assert_done(tfm("translate", "--model", model, "--format", "jsonl", *options, stdin=self.lines))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_holds_weights_config_and_tokenizer_and_nothing_else(self):
        model = self.export()
        self.assertEqual(sorted(path.name for path in model.iterdir()), ["config.json", "model.safetensors", "tokenizer"])
        self.assertNotIn(str(trained_model()), (model / "config.json").read_text())

    def test_in_float32_translates_as_the_run(self):
        self.assertEqual(self.translations(self.export()), self.translations(self.run_folder))

    def test_fewer_bits_take_less_room_and_are_what_is_computed_with(self):
        sizes = {}
        for dtype in ("float32", "bfloat16", "int8"):
            model = self.export("--dtype", dtype, name=dtype)
            sizes[dtype] = (model / "model.safetensors").stat().st_size
            self.assertEqual(json.loads((model / "config.json").read_text())["decoding"]["dtype"], dtype)
            # What was rounded on the way is rounded alike where it is done at once.
            shipped, at_once = self.translations(model), self.translations(self.run_folder, "--dtype", dtype)
            self.assertEqual([line["translation"] for line in shipped], [line["translation"] for line in at_once])
            for one, other in zip(shipped, at_once):
                self.assertAlmostEqual(one["score"], other["score"], delta=0.02)  # the embeddings are rounded as well
        self.assertLess(sizes["bfloat16"], 0.65 * sizes["float32"])
        self.assertLess(sizes["int8"], 0.5 * sizes["float32"])

    def test_reduced_scores_are_near_but_others(self):
        exact = [line["score"] for line in self.translations(self.run_folder)]
        for dtype, most in (("bfloat16", 0.1), ("int8", 0.2)):
            scores = [line["score"] for line in self.translations(self.run_folder, "--dtype", dtype)]
            self.assertNotEqual(scores, exact)
            distances = sorted(abs(one - other) for one, other in zip(scores, exact))
            self.assertLess(distances[len(distances) // 2], most, dtype)

    def test_an_exported_model_can_be_inspected_and_exported_again(self):
        small = self.export("--dtype", "int8")
        self.assert_done(tfm("inspect", small))
        again = self.folder / "again"
        self.assert_done(tfm("export", "--model", small, "--output", again, "--dtype", "int8"))
        self.assertEqual((small / "model.safetensors").read_bytes(), (again / "model.safetensors").read_bytes())

    def test_refuses_what_is_there_and_what_is_no_model(self):
        (self.folder / "there").mkdir()
        refused = tfm("export", "--model", self.run_folder, "--output", self.folder / "there")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("is there already", refused.stderr)
        self.assertEqual(tfm("export", "--model", self.folder, "--output", self.folder / "new").returncode, 2)
        self.assertFalse((self.folder / "new").exists())
        self.assertEqual(tfm("export", "--model", self.run_folder, "--output", self.folder / "new", "--dtype", "int4").returncode, 2)


if __name__ == "__main__":
    unittest.main()
