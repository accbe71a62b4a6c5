"""What the tests of the program share: running it, a toy corpus, a small trained run."""
import json
import os
import random
import shutil
import subprocess
import tempfile
import time
import time
import unittest
from pathlib import Path

TFM = os.environ.get("TFM") or str(Path(__file__).resolve().parents[2] / "build" / "tfm")

WORDS_EN = "red blue green small big old new cat dog bird fish house tree river book cup".split()
WORDS_ZH = dict(zip(WORDS_EN, "红 蓝 绿 小 大 旧 新 猫 狗 鸟 鱼 房 树 河 书 杯".split()))


def tfm(*arguments, stdin=None, timeout=300, cwd=None):
    """Runs the program; stdin and the results are bytes where stdin is bytes, text otherwise."""
    text = not isinstance(stdin, bytes)
    return subprocess.run([TFM, *map(str, arguments)], input=stdin, capture_output=True, text=text,
                          encoding="utf-8" if text else None, timeout=timeout, cwd=cwd)


def toy_pairs(count, seed):
    """English words, and their Chinese characters in reverse order."""
    stream = random.Random(seed)
    pairs = []
    for _ in range(count):
        words = [WORDS_EN[int(stream.random() * len(WORDS_EN))] for _ in range(2 + int(stream.random() * 4))]
        pairs.append((" ".join(words), "".join(WORDS_ZH[word] for word in reversed(words))))
    return pairs


def write_pairs(folder, name, pairs):
    for language, side in (("en", 0), ("zh", 1)):
        Path(folder, f"{name}.{language}").write_text("".join(pair[side] + "\n" for pair in pairs), encoding="utf-8")


def toy_config(**sections):
    config = {
        "data": {"train": [{"source": "train.en", "target": "train.zh"}], "valid": {"source": "valid.en", "target": "valid.zh"},
                 "source_language": "en", "target_language": "zh"},
        "tokenizer": {"vocab_size": 60},
        "model": {"d_model": 32, "num_heads": 4, "ffn_dim": 64, "encoder_layers": 1, "decoder_layers": 1, "dropout": 0.1},
        "training": {"batch_tokens": 300, "max_steps": 40, "learning_rate": 0.01, "warmup_steps": 20, "validate_every": 20,
                     "save_every": 20, "log_every": 10, "seed": 1},
        "output": {"directory": "run"},
    }
    for section, values in sections.items():
        config[section] = config[section] | values if section in config else values
    return config


MEASURES_TIME = ("tokens_per_second", "data_wait", "float32_tokens_per_second", "bfloat16_tokens_per_second")


def timeless_log(run_folder):
    """The log's lines without what measures time."""
    lines = Path(run_folder, "log.jsonl").read_text(encoding="utf-8").splitlines()
    return [{key: value for key, value in json.loads(line).items() if key not in MEASURES_TIME} for line in lines]


class Workspace(unittest.TestCase):
    """A folder of its own for each test, with a toy corpus and config."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tfm-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        write_pairs(self.folder, "train", toy_pairs(400, 1))
        write_pairs(self.folder, "valid", toy_pairs(30, 2))
        write_pairs(self.folder, "test", toy_pairs(30, 3))
        self.config = self.write_config(toy_config())
        self.run_folder = self.folder / "run"

    def write_config(self, config):
        path = self.folder / "config.json"
        path.write_text(config if isinstance(config, str) else json.dumps(config), encoding="utf-8")
        return path

    def train(self, *arguments, **options):
        return tfm("train", "--config", self.config, "--threads", 1, *arguments, **options)

    def interrupted_run(self, number, at_step):
        """Starts training, sends the signal once the log has reached the step, and gives the exit code."""
        process = subprocess.Popen([TFM, "train", "--config", str(self.config), "--threads", "1"], stderr=subprocess.PIPE)
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and process.poll() is None:
            path = self.run_folder / "log.jsonl"
            if path.exists() and f'"step":{at_step},' in path.read_text():
                process.send_signal(number)
                break
            time.sleep(0.01)
        process.communicate(timeout=120)
        return process.returncode

    def wait_until(self, condition, process, why=lambda: "it ended early"):
        """Looks until `condition` holds; the process must go on meanwhile."""
        deadline = time.monotonic() + 120
        while not condition():
            self.assertIsNone(process.poll(), why())
            self.assertLess(time.monotonic(), deadline, why())
            time.sleep(0.002)

    def assert_done(self, result):
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def assert_error(self, result, code, *fragments):
        """One block that says what is wrong: never a stack trace."""
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stderr.count("error: "), 1, result.stderr)
        for fragment in fragments:
            self.assertIn(fragment, result.stderr)
        for trace in ("terminate called", "Exception raised from", "frame #", "unexpected:"):
            self.assertNotIn(trace, result.stderr)


_shared = None


def trained_model():
    """The folder of a toy model that has learnt its task; trained once a process."""
    global _shared
    if _shared is None:
        folder = Path(tempfile.mkdtemp(prefix="tfm-cli-trained-"))
        unittest.addModuleCleanup(shutil.rmtree, folder, ignore_errors=True)
        write_pairs(folder, "train", toy_pairs(3000, 1))
        write_pairs(folder, "valid", toy_pairs(50, 2))
        write_pairs(folder, "test", toy_pairs(100, 3))
        config = toy_config(model={"d_model": 64, "ffn_dim": 128, "encoder_layers": 2, "decoder_layers": 2},
                            training={"batch_tokens": 1000, "max_steps": 400, "validate_every": 200, "save_every": 200,
                                      "learning_rate": 0.003, "warmup_steps": 100})
        (folder / "config.json").write_text(json.dumps(config))
        result = tfm("train", "--config", folder / "config.json", "--quiet")
        if result.returncode != 0:
            raise AssertionError(result.stderr)
        _shared = folder
    return _shared
