# Compiler settings that every target shares. Nothing here looks for a package.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(TFM_WERROR "Treat warnings as errors" OFF)
option(TFM_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(TFM_FUZZ "Build the programs that fuzz the readers of files (tests/fuzz)" OFF)
if(TFM_FUZZ AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# All code is fit for the shared library, so that one precompiled header serves all; functions of ours are not replaced
# when a program is loaded, so that they may be inlined.
add_compile_options(-fPIC -fno-semantic-interposition)
# Where the sources lie stays on the machine that compiles them.
add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)

# ccache needs to be told that a precompiled header is safe to cache.
find_program(TFM_CCACHE ccache)
if(TFM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${TFM_CCACHE})
endif()

# mold, then lld, where present; the system's linker otherwise.
include(CheckCXXSourceCompiles)
foreach(linker IN ITEMS mold lld)
  if(NOT TFM_LINKER_FLAG)
    set(CMAKE_REQUIRED_LINK_OPTIONS "-fuse-ld=${linker}")
    check_cxx_source_compiles("int main() { return 0; }" TFM_HAS_${linker})
    unset(CMAKE_REQUIRED_LINK_OPTIONS)
    if(TFM_HAS_${linker})
      set(TFM_LINKER_FLAG "-fuse-ld=${linker}")
    endif()
  endif()
endforeach()
if(TFM_LINKER_FLAG)
  add_link_options(${TFM_LINKER_FLAG})
endif()

if(TFM_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-Wno-maybe-uninitialized)  # false alarms in std::regex once it is instrumented
  endif()
endif()

# Warnings of our own code; a package's headers are system headers.
add_library(tfm_warnings INTERFACE)
target_compile_options(
  tfm_warnings
  INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual
            $<$<BOOL:${TFM_WERROR}>:-Werror>)
# gcc 12 sees overlaps and overflows in `"literal" + std::string` that aren't there (gcc bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(tfm_warnings INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()

# A source that includes LibTorch takes 15 s whatever its length: several in one are as quick as one.
option(TFM_UNITY "Compile several sources of the engine together" ON)
function(tfm_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${TFM_UNITY} UNITY_BUILD_BATCH_SIZE 7)
  if(TFM_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # meant for headers: a .cc is included there
  endif()
endfunction()
