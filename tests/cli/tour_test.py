"""The tour in src/model/README.md shows what the program prints."""
import re
import unittest
from pathlib import Path

from cli_testing import Workspace, tfm

PROJECT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"-?\d+\.\d+")
# Numbers are printed with two decimals; another machine's matmul may round the last one differently.
TOLERANCE = 0.0101


def blocks(text):
    """Steps by their number, each as its lines."""
    return {int(block.split(".")[0]): block.strip().splitlines() for block in re.split(r"\n\n|```\w*\n|\n```", text)
            if re.match(r"\d+\. \S+: ", block)}


class Tour(Workspace):
    def test_its_numbers_are_those_that_the_program_prints(self):
        tour = (PROJECT / "src/model/README.md").read_text(encoding="utf-8")
        sentence = re.search(r'--model data/tour "([^"]+)" --trace', tour).group(1)
        result = self.assert_done(tfm("attention", "--model", PROJECT / "data/tour", sentence, "--trace", "--quiet"))
        pieces = result.stdout.split("\n\n")[0]
        self.assertIn(pieces, tour)
        printed, shown = blocks(result.stdout), blocks(tour)
        self.assertGreater(len(shown), 20)
        for step, lines in shown.items():
            self.assertEqual(lines[0], printed[step][0])
            self.assertEqual(len(lines), len(printed[step]))
            for line, right in zip(lines[1:], printed[step][1:]):
                numbers, right_numbers = NUMBER.findall(line), NUMBER.findall(right)
                self.assertEqual(len(numbers), len(right_numbers), (step, line, right))
                for number, right_number in zip(numbers, right_numbers):
                    self.assertAlmostEqual(float(number), float(right_number), delta=TOLERANCE, msg=f"step {step}: {line}")

    def test_every_function_it_names_is_in_the_sources(self):
        sources = "".join(path.read_text(encoding="utf-8") for path in (PROJECT / "src").rglob("*.h"))
        sources += "".join(path.read_text(encoding="utf-8") for path in (PROJECT / "src").rglob("*.cc"))
        tour = (PROJECT / "src/model/README.md").read_text(encoding="utf-8")
        for step, lines in blocks(tour).items():
            name = lines[0].split(" ")[1].rstrip(":").split("::")[-1]
            self.assertRegex(sources, rf"\b{name}\b", f"step {step}")

    def test_the_files_it_lists_are_those_of_the_folder(self):
        tour = (PROJECT / "src/model/README.md").read_text(encoding="utf-8")
        listed = set(re.findall(r"`([a-z_]+)`", tour.split("## The files")[1]))
        there = {path.stem for path in (PROJECT / "src/model").glob("*.h")}
        self.assertEqual(listed & there, there)


if __name__ == "__main__":
    unittest.main()
