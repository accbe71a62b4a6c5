"""What this machine is."""

import os
import pathlib

FLAGS = ("avx2", "avx512f", "avx512_bf16", "amx_bf16")


def describe(cpuinfo, cores):
    """One line from the text of /proc/cpuinfo."""
    fields = {}
    for line in cpuinfo.splitlines():
        name, _, value = line.partition(":")
        fields.setdefault(name.strip(), value.strip())
    present = fields.get("flags", "").split()
    flags = [flag for flag in FLAGS if flag in present]
    return f"{fields.get('model name', 'unknown CPU')}, {cores} cores, {', '.join(flags) or 'none of ' + ', '.join(FLAGS)}"


def this_machine():
    return describe(pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), len(os.sched_getaffinity(0)))
