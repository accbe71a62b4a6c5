"""Random text to try scores with: many scripts, marks and blanks, and hypotheses that are edited references.

Only characters that Unicode has had since version 14 at the latest. Python's re, sacreBLEU's package regex and the
program follow different versions, which agree on these but not on what came later.
"""
import random
import unicodedata


def characters(*ranges):
    """All assigned characters of these ranges (first, last), which have got no new ones since Unicode 14."""
    every = [chr(c) for first, last in ranges for c in range(first, last + 1)]
    return [c for c in every if unicodedata.category(c) not in ("Cn", "Cs")]


# What to draw from, by kind.
KINDS = {
    "words": "the a cat dog sat on mat The A Dog don't man's re-read e.g. U.S. x naïve café Straße".split(),
    "numbers": "1 42 3.14 1,000 1,000.50 7- 2024-05-01 -5 .5 5. 9, 10:30 50% $3 １２ ٣ Ⅷ ½ ²".split(),
    "ascii": list("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
    "escapes": "&quot; &amp; &lt; &gt; &amp;lt; &amp;quot; &nbsp; <skipped> <ski<skipped>pped> 's 's. s' -- - -".split(),
    "chinese": list("我你他们是的一在不了有和人这中大为上个国说要时来用生到作地于出就分对成会可主发年动"),
    "chinese words": "我们 今天 北京 机器 翻译 模型 训练 数据 。 ， “ ” …… —— 《 》 、".split(),
    "han": characters((0x3400, 0x3420), (0x4DA0, 0x4DC8), (0x4E00, 0x4E20), (0x9F80, 0x9FC4), (0xF900, 0xFAD9)),
    "beyond": characters((0x20000, 0x20020), (0x2A6C0, 0x2A6DF), (0x2A700, 0x2A710), (0x2F800, 0x2F804), (0x2FA10, 0x2FA1D)),
    "kana": list("ひらがなカタカナー・ヽヾゞㇰㇿｱｲﾞ｡｢｣､･"),
    "wide": characters((0xFF01, 0xFFBE), (0xFFE0, 0xFFEE), (0x3000, 0x303F), (0xFE10, 0xFE19), (0xFE30, 0xFE6B)),
    "signs": characters((0x2000, 0x2064), (0x2190, 0x2200), (0x2500, 0x2520), (0x25FE, 0x2605), (0x26F0, 0x2710),
                        (0x27B8, 0x27C4)),
    "borders": characters((0x2A68, 0x2A72), (0x2E7E, 0x2E82), (0x2EF0, 0x2F02), (0x2F7E, 0x2FA4), (0x2FF0, 0x2FFB),
                          (0x3100, 0x3108), (0x319E, 0x31C2), (0x31F0, 0x3202), (0x32FE, 0x3302), (0x33FE, 0x3402),
                          (0x3F20, 0x3F24), (0xFE0E, 0xFE22)),
    "emoji": ["😀", "🎉", "👍🏽", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇨🇳", "1️⃣", "❤️", "☎", "✓", "🤷🏿‍♂️", "🅰", "🄰"],
    "combining": ["e\u0301", "n\u0303", "o\u0308\u0323", "\u0e01\u0e33", "ชื่อ", "नमस्ते", "שָׁלוֹם", "السَّلَامُ",
                  "\u1112\u1161\u11ab", "\u0345", "\u200d", "\ufe0f"],
    "greek": ["ΟΔΟΣ", "Σ", "ΣΑΣ", "ΑΣ.", "ΑΣ.Α", "Σ'Α", "ΑΣ\u0301", "Α\u0345Σ", "ὈΔΥΣΣΕΎΣ", "σίσυφος", "ΆΣ-Σ", "ªΣ", "ⅧΣ", "ʰΣ",
              "ΑΣⒶ", "ΑΣ\u00ad"],
    "cases": ["İSTANBUL", "ISPARTA", "ıI", "STRASSE ẞ", "Ǆ ǅ ǆ", "Ꭰ ꭰ", "Ა ა", "𐐀", "Ⓐ", "\u212a\u212b", "ЁЖ", "ԱՒ", "Ω", "ﬀ",
              "ΐ", "Ɐ", "ᏸ"],
    "scripts": characters((0x0400, 0x0410), (0x0531, 0x0540), (0x05D0, 0x05D8), (0x0621, 0x0630), (0x0905, 0x0910),
                          (0x0E01, 0x0E10), (0xAC00, 0xAC10)),
    "blanks": list(" \t\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2003\u200a\u2028\u2029\u202f\u205f\u3000"),
    "no blanks": list("\u200b\u200c\u2060\ufeff\u180e\u00ad\u2800\u3164"),
    "controls": [chr(c) for c in (*range(0, 9), *range(14, 28), *range(127, 160), 0xE000, 0xFFFD)],
}
PROSE = ["words", "words", "words", "chinese", "chinese words", "numbers", "ascii"]
ENGLISH = ["words", "words", "words", "words", "numbers", "ascii"]


class AwkwardText:
    """The same seed gives the same text."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def piece(self, kinds):
        return self.random.choice(KINDS[self.random.choice(kinds)])

    def segment(self, kinds, pieces, space=0.3):
        return "".join(self.piece(kinds) + (" " if self.random.random() < space else "") for _ in range(pieces))

    def edited(self, text, changes):
        """A hypothesis that shares most of its n-grams with `text`."""
        letters = list(text)
        for _ in range(changes):
            at = self.random.randrange(len(letters) + 1)
            if self.random.random() < 0.5:
                del letters[at : at + self.random.randrange(4)]
            else:
                letters[at:at] = self.piece(list(KINDS))
        return "".join(letters)

    def rewritten(self, text, changes):
        """A hypothesis that has most of the words of `text`, some of them elsewhere."""
        words = text.split(" ")
        for _ in range(changes):
            start = self.random.randrange(len(words) + 1)
            run = words[start : start + self.random.randrange(1, 5)]
            roll = self.random.random()
            if roll < 0.7:
                del words[start : start + len(run)]
            if roll < 0.5:
                at = self.random.randrange(len(words) + 1)
                words[at:at] = run
            if roll > 0.6:
                words.insert(start, self.piece(ENGLISH))
        return " ".join(words)

    def hypothesis(self, reference):
        """Mostly close to the reference; the same, empty, shuffled or another text now and then."""
        roll = self.random.random()
        if roll < 0.03:
            return ""
        if roll < 0.10:
            return reference
        if roll < 0.15:
            return self.segment(PROSE, self.random.randrange(20))
        if roll < 0.22:
            return "".join(self.random.sample(reference, len(reference)))
        if roll < 0.5:
            return self.rewritten(reference, self.random.randrange(1, 5))
        return self.edited(reference, self.random.randrange(1, 8))

    def reference(self):
        """Everything mixed, prose, or nothing at all."""
        roll = self.random.random()
        if roll < 0.02:
            return ""
        if roll < 0.5:
            return self.segment(list(KINDS), self.random.randrange(1, 30))
        return self.segment(PROSE, self.random.randrange(1, 40), self.random.choice([0.0, 0.3, 1.0]))

    def long_segment(self, length):
        return self.segment(PROSE + ["han", "greek", "wide"], length)[:length]

    def prose(self, most_words):
        return self.segment(ENGLISH, self.random.randrange(1, most_words), 1.0)
