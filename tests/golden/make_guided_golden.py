#!/usr/bin/env python3
"""Writes data/guided_HEADS.safetensors: guided alignment's objective and its gradients, by PyTorch's own layers.

As a file of make_model_golden.py, with links [3, N] (row, target position, source position), alignment_loss, and a loss
that is the label-smoothed one plus WEIGHT times it. The attention weights are those that torch.nn.MultiheadAttention
gives in the first of two decoder layers, averaged over the heads or of the first head.

Needs torch and safetensors; the files it wrote are committed: python tests/golden/make_guided_golden.py
"""

import json

import torch

from make_model_golden import SHORT, SIZES, SMALL, TWO, fill, make_batch, results, save
from reference_transformer import Reference

WEIGHT = 0.5
LINKS = [  # of each pair: target position -> source positions
    {0: [0, 2], 2: [4]},
    {0: [1], 1: [0, 1], 4: [1]},
]


def watch(attention, seen):
    """The weights of each call, [B, H, T, S]."""
    inner = attention.forward

    def forward(query, key, value, **options):
        attended, weights = inner(query, key, value, **(options | {"need_weights": True, "average_attn_weights": False}))
        seen.append(weights)
        return attended, None

    attention.forward = forward


def alignment_loss(weights):
    """Chen et al. 2016: each linked target piece's cross-entropy with the even distribution over its links."""
    total = 0
    for row, links in enumerate(LINKS):
        for target, sources in links.items():
            total = total - sum(weights[row, target, source].log() for source in sources) / len(sources)
    return total


def make(heads):
    reference = Reference(SMALL | TWO, *SIZES[True], True)
    fill(reference)
    seen = []
    watch(reference.layers["decoder"][0].multihead_attn, seen)
    batch = make_batch(SHORT, SIZES[True])
    computed = results(reference(batch["source"], batch["target_input"]), batch["target_output"])
    weights = seen[0].mean(1) if heads == "average" else seen[0][:, 0]
    computed["alignment_loss"] = alignment_loss(weights)
    computed["loss"] = computed["loss"] + WEIGHT * computed["alignment_loss"]
    computed["loss"].backward()
    links = [(row, target, source) for row, all_of in enumerate(LINKS) for target in all_of for source in all_of[target]]
    batch["links"] = torch.tensor(links).t()
    metadata = {
        "model": json.dumps(SMALL | TWO),
        "shared_vocabulary": "true",
        "reference": f"TransformerEncoderLayer and TransformerDecoderLayer, torch {torch.__version__}",
    }
    save(f"guided_{heads}", batch | computed, reference.named(lambda p: p), reference.named(lambda p: p.grad), metadata)


if __name__ == "__main__":
    torch.set_default_dtype(torch.float64)
    for each in ("average", "first"):
        make(each)
