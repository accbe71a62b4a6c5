"""Trains with OpenNMT-py's own command, its trainer measured: train_onmt.py JOB."""

import json
import sys
import types

import torch

from job import Meter, cpu_autocast, keep_old_pickles_loadable, pieces, read_job

job = read_job()
keep_old_pickles_loadable()
for name in ("spacy", "fasttext"):  # imported by transforms that aren't used
    sys.modules.setdefault(name, types.ModuleType(name))
if job.precision == "bfloat16":
    torch.cuda.amp.autocast = cpu_autocast

import onmt.trainer
from onmt.bin import train


def corpus(split):
    return {"path_src": f"{job.data}/{split}.pieces.{job.source}", "path_tgt": f"{job.data}/{split}.pieces.{job.target}"}


def config(vocabulary):
    size, never = job.size, 10**8
    return {
        "data": {"train": corpus("train"), "valid": corpus("valid")},
        "src_vocab": vocabulary, "tgt_vocab": vocabulary, "share_vocab": True,
        "src_vocab_size": job.vocabulary, "tgt_vocab_size": job.vocabulary,
        "save_data": str(job.run), "save_model": str(job.run / "model"),
        "save_checkpoint_steps": never, "train_steps": never, "valid_steps": never, "report_every": 100,
        "encoder_type": "transformer", "decoder_type": "transformer", "position_encoding": True,
        "share_embeddings": True, "share_decoder_embeddings": True,
        "hidden_size": size["d_model"], "word_vec_size": size["d_model"], "transformer_ff": size["ffn_dim"],
        "heads": size["num_heads"], "layers": size["layers"],
        "dropout": [0.1], "attention_dropout": [0.1], "dropout_steps": [0], "label_smoothing": 0.1,
        "optim": "adam", "adam_beta2": 0.98, "decay_method": "noam", "warmup_steps": job.warmup,
        "learning_rate": job.learning_rate * size["d_model"] ** 0.5 * job.warmup**0.5,  # noam divides it by these
        "max_grad_norm": 0, "param_init": 0, "param_init_glorot": True,
        "normalization": "tokens", "batch_type": "tokens", "batch_size": size["batch_tokens"],
        "bucket_size": 100_000, "num_workers": 0, "seed": 1,
    }


def tokens(trainer, batches):
    padding = trainer.train_loss.padding_idx
    return sum(int((batch["tgt"][:, 1:, 0] != padding).sum()) for batch in batches)


vocabulary = job.run / "vocabulary.txt"
vocabulary.write_text("".join(f"{piece}\t1000\n" for piece in pieces(job)), encoding="utf-8")
(job.run / "config.yaml").write_text(json.dumps(config(str(vocabulary))))  # JSON is YAML
Meter(job).measure(onmt.trainer.Trainer, "_gradient_accumulation", tokens)
sys.argv = ["onmt_train", "-config", str(job.run / "config.yaml")]
train.main()
