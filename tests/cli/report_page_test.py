"""RUN/report.html in a real browser shows what the log says. No chromium, no test."""
import json
import math
import re
import signal
import subprocess
import unittest

from cli_testing import Workspace, toy_config
from page_elements import CHROMIUM, Elements

# What goes wrong in a script of the page, and what it would load.
WATCH = """<script>
  const seen = [];
  addEventListener("error", (event) => seen.push(event.message ?? event.target.outerHTML), true);
</script>"""
# Windows may have a least width; a frame has none.
FRAME = """<body><iframe src="copy.html" style="width: %dpx; height: 900px; border: 0"></iframe><script>
  addEventListener("message", (event) => { document.body.dataset.widths = JSON.stringify(event.data); });
</script></body>"""
SAY = """<script>
  document.body.dataset.errors = JSON.stringify(seen);
  document.body.dataset.loaded = JSON.stringify(performance.getEntriesByType("resource").map((entry) => entry.name));
  const root = document.documentElement;
  parent.postMessage([innerWidth, root.scrollWidth - root.clientWidth], "*");
  %s
</script></body>"""


class Page(Elements):
    """What this page has."""

    def with_class(self, name, section=None):
        return [element for element in self.all if name in (element.get("class") or "").split()
                and (section is None or section in element["inside"])]

    def data(self, name):
        body = next(element for element in self.all if element["tag"] == "body")
        return json.loads(body[f"data-{name}"])

    def rows(self, section):
        """The texts of the cells of each row of the tables in a section."""
        rows = []
        for element in self.all:
            if section not in element["inside"]:
                continue
            if element["tag"] == "tr":
                rows.append([])
            elif element["tag"] in ("th", "td"):
                rows[-1].append(element["text"])
        return rows


@unittest.skipUnless(CHROMIUM, "no chromium")
class ReportPage(Workspace):
    def setUp(self):
        super().setUp()
        self.write_config(toy_config(training={"max_steps": 60}))
        (self.folder / "train.en").write_text("\n" + (self.folder / "train.en").read_text(encoding="utf-8"), encoding="utf-8")
        (self.folder / "train.zh").write_text("大\n" + (self.folder / "train.zh").read_text(encoding="utf-8"), encoding="utf-8")

    def trained(self):
        self.assert_done(self.train())
        return [json.loads(line) for line in (self.run_folder / "log.jsonl").read_text().splitlines()]

    def write_copy(self, before="", after=""):
        """The page with scripts that run before and after its own."""
        html = (self.run_folder / "report.html").read_text(encoding="utf-8")
        html = re.sub('<meta http-equiv="refresh"[^>]*>', "", html)  # the browser would never come to an end
        html = html.replace("<title>", WATCH + before + "<title>").replace("</body>", SAY % after)
        copy = self.run_folder / "copy.html"
        copy.write_text(html, encoding="utf-8")
        return copy

    def dump(self, file):
        result = subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--virtual-time-budget=2000",
             f"--user-data-dir={self.folder / 'profile'}", "--window-size=1300,900", "--dump-dom", file.as_uri()],
            capture_output=True, text=True, encoding="utf-8", timeout=180)
        self.assertEqual(result.returncode, 0, result.stderr)
        return Page(result.stdout)

    def browse(self, before="", after=""):
        """The page once it has drawn itself."""
        page = self.dump(self.write_copy(before, after))
        self.assertEqual(page.data("errors"), [])
        self.assertEqual(page.data("loaded"), [])
        return page

    def assert_curve(self, line, points):
        """A curve has the log's points; its values are rounded to four digits."""
        shown = [tuple(map(lambda text: float(text.replace(",", "")), point.split(" ", 1)))
                 for point in line["data-points"].split(";")]
        self.assertEqual([step for step, _ in shown], [step for step, _ in points])
        for (_, value), (_, logged) in zip(shown, points, strict=True):
            self.assertTrue(math.isclose(value, logged, rel_tol=0.006, abs_tol=1e-3), (value, logged))

    def test_shows_the_curves_of_the_log(self):
        log = self.trained()
        page = self.browse()
        steps = [line for line in log if line["event"] == "step"]
        lines = page.with_class("line", "training")
        for line, key in zip(lines, ("loss", "learning_rate", "gradient_norm", "tokens_per_second"), strict=True):
            self.assert_curve(line, [(entry["step"], entry[key]) for entry in steps])
        validations = [line for line in log if line["event"] == "validation"]
        for line, key in zip(page.with_class("line", "validation"), ("loss", "bleu", "chrf"), strict=True):
            self.assert_curve(line, [(entry["step"], entry[key]) for entry in validations])

    def test_shows_validations_samples_and_corpora(self):
        log = self.trained()
        page = self.browse()
        validations = [line for line in log if line["event"] == "validation"]
        best = [line["step"] for line in validations if line["best"]][-1]
        rows = page.rows("validation")
        self.assertEqual(rows[0], ["Step", "loss", "perplexity", "BLEU", "chrF"])
        for row, line in zip(rows[1:], reversed(validations), strict=True):
            self.assertEqual(row[0], f"{line['step']} best" if line["step"] == best else str(line["step"]))
            self.assertEqual((row[1], row[3], row[4]),
                             (f"{line['loss']:.4f}", f"{line['bleu']:.2f}", f"{line['chrf']:.2f}"))
        self.assertEqual(len(page.with_class("ring")), 2)
        samples = [line for line in log if line["event"] == "samples"]
        texts = [element["text"] for element in page.all if element["tag"] == "dd" and "samples" in element["inside"]]
        for line in samples:
            for text in line["sources"] + line["references"] + line["translations"]:
                self.assertIn(text or "empty", texts)
        corpora = page.rows("corpora")
        self.assertEqual(corpora[1][:4], ["train.en, train.zh", "401", "400 (99.8\xa0%)", "1 (0.2\xa0%)"])
        self.assertIn(["source lines blank", "drops", "1 (0.2\xa0%)"], corpora)
        self.assertIn(["/training/max_steps", "60", "3000"], page.rows("config"))
        self.assertTrue(self.run_folder.joinpath("data", "report.html").is_file())

    def test_gives_the_values_to_mouse_and_keyboard(self):
        steps = [line for line in self.trained() if line["event"] == "step"]
        press = """
          const charts = [...document.querySelectorAll("figure.curves")];
          const chart = charts[0].querySelector("svg"), texts = [], readout = charts[0].querySelector(".readout");
          const keep = () => texts.push(readout.textContent);
          keep();
          for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowLeft", "x"]) {
            chart.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
          }
          keep();
          const box = chart.getBoundingClientRect();
          chart.dispatchEvent(new PointerEvent("pointermove", {clientX: box.left + 1, clientY: box.top + 50}));
          keep();
          document.body.dataset.texts = JSON.stringify(texts);"""
        shown = self.browse(after=press).data("texts")
        for text, line in zip(shown, (steps[-1], steps[1], steps[0]), strict=True):
            self.assertEqual(text, f"step {line['step']}: loss {line['loss']:.3f}")

    def test_fits_a_narrow_screen(self):
        self.trained()
        self.write_copy()
        frame = self.run_folder / "frame.html"
        for width in (320, 400, 1200):
            frame.write_text(FRAME % width, encoding="utf-8")
            self.assertEqual(self.dump(frame).data("widths"), [width, 0])

    def test_loads_itself_again_and_stays_where_it_was_while_the_run_goes_on(self):
        self.write_config(toy_config(training={"max_steps": 4000}))
        self.assertEqual(self.interrupted_run(signal.SIGKILL, 60), -signal.SIGKILL)
        html = (self.run_folder / "report.html").read_text(encoding="utf-8")
        self.assertIn('<meta http-equiv="refresh" content="15">', html)
        kept = """<script>sessionStorage.setItem(`tfm ${location.pathname}`,
            JSON.stringify({top: 700, open: {"The whole config": true}}));</script>"""
        page = self.browse(before=kept, after="document.body.dataset.top = scrollY;")
        self.assertEqual(page.data("top"), 700)
        summaries = [element for element in page.all if element["tag"] == "summary"]
        opened = [element["inside"] for element in page.all if element["tag"] == "details" and "open" in element]
        self.assertEqual(len(opened), 1)
        self.assertEqual(summaries[-1]["text"], "The whole config")
        self.assertIn("running", page.with_class("badge")[0]["text"])


if __name__ == "__main__":
    unittest.main()
