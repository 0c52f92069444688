# Modules: one static library for each folder of docs/architecture.md. The build enforces the dependencies between
# them: the headers of a module are reached only through a symbolic link in an include folder of its own, and
# that folder is on the include path of only those modules that name it under USES.

add_library(hitmap_options INTERFACE)
target_compile_features(hitmap_options INTERFACE cxx_std_20)
target_compile_options(hitmap_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Werror
  # Floating-point results are the same whatever the optimiser does: no fused multiply-add.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overflows in inlined std::string and std::vector that are not there (GCC bugs 105329 and 105651).
  target_compile_options(hitmap_options INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(hitmap_options INTERFACE -march=${HITMAP_MARCH})
endif()
if(HITMAP_SANITIZE)
  target_compile_options(hitmap_options INTERFACE -fsanitize=${HITMAP_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(hitmap_options INTERFACE -fsanitize=${HITMAP_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC's manual (-fsanitize) warns of false positives here; the builds without sanitizers keep these as errors.
    target_compile_options(hitmap_options INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()

include(HitmapPch)

# hitmap_join_sources(TARGET [APART file ...])
#   With HITMAP_UNITY, compiles several sources of a module or a test at once, which takes half as long altogether.
#   Builds without it prove that each source includes what it uses. Joined sources share their anonymous namespaces:
#   one name is one thing in all of them. APART: sources that cannot share names.
function(hitmap_join_sources TARGET)
  if(NOT HITMAP_UNITY)
    return()
  endif()
  cmake_parse_arguments(JOIN "" "" "APART" ${ARGN})
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
  set_source_files_properties(${JOIN_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  # A joined source is no header, but the compiler takes what is included for one.
  target_compile_options(${TARGET} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# hitmap_module(FOLDER SOURCES a.cpp ... USES module ... LINKS library ...)
#   FOLDER  path from the top, e.g. core/trace; the target is hitmap_<last part>, the header of a.cpp is
#           included as "FOLDER/a.h"
#   USES    modules whose headers this module may include (USES is transitive)
#   LINKS   third-party libraries
#   APART   sources that hitmap_join_sources leaves alone
#   PCH     headers to precompile for this module alone; the other modules that link fmt share one set
function(hitmap_module FOLDER)
  cmake_parse_arguments(MODULE "" "" "SOURCES;USES;LINKS;PCH;APART" ${ARGN})
  get_filename_component(name ${FOLDER} NAME)
  set(target hitmap_${name})
  set_property(GLOBAL APPEND PROPERTY HITMAP_MODULES ${FOLDER})
  set(include_folder ${CMAKE_BINARY_DIR}/include/${name})
  get_filename_component(parent ${FOLDER} DIRECTORY)
  file(MAKE_DIRECTORY ${include_folder}/${parent})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${FOLDER} ${include_folder}/${FOLDER} SYMBOLIC)
  add_library(${target} STATIC ${MODULE_SOURCES})
  hitmap_join_sources(${target} APART ${MODULE_APART})
  target_include_directories(${target} PUBLIC ${include_folder})
  target_link_libraries(${target} PUBLIC hitmap_options ${MODULE_LINKS})
  if(MODULE_PCH)
    target_precompile_headers(${target} PRIVATE ${HITMAP_STD_HEADERS} ${MODULE_PCH})
  elseif("fmt::fmt" IN_LIST MODULE_LINKS)
    target_precompile_headers(${target} REUSE_FROM hitmap_module_pch)
  endif()
  foreach(module IN LISTS MODULE_USES)
    target_link_libraries(${target} PUBLIC hitmap_${module})
  endforeach()
endfunction()
