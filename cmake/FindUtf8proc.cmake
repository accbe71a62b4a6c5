# utf8proc as a distribution installs it, which is without a CMake package: utf8proc::utf8proc.
find_path(Utf8proc_INCLUDE_DIR utf8proc.h)
find_library(Utf8proc_LIBRARY utf8proc)
mark_as_advanced(Utf8proc_INCLUDE_DIR Utf8proc_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Utf8proc REQUIRED_VARS Utf8proc_LIBRARY Utf8proc_INCLUDE_DIR)

if(Utf8proc_FOUND AND NOT TARGET utf8proc::utf8proc)
  add_library(utf8proc::utf8proc INTERFACE IMPORTED)
  set_target_properties(
    utf8proc::utf8proc PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Utf8proc_INCLUDE_DIR}" INTERFACE_LINK_LIBRARIES
                                                                                       "${Utf8proc_LIBRARY}")
endif()
