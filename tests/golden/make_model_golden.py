#!/usr/bin/env python3
"""Writes model_{pre,post}.safetensors: weights, a padded batch, and what PyTorch's own Transformer layers make of them.

Independent of tfm: the layers are torch.nn.TransformerEncoderLayer and TransformerDecoderLayer, the loss is
torch.nn.functional.cross_entropy. Needs torch and safetensors. The files it wrote are committed; run it again only to
change what is compared: python make_model_golden.py
"""
import math
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import save_file

D, HEADS, FFN, LAYERS, VOCABULARY, PAD, SMOOTHING = 8, 2, 16, 2, 13, 0, 0.1
SOURCE = [[4, 5, 6, 7, 3], [8, 9, 3, 0, 0], [10, 3, 0, 0, 0]]
TARGET_INPUT = [[2, 5, 4, 12], [2, 11, 0, 0], [2, 7, 9, 0]]
TARGET_OUTPUT = [[5, 4, 12, 3], [11, 3, 0, 0], [7, 9, 3, 0]]


def positions(length):
    table = torch.zeros(length, D)
    for pos in range(length):
        for i in range(0, D, 2):
            angle = pos / 10000 ** (i / D)
            table[pos, i], table[pos, i + 1] = math.sin(angle), math.cos(angle)
    return table


def tfm_names(layer, side, index):
    """PyTorch's parameters of one layer under tfm's names; query, key and value lie in one matrix there."""
    named = {}

    def attention(name, module):
        for part, weight, bias in zip(("query", "key", "value"), module.in_proj_weight.chunk(3), module.in_proj_bias.chunk(3)):
            named[f"{name}.{part}.weight"], named[f"{name}.{part}.bias"] = weight, bias
        named[f"{name}.output.weight"], named[f"{name}.output.bias"] = module.out_proj.weight, module.out_proj.bias

    residuals = ["self_attention", "feed_forward"]
    attention("self_attention", layer.self_attn)
    if side == "decoder":
        attention("cross_attention", layer.multihead_attn)
        residuals.insert(1, "cross_attention")
    for part, linear in (("inner", layer.linear1), ("outer", layer.linear2)):
        named[f"feed_forward.{part}.weight"], named[f"feed_forward.{part}.bias"] = linear.weight, linear.bias
    for number, name in enumerate(residuals, 1):
        norm = getattr(layer, f"norm{number}")
        named[f"{name}_residual.norm.weight"], named[f"{name}_residual.norm.bias"] = norm.weight, norm.bias
    return {f"{side}.layers.{index}.{name}": value for name, value in named.items()}


def make(norm_first, path):
    options = dict(d_model=D, nhead=HEADS, dim_feedforward=FFN, dropout=0.0, batch_first=True, norm_first=norm_first)
    encoder = torch.nn.ModuleList(torch.nn.TransformerEncoderLayer(**options) for _ in range(LAYERS))
    decoder = torch.nn.ModuleList(torch.nn.TransformerDecoderLayer(**options) for _ in range(LAYERS))
    norms = torch.nn.ModuleList(torch.nn.LayerNorm(D) for _ in range(2)) if norm_first else None
    embedding = torch.nn.Parameter(torch.empty(VOCABULARY, D))
    parameters = [embedding, *encoder.parameters(), *decoder.parameters(), *(norms.parameters() if norms else [])]
    for number, parameter in enumerate(parameters):  # from a formula: no random stream is shared
        values = torch.cos(torch.arange(parameter.numel()) * 0.7 + number).reshape(parameter.shape) * 0.4
        parameter.data = values + (1.0 if parameter.dim() == 1 and number % 2 else 0.0)

    source, target_in, target_out = map(torch.tensor, (SOURCE, TARGET_INPUT, TARGET_OUTPUT))
    padding = source == PAD
    x = embedding[source] * math.sqrt(D) + positions(source.shape[1])
    for layer in encoder:
        x = layer(x, src_key_padding_mask=padding)
    memory = norms[0](x) if norms else x
    y = embedding[target_in] * math.sqrt(D) + positions(target_in.shape[1])
    causal = torch.nn.Transformer.generate_square_subsequent_mask(target_in.shape[1])
    for layer in decoder:
        y = layer(y, memory, tgt_mask=causal, tgt_is_causal=True, memory_key_padding_mask=padding)
    logits = F.linear(norms[1](y) if norms else y, embedding)
    loss = F.cross_entropy(logits.flatten(0, 1), target_out.flatten(), ignore_index=PAD, label_smoothing=SMOOTHING, reduction="sum")

    def named(values_of):
        result = {"embedding.weight": values_of(embedding)}
        for side, layers in (("encoder", encoder), ("decoder", decoder)):
            for index, layer in enumerate(layers):
                result |= tfm_names(layer, side, index)
        return result

    weights = named(lambda p: p)
    gradient_of = {}
    loss.backward()
    for side, layers in (("encoder", encoder), ("decoder", decoder)):
        for index, layer in enumerate(layers):
            grads = torch.nn.ModuleList([type(layer)(**options)])[0]
            for own, other in zip(grads.parameters(), layer.parameters()):
                own.data = other.grad
            gradient_of |= tfm_names(grads, side, index)
    gradient_of["embedding.weight"] = embedding.grad
    if norms:
        for side, norm in zip(("encoder", "decoder"), norms):
            weights |= {f"{side}.norm.weight": norm.weight, f"{side}.norm.bias": norm.bias}
            gradient_of |= {f"{side}.norm.weight": norm.weight.grad, f"{side}.norm.bias": norm.bias.grad}
    tensors = {"source": source, "target_input": target_in, "target_output": target_out, "logits": logits, "loss": loss.reshape(1)}
    tensors |= {f"weight.{name}": value for name, value in weights.items()}
    tensors |= {f"gradient.{name}": value for name, value in gradient_of.items()}
    save_file({name: value.detach().clone().contiguous() for name, value in tensors.items()}, path)


if __name__ == "__main__":
    folder = Path(__file__).parent / "data"
    make(True, folder / "model_pre.safetensors")
    make(False, folder / "model_post.safetensors")
