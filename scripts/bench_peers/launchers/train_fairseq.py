"""Trains with fairseq's own command, its trainer measured: train_fairseq.py JOB."""

import sys

import torch

from job import Meter, cpu_autocast, keep_old_pickles_loadable, pieces, read_job

job = read_job()
keep_old_pickles_loadable()
if job.precision == "bfloat16":
    torch.cuda.amp.autocast = cpu_autocast

import fairseq.trainer
from fairseq_cli import preprocess, train

binary = job.data / "fairseq"


def binarize():
    dictionary = job.data / "fairseq.dict.txt"
    dictionary.write_text("".join(f"{piece} 1\n" for piece in pieces(job)), encoding="utf-8")
    sys.argv = ["fairseq-preprocess", "-s", job.source, "-t", job.target, "--trainpref", f"{job.data}/train.pieces",
                "--validpref", f"{job.data}/valid.pieces", "--srcdict", str(dictionary), "--joined-dictionary",
                "--destdir", str(binary), "--workers", "1"]
    preprocess.cli_main()


def arguments():
    size = job.size
    options = {"source-lang": job.source, "target-lang": job.target, "arch": "transformer", "dropout": 0.1, "attention-dropout": 0.1,
               "optimizer": "adam", "adam-betas": "(0.9, 0.98)", "clip-norm": 0, "lr": job.learning_rate,
               "lr-scheduler": "inverse_sqrt", "warmup-updates": job.warmup, "criterion": "label_smoothed_cross_entropy",
               "label-smoothing": 0.1, "max-tokens": size["batch_tokens"], "num-workers": 0, "seed": 1, "max-update": 10**8,
               "save-dir": job.run, "log-format": "simple", "log-interval": 100}
    for side in ("encoder", "decoder"):
        options |= {f"{side}-embed-dim": size["d_model"], f"{side}-ffn-embed-dim": size["ffn_dim"],
                    f"{side}-attention-heads": size["num_heads"], f"{side}-layers": size["layers"]}
    switches = ["cpu", "encoder-normalize-before", "decoder-normalize-before", "share-all-embeddings", "disable-validation",
                "no-save", "skip-invalid-size-inputs-valid-test"]
    pairs = [text for name, value in options.items() for text in (f"--{name}", str(value))]
    return ["fairseq-train", str(binary), *pairs, *(f"--{name}" for name in switches)]


def tokens(trainer, batches):
    padding = trainer.task.target_dictionary.pad()
    meter.save = lambda name: save(trainer, name)
    return sum(int((batch["target"] != padding).sum()) for batch in batches)


def save(trainer, name):
    trainer._gathered_optim_state = None  # which fairseq sets only where it saves by itself
    trainer.save_checkpoint(name + ".pt", {})


if not (binary / "dict.txt").exists() and not (binary / f"dict.{job.source}.txt").exists():
    binarize()
meter = Meter(job)
meter.measure(fairseq.trainer.Trainer, "train_step", tokens)
sys.argv = arguments()
train.cli_main()
