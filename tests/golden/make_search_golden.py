#!/usr/bin/env python3
"""Writes data/search_VARIANT.safetensors: what a plain beam search finds with an independent Transformer.

As a file of make_model_golden.py, with weights and sources; metadata `searches` holds, for each set of options, the
hypotheses of each source. The search has no cache and no batch, keeps whole sequences and never stops early: each step
runs the whole model on each hypothesis, in double precision.

Needs torch and safetensors; the files it wrote are committed: python tests/golden/make_search_golden.py
"""

import json
import math

import torch

from make_guided_golden import watch
from make_model_golden import BOS, EOS, SIZES, SMALL, VARIANTS, fill, make_batch, save
from reference_transformer import PAD, Reference

LIMIT = 9  # tokens, the end mark included
LENGTHS = [(5, 1), (2, 1), (9, 1), (1, 1)]  # of sources; targets are not looked at
SEARCHES = [
    {"beam_size": 1, "length_penalty": "average"},
    {"beam_size": 4, "length_penalty": "none"},
    {"beam_size": 4, "length_penalty": "average"},
    {"beam_size": 4, "length_penalty": "0.6"},
    {"beam_size": 3, "length_penalty": "average", "patience": 2.0},
    {"beam_size": 4, "length_penalty": "0.6", "no_repeat_ngram": 2, "repetition_penalty": 1.2},
]  # fmt: skip
WITH_COVERAGE = [{"beam_size": 4, "length_penalty": "0.6", "coverage_penalty": 0.4}]
SHARPER = 3.0  # times the output's weights, where they are untied: so that hypotheses differ by more than rounding
LEAST_GAP = 1e-4  # between scores that decide something


def penalty(name, tokens):
    return {"none": lambda: 1, "average": lambda: tokens}.get(name, lambda: ((5 + tokens) / 6) ** float(name))()


class Scorer:
    """Log-probabilities and coverage of whole sequences, from their beginning."""

    def __init__(self, reference, source, seen):
        self.reference, self.source, self.seen = reference, source.unsqueeze(0), seen

    def after(self, tokens):
        """log p of every next token, and the cross-attention of all steps so far: [T, S]"""
        self.seen.clear()
        logits = self.reference(self.source, torch.tensor([[BOS, *tokens]]))[0, -1]
        return logits.log_softmax(-1).tolist(), self.seen[0][0].mean(0) if self.seen else None


def is_repeated(tokens, n):
    grams = [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]
    return n > 0 and len(set(grams)) < len(grams)


def hypothesis(tokens, parts, ranking, attention, options):
    score = ranking / penalty(options["length_penalty"], len(tokens))
    if options.get("coverage_penalty"):
        pieces = attention[:, :-1].sum(0)  # but for the end mark
        score += options["coverage_penalty"] * sum(math.log(min(max(got, 1e-6), 1)) for got in pieces.tolist())
    finished = tokens[-1] == EOS
    return {"tokens": tokens, "log_prob": sum(parts), "score": score, "finished": finished, "token_log_probs": parts}


def plain_beam_search(scorer, options, gaps):
    width = options["beam_size"]
    wanted = math.ceil(options.get("patience", 1.0) * width - 1e-9)
    live, ended = [([], [], 0.0)], []
    for length in range(1, LIMIT + 1):
        grown = []
        for tokens, parts, ranking in live:
            log_probs, attention = scorer.after(tokens)
            for token, log_prob in enumerate(log_probs):
                longer = [*tokens, token]
                if token in (PAD, BOS) or (token == EOS and not tokens):
                    continue
                if token != EOS and is_repeated(longer, options.get("no_repeat_ngram", 0)):
                    continue
                worth = log_prob * options.get("repetition_penalty", 1.0) if token in tokens else log_prob
                grown.append((longer, [*parts, log_prob], ranking + worth, attention))
        grown.sort(key=lambda each: -each[2])
        slots = min(width, max(width, wanted) - len(ended))
        gaps.extend(a[2] - b[2] for a, b in zip(grown[:slots], grown[1 : slots + 1]))
        chosen = grown[:slots]
        at_limit = length == LIMIT
        ended += [hypothesis(*each, options) for each in chosen if each[0][-1] == EOS or at_limit]
        live = [each[:3] for each in chosen if each[0][-1] != EOS]
        if not live or len(ended) >= wanted:
            break
    ended.sort(key=lambda each: (not each["finished"], -each["score"]))
    gaps.extend(a["score"] - b["score"] for a, b in zip(ended, ended[1:]) if a["finished"] == b["finished"])
    return ended


def make(name):
    shared = not name.startswith("separate")
    model = SMALL | VARIANTS[name]
    reference = Reference(model, *SIZES[shared], shared)
    fill(reference)
    output = next(key for key in ("output", "target_embedding", "embedding") if key in reference.embeddings)
    sharper = reference.embeddings[output].data * (SHARPER if output == "output" else 2)
    if output == "output":
        sharper[EOS] *= -1  # an end mark that comes now and then
    reference.embeddings[output].data = sharper.float().double()
    seen = []
    searches, gaps = list(SEARCHES), []
    if name == "pre":
        watch(reference.layers["decoder"][0].multihead_attn, seen)
        searches += WITH_COVERAGE
    sources = make_batch(LENGTHS, SIZES[shared])["source"]
    found = []
    with torch.no_grad():
        for options in searches:
            scorers = [Scorer(reference, source[source.ne(PAD)], seen) for source in sources]
            hypotheses = [plain_beam_search(scorer, options, gaps) for scorer in scorers]
            found.append({"options": options, "found": hypotheses})
    assert min(gaps) > LEAST_GAP, f"{name}: two hypotheses are {min(gaps)} apart, which rounding could turn round"
    ends = [each["finished"] for search in found for source in search["found"] for each in source]
    assert any(ends) and not all(ends), f"{name}: {sum(ends)} of {len(ends)} hypotheses finish"
    metadata = {
        "model": json.dumps(model),
        "shared_vocabulary": json.dumps(shared),
        "limit": str(LIMIT),
        "searches": json.dumps(found),
        "reference": f"plain beam search over reference_transformer.py, torch {torch.__version__}",
    }
    save(f"search_{name}", {"source": sources}, reference.named(lambda p: p), {}, metadata)


if __name__ == "__main__":
    torch.set_default_dtype(torch.float64)
    for variant in ("pre", "modern", "separate_everything"):
        make(variant)
