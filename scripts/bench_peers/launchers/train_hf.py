"""Trains a Hugging Face MarianMT model from random weights with Seq2SeqTrainer: train_hf.py JOB.

The library makes no batches by tokens, so that they are made here: fixed ones, in another order
in each epoch. MarianMT is post-norm.
"""

import os

os.environ["HF_HUB_OFFLINE"] = "1"

import torch
from transformers import MarianConfig, MarianMTModel, Seq2SeqTrainer, Seq2SeqTrainingArguments, TrainerCallback

from job import Meter, pieces, read_job
from token_batches import by_length, cut

PADDING, UNKNOWN, BEGIN, END = range(4)
IGNORED = -100  # a label that the loss passes over


def read(job, language, ids):
    with open(job.data / f"train.pieces.{language}", encoding="utf-8") as text:
        return [[ids.get(piece, UNKNOWN) for piece in line.split()] + [END] for line in text]


def padded(rows, value):
    width = max(map(len, rows))
    return torch.tensor([row + [value] * (width - len(row)) for row in rows])


def tensors(batch):
    sources, targets = zip(*batch)
    inputs = padded(sources, PADDING)
    return {"input_ids": inputs, "attention_mask": (inputs != PADDING).long(), "labels": padded(targets, IGNORED),
            "decoder_input_ids": padded([[PADDING] + target[:-1] for target in targets], PADDING)}


def batches(job):
    ids = {piece: number for number, piece in enumerate(pieces(job), start=4)}
    pairs = by_length(list(zip(read(job, job.source, ids), read(job, job.target, ids))))
    return [tensors(batch) for batch in cut(pairs, job.size["batch_tokens"])]


def make_model(job):
    size, options = job.size, {}
    for side in ("encoder", "decoder"):
        options |= {f"{side}_layers": size["layers"], f"{side}_attention_heads": size["num_heads"], f"{side}_ffn_dim": size["ffn_dim"]}
    return MarianMTModel(MarianConfig(
        vocab_size=job.vocabulary, d_model=size["d_model"], dropout=0.1, attention_dropout=0.1, activation_dropout=0.0,
        activation_function="relu", scale_embedding=True, share_encoder_decoder_embeddings=True, tie_word_embeddings=True,
        max_position_embeddings=1024, pad_token_id=PADDING, bos_token_id=BEGIN, eos_token_id=END, decoder_start_token_id=PADDING,
        forced_eos_token_id=None, init_std=size["d_model"] ** -0.5, **options))


class MeasuredTrainer(Seq2SeqTrainer):
    meter, tokens = None, 0

    def training_step(self, model, inputs, *arguments, **options):
        self.meter.begin_update()
        MeasuredTrainer.tokens = (inputs["labels"] != IGNORED).sum()
        return super().training_step(model, inputs, *arguments, **options)


class EndOfUpdate(TrainerCallback):
    def on_step_end(self, *_, **__):
        MeasuredTrainer.meter.end_update(MeasuredTrainer.tokens)


def main():
    job = read_job()
    torch.manual_seed(1)
    MeasuredTrainer.meter = Meter(job)
    settings = Seq2SeqTrainingArguments(
        output_dir=str(job.run), use_cpu=True, bf16=job.precision == "bfloat16", per_device_train_batch_size=1, max_steps=10**8,
        learning_rate=job.learning_rate, lr_scheduler_type="inverse_sqrt", warmup_steps=job.warmup, adam_beta1=0.9,
        adam_beta2=0.98, max_grad_norm=0.0, label_smoothing_factor=0.1, save_strategy="no", logging_steps=10**7, report_to=[],
        disable_tqdm=True, remove_unused_columns=False, dataloader_num_workers=0, seed=1)
    MeasuredTrainer(model=make_model(job), args=settings, train_dataset=batches(job), data_collator=lambda one: one[0],
                    callbacks=[EndOfUpdate()]).train()


main()
