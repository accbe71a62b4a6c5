#!/usr/bin/env bash
# Collects the C++ packages that tfm is built on in .deps/bundle (about 10 MB), to be brought along to a machine that has
# neither them nor a network; scripts/gpu_check.sh takes them from there. The folders are laid out as upstream's sources,
# so that they stand in for what CMake would fetch; prefix/ holds libraries to link with.
# Run scripts/setup.sh first: headers and googletest are those of this machine's distribution.
set -euo pipefail
source "$(dirname "$0")/common.sh"
cd "$project"

bundle=.deps/bundle
sentencepiece=0.2.0
opencc=1.1.9

header_folder() {
  local prefix
  for prefix in ${CMAKE_PREFIX_PATH:+${CMAKE_PREFIX_PATH//[:;]/ }} /usr /usr/local; do
    if [ -e "$prefix/include/$1" ]; then
      echo "$prefix/include"
      return
    fi
  done
  die "no $1 on this machine; run scripts/setup.sh first"
}

# take_headers HEADER FOLDER: copies the top folder of HEADER (or the file itself) to FOLDER in the bundle.
take_headers() {
  local from
  from=$(header_folder "$1")
  mkdir -p "$bundle/$2"
  cp -rL "$from/${1%%/*}" "$bundle/$2/"
}

# A distribution's spdlog uses the fmt beside it; the copy gets that fmt as its own, which is how upstream ships it.
bundle_spdlog() {
  local headers=$bundle/spdlog/include/spdlog fmt
  take_headers spdlog/spdlog.h spdlog/include
  if [ -e $headers/fmt/bundled/core.h ]; then return; fi
  fmt=$(header_folder fmt/core.h)
  mkdir -p $headers/fmt/bundled
  cp -L "$fmt"/fmt/*.h $headers/fmt/bundled/
  sed -i 's/^#define SPDLOG_FMT_EXTERNAL.*//' $headers/tweakme.h
}

# These are small C libraries, brought along as the distribution built them.
bundle_library() {
  local headers library=$1
  shift
  headers=$(header_folder "$1")
  mkdir -p $bundle/prefix/include $bundle/prefix/lib
  for header in "$@"; do cp -L "$headers/$header" $bundle/prefix/include/; done
  cp -L "$(c++ -print-file-name="lib$library.a")" $bundle/prefix/lib/
}

bundle_googletest() {
  [ -d /usr/src/googletest ] || die "no /usr/src/googletest here; install the package googletest"
  cp -rL /usr/src/googletest $bundle/GTest
}

# unpack_source_package NAME VERSION FOLDER: a source package of PyPI, which for these holds upstream's C++ sources too.
unpack_source_package() {
  [ -x .deps/venv/bin/pip ] || python3 -m venv .deps/venv
  .deps/venv/bin/pip download --quiet --no-deps --no-binary "$1" --dest "$3" "$1==$2"
  tar -xf "$3/$1-$2.tar.gz" -C "$3"
}

bundle_sentencepiece() {
  local downloads
  downloads=$(mktemp -d)
  unpack_source_package sentencepiece $sentencepiece "$downloads"
  cp -r "$downloads/sentencepiece-$sentencepiece/sentencepiece" $bundle/SentencePiece
  rm -r "$downloads"
}

# Without what upstream's tests and Python need.
bundle_opencc() {
  local downloads
  downloads=$(mktemp -d)
  unpack_source_package opencc $opencc "$downloads"
  rm -r "$downloads/opencc-$opencc"/deps/{pybind11,googletest,google-benchmark}*
  cp -r "$downloads/opencc-$opencc" $bundle/OpenCC
  rm -r "$downloads"
}

rm -rf $bundle
mkdir -p $bundle
bundle_spdlog
take_headers CLI/CLI.hpp CLI11/include
take_headers nlohmann/json.hpp nlohmann_json/single_include
take_headers xxhash.h xxHash
bundle_library utf8proc utf8proc.h
bundle_library expat expat.h expat_external.h
bundle_library z zlib.h zconf.h
bundle_library zstd zstd.h
bundle_library uchardet uchardet/uchardet.h
bundle_googletest
bundle_sentencepiece
bundle_opencc
say "$bundle holds $(du -sh $bundle | cut -f1) of packages"
