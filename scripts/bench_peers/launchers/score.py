"""sacreBLEU's BLEU (tokenize zh) and chrF2 as JSON: score.py REFERENCE HYPOTHESIS."""

import json
import sys

import sacrebleu


def read(path):
    with open(path, encoding="utf-8") as text:
        return text.read().removesuffix("\n").split("\n")


reference, hypothesis = map(read, sys.argv[1:])
if len(reference) != len(hypothesis):
    sys.exit(f"error: {sys.argv[2]} has {len(hypothesis)} lines, the reference {len(reference)}")
print(json.dumps({"bleu": sacrebleu.metrics.BLEU(tokenize="zh").corpus_score(hypothesis, [reference]).score,
                  "chrf": sacrebleu.metrics.CHRF().corpus_score(hypothesis, [reference]).score}))
