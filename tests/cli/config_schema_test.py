"""The config's JSON Schema, judged by the jsonschema package, agrees with what tfm accepts."""
import json
import os
import subprocess
import unittest
from pathlib import Path

from cli_testing import Workspace, tfm

PYTHON = os.environ.get("TFM_PYTHON", "")
PAIR = {"source": "a", "target": "b"}

# Values of a key (a JSON pointer), good and bad. What the rules between keys forbid is beyond a schema, and not here.
VALUES = {
    "/data": [{}, None],
    "/data/train": [[PAIR, PAIR], [], PAIR, [{"source": "a"}], [PAIR | {"weight": 1}], [PAIR | {"target": ""}], None],
    "/data/valid": [PAIR, None, {}, [PAIR], "a"],
    "/data/target_language": ["zh-Hans", "z", "zh Hans", 3],
    "/data/max_length": [1, 100.0, 0, 2.5, "9", None, True],
    "/tokenizer/type": ["bpe", "word", None],
    "/tokenizer/character_coverage": [1, 0.98, 0.9, 1.1],
    "/tokenizer/source_model": ["a.model", None, "", "a\u0000b"],
    "/tokenizer/shared": [False, 0, "false"],
    "/model/dropout": [0, 0.5, 1, -0.1, "0.1"],
    "/model/norm": ["post", "Pre"],
    "/training/learning_rate": [1e-9, 3, 0, -1],
    "/training/schedule": ["constant", "linear", "noam", None],
    "/training/decay_steps": [None, 0, 1.5],
    "/training/optimizer": ["adam", "adamw", "sgd", "Adam"],
    "/training/nesterov": [False, 0],
    "/training/seed": [0, 9223372036854775807, -1],
    "/training/sede": [1],
    "/decoding/length_penalty": ["none", "average", 0, 0.6, -0.6, "mean", "0.6", None],
    "/evaluation": [{}, [], {"beam_size": 4}, {"beam_size": 0}],
    "/output/directory": ["../run", "", 3],
    "/output/tensorboard": [False, True, "yes"],
    "/outptu": [{}],
}

JUDGE = """
import json, sys, jsonschema
schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
judge = jsonschema.Draft202012Validator(schema)
json.dump([judge.is_valid(config) for config in json.load(open(sys.argv[2], encoding="utf-8"))], sys.stdout)
"""


def smallest_with(pointer, value):
    config = {"data": {"train": [PAIR]}}
    section, _, key = pointer[1:].partition("/")
    if key:
        config.setdefault(section, {})[key] = value
    else:
        config[section] = value
    return config


def has_jsonschema():
    if not Path(PYTHON).is_file():
        return False
    return subprocess.run([PYTHON, "-c", "import jsonschema"], capture_output=True).returncode == 0


@unittest.skipUnless(has_jsonschema(), "jsonschema is not installed")
class ConfigSchema(Workspace):
    def judged_by_jsonschema(self, configs):
        schema, cases = Path(self.folder, "schema.json"), Path(self.folder, "cases.json")
        schema.write_text(self.assert_done(tfm("config", "schema")).stdout, encoding="utf-8")
        cases.write_text(json.dumps(configs), encoding="utf-8")
        judge = [PYTHON, "-c", JUDGE, schema, cases]
        return json.loads(subprocess.run(judge, capture_output=True, text=True, check=True).stdout)

    def judged_by_tfm(self, config):
        file = Path(self.folder, "case.json")
        file.write_text(json.dumps(config), encoding="utf-8")
        result = tfm("config", "check", file)
        self.assertIn(result.returncode, (0, 2), result.stderr)
        return result.returncode == 0

    def test_schema_and_program_agree(self):
        configs = [smallest_with(pointer, value) for pointer, values in VALUES.items() for value in values]
        verdicts = self.judged_by_jsonschema(configs)
        self.assertGreater(sum(verdicts), 20)
        self.assertGreater(len(verdicts) - sum(verdicts), 40)
        for config, valid in zip(configs, verdicts):
            self.assertEqual(self.judged_by_tfm(config), valid, config)

    def test_defaults_are_valid_but_for_the_missing_corpora(self):
        defaults = json.loads(self.assert_done(tfm("config", "defaults")).stdout)
        filled = defaults | {"data": defaults["data"] | {"train": [PAIR]}}
        self.assertEqual(self.judged_by_jsonschema([defaults, filled]), [False, True])


if __name__ == "__main__":
    unittest.main()
