"""The English-Chinese sets that scripts/download_corpora.py knows by short names, and what is said of their licences.

mtdata, which fetches them, knows of no licences. Each statement here sums up what stands at its URL; where nobody
states a licence it begins with "unknown".
"""

import typing


class Corpus(typing.NamedTuple):
    """A set by its short name. `url` is where the licence is stated, `id` is mtdata's."""

    name: str
    id: str
    pairs: typing.Optional[int]
    licence: str
    url: str
    held_out: bool = False


TED = "CC BY-NC-ND 4.0: no commercial use, nothing derived; TED's terms of use speak of machine learning too"
TED_URL = "https://www.ted.com/about/our-organization/our-policies-terms/ted-talks-usage-policy"
WEB = "unknown: text of web pages, Common Crawl's terms of use apply"
WEB_URL = "https://commoncrawl.org/terms-of-use"
PACKAGING = "the packaging is CC0; the texts' owners keep their rights"
WMT = "free for research; ask the texts' owners about any other use"
WMT20_URL = "http://www.statmt.org/wmt20/translation-task.html"
WMT23_URL = "http://www2.statmt.org/wmt23/translation-task.html"
OPUS_URL = "https://opus.nlpl.eu/legacy"
FLORES_URL = "https://github.com/facebookresearch/flores"
NTREX_URL = "https://github.com/MicrosoftTranslator/NTREX"

# Pairs: as OPUS, FLORES and NTREX count them; the others are counted when they are fetched.
CORPORA = [
    Corpus("news-commentary", "Statmt-news_commentary-18.1-eng-zho", None, PACKAGING,
           "https://data.statmt.org/news-commentary/README"),
    Corpus("unpc", "OPUS-unpc-v1.0-eng-zho", 17451549, "public domain; acknowledge the United Nations as the source",
           "https://www.un.org/dgacm/en/content/uncorpus"),
    Corpus("tatoeba", "OPUS-tatoeba-v20230412-cmn-eng", None, "CC BY 2.0 FR; single sentences may differ",
           "https://tatoeba.org/en/downloads"),
    Corpus("wikimatrix", "OPUS-wikimatrix-v1-eng-zho", 786512, "CC BY-SA 4.0", f"{OPUS_URL}/WikiMatrix.php"),
    Corpus("wikititles", "OPUS-wikititles-v3-eng-zho", 921959, "CC BY-SA 4.0", f"{OPUS_URL}/WikiTitles.php"),
    Corpus("paracrawl", "OPUS-paracrawl-v9-eng-zho", 14170869, PACKAGING, "https://paracrawl.eu/"),
    Corpus("ccaligned", "OPUS-ccaligned-v1-eng-zho_CN", 15181417, WEB, WEB_URL),
    Corpus("ccmatrix", "OPUS-ccmatrix-v1-eng-zho", 71383325, WEB, WEB_URL),
    Corpus("opensubtitles", "OPUS-opensubtitles-v2024-eng-zho_CN", 22394812,
           "unknown: subtitles of films; a link to opensubtitles.org is asked for", f"{OPUS_URL}/OpenSubtitles.php"),
    Corpus("ted2020", "OPUS-ted2020-v1-eng-zho_CN", 402919, TED, TED_URL),
    Corpus("neulab-ted", "OPUS-neulab_tedtalks-v1-eng-zho_CN", 215340, TED, TED_URL),
    Corpus("flores200-dev", "Flores-flores200_dev-1-eng-zho_Hans", 997, "CC BY-SA 4.0", FLORES_URL, True),
    Corpus("flores200-devtest", "Flores-flores200_devtest-1-eng-zho_Hans", 1012, "CC BY-SA 4.0", FLORES_URL, True),
    Corpus("ntrex128", "Microsoft-ntrex-128-eng-zho_CN", 1997, "CC BY-SA 4.0", NTREX_URL, True),
    Corpus("newstest2020-en-zh", "Statmt-newstest_enzh-2020-eng-zho", None, WMT, WMT20_URL, True),
    Corpus("newstest2020-zh-en", "Statmt-newstest_zhen-2020-zho-eng", None, WMT, WMT20_URL, True),
    Corpus("wmt23-en-zh", "Statmt-generaltest-2023_refA-eng-zho", None, WMT, WMT23_URL, True),
    Corpus("wmt23-zh-en", "Statmt-generaltest-2023_refA-zho-eng", None, WMT, WMT23_URL, True),
]
