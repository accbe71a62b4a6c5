"""Trains with Eole's own command, its trainer measured: train_eole.py JOB."""

import importlib.util
import json
import sys
import types

from job import Meter, cpu_autocast, pieces, read_job

job = read_job()
for name in ("spacy", "fasttext", "requests", "datasets"):  # imported for what isn't used
    if importlib.util.find_spec(name) is None:
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].load_dataset = None

import eole.trainer
from eole.bin.main import main

if job.precision == "bfloat16":
    eole.trainer.get_autocast = cpu_autocast


def corpus(split):
    return {"path_src": f"{job.data}/{split}.pieces.{job.source}", "path_tgt": f"{job.data}/{split}.pieces.{job.target}"}


def training():
    size, never = job.size, 10**8
    return {
        "model_path": str(job.run / "model"), "save_checkpoint_steps": never, "train_steps": never, "valid_steps": never,
        "dropout": [0.1], "attention_dropout": [0.1], "dropout_steps": [0], "label_smoothing": 0.1,
        "optim": "adam", "adam_beta2": 0.98, "decay_method": "noam", "warmup_steps": job.warmup,
        "learning_rate": job.learning_rate * size["d_model"] ** 0.5 * job.warmup**0.5,  # noam divides it by these
        "max_grad_norm": 0, "param_init_method": "xavier_uniform", "normalization": "tokens", "batch_type": "tokens",
        "batch_size": size["batch_tokens"], "bucket_size": 100_000, "num_workers": 0, "compute_dtype": "fp32",
        "world_size": 1, "gpu_ranks": [],
    }


def model():
    size = job.size
    return {
        "architecture": "transformer", "layers": size["layers"], "hidden_size": size["d_model"], "heads": size["num_heads"],
        "transformer_ff": size["ffn_dim"], "add_qkvbias": True, "add_ffnbias": True, "share_embeddings": True,
        "share_decoder_embeddings": True,
        "embeddings": {"word_vec_size": size["d_model"], "position_encoding_type": "SinusoidalInterleaved"},
    }


def tokens(trainer, batches):
    padding = trainer.train_loss.padding_idx
    return sum(int((batch["tgt"][:, 1:] != padding).sum()) for batch in batches)


vocabulary = job.run / "vocabulary.txt"
vocabulary.write_text("".join(f"{piece}\t1000\n" for piece in pieces(job)), encoding="utf-8")
(job.run / "config.yaml").write_text(json.dumps({
    "data": {"train": corpus("train"), "valid": corpus("valid")}, "src_vocab": str(vocabulary), "tgt_vocab": str(vocabulary),
    "share_vocab": True, "src_vocab_size": job.vocabulary, "tgt_vocab_size": job.vocabulary, "save_data": str(job.run),
    "overwrite": True, "report_every": 100, "seed": 1, "transforms": [], "training": training(), "model": model()}))
Meter(job).measure(eole.trainer.Trainer, "_process_accumulated_batches", tokens)
sys.argv = ["eole", "train", "-config", str(job.run / "config.yaml")]
main()
