# Preprocesses one-line sources with the include path of a room (the lines of PATHS/ROOM.txt, written by the
# build) and expects that the header is found, or that it is not. Run with cmake -P and COMPILER, PATHS, TOP.

# ROOM may ("->") or may not ("-x") include HEADER.
set(arrows
  "jobs       -> core/base/error.h"
  "geometry   -> core/jobs/progress.h"
  "bvh        -> core/geometry/mesh.h"
  "trace      -> core/geometry/mesh.h"
  "trace      -> core/jobs/thread_pool.h"
  "simt       -> core/jobs/progress.h"
  "raytracer  -> core/simt/device.h"
  "raytracer  -> core/bvh/bvh.h"
  "raytracer  -> core/trace/request.h"
  "cache      -> core/trace/request.h"
  "profile    -> core/cache/cache_geometry.h"
  "profile    -> core/trace/recording.h"
  "analysis   -> core/profile/profile.h"
  "render     -> core/profile/profile.h"
  "widgets    -> core/profile/profile.h"
  "widgets    -> render/view.h"
  "widgets    -> QWidget"
  "cli        -> core/raytracer/trace_scene.h"

  "base       -x core/jobs/progress.h"
  "jobs       -x core/geometry/mesh.h"
  "geometry   -x core/bvh/bvh.h"
  "geometry   -x core/trace/request.h"
  "bvh        -x core/trace/request.h"
  "bvh        -x core/raytracer/trace_scene.h"
  "trace      -x core/bvh/bvh.h"
  "trace      -x core/cache/cache_geometry.h"
  "trace      -x core/profile/profile.h"
  "simt       -x core/geometry/mesh.h"
  "simt       -x core/trace/request.h"
  "raytracer  -x core/cache/cache_geometry.h"
  "raytracer  -x core/profile/profile.h"
  "cache      -x core/profile/profile.h"
  "cache      -x core/raytracer/trace_scene.h"
  "profile    -x core/raytracer/trace_scene.h"
  "profile    -x core/analysis/element_groups.h"
  "analysis   -x core/raytracer/trace_scene.h"
  "analysis   -x render/view.h"
  "analysis   -x QObject"
  "geometry   -x render/view.h"
  "profile    -x render/view.h"
  "raytracer  -x render/view.h"
  "geometry   -x QObject"
  "profile    -x QObject"
  "raytracer  -x QObject"
  "render     -x QObject"
  "render     -x QOpenGLContext"
  "render     -x app/cli/input_file.h"
  "profile    -x app/cli/input_file.h")

# Sets RESULT to "found", "missing" or to what the preprocessor said otherwise.
function(look_up ROOM HEADER RESULT)
  file(STRINGS ${PATHS}/${ROOM}.txt folders)
  list(TRANSFORM folders PREPEND "-I")
  set(source ${PATHS}/${ROOM}.cpp)
  file(WRITE ${source} "#include <${HEADER}>\n")
  # fPIC: Qt's headers insist on it.
  execute_process(COMMAND ${COMPILER} -std=c++20 -fPIC -E ${folders} ${source}
                  RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
  string(FIND "${said}" "${source}:1:" first_line)
  if(status EQUAL 0)
    set(${RESULT} found PARENT_SCOPE)
  elseif(said MATCHES "${HEADER}: No such file|'${HEADER}' file not found" AND NOT first_line EQUAL -1)
    set(${RESULT} missing PARENT_SCOPE)
  else()
    set(${RESULT} "${said}" PARENT_SCOPE)
  endif()
endfunction()

set(tried 0)
foreach(arrow IN LISTS arrows)
  string(REGEX MATCH "^([a-z]+) +(->|-x) (.+)$" matched "${arrow}")
  set(room ${CMAKE_MATCH_1})
  set(kind ${CMAKE_MATCH_2})
  set(header ${CMAKE_MATCH_3})
  if(NOT EXISTS ${PATHS}/${room}.txt)
    message(STATUS "left out, the room is not part of this build: ${arrow}")
    continue()
  endif()
  # A header that does not exist at all would be missing for the wrong reason.
  if(header MATCHES "/" AND NOT EXISTS ${TOP}/${header})
    message(SEND_ERROR "${arrow}: there is no such header in the tree")
    continue()
  endif()
  look_up(${room} ${header} outcome)
  math(EXPR tried "${tried} + 1")
  if((kind STREQUAL "->" AND NOT outcome STREQUAL "found") OR (kind STREQUAL "-x" AND NOT outcome STREQUAL "missing"))
    message(SEND_ERROR "${arrow}: ${outcome}")
  endif()
endforeach()

# Some libraries lie on the compiler's own path, so that only their names can be watched.
file(GLOB_RECURSE core_files ${TOP}/core/*.h ${TOP}/core/*.cpp)
file(GLOB_RECURSE render_files ${TOP}/render/*.h ${TOP}/render/*.cpp)
foreach(file IN LISTS core_files render_files)
  file(STRINGS ${file} includes REGEX "^#include +<")
  if(includes MATCHES "<(Q[A-Z]|qt5)")
    message(SEND_ERROR "${file} includes a header of Qt")
  endif()
  if(file MATCHES "^${TOP}/core/" AND includes MATCHES "<(epoxy|GL|EGL|cairo)")
    message(SEND_ERROR "${file} includes a header for drawing")
  endif()
endforeach()
message(STATUS "${tried} arrows tried")
