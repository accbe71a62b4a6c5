# Every package that tfm is built on. An installed one is taken first; a missing one is fetched at a pinned release.
# CMAKE_DISABLE_FIND_PACKAGE_<name>=ON leaves an installed one aside; FETCHCONTENT_SOURCE_DIR_<NAME>=folder takes the
# sources from there instead of the network.

include(FetchContent)
if(POLICY CMP0135)
  cmake_policy(SET CMP0135 NEW) # files of an archive get the time of their unpacking
endif()

# Sets <name>_SOURCE_DIR to upstream's sources: the commit of a release's tag, as an archive, so that no git is needed.
# The folder of SOURCE_SUBDIR doesn't exist on purpose: nothing of upstream's own build is run yet.
macro(tfm_fetch name repository release commit)
  message(STATUS "${name} is not installed: taking release ${release} of ${repository}")
  FetchContent_Declare(
    ${name} URL https://github.com/${repository}/archive/${commit}.tar.gz SOURCE_SUBDIR no-build)
  FetchContent_MakeAvailable(${name})
  string(TOLOWER ${name} tfm_fetched)
  set(${name}_SOURCE_DIR "${${tfm_fetched}_SOURCE_DIR}")
  set(${name}_BINARY_DIR "${${tfm_fetched}_BINARY_DIR}")
endmacro()

# A fetched project that asks for a CMake which CMake 4 refuses to stand in for.
macro(tfm_add_old_project source binary)
  set(CMAKE_POLICY_VERSION_MINIMUM 3.5)
  add_subdirectory("${source}" "${binary}" EXCLUDE_FROM_ALL)
  unset(CMAKE_POLICY_VERSION_MINIMUM)
endmacro()

# A target for a package that is headers only.
function(tfm_add_headers target folder)
  string(REPLACE "::" "_" plain_name ${target})
  add_library(${plain_name} INTERFACE)
  add_library(${target} ALIAS ${plain_name})
  target_include_directories(${plain_name} SYSTEM INTERFACE "${folder}")
endfunction()

find_package(Threads REQUIRED)
include(LibTorch)

find_package(spdlog QUIET)
if(NOT spdlog_FOUND)
  tfm_fetch(spdlog gabime/spdlog v1.13.0 7c02e204c92545f869e2f04edaab1f19fe8b19fd)
  tfm_add_headers(spdlog::spdlog "${spdlog_SOURCE_DIR}/include")
endif()

find_package(CLI11 QUIET)
if(NOT CLI11_FOUND)
  tfm_fetch(CLI11 CLIUtils/CLI11 v2.4.2 6c7b07a878ad834957b98d0f9ce1dbe0cb204fc9)
  tfm_add_headers(CLI11::CLI11 "${CLI11_SOURCE_DIR}/include")
endif()

find_package(nlohmann_json QUIET)
if(NOT nlohmann_json_FOUND)
  tfm_fetch(nlohmann_json nlohmann/json v3.11.3 9cca280a4d0ccf0c08f47a99aa71d1b0e52f8d03)
  tfm_add_headers(nlohmann_json::nlohmann_json "${nlohmann_json_SOURCE_DIR}/single_include")
endif()

find_package(xxHash QUIET)
if(NOT xxHash_FOUND)
  tfm_fetch(xxHash Cyan4973/xxHash v0.8.2 bbb27a5efb85b92a0486cf361a8635715a53f6ba)
  tfm_add_headers(xxHash::xxHash "${xxHash_SOURCE_DIR}")
endif()

find_package(Utf8proc QUIET)
if(NOT Utf8proc_FOUND)
  tfm_fetch(Utf8proc JuliaStrings/utf8proc v2.9.0 34db3f7954e9298e89f42641ac78e0450f80a70d)
  set(UTF8PROC_INSTALL OFF CACHE BOOL "" FORCE)
  tfm_add_old_project("${Utf8proc_SOURCE_DIR}" "${Utf8proc_BINARY_DIR}")
  add_library(utf8proc::utf8proc ALIAS utf8proc)
endif()

find_package(OpenCC QUIET)
if(NOT OpenCC_FOUND)
  tfm_fetch(OpenCC BYVoid/OpenCC ver.1.1.9 556ed22496d650bd0b13b6c163be9814637970ae)
  include(BuildOpenCC)
endif()

find_package(EXPAT QUIET)
if(NOT EXPAT_FOUND)
  tfm_fetch(EXPAT libexpat/libexpat 2.6.4 b5b5031516df3f91794c48525e6d2dee01d0a805)
  foreach(part IN ITEMS BUILD_TOOLS BUILD_EXAMPLES BUILD_TESTS BUILD_DOCS BUILD_PKGCONFIG SHARED_LIBS ENABLE_INSTALL)
    set(EXPAT_${part} OFF CACHE BOOL "" FORCE)
  endforeach()
  tfm_add_old_project("${EXPAT_SOURCE_DIR}/expat" "${EXPAT_BINARY_DIR}")
  add_library(EXPAT::EXPAT ALIAS expat)
endif()

find_package(ZLIB QUIET)
if(NOT ZLIB_FOUND)
  tfm_fetch(ZLIB madler/zlib v1.3.1 51b7f2abdade71cd9bb0e7a373ef2610ec6f9daf)
  set(ZLIB_BUILD_EXAMPLES OFF CACHE BOOL "" FORCE)
  tfm_add_old_project("${ZLIB_SOURCE_DIR}" "${ZLIB_BINARY_DIR}")
  target_include_directories(zlibstatic SYSTEM INTERFACE "${ZLIB_SOURCE_DIR}" "${ZLIB_BINARY_DIR}")
  add_library(ZLIB::ZLIB ALIAS zlibstatic)
endif()

find_package(Zstd QUIET)
if(NOT Zstd_FOUND)
  tfm_fetch(Zstd facebook/zstd v1.5.6 794ea1b0afca0f020f4e57b6732332231fb23c70)
  foreach(part IN ITEMS BUILD_PROGRAMS BUILD_TESTS BUILD_SHARED LEGACY_SUPPORT)
    set(ZSTD_${part} OFF CACHE BOOL "" FORCE)
  endforeach()
  add_subdirectory("${Zstd_SOURCE_DIR}/build/cmake" "${Zstd_BINARY_DIR}" EXCLUDE_FROM_ALL)
  target_include_directories(libzstd_static SYSTEM INTERFACE "${Zstd_SOURCE_DIR}/lib")
  add_library(Zstd::Zstd ALIAS libzstd_static)
endif()

find_package(Uchardet QUIET)
if(NOT Uchardet_FOUND)
  tfm_fetch(Uchardet BYVoid/uchardet v0.0.6 8a8d6b654c3e7164e08c84199645d1427b457bb6)
  # Upstream's own build adds its tests to ours.
  file(GLOB uchardet_sources "${Uchardet_SOURCE_DIR}/src/*.cpp" "${Uchardet_SOURCE_DIR}/src/LangModels/*.cpp")
  add_library(uchardet STATIC EXCLUDE_FROM_ALL ${uchardet_sources})
  target_compile_definitions(uchardet PRIVATE VERSION="0.0.6")
  target_include_directories(uchardet SYSTEM INTERFACE "${Uchardet_SOURCE_DIR}/src")
  add_library(Uchardet::Uchardet ALIAS uchardet)
endif()

find_package(SentencePiece QUIET)
if(NOT SentencePiece_FOUND)
  tfm_fetch(SentencePiece google/sentencepiece v0.2.0 17d7580d6407802f85855d2cc9190634e2c95624)
  include(BuildSentencePiece)
endif()

if(TFM_BUILD_TESTS)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    tfm_fetch(GTest google/googletest v1.15.2 b514bdc898e2951020cbdca1304b75f5950d1f59)
    set(INSTALL_GTEST OFF)
    set(BUILD_GMOCK OFF)
    add_subdirectory("${GTest_SOURCE_DIR}" "${GTest_BINARY_DIR}" EXCLUDE_FROM_ALL)
  endif()
endif()
