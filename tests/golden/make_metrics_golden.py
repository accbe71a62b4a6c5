"""Writes data/metrics_golden.json: what sacreBLEU 2.6.0, NumPy and Python 3.11 (Unicode 14) make of fixed inputs.

Needs: pip install sacrebleu==2.6.0 numpy. Run from anywhere; the output is committed.
"""

import itertools
import json
import os
import pathlib
import sys
import unicodedata

import numpy
import regex
import sacrebleu
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.metrics.lib_ter import translation_edit_rate
from sacrebleu.significance import PairedTest
from sacrebleu.utils import sum_of_lists

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "cli"))
from awkward_text import ENGLISH, KINDS, PROSE, AwkwardText  # noqa: E402

METRICS = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}
TOKENIZERS = ["zh", "13a", "char", "intl", "none"]
TER_OPTIONS = {"normalized": "n", "no_punct": "p", "asian_support": "a", "case_sensitive": "c"}

# Borders of the tokenizers' rules.
BY_HAND = [
    "", " ", "\u3000\u00a0", "\n", ".", ",", "..", "...", ".,.,", "5.", ".5", " .5", "\u3000,5", "5.5", "5. ", "a.b", "a.5",
    "5.a", "1,000.50", "a,b,c", "1-2", "-1", "1-", "a-b", "1--2", "1-.", "１．５", "我5.", "5.我", "我.我", "中文，English。",
    "a&quot;b&amp;quot;c", "<ski<skipped>pped>", "x<skipped>", "--\n\n", "a\nb", "re-\nread", "'tis", "don't", "man's dog's",
    "a's", "'s", "a…b", "a—b", "a\u2001b", "𠀀𠀁", "⩭⩮", "  5.  ", "\u30005.\u3000", "a\x1cb\x1d", "\x00a", "&amp;lt;", "&AMP;",
    "1.Ⅷ.a", "٣,٤", "a\u0301.b", "€5", "5€", "a+b=c", "ア・イ", "（a）【b】",
]

# Texts whose lower-case form depends on what stands around a sigma, or has another length.
CASES = KINDS["greek"] + KINDS["cases"] + [
    "", "Σ Σ", "ΑΣ Α", "ΑΣ:", "ΑΣ:Α", "Α.Σ", "1Σ", "Α1Σ", "ΑΣ1", "ΑΣ\u00b7Α", "ΣΣ", "ΑΣΣ", "İΣ", "中Σ", "ΑΣ中",
]


def runs(is_in):
    """First and last code point of each run of those that are in, one after the other in one list."""
    borders = [c for c in range(0x110001) if (c <= 0x10FFFF and is_in(c)) != (c > 0 and is_in(c - 1))]
    return [border - i % 2 for i, border in enumerate(borders)]


def unicode_facts():
    """Of all code points that are assigned in Unicode 14 and no surrogates."""
    known = [unicodedata.category(chr(c)) not in ("Cn", "Cs") for c in range(0x110000)]
    every = "".join(chr(c) for c in range(0x110000) if known[c])
    found = {name: {ord(c) for c in regex.findall(rf"\p{{{name}}}", every)} for name in "PSN"}
    changed = [c for c in every if c != "\u0130" and c.lower() != c]
    cased = {ord(c) for c in every if (c + "Σ").lower().endswith("ς")}
    transparent = {ord(c) for c in every if ("A" + c + "Σ").lower().endswith("ς")} - cased
    return {
        "unknown": runs(lambda c: not known[c]),
        **{name: runs(found[name].__contains__) for name in "PSN"},
        "changed": "".join(changed), "lower": "".join(map(str.lower, changed)),
        "cased": runs(cased.__contains__), "ignorable": runs(transparent.__contains__),
        "texts": [[text, text.lower()] for text in CASES],
    }


def every_option(names):
    return [dict(zip(names, chosen)) for chosen in itertools.product((False, True), repeat=len(names))]


def tokens_of(text):
    """Tokens hold no white space: one space between them says all. TER's by its options' letters."""
    tokens = {name: " ".join(BLEU(tokenize=name)._preprocess_segment(text).split()) for name in TOKENIZERS}
    for options in every_option(TER_OPTIONS):
        if options["case_sensitive"] or not any(options.values()):
            name = "ter " + "".join(TER_OPTIONS[option] for option, on in options.items() if on)
            tokens[name] = TER(**options)._preprocess_segment(text)
    return tokens


def metric_choices():
    """Kind and options of everything that each corpus is scored with."""
    for name in TOKENIZERS:
        yield "BLEU", {"tokenize": name}
    yield "BLEU", {"tokenize": "zh", "lowercase": True}
    for method, value in (("floor", None), ("floor", 0.5), ("add-k", None), ("add-k", 0.5), ("none", None)):
        yield "BLEU", {"tokenize": "13a", "smooth_method": method, "smooth_value": value}
    yield "BLEU", {"tokenize": "13a", "effective_order": True}
    yield "BLEU", {"tokenize": "13a", "smooth_method": "none", "effective_order": True}
    yield "CHRF", {}
    yield "CHRF", {"word_order": 2}
    yield "CHRF", {"word_order": 2, "eps_smoothing": True, "lowercase": True}
    yield "CHRF", {"char_order": 3, "word_order": 1, "beta": 1, "whitespace": True}
    yield "TER", {}
    yield "TER", {"normalized": True, "asian_support": True}
    yield "TER", {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True}


def scored(kind, options, hypotheses, references):
    metric = METRICS[kind](**options)
    sums = sum_of_lists(metric._extract_corpus_statistics(hypotheses, references))
    score = metric.corpus_score(hypotheses, references)
    result = {"kind": kind, "options": options, "sums": list(map(float, sums)), "score": score.score, "name": score.name,
              "verbose": score._verbose, "signature": str(metric.get_signature())}
    if kind == "BLEU":
        result["precisions"] = score.precisions
    return result


def pairs(text, size, kinds, pieces, changes):
    references = [text.segment(kinds, text.random.randrange(pieces)) for _ in range(size)]
    return [text.edited(line, text.random.randrange(changes + 1)) for line in references], [references]


def corpora(text):
    everything = list(KINDS)
    yield pairs(text, 20, everything, 30, 3)
    yield pairs(text, 15, PROSE, 40, 2)
    yield pairs(text, 15, ["words", "ascii", "numbers", "escapes"], 30, 4)
    yield pairs(text, 12, ["chinese", "wide", "signs", "beyond", "borders"], 40, 4)
    yield pairs(text, 8, everything, 4, 3)
    hypotheses, [first] = pairs(text, 12, ENGLISH, 20, 3)
    second = [text.rewritten(line, 3) for line in first]
    third = [text.edited(line, 4) for line in first]
    yield hypotheses, [first, second]
    yield hypotheses, [second, third, first]
    yield hypotheses, [[line if i % 3 else None for i, line in enumerate(first)], second,
                       [line if i % 2 else None for i, line in enumerate(third)]]
    yield [text.rewritten(line, 3) for line in first], [first]
    yield first, [first]
    yield [""] * 3, [first[:3]]
    yield first[:3], [[""] * 3]
    yield ["我是猫"], [["a cat"]]
    yield ["the cat sat"], [["the cat sat on the mat"]]
    yield [" "], [["\u3000"]]
    yield ["a b c d e"], [["a x c y e"]]
    yield ["a b c d e"] * 2, [["e d c b a"] * 2]
    # Beyond the limits of TER's search.
    far = " ".join(f"w{i}" for i in range(75))
    few = [" ".join(text.random.choice("abc") for _ in range(28)) for _ in range(2)]
    yield ["x " + far, " ".join(far.split()[12:] + far.split()[:12]), few[0], "w1 w70", far], [[far + " x", far, few[1], far, "w2"]]
    # From sacreBLEU's README.
    references = [["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
                  ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."]]
    systems = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."]
    yield systems, references
    yield systems, [[None, *references[0][1:]], references[1]]


def edits(text):
    """TER's edits between words of a letter; in the long texts of few letters the search ends at its most candidates."""
    for letters, least, most, count in (("abc", 0, 9, 60), ("abcdefgh", 5, 25, 80), ("ab", 25, 30, 6), ("abcde", 40, 45, 12)):
        for _ in range(count):
            reference, other = (
                "".join(text.random.choice(letters) for _ in range(text.random.randrange(least, most))) for _ in range(2)
            )
            hypothesis = text.random.choice(["".join(text.random.sample(reference, len(reference))), other,
                                             reference[len(reference) // 3 :] + reference[: len(reference) // 3]])
            yield [hypothesis, reference, translation_edit_rate(list(hypothesis), list(reference))[0]]


def resampled(kind, options, baseline, system, references, seed, samples):
    os.environ["SACREBLEU_SEED"] = str(seed)
    metric = METRICS[kind](**options)
    alone = metric.corpus_score(system, references, n_bootstrap=samples)
    signature = str(metric.get_signature())
    paired = {}
    for test in ("bs", "ar"):
        metrics = {"": METRICS[kind](**options)}
        signatures, results = PairedTest([("", baseline), ("", system)], metrics, references, test, samples)()
        paired[test] = vars(results[alone.name][1]) | {"signature": str(signatures[alone.name])}
    return {"kind": kind, "options": options, "seed": seed, "samples": samples, "mean": alone._mean, "ci": alone._ci,
            "signature": signature, **paired}


def resampling(text):
    first = [text.segment(["words", "words", "chinese"], text.random.randrange(1, 12), 0.8) for _ in range(70)]
    references = [first, [text.rewritten(line, 2) for line in first], [text.rewritten(line, 3) for line in first]]
    baseline = [text.rewritten(line, 2) for line in first]
    system = [line if text.random.random() < 0.1 else old for line, old in zip(first, baseline)]
    choices = [("BLEU", {"tokenize": "zh"}), ("BLEU", {"tokenize": "13a", "smooth_method": "add-k"}), ("CHRF", {}),
               ("CHRF", {"word_order": 2, "eps_smoothing": True}), ("TER", {})]
    for streams in (references[:1], references):
        results = [resampled(kind, options, baseline, system, streams, seed, samples)
                   for kind, options in choices for seed, samples in ((12345, 234), (1, 37), (2**40, 41))]
        yield {"baseline": baseline, "system": system, "references": streams, "results": results}


def drawn(seed):
    """choice: of few, of very many (every other draw is refused), of one, and what follows it."""
    counts = [10, 3000, 2**31 + 1, 2**32 - 1]
    generator = numpy.random.default_rng(seed)
    return {
        "seed": seed,
        "raw": [str(n) for n in numpy.random.default_rng(seed).bit_generator.random_raw(6)],
        "choice": [[count, numpy.random.default_rng(seed).choice(count, size=25, replace=True).tolist()] for count in counts],
        "in a row": [generator.choice(count, size=3, replace=True).tolist() for count in (7, 1, 5)],
        "booleans": "".join("01"[int(bit)] for bit in numpy.random.default_rng(seed).integers(2, size=150, dtype=bool)),
    }


def sums():
    """Of i * 2654435761 % 2^32 / 3, i = 1, 2 ...: NumPy's order of adding decides the last digits."""
    whole = numpy.arange(1, 20001, dtype=numpy.uint64) * 2654435761 % 2**32
    values = whole.astype(numpy.float64) / 3
    lengths = [*range(1, 301), 1000, 4097, 20000]
    return [[n, *(float(f(values[:n].astype(kind))) for kind in (numpy.float64, numpy.float32) for f in (numpy.sum, numpy.mean))]
            for n in lengths]


def write(golden):
    """Each item of a list on a line of its own."""
    dump = lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=float)  # noqa: E731
    sections = []
    for name, value in golden.items():
        items = ",\n".join(map(dump, value)) if isinstance(value, list) else dump(value)
        sections.append(f"{dump(name)}:[\n{items}\n]" if isinstance(value, list) else f"{dump(name)}:{items}")
    path = pathlib.Path(__file__).parent / "data" / "metrics_golden.json"
    path.write_text("{\n" + ",\n".join(sections) + "\n}\n", encoding="utf-8")


def main():
    assert sacrebleu.__version__ == "2.6.0", sacrebleu.__version__
    assert unicodedata.unidata_version == "14.0.0", unicodedata.unidata_version
    text = AwkwardText(20240501)
    texts = BY_HAND + [text.segment(list(KINDS), text.random.randrange(1, 25)) for _ in range(120)]
    write({
        "unicode": unicode_facts(),
        "texts": [{"text": line, "tokens": tokens_of(line)} for line in texts],
        "corpora": [{"hypotheses": hypotheses, "references": references,
                     "scores": [scored(kind, options, hypotheses, references) for kind, options in metric_choices()]}
                    for hypotheses, references in corpora(text)],
        "edits": list(edits(text)),
        "resampling": list(resampling(text)),
        "random": [drawn(seed) for seed in (0, 1, 12345, 2**40)],
        "sums": sums(),
    })


if __name__ == "__main__":
    main()
