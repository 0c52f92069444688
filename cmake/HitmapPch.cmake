# Precompiled headers, so that a fresh build stays quick: one set for the modules, one for the tests. What is in them is
# still included where it is used; with CMAKE_DISABLE_PRECOMPILE_HEADERS everything builds as well.

set(HITMAP_STD_HEADERS
  <algorithm> <array> <atomic> <bit> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <mutex> <numeric>
  <optional> <span> <stop_token> <string> <string_view> <thread> <vector>)

# hitmap_pch(NAME HEADERS <a> ... LINKS library ...): NAME can stand in REUSE_FROM of targets that link the same libraries.
function(hitmap_pch NAME)
  cmake_parse_arguments(PCH "" "" "HEADERS;LINKS" ${ARGN})
  # Not written anew where it is there: configuring again would build it again.
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/pch/${NAME}.cpp CONTENT "// Carries precompiled headers.\n")
  add_library(${NAME} OBJECT ${CMAKE_BINARY_DIR}/pch/${NAME}.cpp)
  target_link_libraries(${NAME} PRIVATE hitmap_options ${PCH_LINKS})
  target_precompile_headers(${NAME} PRIVATE ${HITMAP_STD_HEADERS} ${PCH_HEADERS})
endfunction()
