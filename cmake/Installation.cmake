# `cmake --install` makes a folder that runs wherever it is put: the programs, the library, what they load at run time
# but for the C library, and OpenCC's tables.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(bundled_folder "${CMAKE_INSTALL_LIBDIR}/tfm")
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/tfm")
# Old-fashioned run paths count for what libraries load in their turn as well.
foreach(target IN ITEMS tfm tfm-engine tfm_library)
  target_link_options(${target} PRIVATE -Wl,--disable-new-dtags)
endforeach()
set_target_properties(tfm tfm-engine PROPERTIES INSTALL_RPATH "$ORIGIN/../${bundled_folder}")
set_target_properties(tfm_library PROPERTIES INSTALL_RPATH "$ORIGIN/tfm")

install(TARGETS tfm tfm-engine RUNTIME_DEPENDENCY_SET tfm_dependencies RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(
  TARGETS tfm_library
  EXPORT tfmTargets
  RUNTIME_DEPENDENCY_SET tfm_dependencies
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
# LibTorch may bring an OpenMP library of the same name as the system's: one will do, and its own is the newer one.
if(EXISTS "${TFM_TORCH_LIB_FOLDER}/libgomp.so.1")
  set(replaced_libraries POST_EXCLUDE_REGEXES "^/(usr/)?lib(64)?/.*libgomp\\.so")
endif()
install(
  RUNTIME_DEPENDENCY_SET tfm_dependencies ${replaced_libraries}
  DIRECTORIES "${TFM_TORCH_LIB_FOLDER}"
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|util|resolv)\\.so"
  LIBRARY DESTINATION ${bundled_folder})
install(FILES "${CMAKE_SOURCE_DIR}/src/library/translation_model.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tfm")
install(DIRECTORY "${OpenCC_DATA_FOLDER}/" DESTINATION "${CMAKE_INSTALL_DATADIR}/tfm/opencc")

install(EXPORT tfmTargets NAMESPACE tfm:: DESTINATION ${package_folder})
write_basic_package_version_file("${CMAKE_BINARY_DIR}/tfmConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_SOURCE_DIR}/cmake/tfmConfig.cmake" "${CMAKE_BINARY_DIR}/tfmConfigVersion.cmake"
        DESTINATION ${package_folder})
