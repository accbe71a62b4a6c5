#!/usr/bin/env python3
"""Writes data/model_marian.safetensors: the same as make_model_golden.py, but out of Hugging Face's MarianMTModel.

Marian is the post-norm Transformer with sinusoidal positions, but its sines are the first half of a position and its
cosines the second, where tfm (like the paper) has them in turn. Nothing in the model depends on the order of the
residual's numbers as long as all that read and write it agree: ORDER renumbers them, in weights and gradients, and both
must compute the same.

Needs torch, safetensors and transformers: python tests/golden/make_marian_golden.py
"""

import json

import torch
import transformers

from make_model_golden import BOS, EOS, SHORT, SIZES, SMALL, TWO, fill, make_batch, results, save
from reference_transformer import PAD

MODEL = SMALL | TWO | {"norm": "post"}
WIDTH = MODEL["d_model"]
ORDER = torch.arange(WIDTH).reshape(2, WIDTH // 2).T.flatten()  # 0, 4, 1, 5, ...
ATTENTIONS = {
    "encoder": {"self_attention": "self_attn"},
    "decoder": {"self_attention": "self_attn", "cross_attention": "encoder_attn"},
}


def marian():
    config = transformers.MarianConfig(
        vocab_size=SIZES[True][0], decoder_vocab_size=SIZES[True][1], share_encoder_decoder_embeddings=True,
        d_model=WIDTH, encoder_layers=2, decoder_layers=2, encoder_ffn_dim=MODEL["ffn_dim"],
        decoder_ffn_dim=MODEL["ffn_dim"], encoder_attention_heads=MODEL["num_heads"],
        decoder_attention_heads=MODEL["num_heads"], activation_function="relu", scale_embedding=True, dropout=0.0,
        attention_dropout=0.0, activation_dropout=0.0, max_position_embeddings=16, pad_token_id=PAD, bos_token_id=BOS,
        eos_token_id=EOS, decoder_start_token_id=BOS, forced_eos_token_id=None, attn_implementation="eager",
    )  # fmt: skip
    return transformers.MarianMTModel(config).double()


def reads(name, linear, value_of):
    """A linear layer whose input is the residual."""
    return {f"{name}.weight": value_of(linear.weight)[:, ORDER], f"{name}.bias": value_of(linear.bias)}


def writes(name, module, value_of):
    """A linear layer or norm whose output is the residual."""
    return {f"{name}.weight": value_of(module.weight)[ORDER], f"{name}.bias": value_of(module.bias)[ORDER]}


def named(model, value_of):
    """value_of(parameter) of each parameter under tfm's name and in tfm's order."""
    result = {"embedding.weight": value_of(model.model.shared.weight)[:, ORDER]}
    for side in ("encoder", "decoder"):
        for index, layer in enumerate(getattr(model.model, side).layers):
            at = f"{side}.layers.{index}"
            for ours, theirs in ATTENTIONS[side].items():
                attention = getattr(layer, theirs)
                for part in ("query", "key", "value"):
                    result |= reads(f"{at}.{ours}.{part}", getattr(attention, f"{part[0]}_proj"), value_of)
                result |= writes(f"{at}.{ours}.output", attention.out_proj, value_of)
                result |= writes(f"{at}.{ours}_residual.norm", getattr(layer, f"{theirs}_layer_norm"), value_of)
            result |= reads(f"{at}.feed_forward.inner", layer.fc1, value_of)
            result |= writes(f"{at}.feed_forward.outer", layer.fc2, value_of)
            result |= writes(f"{at}.feed_forward_residual.norm", layer.final_layer_norm, value_of)
    return result


if __name__ == "__main__":
    torch.set_default_dtype(torch.float64)
    model = marian()
    fill(model)
    batch = make_batch(SHORT, SIZES[True])
    source, target_input = batch["source"], batch["target_input"]
    logits = model(input_ids=source, attention_mask=source.ne(PAD), decoder_input_ids=target_input).logits
    computed = results(logits, batch["target_output"])
    computed["loss"].backward()
    metadata = {
        "model": json.dumps(MODEL),
        "shared_vocabulary": "true",
        "reference": f"MarianMTModel, transformers {transformers.__version__}, torch {torch.__version__}",
    }
    save("model_marian", batch | computed, named(model, lambda p: p), named(model, lambda p: p.grad), metadata)
