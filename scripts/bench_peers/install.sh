#!/usr/bin/env bash
# Installs one peer from PyPI into an environment of its own, FOLDER/NAME, unless it is there.
#   scripts/bench_peers/install.sh FOLDER fairseq|hf|onmt|eole|ctranslate2
# torch goes in first, for the CPU; then what the peer needs, listed here, since their own lists are too old for this
# torch; last the peer itself, so that its presence says that all the rest is there.
set -euo pipefail
source "$(dirname "$0")/../common.sh"
[ $# = 2 ] || die "scripts/bench_peers/install.sh takes a folder and a peer"
folder=$1 name=$2

scoring=(sentencepiece==0.2.3 sacrebleu==2.6.0)
case $name in
  fairseq)
    peer=fairseq-fixed==0.12.3.1 how=(--no-build-isolation)
    needs=('numpy<2' setuptools wheel 'cython<3.1' omegaconf hydra-core bitarray regex cffi scikit-learn tensorboardX tqdm)
    ;;
  hf)
    peer=transformers==5.24.0 how=()
    needs=(accelerate numpy huggingface_hub packaging pyyaml regex safetensors tokenizers tqdm typer)
    ;;
  onmt)
    peer=OpenNMT-py==3.5.1 how=()
    needs=('numpy<2' 'ctranslate2>=4,<5' configargparse flask pyahocorasick pyonmttok pyyaml rapidfuzz setuptools six tensorboard
      waitress)
    ;;
  eole)
    peer=eole==0.6.4 how=()
    needs=(aiohttp configargparse ctranslate2 fastapi huggingface_hub 'numpy>=2' pandas protobuf psutil pyahocorasick pydantic pyonmttok
      pyyaml rapidfuzz rich safetensors six subword-nmt tensorboard tokenizers torch-optimi uvicorn waitress)
    ;;
  ctranslate2)
    peer=ctranslate2==4.8.5 how=()
    needs=(numpy pyyaml safetensors setuptools)
    ;;
  *) die "no peer is called $name" ;;
esac

environment=$folder/$name
is_installed() {
  [ -x "$environment/bin/python" ] && "$environment/bin/python" - "$peer" << 'PYTHON'
import importlib.metadata, sys
name, _, version = sys.argv[1].partition("==")
try:
    sys.exit(importlib.metadata.version(name) != version)
except importlib.metadata.PackageNotFoundError:
    sys.exit(1)
PYTHON
}
pip() { "$environment/bin/pip" install --quiet --disable-pip-version-check --no-input "$@" >&2 || die "pip could not install $*"; }
install_torch() {
  if reaches_torch_index; then
    pip --index-url "$torch_cpu_index" "torch==$torch_version"
  else
    pip "torch==$torch_version"
  fi
}

if is_installed; then exit 0; fi
say "installing $peer into $environment (some minutes)"
mkdir -p "$folder"
python3 -m venv "$environment" || die "this needs Python's venv module (the package python3-venv)"
[ "$name" = ctranslate2 ] || install_torch  # it has its own products
pip "${needs[@]}" "${scoring[@]}"
pip --no-deps ${how[@]+"${how[@]}"} "$peer"
