# Builds SentencePiece from its sources in SentencePiece_SOURCE_DIR, as static libraries: SentencePiece::SentencePiece.
set(SPM_ENABLE_SHARED OFF CACHE BOOL "" FORCE)
set(SPM_ENABLE_TCMALLOC OFF CACHE BOOL "" FORCE)

tfm_add_old_project("${SentencePiece_SOURCE_DIR}" "${SentencePiece_BINARY_DIR}")

add_library(tfm_sentencepiece INTERFACE)
add_library(SentencePiece::SentencePiece ALIAS tfm_sentencepiece)
target_include_directories(tfm_sentencepiece SYSTEM INTERFACE "${SentencePiece_SOURCE_DIR}/src")
target_link_libraries(tfm_sentencepiece INTERFACE sentencepiece_train-static sentencepiece-static)
