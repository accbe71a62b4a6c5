"""A run's event files, read back with TensorBoard's own reader."""
import json
import math
import os
import signal
import struct
import subprocess
import unittest
from pathlib import Path

from cli_testing import Workspace, toy_config

PYTHON = os.environ.get("TFM_PYTHON", "")
COUNTS = ("event", "step", "tokens", "skipped_updates", "best")  # what isn't a measure

# For each line on stdin: looks for news in the folder, as a TensorBoard that is open does, and writes all it knows.
READER = """
import json, logging, sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
logging.disable(logging.WARNING)
events = EventAccumulator(sys.argv[1], size_guidance={"scalars": 0, "tensors": 0})
for _ in sys.stdin:
    events.Reload()
    tags = events.Tags()
    known = {"scalars": {tag: [(event.step, event.value) for event in events.Scalars(tag)] for tag in tags["scalars"]},
             "texts": {tag: [(event.step, event.tensor_proto.string_val[0].decode()) for event in events.Tensors(tag)]
                       for tag in tags["tensors"]},
             "plugins": {tag: events.SummaryMetadata(tag).plugin_data.plugin_name for tag in tags["tensors"]}}
    print(json.dumps(known), flush=True)
"""


def has_tensorboard():
    if not Path(PYTHON).is_file():
        return False
    return subprocess.run([PYTHON, "-c", "import tensorboard"], capture_output=True).returncode == 0


def as_float(number):
    """What an event file keeps of a number; null in the log is one that isn't finite."""
    return math.nan if number is None else struct.unpack("f", struct.pack("f", number))[0]


class OpenTensorBoard:
    """A reader that stays open while the run goes on."""

    def __init__(self, folder):
        self.process = subprocess.Popen([PYTHON, "-c", READER, str(folder)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate(timeout=60)

    def read(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@unittest.skipUnless(has_tensorboard(), "tensorboard is not installed")
class TensorBoard(Workspace):
    def events(self):
        with OpenTensorBoard(self.run_folder / "tensorboard") as reader:
            return reader.read()

    def logged(self):
        """What the log says, in TensorBoard's words."""
        scalars = {}
        for line in map(json.loads, (self.run_folder / "log.jsonl").read_text().splitlines()):
            if line["event"] == "samples":  # a text there
                continue
            heading = "train" if line["event"] == "step" else line["event"]
            for name in set(line) - set(COUNTS):
                scalars.setdefault(f"{heading}/{name}", []).append([line["step"], as_float(line[name])])
        return scalars

    def test_every_value_is_that_of_the_log(self):
        self.assert_done(self.train())
        scalars = self.events()["scalars"]
        self.assertEqual(set(scalars), {"train/loss", "train/learning_rate", "train/gradient_norm",
                                        "train/tokens_per_second", "train/data_wait", "validation/loss",
                                        "validation/bleu", "validation/chrf"})
        self.assertEqual(scalars, self.logged())
        self.assertEqual([step for step, _ in scalars["train/loss"]], [10, 20, 30, 40])

    def test_sample_translations_are_texts(self):
        self.assert_done(self.train())
        events = self.events()
        self.assertEqual(events["plugins"], {"validation/translations": "text"})
        texts = events["texts"]["validation/translations"]
        self.assertEqual([step for step, _ in texts], [20, 40])
        table = texts[0][1].splitlines()
        self.assertEqual(table[0], "| source | reference | translation |")
        source, reference = ((self.folder / f"valid.{side}").read_text().splitlines()[9] for side in ("en", "zh"))
        self.assertTrue(table[11].startswith(f"| {source} | {reference} | "), table[11])
        self.assertEqual(len(table), 12)

    def test_a_run_that_was_killed_shows_each_step_once(self):
        self.write_config(toy_config(training={"max_steps": 300, "save_every": 50, "validate_every": 50}))
        self.run_folder.joinpath("tensorboard").mkdir(parents=True)
        with OpenTensorBoard(self.run_folder / "tensorboard") as open_reader:
            for at_step in (30, 130, 220):
                self.assertEqual(self.interrupted_run(signal.SIGKILL, at_step), -signal.SIGKILL)
                seen = [step for step, _ in open_reader.read()["scalars"]["train/loss"]]
                self.assertEqual(seen, list(range(10, seen[-1] + 1, 10)))
                self.assertGreaterEqual(seen[-1], at_step - 10)  # a kill may come between the log and the event
            self.assert_done(self.train())
            logged = self.logged()
            self.assertEqual([step for step, _ in logged["train/loss"]], list(range(10, 301, 10)))
            self.assertEqual(self.events()["scalars"], logged)
            self.assertEqual(open_reader.read()["scalars"], logged)

    def test_none_is_written_where_none_is_wanted(self):
        self.assert_done(self.train("--set", "/output/tensorboard=false"))
        self.assertFalse((self.run_folder / "tensorboard").exists())


if __name__ == "__main__":
    unittest.main()
