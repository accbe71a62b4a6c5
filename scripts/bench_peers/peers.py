"""The peers: how they are installed, and how they train and translate."""

import json
import os
import pathlib
import subprocess

import child
from errors import UserError

HERE = pathlib.Path(__file__).resolve().parent
TITLES = {"fairseq": "fairseq", "hf": "Hugging Face MarianMT", "onmt": "OpenNMT-py", "eole": "Eole"}
DISTRIBUTIONS = {"fairseq": "fairseq-fixed", "hf": "transformers", "onmt": "OpenNMT-py", "eole": "eole", "ctranslate2": "ctranslate2"}


def folder():
    return pathlib.Path(os.environ.get("TFM_PEERS") or HERE.parent.parent / ".deps" / "peers")


def install(names):
    for name in names:
        if not child.run_shown([HERE / "install.sh", folder(), name]):
            raise UserError(f"{TITLES.get(name, name)} could not be installed; see above, or leave it out with --peers")


def python(name):
    return folder() / name / "bin" / "python"


def versions(name):
    """As "transformers 5.24.0 with torch 2.13.0"."""
    return version(name, [DISTRIBUTIONS[name], "torch"])


def version(name, distributions=None):
    """Of these distributions in the peer's environment; of the peer's own unless they are given."""
    names = distributions or [DISTRIBUTIONS[name]]
    script = "import sys, importlib.metadata as m; print(*(f'{name} {m.version(name)}' for name in sys.argv[1:]), sep=' with ')"
    return subprocess.run([str(python(name)), "-c", script, *names], check=True, capture_output=True, text=True).stdout.strip()


def launch(name, launcher, *arguments):
    """The command that runs a file of launchers/ in the peer's environment."""
    return [python(name), HERE / "launchers" / f"{launcher}.py", *arguments]


def write_job(run, workload, size, precision, threads, learning_rate, warmup, updates=0, save_after=()):
    """`run` is made; the launcher leaves its files there. Training ends after `updates`, or the last of `save_after` (seconds)."""
    run.mkdir(parents=True)
    job = {"data": str(workload.folder), "run": str(run), "source": workload.source, "target": workload.target,
           "vocabulary": workload.vocabulary, "size": size, "precision": precision, "threads": threads,
           "learning_rate": learning_rate, "warmup": warmup, "updates": updates, "save_after": list(save_after)}
    path = run / "job.json"
    path.write_text(json.dumps(job), encoding="utf-8")
    return path


def updates(run):
    """Seconds and tokens of each update of a finished run."""
    return json.loads((run / "updates.json").read_text())
