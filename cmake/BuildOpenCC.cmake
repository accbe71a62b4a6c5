# Builds OpenCC and its dictionaries from the sources in OpenCC_SOURCE_DIR: OpenCC::OpenCC and OpenCC_DATA_FOLDER. It is a
# build of its own, since upstream's reaches for the folders of the outermost project and installs along with it.
include(ExternalProject)

set(opencc_prefix "${OpenCC_BINARY_DIR}/installed")
set(OpenCC_DATA_FOLDER "${opencc_prefix}/share/opencc")
set(opencc_libraries "${opencc_prefix}/lib/libopencc.a" "${opencc_prefix}/lib/libmarisa.a")
ExternalProject_Add(
  tfm_build_opencc
  SOURCE_DIR "${OpenCC_SOURCE_DIR}"
  BINARY_DIR "${OpenCC_BINARY_DIR}/build"
  CMAKE_ARGS -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=${opencc_prefix} -DCMAKE_INSTALL_LIBDIR=lib
             -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_POLICY_VERSION_MINIMUM=3.5 -DBUILD_SHARED_LIBS=OFF
             -DENABLE_DARTS=OFF
  BUILD_BYPRODUCTS ${opencc_libraries}
  LOG_CONFIGURE ON
  LOG_BUILD ON
  LOG_INSTALL ON
  LOG_OUTPUT_ON_FAILURE ON)

file(MAKE_DIRECTORY "${opencc_prefix}/include")
add_library(tfm_opencc INTERFACE)
add_library(OpenCC::OpenCC ALIAS tfm_opencc)
add_dependencies(tfm_opencc tfm_build_opencc)
target_compile_definitions(tfm_opencc INTERFACE Opencc_BUILT_AS_STATIC)
target_include_directories(tfm_opencc SYSTEM INTERFACE "${opencc_prefix}/include")
target_link_libraries(tfm_opencc INTERFACE ${opencc_libraries})
