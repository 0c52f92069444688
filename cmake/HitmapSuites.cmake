# Read by ctest before it runs tests (hitmap_test in tests/CMakeLists.txt). Adds a test for each suite of a GoogleTest
# program. A process for each suite, and not for each test, saves a third of the time with AddressSanitizer, whose start
# and leak check take longer than most tests.
#   program, name, folder, labels   of the tests
#   left_out                        prefixes of the names of suites that are not run, e.g. ReleaseOnly (CONTRIBUTING.md)

cmake_policy(PUSH)
cmake_policy(SET CMP0057 NEW) # the operator IN_LIST

list(TRANSFORM left_out APPEND "*" OUTPUT_VARIABLE patterns)
list(JOIN patterns ":" patterns)

if(EXISTS "${program}")
  execute_process(COMMAND "${program}" --gtest_list_tests "--gtest_filter=*-${patterns}" WORKING_DIRECTORY "${folder}"
                  TIMEOUT 120 OUTPUT_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${program}: expected a list of tests, found: ${result}\n${output}")
  endif()
  set(suite "")
  set(suites "")
  string(REGEX REPLACE "[][;]" "" output "${output}") # values of parameters may contain them, which CMake's lists cannot
  string(REPLACE "\n" ";" lines "${output}")
  foreach(line IN LISTS lines)
    if(line MATCHES "^([A-Za-z0-9_/]+)\\.( |$)")
      set(suite "${CMAKE_MATCH_1}")
    elseif(line MATCHES "^  [^ ]" AND NOT line MATCHES "^  DISABLED_")
      if(NOT suite IN_LIST suites)
        list(APPEND suites "${suite}")
        set(tests_of_${suite} 0)
      endif()
      math(EXPR tests_of_${suite} "${tests_of_${suite}} + 1")
    endif()
  endforeach()
  foreach(suite IN LISTS suites)
    add_test("${name}.${suite}" "${program}" "--gtest_filter=${suite}.*-${patterns}" --gtest_brief=1)
    # Suites with many tests begin first, so that processors are busy until the end.
    set_tests_properties("${name}.${suite}" PROPERTIES WORKING_DIRECTORY "${folder}" LABELS "${labels}"
                         COST "${tests_of_${suite}}")
  endforeach()
else()
  add_test("${name}_NOT_BUILT" "${name}_NOT_BUILT")
endif()
cmake_policy(POP)
