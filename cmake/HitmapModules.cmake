# A module is a static library for a folder that docs/architecture.md lists. The build enforces the dependencies between
# modules: the headers of a module are found only through a symbolic link in an include folder of its own. This folder is
# on the include path of only those modules that name the module under USES. USES is the only place where dependencies are
# written; tests/dependencies gets them from the global properties HITMAP_MODULES, HITMAP_USES_<name>, HITMAP_GROUPS and
# HITMAP_GROUP_<name>.

add_library(hitmap_options INTERFACE)
target_compile_features(hitmap_options INTERFACE cxx_std_20)
target_compile_options(hitmap_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  # Without fused multiply-add, floating-point results do not depend on the optimiser.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 warns of overflows in inlined std::string and std::vector that do not exist (GCC bugs 105329 and 105651).
  target_compile_options(hitmap_options INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(hitmap_options INTERFACE -march=${HITMAP_MARCH})
endif()
if(HITMAP_SANITIZE)
  target_compile_options(hitmap_options INTERFACE -fsanitize=${HITMAP_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(hitmap_options INTERFACE -fsanitize=${HITMAP_SANITIZE})
  if(HITMAP_SANITIZE_NOT)
    target_compile_options(hitmap_options INTERFACE -fno-sanitize=${HITMAP_SANITIZE_NOT})
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC's manual (-fsanitize) mentions false positives of this warning. Builds without sanitizers have it as an error.
    target_compile_options(hitmap_options INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()

include(HitmapPch)
include(HitmapFuzz)

# hitmap_join_sources(TARGET [APART file ...])
#   With HITMAP_UNITY, compiles several sources of a module or a test at once, which takes half the total time. Builds
#   without it prove that each source includes what it uses. Joined sources share their anonymous namespaces, so that a
#   name may be defined only once in all of them. APART: sources that are not joined.
function(hitmap_join_sources TARGET)
  if(NOT HITMAP_UNITY)
    return()
  endif()
  cmake_parse_arguments(JOIN "" "" "APART" ${ARGN})
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 32)
  set_source_files_properties(${JOIN_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  # The compiler treats joined sources as headers, since they are included.
  target_compile_options(${TARGET} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# hitmap_module_name(OUT FOLDER): the name of a module in USES and in the name of its library: probe for core/probe,
# cache_array for core/cache/array.
function(hitmap_module_name OUT FOLDER)
  string(REGEX REPLACE "^(core|app)/" "" name ${FOLDER})
  string(REPLACE "/" "_" name ${name})
  set(${OUT} ${name} PARENT_SCOPE)
endfunction()

# Sets the properties that all libraries of modules have.
function(hitmap_module_library TARGET LINKS PCH APART)
  hitmap_join_sources(${TARGET} APART ${APART})
  target_link_libraries(${TARGET} PUBLIC hitmap_options ${LINKS})
  if(PCH)
    target_precompile_headers(${TARGET} PRIVATE ${HITMAP_STD_HEADERS} ${PCH})
  elseif("hitmap_qt" IN_LIST LINKS)
    target_precompile_headers(${TARGET} REUSE_FROM hitmap_qt_pch)
  elseif("fmt::fmt" IN_LIST LINKS)
    # A set can be shared only by sources with the same compiler options, e.g. not by those with HITMAP_FRONT_OPTIONS.
    get_directory_property(options COMPILE_OPTIONS)
    if(options)
      target_precompile_headers(${TARGET} PRIVATE ${HITMAP_STD_HEADERS} <fmt/format.h>)
    else()
      target_precompile_headers(${TARGET} REUSE_FROM hitmap_module_pch)
    endif()
  endif()
endfunction()

# hitmap_group(FOLDER [USES group ...] [LINKS library ...] [PCH header ...])
#   Begins a module with submodules, e.g. core/cache. The calls of hitmap_module for its folders follow in the same
#   CMakeLists.txt and also get LINKS and PCH. The target hitmap_cache contains all of them, for modules that use the
#   module as a whole and those of the groups under USES. With HITMAP_UNITY all sources are compiled as one library, which
#   is faster. Otherwise each submodule is compiled with the include path of its own USES.
function(hitmap_group FOLDER)
  cmake_parse_arguments(GROUP "" "" "USES;LINKS;PCH" ${ARGN})
  hitmap_module_name(name ${FOLDER})
  if(HITMAP_UNITY)
    add_library(hitmap_${name} STATIC)
    hitmap_module_library(hitmap_${name} "${GROUP_LINKS}" "${GROUP_PCH}" "")
    set(scope PUBLIC)
  else()
    add_library(hitmap_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  foreach(group IN LISTS GROUP_USES)
    target_link_libraries(hitmap_${name} ${scope} hitmap_${group})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY HITMAP_GROUPS ${FOLDER})
  set_property(GLOBAL APPEND PROPERTY HITMAP_GROUP_${name} ${GROUP_USES})
  set(HITMAP_GROUP hitmap_${name} PARENT_SCOPE)
  set(HITMAP_GROUP_NAME ${name} PARENT_SCOPE)
  set(HITMAP_GROUP_LINKS ${GROUP_LINKS} PARENT_SCOPE)
  set(HITMAP_GROUP_PCH ${GROUP_PCH} PARENT_SCOPE)
endfunction()

# hitmap_module(FOLDER SOURCES a.cpp ... USES module ... LINKS library ...)
#   FOLDER  path from the top, e.g. core/probe or core/cache/array; the header of a.cpp is included as "FOLDER/a.h"
#   SOURCES relative to FOLDER
#   USES    modules whose headers this module may include, by hitmap_module_name (USES is transitive)
#   LINKS   third-party libraries
#   APART   sources that hitmap_join_sources does not join
#   PCH     headers to precompile for this module; other modules that link fmt share one set, and those that link hitmap_qt
#           another
#   Sets HITMAP_LIBRARY to the library that compiles the sources.
function(hitmap_module FOLDER)
  cmake_parse_arguments(MODULE "" "" "SOURCES;USES;LINKS;PCH;APART" ${ARGN})
  hitmap_module_name(name ${FOLDER})
  set(target hitmap_${name})
  set_property(GLOBAL APPEND PROPERTY HITMAP_MODULES ${FOLDER})
  set_property(GLOBAL PROPERTY HITMAP_USES_${name} ${MODULE_USES})
  set(include_folder ${CMAKE_BINARY_DIR}/include/${name})
  get_filename_component(parent ${FOLDER} DIRECTORY)
  file(MAKE_DIRECTORY ${include_folder}/${parent})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${FOLDER} ${include_folder}/${FOLDER} SYMBOLIC)
  list(APPEND MODULE_LINKS ${HITMAP_GROUP_LINKS})
  list(APPEND MODULE_PCH ${HITMAP_GROUP_PCH})
  list(TRANSFORM MODULE_SOURCES PREPEND ${CMAKE_SOURCE_DIR}/${FOLDER}/ REGEX "^[^/]")
  hitmap_take_fuzzed(fuzzed MODULE_SOURCES)
  set(library ${target})
  set(scope INTERFACE)
  if(HITMAP_GROUP AND (HITMAP_UNITY OR NOT (MODULE_SOURCES OR fuzzed)))
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE hitmap_options ${MODULE_LINKS})
    if(HITMAP_UNITY)
      set(library ${HITMAP_GROUP})
      target_sources(${library} PRIVATE ${MODULE_SOURCES})
      if(MODULE_APART)
        list(TRANSFORM MODULE_APART PREPEND ${CMAKE_SOURCE_DIR}/${FOLDER}/)
        set_source_files_properties(${MODULE_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      endif()
    endif()
  else()
    set(scope PUBLIC)
    add_library(${target} STATIC ${MODULE_SOURCES})
    hitmap_module_library(${target} "${MODULE_LINKS}" "${MODULE_PCH}" "${MODULE_APART}")
  endif()
  target_include_directories(${target} ${scope} ${include_folder})
  foreach(module IN LISTS MODULE_USES)
    target_link_libraries(${target} ${scope} hitmap_${module})
  endforeach()
  if(HITMAP_GROUP)
    set_property(GLOBAL APPEND PROPERTY "HITMAP_GROUP_${HITMAP_GROUP_NAME}" ${name})
  endif()
  if(HITMAP_GROUP AND HITMAP_UNITY)
    target_link_libraries(${HITMAP_GROUP} PUBLIC ${target})
  elseif(HITMAP_GROUP)
    target_link_libraries(${HITMAP_GROUP} INTERFACE ${target})
  endif()
  if(fuzzed)
    hitmap_guide_fuzzers(${library} SOURCES ${fuzzed} INCLUDES ${include_folder} USES ${MODULE_USES} LINKS ${MODULE_LINKS} PCH ${MODULE_PCH})
  endif()
  set(HITMAP_LIBRARY ${library} PARENT_SCOPE)
endfunction()
