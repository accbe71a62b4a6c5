"""Writes data/tokenizer_*.model and data/tokenizer.json: what Python's sentencepiece does with small models of several
id layouts; and data/unicode.json: what Python does with bytes that are not UTF-8 and with blank characters.

Needs the package sentencepiece. Run from anywhere; the outputs are committed.
"""

import io
import itertools
import json
import pathlib
import random
import sys
import unicodedata

import sentencepiece

DATA = pathlib.Path(__file__).parent / "data"

ENGLISH = [
    "the cat sleeps on the old chair .", "a small dog runs after the red ball .", "we read books in the evening .",
    "she drinks warm tea with her friends .", "the train to the city leaves at nine .",
    "my brother repairs bicycles in the garden .", "do you know where the station is ?",
    "Tomorrow we will walk along the river .", "Nobody likes cold soup , he said .", "It rained all night long .",
]
CHINESE = [
    "猫睡在旧椅子上。", "一只小狗追着红球跑。", "我们晚上看书。", "她和朋友们喝热茶。", "去城里的火车九点开。",
    "我哥哥在花园里修自行车。", "你知道车站在哪里吗\uff1f", "明天我们沿着河散步。", "他说\uff0c没有人喜欢冷汤。", "下了一整夜的雨。",
]
TEXTS = [
    "the cat reads books .", "The dog , the ball ; the RIVER ?", "猫在花园里看书。", "明天\uff0c你喝茶吗\uff1f", "Tom 和 the 小狗 walk .",
    "", "   two  blanks  ", "<s> the </s> <unk> <pad>", "▁ the▁cat", "龘 emoji 😀 é", "全角\uff21\uff22\uff23\uff0c\uff1a\uff01", "<0x0A>", "the\u3000cat\u00a0runs",
    "naïve café — “quoted”", "<2zh> the cat,<sep>猫<sep> \"a,b\" 😀。",
]

MODELS = {
    "default_ids": dict(vocab_size=180),  # unk 0, bos 1, eos 2, no pad
    "tfm_ids": dict(vocab_size=180, pad_id=0, unk_id=1, bos_id=2, eos_id=3),
    "no_bos": dict(vocab_size=180, pad_id=3, unk_id=2, bos_id=-1, eos_id=0, model_type="bpe"),
    "no_bos_no_pad": dict(vocab_size=180, unk_id=0, eos_id=1, bos_id=-1),
    "unk_alone": dict(vocab_size=180, unk_id=0, bos_id=-1, eos_id=-1),
    "byte_fallback": dict(vocab_size=420, byte_fallback=True, pad_id=0, unk_id=1, bos_id=2, eos_id=3,
                          character_coverage=0.98),
    "symbols": dict(vocab_size=180, model_type="bpe", user_defined_symbols=["<2zh>", "<sep>", "a,b", "😀"]),
}
# The tables of other normalizations are 240 kB a model.
COMMON = dict(normalization_rule_name="identity", character_coverage=1.0, hard_vocab_limit=False, num_threads=1, minloglevel=2)


def train(options):
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter((ENGLISH + CHINESE) * 3), model_writer=model, **{**COMMON, **options})
    return model.getvalue()


def describe(processor):
    special = dict(pad=processor.pad_id(), unk=processor.unk_id(), bos=processor.bos_id(), eos=processor.eos_id())
    texts = []
    for text in TEXTS:
        ids = processor.encode(text)
        printed = [i for i in ids if not processor.is_unknown(i)]
        texts.append(dict(text=text, ids=ids, pieces=processor.encode(text, out_type=str),
                          decoded=processor.decode(printed)))
    return dict(piece_count=processor.get_piece_size(), special=special, texts=texts)


def tokenizer_golden():
    golden = {}
    for name, options in MODELS.items():
        model = train(options)
        (DATA / f"tokenizer_{name}.model").write_bytes(model)
        golden[name] = describe(sentencepiece.SentencePieceProcessor(model_proto=model))
    return golden


def random_bytes(rng):
    """Valid text with a byte changed, dropped or doubled, or a row of bytes from the borders of UTF-8's ranges."""
    if rng.random() < 0.5:
        likely = [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE4, 0xED, 0xEF,
                  0xF0, 0xF3, 0xF4, 0xF5, 0xFF]
        return bytes(rng.choices(likely, k=rng.randrange(1, 12)))
    text = bytearray("".join(rng.choices("aé你😀\u07ff\u0800\ud7ff\ue000\uffff\U0010ffff", k=rng.randrange(1, 6))).encode())
    position = rng.randrange(len(text))
    action = rng.randrange(3)
    text[position:position + 1] = [bytes(), bytes([text[position]] * 2), bytes([rng.randrange(256)])][action]
    return bytes(text)


def repair_golden():
    rng = random.Random(3)
    fixed = ["eda080", "ff", "c0af", "e4bd", "f09f98", "f0", "00", "e4bda041", "f8888080af", "edbfbf", "f4908080", "e08080", ""]
    cases = [bytes.fromhex(case) for case in fixed] + [random_bytes(rng) for _ in range(300)]
    return [[case.hex(), case.decode("utf-8", "replace").encode().hex()] for case in cases]


def ranges(wanted):
    """The code points that are wanted, as [first, last] pairs; surrogates excepted."""
    points = [c for c in range(sys.maxunicode + 1) if not 0xD800 <= c <= 0xDFFF and wanted(c)]
    groups = itertools.groupby(enumerate(points), lambda item: item[1] - item[0])
    return [[group[0][1], group[-1][1]] for group in (list(members) for _, members in groups)]


def unicode_golden():
    fillers = {0x115F, 0x1160, 0x3164, 0xFFA0}  # letters that show nothing, default ignorable
    category = lambda c: unicodedata.category(chr(c))
    return dict(
        python_unicode=unicodedata.unidata_version,
        repair=repair_golden(),
        white_space_and_controls=ranges(lambda c: category(c) in ("Cc", "Zs", "Zl", "Zp")),
        visible=ranges(lambda c: category(c)[0] in "LNPS" and c not in fillers),
    )


def write(name, value):
    (DATA / name).write_text(json.dumps(value, separators=(",", ":")) + "\n", encoding="utf-8")


DATA.mkdir(exist_ok=True)
write("tokenizer.json", tokenizer_golden())
write("unicode.json", unicode_golden())
