"""What people get wrong: each gives a clear error or a counted warning; nothing crashes, nothing is lost."""
import json
import os
import re
import subprocess
import unittest

from cli_testing import TFM, Workspace, tfm, toy_config, trained_model


class BadCorpora(Workspace):
    def report(self):
        return json.loads((self.run_folder / "data/report.json").read_text())

    def change_lines(self, name, change):
        path = self.folder / name
        lines = path.read_bytes().split(b"\n")[:-1]
        path.write_bytes(b"\n".join(change(lines)) + b"\n")

    def test_a_missing_file(self):
        (self.folder / "train.zh").unlink()
        self.assert_error(self.train(), 2, str(self.folder / "train.zh"))

    def test_unequal_files(self):
        self.change_lines("train.zh", lambda lines: lines[:-1])
        self.assert_error(self.train(), 2, "train.en has 400 lines but", "train.zh has 399")

    def test_unequal_validation_files_are_found_before_the_training(self):
        self.change_lines("valid.zh", lambda lines: lines[:-1])
        self.assert_error(self.train(), 2, "29", "30", "valid.zh")
        self.assertFalse((self.run_folder / "log.jsonl").exists())

    def test_a_missing_test_file_is_found_before_the_training(self):
        self.write_config(toy_config(data={"test": {"source": "test.en", "target": "none.zh"}}))
        self.assert_error(self.train(), 2, "none.zh")
        self.assertFalse(self.run_folder.exists())

    def test_empty_files(self):
        for side in ("en", "zh"):
            (self.folder / f"train.{side}").write_bytes(b"")
        self.assert_error(self.train(), 2, "train.en", "empty")

    def test_blank_sides_are_dropped_counted_and_named(self):
        self.change_lines("train.en", lambda lines: [b""] + lines[1:])
        self.change_lines("train.zh", lambda lines: lines[:4] + ["\u3000".encode()] + lines[5:])
        result = self.assert_done(self.train())
        report = self.report()
        self.assertEqual((report["read"], report["kept"], report["dropped"]), (400, 398, 2))
        self.assertIn("warning", result.stderr)
        self.assertIn("2", result.stderr)

    def test_crlf_and_bom_change_nothing_but_the_report(self):
        self.assert_done(self.train())
        clean = self.report()
        for side in ("en", "zh"):
            self.change_lines(f"train.{side}", lambda lines: [line + b"\r" for line in lines])
            path = self.folder / f"train.{side}"
            path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
        self.assert_done(self.train("--output", self.folder / "other"))
        for name in ("data/train/shard-00000.bin", "tokenizer/shared.model", "checkpoints/step-00000040/model.safetensors"):
            self.assertEqual((self.run_folder / name).read_bytes(), (self.folder / "other" / name).read_bytes(), name)
        self.assertEqual(clean["altered"], 0)
        self.assertEqual(json.loads((self.folder / "other/data/report.json").read_text())["altered"], 400)

    def test_invalid_utf8_is_repaired_counted_and_named(self):
        self.change_lines("train.en", lambda lines: lines[:2] + [b"red \xff cat \xed\xa0\x80"] + lines[3:])
        result = self.assert_done(self.train())
        self.assertEqual(self.report()["altered"], 1)
        self.assertIn("3", result.stderr)
        self.assertIn("invalid bytes replaced by U+FFFD", result.stderr)

    def test_a_vocabulary_too_small_for_the_text_names_the_least(self):
        result = self.train("--set", "/tokenizer/vocab_size=10")
        self.assert_error(result, 2, "/tokenizer/vocab_size")
        least = int(re.search(r"the least that works is (\d+)", result.stderr)[1])
        self.assert_done(self.train("--set", f"/tokenizer/vocab_size={least}"))

    def test_a_vocabulary_too_large_for_the_text_names_the_most(self):
        self.assert_error(self.train("--set", "/tokenizer/vocab_size=30000"), 2, "/tokenizer/vocab_size", "the most that works is ")


class BadConfigs(Workspace):
    def test_four_mistakes_are_reported_at_once(self):
        config = toy_config(model={"d_modle": 64, "num_heads": 5}, training={"max_steps": -1, "learning_rate": "fast"})
        self.write_config(config)
        self.assert_error(self.train(), 2, "4 problems", '/model/d_modle: unknown key; did you mean "d_model"?',
                          "/model/num_heads: must divide d_model (32), got 5", "/training/max_steps", "/training/learning_rate")
        self.assert_error(tfm("config", "check", self.config), 2, "4 problems")

    def test_a_syntax_error_names_line_and_column(self):
        self.write_config('{\n  "data": {,\n}')
        self.assert_error(self.train(), 2, f"{self.config}:2:")

    def test_a_missing_config(self):
        self.assert_error(tfm("train", "--config", self.folder / "none.json"), 2, "none.json")

    def test_a_wrong_override(self):
        self.assert_error(self.train("--set", "/training/sead=3"), 2, "/training/sead", '"seed"')

    def test_unknown_options_and_commands(self):
        self.assert_error(self.train("--sneaky"), 2, "--sneaky")
        self.assert_error(tfm("fly"), 2)
        self.assert_error(tfm(), 2)


class BadPlaces(Workspace):
    def test_an_unwritable_output_folder(self):
        blocked = self.folder / "file"
        blocked.write_text("not a folder")
        self.assert_error(self.train("--output", blocked / "run"), 1, str(blocked))
        if os.geteuid() != 0:  # root may write anywhere
            closed = self.folder / "closed"
            closed.mkdir(mode=0o500)
            self.assert_error(self.train("--output", closed / "run"), 1, str(closed))

    def test_a_full_disk_keeps_the_older_checkpoint_loadable(self):
        """A tmpfs of 2 MiB where mounting is allowed; skipped elsewhere."""
        disk = self.folder / "disk"
        disk.mkdir()
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], capture_output=True)
        if mount.returncode != 0:
            self.skipTest("mounting a small file system is not allowed here")
        self.addCleanup(subprocess.run, ["umount", "-l", disk], capture_output=True)
        self.assert_done(self.train("--output", disk / "run"))
        (disk / "filler").write_bytes(b"x" * (os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize - 100_000))
        result = self.train("--output", disk / "run", "--set", "/training/max_steps=60")
        self.assert_error(result, 1, "No space left on device", "bytes", str(disk / "run"))
        (disk / "filler").unlink()
        again = self.assert_done(self.train("--output", disk / "run", "--set", "/training/max_steps=60"))
        self.assertIn("going on from", again.stderr)
        self.assertFalse([name for name in os.listdir(disk / "run/checkpoints") if name.startswith(".")])

    def test_an_output_on_a_full_device(self):
        model = trained_model() / "run"
        with open("/dev/full", "w") as full:
            result = subprocess.run([TFM, "translate", "--model", model, "red cat"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("error: ", result.stderr)

    def test_unknown_and_absent_devices(self):
        self.assert_error(self.train("--device", "tpu"), 2, "--device tpu: unknown device; must be auto, cpu, cuda or cuda:N")
        version = tfm("--version").stdout
        if "cuda" not in version:
            self.assert_error(self.train("--device", "cuda"), 2, "--device cuda", "use --device cpu")


class BadModels(Workspace):
    def setUp(self):
        super().setUp()
        self.model = self.folder / "model"
        subprocess.run(["cp", "-r", trained_model() / "run/best", self.model], check=True)

    def translate(self):
        return tfm("translate", "--model", self.model, "red cat")

    def test_no_model(self):
        self.model = self.folder / "none"
        self.assert_error(self.translate(), 2, str(self.model))
        self.model.mkdir()
        self.assert_error(self.translate(), 2, "holds no model")

    def test_a_vocabulary_that_belongs_to_another_model(self):
        self.assert_done(self.train())
        other = self.run_folder / "tokenizer/shared.model"
        (self.model / "tokenizer/shared.model").write_bytes(other.read_bytes())
        self.assert_error(self.translate(), 2, "another vocabulary")

    def test_truncated_weights(self):
        path = self.model / "model.safetensors"
        path.write_bytes(path.read_bytes()[:-1000])
        self.assert_error(self.translate(), 2, str(path), "cut off")

    def test_a_config_of_another_model(self):
        path = self.model / "config.json"
        config = json.loads(path.read_text())
        config["model"]["ffn_dim"] *= 2
        path.write_text(json.dumps(config))
        self.assert_error(self.translate(), 2, str(path), "was changed", "/model/ffn_dim: 128, now 256")

    def test_a_tokenizer_that_is_none(self):
        (self.model / "tokenizer/shared.model").write_bytes(b"nothing")
        self.assert_error(self.translate(), 2, "shared.model")


if __name__ == "__main__":
    unittest.main()
