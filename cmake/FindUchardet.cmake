# uchardet as a distribution installs it, some without a CMake package: Uchardet::Uchardet.
find_path(Uchardet_INCLUDE_DIR uchardet.h PATH_SUFFIXES uchardet)
find_library(Uchardet_LIBRARY uchardet)
mark_as_advanced(Uchardet_INCLUDE_DIR Uchardet_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Uchardet REQUIRED_VARS Uchardet_LIBRARY Uchardet_INCLUDE_DIR)

if(Uchardet_FOUND AND NOT TARGET Uchardet::Uchardet)
  add_library(Uchardet::Uchardet INTERFACE IMPORTED)
  set_target_properties(Uchardet::Uchardet PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Uchardet_INCLUDE_DIR}"
                                                      INTERFACE_LINK_LIBRARIES "${Uchardet_LIBRARY}")
endif()
