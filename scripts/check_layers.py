#!/usr/bin/env python3
"""Checks that the sources include and use only what the two tables of src/README.md allow.

  scripts/check_layers.py [FOLDER]      FOLDER holds README.md and the sources; default: src of this project

Prints one line for each offence and exits with 1 if there is any.
"""

import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "src"
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"][^>"]+[>"])')
COMMENT = re.compile(r"//.*|/\*.*?\*/")


def table(text, header):
    """The rows below the row that has exactly these columns, each as a list of cells."""
    lines = iter(text.splitlines())
    for line in lines:
        if [cell.strip() for cell in line.strip("|").split("|")] == header:
            break
    else:
        raise SystemExit(f"error: README.md has no table with the columns {', '.join(header)}")
    next(lines)  # the rule below the header
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def names(cell):
    return re.findall(r"`([^`]+)`", cell)


class Rules:
    def __init__(self, readme):
        self.folders = {names(row[0])[0]: names(row[2]) for row in table(readme, ["folder", "holds", "may include"])}
        self.limited = [
            (what, names(places)) for cell, places in table(readme, ["what", "only in"]) for what in names(cell)
        ]

    def include_offence(self, path, header):
        """What is wrong with `header` ("folder/file.h" or <name>, marks included) in `path`, or None."""
        if header.startswith("<"):
            return self.limit_offence(path, lambda what: header.startswith(what), header)
        own, other = path.parts[0], header.strip('"').split("/")[0]
        if len(path.parts) == 1 or own == other:
            return None
        if other not in self.folders:
            return f"{header} names no folder of the map"
        if other not in self.folders[own]:
            return f"{own} may not include {other} ({header})"
        return None

    def word_offence(self, path, code):
        return self.limit_offence(path, lambda what: what[0] != "<" and re.search(rf"\b{what}\b", code), code.strip())

    def limit_offence(self, path, applies, shown):
        for what, places in self.limited:
            if applies(what) and not any(is_in(path, place) for place in places):
                return f"{what} belongs in {', '.join(places)} only: {shown}"
        return None


def is_in(path, place):
    """Whether `place` is one of the folders of `path` or the beginning of its name: "core" or "core/log"."""
    return place in [str(folder) for folder in path.parents] or (
        ("/" in place or len(path.parts) == 1) and str(path).startswith(place)
    )


def file_offences(rules, path, text):
    if len(path.parts) > 1 and path.parts[0] not in rules.folders:
        return [f"{path}: the folder {path.parts[0]} is not on the map"]
    offences = []
    for number, line in enumerate(text.splitlines(), start=1):
        include = INCLUDE.match(line)
        code = COMMENT.sub("", re.sub(r'"(\\.|[^"\\])*"', '""', line))
        offence = rules.include_offence(path, include[1]) if include else rules.word_offence(path, code)
        if offence:
            offences.append(f"{path}:{number}: {offence}")
    return offences


def check(folder):
    rules = Rules((folder / "README.md").read_text(encoding="utf-8"))
    files = sorted(file for file in folder.rglob("*") if file.suffix in (".h", ".cc"))
    if not files:
        raise SystemExit(f"error: {folder} has no .h or .cc file")
    return [
        offence
        for file in files
        for offence in file_offences(rules, file.relative_to(folder), file.read_text(encoding="utf-8"))
    ]


def main():
    offences = check(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCES)
    print("\n".join(offences) if offences else "every include is one that src/README.md allows")
    sys.exit(1 if offences else 0)


if __name__ == "__main__":
    main()
