# Builds SentencePiece from its sources in SentencePiece_SOURCE_DIR, as static libraries: SentencePiece::SentencePiece.
set(SPM_ENABLE_SHARED OFF CACHE BOOL "" FORCE)
set(SPM_ENABLE_TCMALLOC OFF CACHE BOOL "" FORCE)

# Release 0.2.0 asks for CMake 3.1, which CMake 4 refuses without this.
set(CMAKE_POLICY_VERSION_MINIMUM 3.5)
add_subdirectory("${SentencePiece_SOURCE_DIR}" "${SentencePiece_BINARY_DIR}" EXCLUDE_FROM_ALL)
unset(CMAKE_POLICY_VERSION_MINIMUM)

add_library(tfm_sentencepiece INTERFACE)
add_library(SentencePiece::SentencePiece ALIAS tfm_sentencepiece)
target_include_directories(tfm_sentencepiece SYSTEM INTERFACE "${SentencePiece_SOURCE_DIR}/src")
target_link_libraries(tfm_sentencepiece INTERFACE sentencepiece_train-static sentencepiece-static)
