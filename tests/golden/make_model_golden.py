#!/usr/bin/env python3
"""Writes data/model_VARIANT.safetensors: weights, a padded batch, and what an independent Transformer makes of them.

A file holds weight.NAME and gradient.NAME for each parameter, the batch (source, target_input, target_output),
log_probs and the label-smoothed loss, all computed in double precision and stored in float32. Its metadata has `model`,
the model section of the variant's config; `shared_vocabulary`; and `reference`, what computed it
(reference_transformer.py says how).

Needs torch and safetensors. The files it wrote are committed; run it again only to change what is compared:
python tests/golden/make_model_golden.py
"""

import json
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import save_file

from reference_transformer import PAD, PlainAttention, Reference

BOS, EOS, FIRST_PIECE, SMOOTHING = 2, 3, 4, 0.1
SIZES = {True: (13, 13), False: (13, 11)}  # of the vocabularies: shared, separate
SMALL = {
    "d_model": 8, "num_heads": 2, "ffn_dim": 12, "encoder_layers": 1, "decoder_layers": 1, "dropout": 0.0,
}  # fmt: skip
TWO = {"encoder_layers": 2, "decoder_layers": 2}
OTHER_DECODER = {"encoder_layers": 2, "decoder_d_model": 12, "decoder_num_heads": 3, "decoder_ffn_dim": 10}
UNSCALED = {"scale_embeddings": False, "tie_embeddings": "none", "positions": "none"}
MODERN = {"positions": "rotary", "norm_type": "rms", "activation": "swiglu", "biases": False}

# Pieces of source and target, pair by pair.
SHORT = [(5, 3), (2, 5), (1, 0), (0, 1)]
LONG = [(69, 34), (33, 66), (4, 2)]  # windows are computed in blocks of 32 places
LONG_VARIANTS = {"window_blocks", "window_wide_blocks", "window_blocks_additive_rotary", "separate_everything"}

# What differs from SMALL. Those named separate... have a vocabulary for each side.
VARIANTS = {
    "pre": TWO,
    "post": TWO | {"norm": "post"},
    "gelu": {"activation": "gelu"},
    "gelu_post": TWO | {"activation": "gelu", "norm": "post"},
    "swiglu": {"activation": "swiglu"},
    "swiglu_post": {"activation": "swiglu", "norm": "post"},
    "rms": TWO | {"norm_type": "rms"},
    "rms_post": {"norm_type": "rms", "norm": "post"},
    "no_biases": {"biases": False},
    "no_biases_post": {"biases": False, "norm": "post"},
    "learned": {"positions": "learned", "max_positions": 9},
    "rotary": {"positions": "rotary"},
    "no_positions": {"positions": "none"},
    "additive": {"attention": "additive"},
    "additive_encoder": {"encoder_attention": "additive"},
    "additive_decoder": {"decoder_attention": "additive"},
    "additive_cross": {"cross_attention": "additive"},
    "additive_but_cross": TWO | {"attention": "additive", "cross_attention": "dot_product"},
    "additive_no_biases": {"attention": "additive", "biases": False},
    "additive_rotary": {"attention": "additive", "positions": "rotary"},
    "window": TWO | {"attention_window": 2},
    "window_encoder": {"encoder_window": 1},
    "window_decoder": {"decoder_window": 1},
    "window_longer_than_sentence": {"attention_window": 9},
    "window_blocks": {"encoder_window": 3, "decoder_window": 5},
    "window_wide_blocks": {"encoder_window": 40, "decoder_window": 33},
    "window_blocks_additive_rotary": {"attention": "additive", "positions": "rotary", "attention_window": 4},
    "other_decoder": OTHER_DECODER | {"tie_embeddings": "target"},
    "target_tied": {"tie_embeddings": "target"},
    "untied": {"tie_embeddings": "none"},
    "unscaled": {"scale_embeddings": False},
    "untied_unscaled": UNSCALED,
    "untied_unscaled_rms": UNSCALED | {"norm_type": "rms"},
    "separate": {},
    "separate_target_tied": {"tie_embeddings": "target"},
    "separate_untied_unscaled": {"tie_embeddings": "none", "scale_embeddings": False},
    "grouped": {"num_heads": 4, "decoder_kv_heads": 2},
    "multi_query": {"num_heads": 4, "decoder_kv_heads": 1},
    "modern": TWO | MODERN | {"num_heads": 4, "decoder_kv_heads": 2, "attention_window": 3},
    "separate_everything": OTHER_DECODER
    | {"norm": "post", "activation": "gelu", "positions": "learned", "max_positions": 70, "decoder_kv_heads": 1}
    | {"attention": "additive", "encoder_window": 6, "decoder_window": 40, "tie_embeddings": "none"},
}


def fill(model):
    """Weights from a formula: no random stream is shared. They are float32 values."""
    for number, parameter in enumerate(model.parameters()):
        if parameter.requires_grad:
            hashed = torch.sin(torch.arange(parameter.numel()) * 12.9898 + number * 78.233) * 43758.5453
            parameter.data = rounded(hashed.frac() * 0.6).reshape(parameter.shape)
    for module in model.modules():
        if "Norm" in type(module).__name__:
            module.weight.data = rounded(module.weight.data + 1)


def rounded(values):
    return values.float().double()


def make_batch(lengths, sizes):
    def padded(sentences):
        longest = max(map(len, sentences))
        return torch.tensor([sentence + [PAD] * (longest - len(sentence)) for sentence in sentences])

    def pieces(length, row, size):
        return [FIRST_PIECE + (i * i + 3 * i + 5 * row) % (size - FIRST_PIECE) for i in range(length)]

    sources = [pieces(pair[0], row, sizes[0]) for row, pair in enumerate(lengths)]
    targets = [pieces(pair[1], row + 7, sizes[1]) for row, pair in enumerate(lengths)]
    return {
        "source": padded([pieces + [EOS] for pieces in sources]),
        "target_input": padded([[BOS] + pieces for pieces in targets]),
        "target_output": padded([pieces + [EOS] for pieces in targets]),
    }


def results(logits, target_output):
    """The loss still knows where it came from: loss.backward() gives the gradients."""
    smoothed = dict(ignore_index=PAD, label_smoothing=SMOOTHING, reduction="sum")
    loss = F.cross_entropy(logits.flatten(0, 1), target_output.flatten(), **smoothed)
    return {"log_probs": logits.log_softmax(-1), "loss": loss}


def as_stored(value):
    return (value.float() if value.is_floating_point() else value).clone(memory_format=torch.contiguous_format)


def save(name, tensors, weights, gradients, metadata):
    tensors = tensors | {f"weight.{key}": value for key, value in weights.items()}
    tensors |= {f"gradient.{key}": value for key, value in gradients.items()}
    path = Path(__file__).parent / "data" / f"{name}.safetensors"
    save_file({key: as_stored(value.detach()) for key, value in tensors.items()}, path, metadata)
    path.chmod(0o644)


def make(name, changes):
    shared = not name.startswith("separate")
    model = SMALL | changes
    reference = Reference(model, *SIZES[shared], shared)
    fill(reference)
    if "untied_unscaled" in name:  # so small that the norms' epsilons show
        for embedding in ("source_embedding", "target_embedding"):
            reference.embeddings[embedding].data = rounded(reference.embeddings[embedding].data * 0.05)
    batch = make_batch(LONG if name in LONG_VARIANTS else SHORT, SIZES[shared])
    computed = results(reference(batch["source"], batch["target_input"]), batch["target_output"])
    computed["loss"].backward()
    plain = any(isinstance(module, PlainAttention) for module in reference.modules())
    layers = "TransformerEncoderLayer and TransformerDecoderLayer" + (" with PlainAttention" if plain else "")
    metadata = {
        "model": json.dumps(model),
        "shared_vocabulary": json.dumps(shared),
        "reference": f"{layers}, torch {torch.__version__}",
    }
    save(f"model_{name}", batch | computed, reference.named(lambda p: p), reference.named(lambda p: p.grad), metadata)


def check_plain_attention():
    """Where PyTorch has what PlainAttention computes, both must agree."""
    x, memory, allowed = torch.randn(2, 5, 8), torch.randn(2, 7, 6), torch.rand(2 * 4, 5, 7) < 0.7
    allowed[..., 0] = True
    mask = torch.zeros(allowed.shape).masked_fill(~allowed, -torch.inf)
    for kv_heads in (4, 2, 1):
        plain = PlainAttention(8, 6, heads=4, kv_heads=kv_heads)
        q, k, v = (
            projected.unflatten(-1, (-1, 2)).transpose(1, 2)
            for projected in (plain.query(x), plain.key(memory), plain.value(memory))
        )
        heads = F.scaled_dot_product_attention(q, k, v, mask.unflatten(0, (2, 4)), enable_gqa=True)
        torch.testing.assert_close(plain(x, memory, memory, mask)[0], plain.output(heads.transpose(1, 2).flatten(2)))


if __name__ == "__main__":
    torch.set_default_dtype(torch.float64)
    check_plain_attention()
    for name, changes in VARIANTS.items():
        make(name, changes)
