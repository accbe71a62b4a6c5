"""tfm's side: its config, its prepared corpus and its commands."""

import json
import pathlib
import shutil

import child
from errors import UserError

NEVER = 10**9
RECIPE = ("batch_tokens", "learning_rate", "warmup_steps", "schedule", "average_decay")
NO_CLEANING = {"max_length_ratio": 0, "identical": "keep", "min_script_share": 0}


class Tfm:
    def __init__(self, program, threads, equal_batches=False):
        """With equal batches, an update has about as many target tokens as where the limit is the longer side's."""
        self.program, self.threads, self.equal_batches = program, threads, equal_batches
        if not pathlib.Path(program).is_file():
            raise UserError(f"{program} isn't there; scripts/build.sh makes it, or --tfm names another")

    def prepare(self, workload):
        """Encodes the training text once for all runs, and makes sure that the peers got the same."""
        self.prepared = workload.folder / "tfm"
        config = write_config(workload.folder / "prepare.json", workload, {}, {})
        self.run("prepare", config, self.prepared, workload.folder / "prepare.log")
        epoch = json.loads((self.prepared / "data" / "report.json").read_text(encoding="utf-8"))["epoch"]
        ours = epoch["pairs"], epoch["source_pieces"], epoch["target_pieces"]
        theirs = workload.train_pairs, workload.source_pieces, workload.target_pieces
        if ours != theirs:
            raise UserError(f"pairs, source and target pieces are {ours} to tfm but {theirs} to its peers: {workload.folder}")

    def begin(self, run, workload, size, training):
        """Makes the run's folder, with the prepared corpus in it; returns its config."""
        shutil.copytree(self.prepared, run)
        return self.config(run, workload, size, training)

    def config(self, run, workload, size, training):
        """Also for going on with a run whose limits are raised."""
        if self.equal_batches:
            size = {**size, "batch_tokens": round(size["batch_tokens"] * workload.target_share())}
        return write_config(run / "bench.json", workload, size, training)

    def train(self, config, run, log):
        return self.run("train", config, run, log)

    def run(self, command, config, run, log):
        words = [self.program, command, "--config", config, "--output", run, "--threads", self.threads]
        if command == "train":
            words += ["--device", "cpu"]
        return child.run(words, log, self.threads)

    def translate(self, run, source, output, log):
        child.run([self.program, "translate", "--model", run, "--input", source, "--output", output, "--beam-size", "5",
                   "--threads", self.threads, "--device", "cpu"], log, self.threads)


def recipe_of(config):
    """How a config has the model trained: what of its section "training" is of batches, learning rate and averages."""
    text = "".join(line for line in config.open(encoding="utf-8") if not line.lstrip().startswith("//"))
    training = json.loads(text).get("training", {})
    return {key: training[key] for key in RECIPE if key in training}


def write_config(path, workload, size, training):
    """As the peers have it: attention dropout as well, Adam, nothing cleaned out, no validation."""
    size = dict(size)
    training = {"optimizer": "adam", "clip_norm": 0, "validate_every": NEVER, "save_every": NEVER, **training}
    if size:
        layers = size.pop("layers")
        training = {"batch_tokens": size.pop("batch_tokens"), **training}
        size |= {"encoder_layers": layers, "decoder_layers": layers}
    text = {"han_spaces": "keep"}
    config = {
        "data": {"train": [{"source": str(workload.file("train", workload.source)), "target": str(workload.file("train", workload.target)),
                            "encoding": "utf-8"}],
                 "source_language": workload.source, "target_language": workload.target,
                 "source_text": text, "target_text": text, "cleaning": NO_CLEANING},
        "tokenizer": {"source_model": str(workload.folder / "vocabulary.model")},
        "model": {"dropout": 0.1, "attention_dropout": 0.1, **size},
        "training": training,
        "output": {"tensorboard": False},
    }
    path.write_text(json.dumps(config, indent=1), encoding="utf-8")
    return path
