# The fuzz targets are built with HITMAP_FUZZ in the build with AddressSanitizer, which has all modules already; a build for
# them alone would take several minutes. Of its sources, only the readers tell libFuzzer which of their code ran, so that the
# tests of this build stay as fast.

# Regular expressions of paths from the top.
set(HITMAP_FUZZED_SOURCES
  "app/cli/lsp/(language_server|message_stream).cpp"
  "app/figure/(figure|panel)_json.cpp"
  "app/sweep/experiment.cpp"
  "capture/spirv/[a-z_]+.cpp"
  "core/analysis/comparison/ncu_csv.cpp"
  "core/cache/gpu/gpu_preset_parse.cpp"
  "core/geometry/camera.cpp"
  "core/layout/model/layout_json.cpp"
  "core/probe/chase/chase_csv.cpp"
  "core/trace/(import|formats/[a-z_]+)/[a-z0-9_]+.cpp"
  "core/trace/hmt/chunks/(block_decoder|block_head|block_model|block_plan|chunk|execution_codec|hmt_index|info_codec).cpp"
  "core/trace/hmt/chunks/(primitive_codec|scene_[a-z]+|sums_codec|tag_codec).cpp"
  "core/trace/hmt/file/(block_pieces|execution_index|hmt_checks|hmt_reader|hmt_scene|launch_scan|sums_index).cpp"
  "core/trace/io/(bytes|decoder|seekable_input|zstd_frame).cpp"
  "render/view/(view_json|view_members).cpp"
  "widgets/session/state/(curve_json|panel_json|session_file).cpp")

# What -fsanitize=fuzzer-no-link does, but with the precompiled headers of sources without it.
set(HITMAP_FUZZED_OPTIONS -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table
                          -fno-builtin-bcmp -fno-builtin-memcmp)

# hitmap_take_fuzzed(OUT SOURCES): moves the sources that are fuzzed from the list in the variable SOURCES to OUT.
function(hitmap_take_fuzzed OUT SOURCES)
  set(fuzzed "")
  set(others ${${SOURCES}})
  if(HITMAP_FUZZ AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    foreach(source IN LISTS ${SOURCES})
      file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${source})
      foreach(expression IN LISTS HITMAP_FUZZED_SOURCES)
        if(path MATCHES "^${expression}$")
          list(APPEND fuzzed ${source})
          list(REMOVE_ITEM others ${source})
          set_property(GLOBAL APPEND PROPERTY HITMAP_FUZZED_FOUND ${expression})
        endif()
      endforeach()
    endforeach()
  endif()
  set(${OUT} ${fuzzed} PARENT_SCOPE)
  set(${SOURCES} ${others} PARENT_SCOPE)
endfunction()

# hitmap_guide_fuzzers(LIBRARY SOURCES a.cpp ... INCLUDES folder [USES module ...] [LINKS library ...] [PCH header ...]):
# adds fuzzed sources of a module to the library that compiles it. The others are as in hitmap_module.
function(hitmap_guide_fuzzers LIBRARY)
  cmake_parse_arguments(FUZZED "" "INCLUDES" "SOURCES;USES;LINKS;PCH" ${ARGN})
  set(guided ${LIBRARY}_fuzzed)
  if(NOT TARGET ${guided})
    add_library(${guided} OBJECT)
    hitmap_module_library(${guided} "${FUZZED_LINKS}" "" "")
    if(FUZZED_PCH) # Few sources, which are joined, need no precompiled headers of their own.
      set_target_properties(${guided} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
    endif()
    target_compile_options(${guided} PRIVATE ${HITMAP_FUZZED_OPTIONS})
    target_sources(${LIBRARY} PRIVATE $<TARGET_OBJECTS:${guided}>)
  endif()
  target_sources(${guided} PRIVATE ${FUZZED_SOURCES})
  target_include_directories(${guided} PRIVATE ${FUZZED_INCLUDES})
  target_link_libraries(${guided} PUBLIC ${FUZZED_LINKS})
  foreach(module IN LISTS FUZZED_USES)
    target_link_libraries(${guided} PUBLIC hitmap_${module})
  endforeach()
endfunction()

# Called after all modules: fails if a regular expression matches no source.
function(hitmap_check_fuzzed)
  get_property(found GLOBAL PROPERTY HITMAP_FUZZED_FOUND)
  foreach(expression IN LISTS HITMAP_FUZZED_SOURCES)
    if(NOT expression IN_LIST found)
      message(FATAL_ERROR "cmake/HitmapFuzz.cmake: expected a source that matches ${expression}, found none")
    endif()
  endforeach()
endfunction()
