# Zstandard as a distribution installs it, some without a CMake package: Zstd::Zstd.
find_path(Zstd_INCLUDE_DIR zstd.h)
find_library(Zstd_LIBRARY zstd)
mark_as_advanced(Zstd_INCLUDE_DIR Zstd_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Zstd REQUIRED_VARS Zstd_LIBRARY Zstd_INCLUDE_DIR)

if(Zstd_FOUND AND NOT TARGET Zstd::Zstd)
  add_library(Zstd::Zstd INTERFACE IMPORTED)
  set_target_properties(Zstd::Zstd PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Zstd_INCLUDE_DIR}"
                                              INTERFACE_LINK_LIBRARIES "${Zstd_LIBRARY}")
endif()
