# Some parts of the build need a library or a program that may be missing. CMake prints one line for each part that it
# leaves out.

function(hitmap_say_left_out WHAT NEEDS DEBIAN)
  message(STATUS "Left out: ${WHAT} (needs ${NEEDS}; Debian: ${DEBIAN})")
endfunction()

# hitmap_find_optional(PACKAGE WHAT DEBIAN [arguments of find_package]): PACKAGE_FOUND says whether WHAT can be built.
macro(hitmap_find_optional PACKAGE WHAT DEBIAN)
  find_package(${PACKAGE} ${ARGN} QUIET)
  if(NOT ${PACKAGE}_FOUND)
    hitmap_say_left_out("${WHAT}" ${PACKAGE} "${DEBIAN}")
  endif()
endmacro()

# hitmap_find_optional_program(VARIABLE WHAT DEBIAN NAME): sets VARIABLE to the path of the program NAME, or to false.
function(hitmap_find_optional_program VARIABLE WHAT DEBIAN NAME)
  find_program(${VARIABLE} ${NAME})
  if(NOT ${VARIABLE})
    hitmap_say_left_out("${WHAT}" ${NAME} "${DEBIAN}")
  endif()
endfunction()
