"""SIGINT, SIGTERM and SIGHUP in every phase of tfm train: it stops soon, says so, and the same command goes on."""
import hashlib
import json
import random
import signal
import subprocess
import threading
import time
import unittest

from cli_testing import TFM, Workspace, toy_config, toy_pairs, write_pairs

MOST_SECONDS = 5.0  # on a machine that does other things; alone it is within one
TIMES = ("tokens_per_second", "data_wait")


def many_words(count, seed):
    """Pairs of which a vocabulary is not learnt in a moment."""
    stream = random.Random(seed)
    words = ["".join(stream.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(3 + stream.randrange(8))) for _ in range(20_000)]
    characters = [chr(0x4E00 + i) for i in range(2_000)]
    return [(" ".join(stream.choices(words, k=12)), "".join(stream.choices(characters, k=18))) for _ in range(count)]


class Stop(Workspace):
    def start(self, command="train"):
        arguments = [TFM, command, "--config", str(self.config), "--threads", "1"]
        process = subprocess.Popen(arguments, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, bufsize=1)
        process.lines = []
        process.reader = threading.Thread(target=lambda: process.lines.extend(iter(process.stderr.readline, "")))
        process.reader.start()
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.reader.join)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_for_message(self, fragment, process):
        self.wait_until(lambda: any(fragment in line for line in process.lines), process, lambda: "".join(process.lines))

    def stop(self, process, number, *fragments):
        """Sends the signal; the process must end soon, with the signal's exit code and these words."""
        begin = time.monotonic()
        process.send_signal(number)
        process.wait(timeout=60)
        self.assertLess(time.monotonic() - begin, MOST_SECONDS)
        process.reader.join()
        stderr = "".join(process.lines)
        self.assertEqual(process.returncode, 128 + number, stderr)
        for fragment in fragments:
            self.assertIn(fragment, stderr)
        self.assertNotIn("error: ", stderr)

    def leftovers(self):
        return [str(path) for path in self.run_folder.rglob(".*.tmp-*")]

    def log(self, folder):
        lines = (folder / "log.jsonl").read_text().splitlines()
        return [{key: value for key, value in json.loads(line).items() if key not in TIMES} for line in lines]

    def digest(self, step, folder):
        return hashlib.sha256((folder / "checkpoints" / f"step-{step:08}" / "model.safetensors").read_bytes()).hexdigest()


class StopWhilePreparing(Stop):
    def setUp(self):
        super().setUp()
        write_pairs(self.folder, "train", many_words(30_000, 1))
        self.write_config(toy_config(tokenizer={"vocab_size": 6000, "character_coverage": 1.0}))

    def test_while_text_is_read_for_the_vocabulary(self):
        for command, number in (("train", signal.SIGINT), ("prepare", signal.SIGTERM), ("train", signal.SIGHUP)):
            process = self.start(command)
            self.wait_for_message("learning a vocabulary", process)
            self.stop(process, number, f"stopped by {signal.Signals(number).name}; the same command goes on")
            self.assertEqual(self.leftovers(), [])

    def test_while_the_vocabulary_is_learnt_and_while_the_text_is_encoded(self):
        process = self.start()
        self.wait_for_message("learning a vocabulary", process)
        time.sleep(2.0)  # the reading takes less
        self.assertFalse(any("learnt it" in line for line in process.lines), "it is learnt too soon for this test")
        self.stop(process, signal.SIGTERM, "stopped by SIGTERM; the same command goes on")
        process = self.start("prepare")
        self.wait_until(lambda: list(self.run_folder.glob("data/.train.tmp-*/*")), process)
        self.stop(process, signal.SIGTERM, "stopped by SIGTERM; the same command goes on")
        self.assertEqual(self.leftovers(), [])
        self.assertFalse((self.run_folder / "data/prepared.json").exists())


class StopWhileTraining(Stop):
    def slow_validation(self, **training):
        """A validation that takes many times as long as a person waits."""
        write_pairs(self.folder, "valid", toy_pairs(8000, 2))
        return toy_config(training={"max_steps": 12, "validate_every": 6, "save_every": 6, "log_every": 3} | training,
                          decoding={"max_length_ratio": 10.0, "max_length_extra": 60, "min_length": 60}, evaluation={"beam_size": 4})

    def test_before_the_first_update(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start()
            self.wait_for_message("parameters", process)
            self.stop(process, number, "stopped")
            self.assertEqual(self.leftovers(), [])
        self.assert_done(self.train())

    def test_while_saving(self):
        config = toy_config(model={"d_model": 256, "ffn_dim": 1024},
                            training={"max_steps": 100_000, "save_every": 1, "validate_every": 100_000})
        self.write_config(config)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start()
            self.wait_until(lambda: list(self.run_folder.glob("checkpoints/.step-*.tmp-*")), process)
            self.stop(process, number, "stopped and saved at step")
            self.assertEqual(self.leftovers(), [])

    def test_a_validation_is_left_and_done_again(self):
        self.write_config(self.slow_validation())
        unbroken = self.folder / "unbroken"
        self.assert_done(self.train("--output", unbroken))
        for number in (signal.SIGTERM, signal.SIGINT):  # the second comes while it is done again
            process = self.start()
            log = self.run_folder / "log.jsonl"
            self.wait_until(lambda: log.exists() and '"step":6,' in log.read_text(), process)
            if number == signal.SIGINT:
                self.wait_for_message("going on from", process)
            time.sleep(0.5)
            self.stop(process, number, "step 6  the validation is left for when the run goes on", "stopped and saved at step 6")
            self.assertNotIn("validation", log.read_text())
            self.assertEqual(self.leftovers(), [])
        self.assert_done(self.train())
        self.assertEqual(self.log(self.run_folder), self.log(unbroken))
        self.assertEqual(self.digest(12, self.run_folder), self.digest(12, unbroken))
        self.assertEqual((self.run_folder / "best/model.safetensors").read_bytes(),
                         (unbroken / "best/model.safetensors").read_bytes())

    def test_while_the_test_set_is_scored(self):
        write_pairs(self.folder, "test", toy_pairs(3000, 3))
        config = self.slow_validation(max_steps=2)
        config["data"] |= {"test": {"source": "test.en", "target": "test.zh"}}
        del config["data"]["valid"]
        self.write_config(config)
        process = self.start()
        self.wait_for_message("finished at step 2", process)
        time.sleep(0.5)
        self.stop(process, signal.SIGTERM, "stopped by SIGTERM; the same command goes on")


if __name__ == "__main__":
    unittest.main()
