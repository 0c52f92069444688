# The readers of text are fuzzed in the build with AddressSanitizer (HITMAP_FUZZ=texts), which has their modules already; a
# build for the fuzzers alone would take several minutes. Of its sources, only these tell libFuzzer which of their code ran,
# so that the tests of this build stay as fast.

set(HITMAP_FUZZED_SOURCES
  app/cli/lsp/language_server.cpp
  app/cli/lsp/message_stream.cpp
  app/figure/figure_json.cpp
  app/figure/panel_json.cpp
  app/sweep/experiment.cpp
  core/analysis/comparison/ncu_csv.cpp
  core/cache/gpu/gpu_preset_parse.cpp
  core/geometry/camera.cpp
  core/layout/model/layout_json.cpp
  core/probe/chase/chase_csv.cpp
  render/view/view_json.cpp
  render/view/view_members.cpp
  widgets/session/state/curve_json.cpp
  widgets/session/state/panel_json.cpp
  widgets/session/state/session_file.cpp)
list(TRANSFORM HITMAP_FUZZED_SOURCES PREPEND ${CMAKE_SOURCE_DIR}/)
foreach(source IN LISTS HITMAP_FUZZED_SOURCES)
  if(NOT EXISTS ${source})
    message(FATAL_ERROR "cmake/HitmapFuzz.cmake names ${source}, which does not exist")
  endif()
endforeach()

# hitmap_guide_fuzzers(SOURCE...): sets the options of those that are in the list. They differ from those of precompiled
# headers and of joined sources.
function(hitmap_guide_fuzzers)
  if(NOT HITMAP_FUZZ STREQUAL "texts")
    return()
  endif()
  foreach(source IN LISTS ARGN)
    if(source IN_LIST HITMAP_FUZZED_SOURCES)
      set_source_files_properties(${source} PROPERTIES
        COMPILE_OPTIONS -fsanitize=fuzzer-no-link SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()
