"""tfm attention: the picture, and the page in a real browser, show what the JSON says. No chromium, no page's tests."""
import json
import math
import re
import shutil
import subprocess
import tempfile
import unittest
from array import array
from pathlib import Path
from xml.etree import ElementTree

from cli_testing import tfm, trained_model
from page_elements import CHROMIUM, Elements

SOURCE, TARGET = "red cat big house", "房大猫红"
LOW, HIGH = (0xEC, 0xF3, 0xFB), (0x08, 0x30, 0x6B)  # the light page's colours of 0 and of the largest weight


def average(heads):
    return [[sum(cells) / len(heads) for cells in zip(*rows)] for rows in zip(*heads)]


def entropy(row):
    return -sum(weight * math.log2(weight) for weight in row if weight > 0)


class AttentionTest(unittest.TestCase):
    """The weights of one pair, as numbers."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="tfm-attention-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.maps = json.loads(cls.attention("maps.json").read_text(encoding="utf-8"))

    @classmethod
    def attention(cls, name, *arguments):
        file = cls.folder / name
        result = tfm("attention", "--model", trained_model() / "run", "--threads", 1, SOURCE, TARGET, "--output", file, *arguments)
        if result.returncode != 0:
            raise AssertionError(result.stderr)
        return file

    def heads(self, part, layer):
        return next(entry["heads"] for entry in self.maps["maps"] if (entry["part"], entry["layer"]) == (part, layer))


class AttentionFiles(AttentionTest):
    def test_the_file_holds_sums_of_1_and_exact_zeros(self):
        sizes = {"encoder": ("source_pieces", "source_pieces"), "decoder": ("target_inputs", "target_inputs"),
                 "cross": ("target_inputs", "source_pieces")}
        self.assertEqual(len(self.maps["target_inputs"]), len(self.maps["target_outputs"]))
        self.assertEqual([(entry["part"], entry["layer"]) for entry in self.maps["maps"] if entry["part"] == "cross"],
                         [("cross", 0), ("cross", 1)])
        for entry in self.maps["maps"]:
            queries, keys = (len(self.maps[name]) for name in sizes[entry["part"]])
            for head in entry["heads"]:
                self.assertEqual([len(row) for row in head], [keys] * queries)
                for query, row in enumerate(head):
                    self.assertAlmostEqual(sum(row), 1.0, delta=1e-5)
                    if entry["part"] == "decoder":
                        self.assertEqual(row[query + 1:], [0.0] * (keys - query - 1))

    def test_the_svg_shows_the_numbers_of_the_view_that_is_asked_for(self):
        svg = ElementTree.parse(self.attention("one.svg", "--part", "cross", "--layer", 1, "--head", 2)).getroot()
        titles = [title.text for title in svg.iterfind(".//{*}rect/{*}title")]
        weights = [weight for row in self.heads("cross", 1)[2] for weight in row]
        shown = [float(title.rpartition(": ")[2]) for title in titles]
        self.assertEqual(array("f", shown), array("f", weights))  # digits may differ, floats may not


@unittest.skipUnless(CHROMIUM, "no chromium")
class AttentionPage(AttentionTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.attention("page.html")

    def browse(self, address="", script=""):
        """The page as it stands once it has drawn and `script` has run in it."""
        page = self.folder / "page.html"
        if script:
            page = self.folder / "page_with_script.html"
            html = (self.folder / "page.html").read_text(encoding="utf-8")
            page.write_text(html.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
        result = subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--virtual-time-budget=2000",
             f"--user-data-dir={self.folder / 'profile'}", "--dump-dom", page.as_uri() + address],
            capture_output=True, text=True, encoding="utf-8", timeout=180)
        self.assertEqual(result.returncode, 0, result.stderr)
        return Elements(result.stdout)

    def assert_shows(self, page, weights):
        cells = page.having("data-weight")
        self.assertEqual(len(cells), len(weights) * len(weights[0]))
        largest = max(map(max, weights))
        for cell in cells:
            weight = weights[int(cell["data-query"])][int(cell["data-key"])]
            self.assertAlmostEqual(float(cell["data-weight"]), weight, delta=1e-9)
            self.assertEqual(cell["text"], f"{float(cell['data-weight']):.2f}" if weight > 0 else "")
            self.assert_colour(cell, weight / largest)
        rows = page.having("data-entropy")[-len(weights):]
        for row, element in zip(weights, rows, strict=True):
            self.assertAlmostEqual(float(element["data-entropy"]), max(0.0, entropy(row)), delta=1e-9)

    def assert_colour(self, cell, share):
        found = re.search(r"rgb\((\d+), (\d+), (\d+)\)", cell.get("style", ""))
        if share == 0:
            self.assertIsNone(found)
            self.assertEqual(cell["class"], "zero")
            return
        for channel, low, high in zip(found.groups(), LOW, HIGH):
            self.assertAlmostEqual(int(channel), low + (high - low) * share, delta=0.51)

    def test_shows_the_numbers_of_the_view_that_the_address_names(self):
        for part in ("encoder", "decoder", "cross"):
            heads = self.heads(part, 1)
            page = self.browse(f"#part={part}&layer=1&head=2")
            self.assert_shows(page, heads[2])
            self.assertIn("layer 1, head 2", page.by_id("picture-title")["text"])

    def test_shows_the_average(self):
        page = self.browse("#part=cross&layer=0&head=average")
        self.assert_shows(page, average(self.heads("cross", 0)))

    def test_shows_the_pieces_on_both_axes(self):
        page = self.browse("#part=cross&layer=0&head=0")
        pieces = [element["text"] for element in page.having("class") if element["class"] == "piece"]
        rows = [piece for pair in zip(self.maps["target_inputs"], self.maps["target_outputs"]) for piece in pair]
        self.assertEqual(pieces, self.maps["source_pieces"] + rows)

    def test_has_a_tile_with_the_mean_entropy_of_each_head(self):
        page = self.browse("#part=encoder&layer=0&head=3")
        heads = self.heads("encoder", 0)
        tiles = [element for element in page.all if element["tag"] == "button"]
        self.assertEqual([tile["data-head"] for tile in tiles], ["average", "0", "1", "2", "3"])
        self.assertEqual([tile["aria-pressed"] for tile in tiles], ["false"] * 4 + ["true"])
        for tile, head in zip(tiles, [average(heads), *heads], strict=True):
            self.assertAlmostEqual(float(tile["data-entropy"]), sum(map(entropy, head)) / len(head), delta=1e-9)

    def test_goes_by_the_keyboard(self):
        keys = ["ArrowRight", "ArrowDown", "ArrowDown", "End", "ArrowLeft", "l", "h", "h"]
        page = self.browse("#part=cross&layer=0&head=average", f"""
            document.querySelector("td[tabindex='0']").focus();
            for (const key of {json.dumps(keys)}) {{
              document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {{key, bubbles: true, cancelable: true}}));
            }}
            document.body.dataset.address = location.hash;
            document.body.dataset.focus = document.activeElement.getAttribute("aria-label");""")
        body = next(element for element in page.all if element["tag"] == "body")
        self.assertEqual(body["data-address"], "#part=cross&layer=1&head=1")
        self.assert_shows(page, self.heads("cross", 1)[1])
        focused = next(cell for cell in page.having("data-weight") if cell["tabindex"] == "0")
        key = len(self.maps["source_pieces"]) - 2
        self.assertEqual((focused["data-query"], focused["data-key"]), ("2", str(key)))
        self.assertIn(f"key {key} “{self.maps['source_pieces'][key]}”", body["data-focus"])
        self.assertIn(body["data-focus"].rsplit(": ")[-1], page.by_id("readout")["text"])

    def test_draws_the_tiles_as_the_json_says(self):
        """Each pixel of a tile is a cell; a darker pixel is a larger weight."""
        page = self.browse("#part=decoder&layer=0&head=0", """
            document.body.dataset.tiles = JSON.stringify([...document.querySelectorAll("canvas")].map((canvas) => ({
              width: canvas.width,
              pixels: [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data]})));""")
        body = next(element for element in page.all if element["tag"] == "body")
        heads = self.heads("decoder", 0)
        for tile, weights in zip(json.loads(body["data-tiles"]), [average(heads), *heads], strict=True):
            largest = max(map(max, weights))
            self.assertEqual(tile["width"], len(weights[0]))
            for place, weight in enumerate(weight for row in weights for weight in row):
                red, alpha = tile["pixels"][4 * place], tile["pixels"][4 * place + 3]
                self.assertEqual(alpha, 255 if weight > 0 else 0)
                if weight > 0:
                    self.assertAlmostEqual(red, LOW[0] + (HIGH[0] - LOW[0]) * weight / largest, delta=0.51)

    def test_a_wrong_address_opens_a_view_that_there_is(self):
        page = self.browse("#part=both&layer=99&head=length")
        self.assertEqual(len(page.having("data-weight")), len(self.maps["target_inputs"]) * len(self.maps["source_pieces"]))


if __name__ == "__main__":
    unittest.main()
