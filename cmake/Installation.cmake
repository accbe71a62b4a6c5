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

# What translates and evaluates by itself, without the engine and LibTorch: cmake --install BUILD --component decoder
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME decoder)
install(TARGETS tfm RUNTIME_DEPENDENCY_SET tfm_decoder_dependencies RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(
  TARGETS tfm_library
  EXPORT tfmTargets
  RUNTIME_DEPENDENCY_SET tfm_decoder_dependencies
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS tfm-engine RUNTIME_DEPENDENCY_SET tfm_engine_dependencies RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        COMPONENT engine)

set(c_library PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|util|resolv)\\.so")
# LibTorch may bring an OpenMP library of the same name as the system's. One will do, and its own is the newer one.
file(GLOB torch_openmp "${TFM_TORCH_LIB_FOLDER}/libgomp.so.1")
if(torch_openmp)
  set(system_openmp POST_EXCLUDE_REGEXES "^/(usr/)?lib(64)?/.*libgomp\\.so")
  file(REAL_PATH "${torch_openmp}" torch_openmp_file)
  install(PROGRAMS "${torch_openmp_file}" DESTINATION ${bundled_folder} RENAME libgomp.so.1)
endif()
install(RUNTIME_DEPENDENCY_SET tfm_decoder_dependencies ${c_library} ${system_openmp}
        LIBRARY DESTINATION ${bundled_folder})
install(RUNTIME_DEPENDENCY_SET tfm_engine_dependencies DIRECTORIES "${TFM_TORCH_LIB_FOLDER}" ${c_library} ${system_openmp}
        LIBRARY DESTINATION ${bundled_folder} COMPONENT engine)
install(FILES "${CMAKE_SOURCE_DIR}/src/library/translation_model.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tfm")
install(DIRECTORY "${OpenCC_DATA_FOLDER}/" DESTINATION "${CMAKE_INSTALL_DATADIR}/tfm/opencc")

install(EXPORT tfmTargets NAMESPACE tfm:: DESTINATION ${package_folder})
write_basic_package_version_file("${CMAKE_BINARY_DIR}/tfmConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_SOURCE_DIR}/cmake/tfmConfig.cmake" "${CMAKE_BINARY_DIR}/tfmConfigVersion.cmake"
        DESTINATION ${package_folder})
