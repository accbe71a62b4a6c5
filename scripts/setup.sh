#!/usr/bin/env bash
# Installs what building tfm needs and this machine lacks; what is there is left alone, so run it as often as you like.
#   scripts/setup.sh [--tests] [--quiet]
# --tests: also the Python packages that the tests compare tfm with.  --quiet: says nothing where nothing is missing.
# Packages come from apt, as root or through sudo; LibTorch, unless there is one, goes into .deps in this project.
set -euo pipefail
source "$(dirname "$0")/common.sh"
cd "$project"

test_packages=(sacrebleu==2.6.0 sentencepiece numpy safetensors jsonschema tensorboard)

with_tests=no quiet=no
for argument in "$@"; do
  case $argument in
    --tests) with_tests=yes ;;
    --quiet) quiet=yes ;;
    *) die "unknown argument $argument; scripts/setup.sh takes --tests and --quiet" ;;
  esac
done

# --- Packages of the distribution ------------------------------------------------------------------------------------

has_program() { command -v "$1" > /dev/null; }

has_header() {
  local prefix
  for prefix in ${CMAKE_PREFIX_PATH:+${CMAKE_PREFIX_PATH//[:;]/ }} /usr /usr/local; do
    if [ -e "$prefix/include/$1" ]; then return 0; fi
  done
  return 1
}

# Tools can't be done without; a library that is missing is fetched by CMake.
missing_tools() {
  has_program c++ || echo g++
  has_program cmake || echo cmake
  has_program ninja || echo ninja-build
  has_program python3 || echo python3
}
missing_libraries() {
  has_header spdlog/spdlog.h || echo libspdlog-dev
  has_header CLI/CLI.hpp || echo libcli11-dev
  has_header nlohmann/json.hpp || echo nlohmann-json3-dev
  has_header sentencepiece_trainer.h || echo libsentencepiece-dev
  has_header xxhash.h || echo libxxhash-dev
  has_header utf8proc.h || echo libutf8proc-dev
  has_header opencc/opencc.h || echo libopencc-dev
  has_header expat.h || echo libexpat1-dev
  has_header zlib.h || echo zlib1g-dev
  has_header zstd.h || echo libzstd-dev
  has_header uchardet/uchardet.h || echo libuchardet-dev
  has_header gtest/gtest.h || echo libgtest-dev
}

can_be_root() { [ "$(id -u)" = 0 ] || has_program sudo; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
apt_log=$(mktemp)
trap 'rm -f "$apt_log"' EXIT
apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" < /dev/null > "$apt_log" 2>&1; }
apt_install() { apt install -y --no-install-recommends "$@"; }

install_packages() {
  say "installing with apt: $*"
  apt update || say "apt-get update failed; going on with the lists that are there"
  apt_install "$@" || die "apt could not install these packages; its last words:
$(tail -5 "$apt_log")"
}

# These two only make building faster, so that a distribution without them will do.
install_accelerators() {
  has_program ccache || apt_install ccache || say "apt has no ccache here; going on without"
  has_program mold || apt_install mold || say "apt has no mold here; going on without"
}

provide_packages() {
  local tools libraries
  tools=$(missing_tools)
  libraries=$(missing_libraries)
  [ -n "$tools$libraries" ] || return 0
  if has_program apt-get && can_be_root; then
    # shellcheck disable=SC2086  # a list of words
    install_packages $tools $libraries
    install_accelerators
  elif [ -n "$tools" ]; then
    die "building tfm needs these packages; install them as root, or ask someone who can:" $tools $libraries
  else
    say "not installed, and needs root:" $libraries
    say "CMake will fetch these libraries' sources instead"
  fi
}

# --- LibTorch and Python packages ------------------------------------------------------------------------------------

venv=.deps/venv

make_venv() {
  if [ -x $venv/bin/pip ]; then return 0; fi
  if ! python3 -c 'import venv, ensurepip' 2> /dev/null; then
    if ! has_program apt-get || ! can_be_root; then
      die "this needs Python's venv module; install the package python3-venv as root, or ask someone who can"
    fi
    install_packages python3-venv
  fi
  say "making a Python environment in $venv"
  python3 -m venv $venv
}
venv_pip() { $venv/bin/pip install --quiet --disable-pip-version-check --no-input --retries 1 "$@"; }

# Whether CMake is told of a LibTorch, which then is CMake's to judge.
torch_is_told() {
  local prefix
  if [ -n "${Torch_DIR:-}" ]; then return 0; fi
  for prefix in ${CMAKE_PREFIX_PATH:+${CMAKE_PREFIX_PATH//[:;]/ }}; do
    if [ -e "$prefix/share/cmake/Torch/TorchConfig.cmake" ] || [ -e "$prefix/Torch/TorchConfig.cmake" ]; then return 0; fi
  done
  return 1
}

# Only the wheel itself: LibTorch needs none of the packages that torch needs in Python.
install_torch() {
  python3 scripts/find_torch.py # says why it passes over a torch that is here
  make_venv
  if reaches_torch_index; then
    say "installing LibTorch $torch_version for the CPU (200 MB) into $venv"
    venv_pip --no-deps --index-url "$torch_cpu_index" "torch==$torch_version"
  else
    say "PyTorch's CPU index can't be reached; installing LibTorch $torch_version from pip's own index into $venv (some minutes)"
    venv_pip --no-deps "torch==$torch_version" || die "pip found no torch $torch_version; $torch_elsewhere"
  fi
  [ -n "$(python3 scripts/find_torch.py)" ] || die "the torch that pip offers can't be built on; $torch_elsewhere"
}
torch_elsewhere="make $torch_cpu_index reachable, or unpack a LibTorch and set CMAKE_PREFIX_PATH to its folder"

provide_torch() {
  if torch_is_told || [ -n "$(python3 scripts/find_torch.py 2> /dev/null)" ]; then return 0; fi
  install_torch
}

provide_test_packages() {
  # Each of them is imported by its package's name.
  if printf 'import %s\n' "${test_packages[@]%%=*}" | $venv/bin/python - 2> /dev/null; then return 0; fi
  make_venv
  say "installing for the tests into $venv: ${test_packages[*]}"
  venv_pip "${test_packages[@]}" || say "not to be had here: the comparisons with these packages will be skipped"
}

provide_packages
provide_torch
if [ $with_tests = yes ]; then provide_test_packages; fi
if [ $quiet = no ]; then say "everything that building tfm needs is here"; fi
