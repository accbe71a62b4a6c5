"""tfm config, --help and --version through the program."""
import json
import re
import unittest
from pathlib import Path

from cli_testing import Workspace, tfm


def keys_of(config, prefix=""):
    for key, value in config.items():
        yield from keys_of(value, f"{prefix}/{key}") if isinstance(value, dict) else (f"{prefix}/{key}",)


class ConfigCommand(Workspace):
    def test_every_default_is_described(self):
        defaults = json.loads(self.assert_done(tfm("config", "defaults")).stdout)
        described = self.assert_done(tfm("config", "describe")).stdout
        for key in keys_of(defaults):
            self.assertIn(key, described)

    def test_the_schema_is_json_schema(self):
        schema = json.loads(self.assert_done(tfm("config", "schema")).stdout)
        self.assertEqual(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
        self.assertIn("warmup_steps", schema["properties"]["training"]["properties"])

    def test_the_readmes_table_is_what_the_program_says(self):
        table = self.assert_done(tfm("config", "describe", "--format", "markdown")).stdout
        readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
        self.assertIn(table.strip(), readme)

    def test_check_accepts_a_right_config(self):
        self.assertEqual(self.assert_done(tfm("config", "check", self.config)).stdout, f"{self.config}: ok\n")

    def test_version_names_tfm_libtorch_and_devices(self):
        self.assertRegex(tfm("--version").stdout, r"^tfm \d+\.\d+\.\d+\nLibTorch \d+\.\d+.*\ndevices: cpu")

    def test_every_command_has_help(self):
        commands = re.findall(r"^  (\w+) ", tfm("--help").stdout.split("ubcommands")[-1].lower(), re.MULTILINE)
        self.assertEqual(set(commands), {"prepare", "train", "translate", "eval", "score", "attention", "average", "bench", "export", "inspect", "script", "config"})
        for command in commands:
            self.assertIn("--help", self.assert_done(tfm(command, "--help")).stdout)


if __name__ == "__main__":
    unittest.main()
