"""Writes data/bleu_golden.json: what sacreBLEU 2.6.0 makes of seeded random and awkward segments.

Run: python tests/golden/make_bleu_golden.py   (needs: pip install sacrebleu==2.6.0)
"""

import json
import pathlib
import random

import sacrebleu
from sacrebleu.metrics import BLEU, CHRF

TOKENIZERS = ["zh", "13a", "char", "none"]

# Words and signs to draw from, one string a kind; blanks between the pieces.
KINDS = {
    "words": "the a cat dog sat on mat Don't re-read e.g. U.S. x".split(),
    "digits": "1 42 3.14 1,000 7- 2024-05-01 -5 .5 5. 9,".split(),
    "ascii": list("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
    "entities": "&quot; &amp; &lt; &gt; &amp;lt; &nbsp; <skipped> -\n a-\nb".split(" "),
    "chinese": list("我你他们是的一在不了有和人这中大为上个国㐀䶵龥龻龼豈﨏舘"),
    "full width": list("，。！？：；（）「」《》、Ａｂ１．ｱﾞ￥"),
    "punctuation": list("…—–“”‘’·•→⇒∑≤①⑳─■★☎✓⩭⩮⾁⾡\u2001\u2000\u2010"),
    "beyond": list("𠀀𪛖丽😀🎉👍🏽🇨🇳"),
    "combining": ["e\u0301", "n\u0303o", "\u200d", "\ufe0f", "\u0e01\u0e33", "한국", "ひらがな", "カタカナ", "привет", "ß"],
    "white space": list("\u3000\u00a0\u2028\u2029\u0085\u1680\u200a\u202f\u205f\t\x0b\x0c\x1c\x1f\n\r") + ["\u200b", "\ufeff"],
}

# Borders of the tokenizers' rules.
BY_HAND = [
    "", " ", "\u3000\u00a0", "\n", ".", ",", "..", "...", ".,.,", "5.", ".5", " .5", "\u3000,5", "5.5", "5. ", "a.b", "a.5", "5.a", "1,000.50", "a,b,c",
    "1-2", "-1", "1-", "a-b", "1--2", "1-.", "１．５", "我5.", "5.我", "我.我", "中文，English。", "a&quot;b&amp;quot;c", "<ski<skipped>pped>",
    "x<skipped>", "--\n\n", "a\nb", "'tis", "don't", "a…b", "a—b", "a\u2001b", "𠀀𠀁", "⩭⩮", "  5.  ", "\u30005.\u3000", "a\x1cb\x1d", "\x00a",
]


def segment(rng, kinds, pieces):
    chosen = [rng.choice(KINDS[rng.choice(kinds)]) for _ in range(pieces)]
    return "".join(piece + rng.choice(["", "", " "]) for piece in chosen)


def mutated(rng, text, changes):
    """A hypothesis that shares most of its n-grams with `text`."""
    characters = list(text)
    for _ in range(changes):
        at = rng.randrange(len(characters) + 1)
        if rng.random() < 0.5:
            characters[at : at + rng.randrange(4)] = []
        else:
            characters[at:at] = rng.choice(KINDS[rng.choice(list(KINDS))])
    return "".join(characters)


def corpus(rng, size, kinds, pieces, changes):
    references = [segment(rng, kinds, rng.randrange(pieces)) for _ in range(size)]
    return [mutated(rng, reference, rng.randrange(changes + 1)) for reference in references], references


def corpora(rng):
    everything = list(KINDS)
    prose = ["words", "words", "chinese", "chinese", "digits", "full width"]
    yield corpus(rng, 30, everything, 30, 3)
    yield corpus(rng, 30, prose, 40, 2)
    yield corpus(rng, 30, ["words", "ascii", "digits", "entities"], 30, 4)
    yield corpus(rng, 20, ["chinese", "full width", "punctuation", "beyond"], 40, 4)
    yield corpus(rng, 20, prose, 30, 40)
    yield corpus(rng, 8, everything, 4, 3)
    references = corpus(rng, 6, prose, 20, 1)[1]
    yield references, references
    yield [""] * 6, references
    yield references, [""] * 6
    yield [segment(rng, ["chinese"], 9) for _ in range(6)], [segment(rng, ["words"], 9) for _ in range(6)]
    yield ["the cat sat"], ["the cat sat on the mat"]
    yield [" "], ["\u3000"]
    yield ["a b c d e"], ["a x c y e"]
    yield ["a b c d e"] * 2, ["e d c b a"] * 2


def tokens_of(text):
    """Tokens hold no white space: one space between them says all."""
    return {name: " ".join(BLEU(tokenize=name)._preprocess_segment(text).split()) for name in TOKENIZERS}


def bleu_of(name, hypotheses, references):
    metric = BLEU(tokenize=name)
    score = metric.corpus_score(hypotheses, [references])
    return {
        "score": score.score,
        "correct": score.counts,
        "total": score.totals,
        "precisions": score.precisions,
        "verbose": score._verbose,
        "signature": str(metric.get_signature()),
    }


def scored(hypotheses, references):
    chrf = CHRF()
    return {
        "hypotheses": hypotheses,
        "references": references,
        "bleu": {name: bleu_of(name, hypotheses, references) for name in TOKENIZERS},
        "chrf": {"score": chrf.corpus_score(hypotheses, [references]).score, "signature": str(chrf.get_signature())},
    }


def main():
    assert sacrebleu.__version__ == "2.6.0", sacrebleu.__version__
    rng = random.Random(20240501)
    texts = BY_HAND + [segment(rng, list(KINDS), rng.randrange(1, 25)) for _ in range(250)]
    golden = {
        "sacrebleu": sacrebleu.__version__,
        "segments": [{"text": text, "tokens": tokens_of(text)} for text in texts],
        "corpora": [scored(*pair) for pair in corpora(rng)],
    }
    path = pathlib.Path(__file__).parent / "data" / "bleu_golden.json"
    path.write_text(json.dumps(golden, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
