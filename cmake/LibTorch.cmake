# LibTorch, as the target `torch`: where CMake is told (Torch_DIR, CMAKE_PREFIX_PATH), then in an importable Python
# torch, then where scripts/setup.sh installs it.

set(TFM_OLDEST_TORCH 2.9)

# TorchConfig.cmake warns of static libraries that a shared LibTorch doesn't need. A macro, since a CUDA build of it enables
# a language, which CMake allows in no function. Such a build also compiles and runs a program that looks for a GPU, which an
# older CMake can't with a newer CUDA; naming an architecture, any one since none of ours is compiled for it, spares that.
macro(tfm_find_torch)
  if(NOT DEFINED TORCH_CUDA_ARCH_LIST AND NOT DEFINED ENV{TORCH_CUDA_ARCH_LIST})
    set(TORCH_CUDA_ARCH_LIST 8.0)
  endif()
  set(tfm_message_level "${CMAKE_MESSAGE_LOG_LEVEL}")
  set(CMAKE_MESSAGE_LOG_LEVEL ERROR)
  find_package(Torch ${TFM_OLDEST_TORCH} QUIET ${ARGN})
  set(CMAKE_MESSAGE_LOG_LEVEL "${tfm_message_level}")
endmacro()

set(tfm_told_torch "${Torch_DIR}")
tfm_find_torch()

if(NOT Torch_FOUND AND NOT tfm_told_torch)
  execute_process(
    COMMAND python3 "${CMAKE_SOURCE_DIR}/scripts/find_torch.py"
    OUTPUT_VARIABLE tfm_torch_prefix
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(tfm_torch_prefix)
    tfm_find_torch(PATHS "${tfm_torch_prefix}" NO_DEFAULT_PATH)
  endif()
endif()

if(NOT Torch_FOUND)
  if(Torch_CONSIDERED_VERSIONS)
    string(REPLACE ";" ", " found "${Torch_CONSIDERED_VERSIONS}")
    set(found " What is there is version ${found}.")
  endif()
  message(
    FATAL_ERROR
      "tfm needs LibTorch ${TFM_OLDEST_TORCH} or later.${found} Run scripts/setup.sh, which installs one for this project, "
      "or name the folder of yours: -DCMAKE_PREFIX_PATH=/path/to/libtorch")
endif()

# The old string ABI links with none of a distribution's libraries, and fails with a page of undefined references.
get_filename_component(TFM_TORCH_LIB_FOLDER "${Torch_DIR}/../../../lib" ABSOLUTE)
file(STRINGS "${TFM_TORCH_LIB_FOLDER}/libc10.so" tfm_new_abi REGEX "__cxx11" LIMIT_COUNT 1)
if(NOT tfm_new_abi)
  message(FATAL_ERROR "The LibTorch in ${Torch_DIR} was built with the C++ string ABI from before 2015. "
                      "Take a build with the C++11 ABI, or run scripts/setup.sh and leave Torch_DIR unset.")
endif()
message(STATUS "LibTorch ${Torch_VERSION} in ${Torch_DIR}")
