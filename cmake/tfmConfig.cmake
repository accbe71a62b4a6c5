# find_package(tfm) gives tfm::tfm, the library behind <tfm/translation_model.h>.
include("${CMAKE_CURRENT_LIST_DIR}/tfmTargets.cmake")
