# What the scripts share. Read with `source`, after `set -euo pipefail`.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '== %s\n' "$*" >&2; }
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# As many compilers at once as there are cores, and as memory allows: one that reads LibTorch takes 1.5 GB.
build_jobs() {
  local cores free_kib by_memory
  cores=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)  # they say nothing about compilers
  free_kib=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
  by_memory=$((free_kib / 1572864))
  [ "$by_memory" -ge 1 ] || by_memory=1
  echo $((cores < by_memory ? cores : by_memory))
}

# Where a preset of CMakePresets.json builds.
build_folder() {
  if [ "$1" = release ]; then echo "$project/build"; else echo "$project/build/$1"; fi
}

# --- Torch for the CPU, from PyTorch's own index where that can be reached ---------------------------------------------

torch_version=2.13.0
torch_cpu_index=https://download.pytorch.org/whl/cpu

reaches_torch_index() {
  timeout 10 python3 -c "import urllib.request; urllib.request.urlopen('$torch_cpu_index/torch/', timeout=5)" 2> /dev/null
}
