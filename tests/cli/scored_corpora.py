"""The corpora on which tfm eval and sacreBLEU are compared."""
from pathlib import Path

from awkward_text import KINDS, AwkwardText


class Corpus:
    """Files: systems (the first is the baseline where there are several) and streams of references."""

    def __init__(self, name, systems, references, variable=False):
        self.name, self.systems, self.references, self.variable = name, systems, references, variable

    def write(self, folder):
        for kind, streams in (("system", self.systems), ("reference", self.references)):
            for number, lines in enumerate(streams, 1):
                data = "".join(line + "\n" for line in lines).encode() if isinstance(lines, list) else lines
                Path(folder, f"{self.name}.{kind}{number}").write_bytes(data)

    def files(self, kind):
        count = len(self.systems if kind == "system" else self.references)
        return [f"{self.name}.{kind}{number}" for number in range(1, count + 1)]


def awkward_corpora(text):
    references = [text.reference() for _ in range(2000)]
    hypotheses = [text.hypothesis(line) for line in references]
    yield Corpus("awkward", [hypotheses], [references])
    # tfm's SentencePiece reads NUL as a blank, see text/sentencepiece_text.h.
    without_nul = [[line.replace("\0", "") for line in lines[:500]] for lines in (hypotheses, references)]
    yield Corpus("pieces", without_nul[:1], without_nul[1:])
    long = [text.long_segment(2000) for _ in range(8)]
    yield Corpus("long", [[text.edited(line, 40) for line in long]], [long])
    references = [text.reference() for _ in range(300)]
    others = [[text.hypothesis(line) for line in references] for _ in range(4)]
    yield Corpus("several", others[:1], [references, *others[1:3]])
    kept = [text.random.randrange(1, 8) for _ in references]  # a bit for each stream
    streams = [[line.strip() or "x" if mask >> i & 1 else " " for line, mask in zip(stream, kept)]
               for i, stream in enumerate([references, *others[1:3]])]
    yield Corpus("variable", others[:1], streams, variable=True)
    # With orders of n-grams that have no match, and orders that no line has n-grams of.
    yield Corpus("distant", [[text.prose(8) for _ in range(12)]], [[text.prose(8) for _ in range(12)]])
    yield Corpus("short", [[line[: text.random.randrange(4)] for line in others[0]]], [[line[:3] for line in references]])
    yield Corpus("nothing", [["", " "]], [["a b c d", "\u3000"]])


def word_corpora(text):
    references = [text.prose(16) for _ in range(60)]
    yield Corpus("words", [[text.rewritten(line, 3) for line in references]],
                 [references, [text.rewritten(line, 2) for line in references]])
    signs = [text.segment(list(KINDS), text.random.randrange(1, 14)) for _ in range(60)]
    hypotheses = [text.rewritten(line, 3) for line in references[:30]]
    hypotheses += [text.edited(line, text.random.randrange(4)) for line in signs]
    yield Corpus("terms", [hypotheses], [references[:30] + signs])
    # Beyond the limits of TER's search: far and long shifts, too many candidates, very unequal lengths.
    far = " ".join(f"w{i}" for i in range(75))
    few, other = (" ".join(text.random.choice("abc") for _ in range(count)) for count in (32, 30))
    hypotheses = ["x " + far, " ".join(far.split()[12:] + far.split()[:12]), other, "w1 w70 w2", far, few, "a b c", ""]
    yield Corpus("limits", [hypotheses], [[far + " x", far, few, far, "a b", few.upper(), "", "a"]])


def paired_corpora(text):
    references = [text.segment(["words", "words", "chinese", "numbers"], text.random.randrange(1, 20), 0.7) for _ in range(250)]
    baseline = [text.rewritten(line, 2) for line in references]
    better = [line if text.random.random() < 0.06 else old for line, old in zip(references, baseline)]
    other = [text.rewritten(line, 2) for line in references]
    systems = [baseline, better, other, list(baseline)]
    yield Corpus("paired", systems, [references])
    yield Corpus("paired3", systems[:2], [references, other, [text.rewritten(line, 2) for line in references]])


def damaged_corpora():
    yield Corpus("damaged", [b"a\xffb c d\ntail \xe4\xb8\n\xf0\x9f\x98 x y\r\n\xed\xa0\x80 \xc0\xaf e f\nlast"],
                 [b"a\xffb c e\ntail \xe4\xb8\xad\n\xf0\x9f\x98 x y z\n\xf4\x90\x80\x80 e f g\nlast"])


def all_corpora(seed):
    text = AwkwardText(seed)
    return [*awkward_corpora(text), *word_corpora(text), *paired_corpora(text), *damaged_corpora()]
