"""What sacreBLEU makes of some files. Needs sacreBLEU, NumPy and sentencepiece.

  sacrebleu_oracle.py JOBS.json     writes one JSON object, the results by the jobs' names

A job holds: hypotheses and references (files), variable (a blank line is no reference), metrics (pairs of a class and
its options), and at most one of sentences, bootstrap (samples), test ("bs" or "ar", with samples); seed.
"""
import json
import os
import pathlib
import sys

import sacrebleu
import sentencepiece
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest
from sacrebleu.tokenizers import tokenizer_spm, tokenizer_zh

METRICS = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}

# The zh table as it is, and as it was meant to be.
PUBLISHED_RANGES = tokenizer_zh._UCODE_RANGES
MEANT_RANGES = [(first, last) for first, last in PUBLISHED_RANGES if len(last) == 1]
MEANT_RANGES += [("\U00020000", "\U0002a6d6"), ("\U0002f800", "\U0002fa1d")]


def read_lines(path):
    """As sacreBLEU's command line does, but for text that isn't UTF-8, which that refuses."""
    with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
        return [line.rstrip() for line in file]


def read_references(job):
    streams = [read_lines(path) for path in job["references"]]
    return [[line or None for line in stream] for stream in streams] if job.get("variable") else streams


def train_pieces(text, model):
    """A small SentencePiece model, put where sacreBLEU keeps the models that it downloads."""
    sentencepiece.SentencePieceTrainer.train(input=text, model_prefix=model.removesuffix(".model"), vocab_size=1000,
                                             character_coverage=0.98, hard_vocab_limit=False, minloglevel=2)
    folder = pathlib.Path(os.environ["SACREBLEU"], "models")
    folder.mkdir(parents=True)
    for about in tokenizer_spm.SPM_MODELS.values():
        (folder / os.path.basename(about["url"])).write_bytes(pathlib.Path(model).read_bytes())


def make_metric(kind, options):
    options = dict(options)
    meant = kind == "BLEU" and options.get("tokenize") == "zh-fixed"
    tokenizer_zh._UCODE_RANGES = MEANT_RANGES if meant else PUBLISHED_RANGES
    tokenizer_zh.TokenizerZh._is_chinese_char.cache_clear()
    if meant:
        options["tokenize"] = "zh"
    return METRICS[kind](**options)


def corpus_scores(job, hypotheses, references):
    results = {}
    for kind, options in job["metrics"]:
        metric = make_metric(kind, options)
        score = metric.corpus_score(hypotheses[0], references, n_bootstrap=job.get("bootstrap", 1))
        signature = metric.get_signature().format()
        results[score.name] = {"score": score.score, "signature": signature, "verbose": score._verbose, "mean": score._mean,
                               "ci": score._ci, "text": score.format(width=2, signature=signature)}
    return results


def sentence_scores(job, hypotheses, references):
    results = {}
    for kind, options in job["metrics"]:
        metric = make_metric(kind, options)
        scores = [metric.sentence_score(line, list(own)) for line, *own in zip(hypotheses[0], *references)]
        results[scores[0].name] = [score.score for score in scores]
    return results


def paired_scores(job, hypotheses, references):
    metrics = {str(i): make_metric(kind, options) for i, (kind, options) in enumerate(job["metrics"])}
    systems = list(zip(map(str, job["hypotheses"]), hypotheses))
    signatures, scores = PairedTest(systems, metrics, references, test_type=job["test"], n_samples=job["samples"])()
    return {name: {"signature": signatures[name].format(), "systems": [vars(result) for result in scores[name]]}
            for name in signatures}


def result_of(job):
    os.environ["SACREBLEU_SEED"] = str(job.get("seed", 12345))
    hypotheses = [read_lines(path) for path in job["hypotheses"]]
    compute = sentence_scores if job.get("sentences") else paired_scores if job.get("test") else corpus_scores
    return compute(job, hypotheses, read_references(job))


def main():
    assert sacrebleu.__version__ == "2.6.0", sacrebleu.__version__
    work = json.loads(pathlib.Path(sys.argv[1]).read_text())
    train_pieces(**work["pieces"])
    json.dump({name: result_of(job) for name, job in work["jobs"].items()}, sys.stdout, default=float)


if __name__ == "__main__":
    main()
