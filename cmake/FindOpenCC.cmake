# OpenCC as a distribution installs it, which is without a CMake package: OpenCC::OpenCC. OpenCC_DATA_FOLDER holds the
# configurations (t2s.json and others) and the dictionaries that they name.
find_path(OpenCC_INCLUDE_DIR opencc/Config.hpp)
find_library(OpenCC_LIBRARY opencc)
find_path(OpenCC_DATA_FOLDER t2s.json PATH_SUFFIXES share/opencc)
mark_as_advanced(OpenCC_INCLUDE_DIR OpenCC_LIBRARY OpenCC_DATA_FOLDER)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenCC REQUIRED_VARS OpenCC_LIBRARY OpenCC_INCLUDE_DIR OpenCC_DATA_FOLDER)

if(OpenCC_FOUND AND NOT TARGET OpenCC::OpenCC)
  add_library(OpenCC::OpenCC INTERFACE IMPORTED)
  set_target_properties(
    OpenCC::OpenCC PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${OpenCC_INCLUDE_DIR}" INTERFACE_LINK_LIBRARIES
                                                                                    "${OpenCC_LIBRARY}")
endif()
