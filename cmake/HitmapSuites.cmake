# Read by ctest before it runs tests (hitmap_test in tests/CMakeLists.txt). Adds a test for each suite of a GoogleTest
# program. A process for each suite, and not for each test, saves a third of the time with AddressSanitizer, whose start
# and leak check take longer than most tests.
#   program, name, folder, labels   of the tests
#   left_out                        prefixes of the names of suites that are not run, e.g. ReleaseOnly (CONTRIBUTING.md)
# Long tests begin first, so that all processors are busy until the end. COST of tests is about their seconds on two busy
# processors: that of a suite is in this list, or a second for each ten tests.
set(long_suites
  analysis_test.ReleaseOnlyScenes/PlantedFaults=120 capture_layer_test.Tasks/EachTask=140 cli_test.FindingsCommand=30
  cli_test.ReleaseOnlyCommands/Interrupted=80 cli_test.TracedTriangle=40 cli_test.ExportFiles=30 cli_test.Messages=30 cli_test.Pixels=25
  cli_test.ReleaseOnlyRayKindOption=25 cli_test.Commands/LittleMemory=20 cli_test.CommandLine=20 cli_test.CommandOutput=15
  capture_layer_test.ReleaseOnlyTasks/LosslessTask=25 capture_layer_test.RecordedObjects=15 capture_layer_test.Completeness=12
  bvh_test.Methods/Built=20 cache_threads_test.NoAsanHierarchy=20 hostile_import_test.Formats/HostileImport=20
  hostile_import_test.ReleaseOnlyFormats/HostileImport=12 profile_test.ReleaseOnlyStreams/WindowReference=30
  raytracer_test.ReleaseOnly/RayKinds=50 raytracer_test.ReleaseOnlyImage=20 raytracer_test.ReleaseOnlyMemoryLayout=15
  relayout_test.ReleaseOnlyRelayout=35 trace_test.Recorder=13 recording_layout_test.BaseVertices=13
  vulkan_kernels_test.ComputeKernels=15 vulkan_rays_test.ReleaseOnlyVulkanRaysTest=25 vulkan_record_test.ReleaseOnlyOptions/VulkanRecordTest=40
  vulkan_tracer_test.ReleaseOnlyVulkanTracerTest=130 vulkan_tracer_test.VulkanTracerTest=30)

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
    math(EXPR seconds "${tests_of_${suite}} / 10")
    math(EXPR tenths "${tests_of_${suite}} % 10")
    set(cost "${seconds}.${tenths}")
    foreach(long IN LISTS long_suites)
      if(long MATCHES "^(.*)=([0-9]+)$")
        if("${CMAKE_MATCH_1}" STREQUAL "${name}.${suite}")
          set(cost "${CMAKE_MATCH_2}")
        endif()
      endif()
    endforeach()
    set_tests_properties("${name}.${suite}" PROPERTIES WORKING_DIRECTORY "${folder}" LABELS "${labels}" COST "${cost}"
                         SKIP_REGULAR_EXPRESSION "  SKIPPED ")
  endforeach()
else()
  add_test("${name}_NOT_BUILT" "${name}_NOT_BUILT")
endif()
cmake_policy(POP)
