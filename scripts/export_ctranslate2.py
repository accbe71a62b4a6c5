#!/usr/bin/env python3
"""Writes the weights of a tfm model folder in CTranslate2's format, to compare the two with the very same model.

    python3 -m venv ENV && ENV/bin/pip install ctranslate2 sentencepiece safetensors
    ENV/bin/python scripts/export_ctranslate2.py RUN/best FOLDER [--quantization int8]

The folder goes to ctranslate2.Translator. Sources are pieces of the model's own vocabulary (tokenizer/*.model), without
an end mark: CTranslate2 adds it. Additive scores, windows and attention whose keys are shared between encoder and
decoder heads of different numbers have no counterpart there: such a model is refused.
"""

import argparse
import json
import pathlib
import sys

import ctranslate2
import numpy
import safetensors.numpy
import sentencepiece
from ctranslate2.specs import common_spec, transformer_spec

ACTIVATIONS = {"relu": common_spec.Activation.RELU, "gelu": common_spec.Activation.GELU, "swiglu": common_spec.Activation.SWISH}


def main():
    arguments = parse_arguments()
    folder = arguments.model
    config = json.loads((folder / "config.json").read_text())
    refuse_what_has_no_counterpart(config["model"])
    weights = {name: tensor.astype(numpy.float32) for name, tensor in safetensors.numpy.load_file(folder / "model.safetensors").items()}
    spec = specification(config["model"], weights)
    pieces = [vocabulary(folder / "tokenizer", side) for side in ("source", "target")]
    spec.register_source_vocabulary(pieces[0][0])
    spec.register_target_vocabulary(pieces[1][0])
    _, spec.config.unk_token, spec.config.bos_token, spec.config.eos_token = pieces[1]
    spec.config.decoder_start_token = spec.config.bos_token
    spec.config.add_source_eos = True
    spec.validate()
    spec.optimize(quantization=arguments.quantization)
    arguments.output.mkdir(parents=True)
    spec.save(str(arguments.output))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("model", type=pathlib.Path, help="a model folder: config.json, model.safetensors, tokenizer/")
    parser.add_argument("output", type=pathlib.Path, help="the folder to write, which must not be there yet")
    parser.add_argument("--quantization", choices=["int8", "int8_float32", "float16", "bfloat16"], help="how weights are stored; float32 unless given")
    arguments = parser.parse_args()
    if not (arguments.model / "config.json").exists():
        parser.error(f"{arguments.model} is no model folder: it has no config.json (of a run, give RUN/best)")
    if arguments.output.exists():
        parser.error(f"{arguments.output} is there already")
    return arguments


def refuse_what_has_no_counterpart(model):
    scores = {model[key] or model["attention"] for key in ("encoder_attention", "decoder_attention", "cross_attention")}
    if scores != {"dot_product"}:
        sys.exit("error: CTranslate2 has no additive attention")
    if any(model[key] for key in ("attention_window", "encoder_window", "decoder_window")):
        sys.exit("error: CTranslate2's windows look back alone: a model with attention_window can't be exported")


def vocabulary(folder, side):
    """All pieces, in the order of their ids, and the unknown piece, begin and end mark."""
    own, shared = folder / f"{side}.model", folder / "shared.model"
    processor = sentencepiece.SentencePieceProcessor(model_file=str(own if own.exists() else shared))
    pieces = [processor.id_to_piece(i) for i in range(processor.get_piece_size())]
    return pieces, pieces[processor.unk_id()], pieces[processor.bos_id()], pieces[processor.eos_id()]


def specification(model, weights):
    shared = {
        "pre_norm": model["norm"] == "pre",
        "activation": ACTIVATIONS[model["activation"]],
        "ffn_glu": model["activation"] == "swiglu",
        "rms_norm": model["norm_type"] == "rms",
        "rotary_dim": 0 if model["positions"] == "rotary" else None,
    }
    decoder_heads = model["decoder_num_heads"] or model["num_heads"]
    encoder = transformer_spec.TransformerEncoderSpec(model["encoder_layers"], model["num_heads"], **shared)
    decoder = transformer_spec.TransformerDecoderSpec(model["decoder_layers"], decoder_heads, num_heads_kv=model["decoder_kv_heads"], **shared)
    fill_embeddings(encoder.embeddings[0], model, weights, "source_embedding")
    fill_embeddings(decoder.embeddings, model, weights, "target_embedding")
    decoder.projection.weight = weights.get("output.weight", decoder.embeddings.weight)
    for side, spec in (("encoder", encoder), ("decoder", decoder)):
        fill_positions(spec, model, weights, side)
        if model["norm"] == "pre":
            fill_norm(spec.layer_norm, weights, f"{side}.norm")
        for number, layer in enumerate(spec.layer):
            fill_layer(layer, weights, f"{side}.layers.{number}")
    return transformer_spec.TransformerSpec(encoder, decoder)


def fill_embeddings(spec, model, weights, name):
    spec.weight = weights.get("embedding.weight", weights.get(f"{name}.weight"))
    spec.multiply_by_sqrt_depth = model["scale_embeddings"]


def fill_positions(spec, model, weights, side):
    if model["positions"] == "rotary":
        return
    width = model["d_model"] if side == "encoder" else model["decoder_d_model"] or model["d_model"]
    learned = weights.get(f"{side}.position_embedding.weight")
    if model["positions"] == "sinusoidal":
        spec.position_encodings.encodings = sinusoids(4096, width)
    else:
        spec.position_encodings.encodings = numpy.zeros((4096, width), numpy.float32) if learned is None else learned


def sinusoids(length, width):
    """Section 3.5 of Vaswani et al. 2017, sine and cosine in turn."""
    angles = numpy.arange(length)[:, None] * numpy.exp(numpy.arange(0, width, 2) * (-numpy.log(10000.0) / width))
    return numpy.stack([numpy.sin(angles), numpy.cos(angles)], -1).reshape(length, width).astype(numpy.float32)


def fill_layer(spec, weights, name):
    fill_attention(spec.self_attention, weights, f"{name}.self_attention", ["query", "key", "value"], [])
    if hasattr(spec, "attention"):
        fill_attention(spec.attention, weights, f"{name}.cross_attention", ["query"], ["key", "value"])
    fill_norm(spec.ffn.layer_norm, weights, f"{name}.feed_forward_residual.norm")
    # CTranslate2's gate is its first map, through the activation; the other one multiplies it.
    gated = f"{name}.feed_forward.gate.weight" in weights
    fill_linear(spec.ffn.linear_0, weights, [f"{name}.feed_forward.{'gate' if gated else 'inner'}"])
    if gated:
        fill_linear(spec.ffn.linear_0_noact, weights, [f"{name}.feed_forward.inner"])
    fill_linear(spec.ffn.linear_1, weights, [f"{name}.feed_forward.outer"])


def fill_attention(spec, weights, name, first, second):
    fill_norm(spec.layer_norm, weights, f"{name}_residual.norm")
    groups = [group for group in (first, second, ["output"]) if group]
    for linear, group in zip(spec.linear, groups, strict=True):
        fill_linear(linear, weights, [f"{name}.{part}" for part in group])


def fill_linear(spec, weights, names):
    """Several maps of one input stand side by side."""
    spec.weight = numpy.concatenate([weights[f"{name}.weight"] for name in names])
    if f"{names[0]}.bias" in weights:
        spec.bias = numpy.concatenate([weights[f"{name}.bias"] for name in names])


def fill_norm(spec, weights, name):
    spec.gamma = weights[f"{name}.weight"]
    if hasattr(spec, "beta"):
        spec.beta = weights.get(f"{name}.bias", numpy.zeros_like(spec.gamma))


if __name__ == "__main__":
    main()
