#include "tests/trace/import/imported.h"
#include "tests/trace/memory_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

namespace hitmap {
namespace {

using testing::HasSubstr;

const std::filesystem::path data_folder = std::filesystem::path(HITMAP_TEST_DATA) / "trace/accelsim/data";

std::string imported_list(std::string_view text) {
    ImportFiles files;
    files.files.push_back(memory_file(text, "kernelslist.g"));
    files.folder = data_folder;
    return imported_files(files);
}

/// The sample of the format's description, whose decoding it gives.
TEST(AccelSimList, TheSampleIsImported) {
    ImportFiles files;
    files.files.push_back(open_file(data_folder / "kernelslist.g"));
    files.folder = data_folder;
    EXPECT_EQ(imported_files(files), R"(producer 'Accel-Sim tracer 3', source 'kernelslist.g'
option 'format' = 'accelsim'
option 'compute-capability' = '7.5'
option 'sms' = '68 (those of a GeForce RTX 2080 Ti)'
option 'blocks-per-sm' = 'as many as fit'
option 'schedule' = 'the next block to the SM where one has ended, warps of an SM in turn, one request each'
option 'import-warning' = 'thread blocks that are not in their file: 1'
device 'compute capability 7.5', 68 SMs of 1 warps
origin of 'device': assumed
origin of 'sm': assumed
origin of 'warp': recorded
origin of 'warp slot': assumed
origin of 'order': assumed
origin of 'allocations': derived
origin of 'instructions': recorded
launch 'trace(unsigned int*)' 2,1,1 x 64,1,1, 0 local, 0 shared, from request 0
allocation 'copy#1': other, global, 0x7f0a00000000, 4096 bytes, stride 0, elements of 0
global load, 4 bytes, 'trace(unsigned int*)+0x10' '' 0:0
global load, 8 bytes, 'trace(unsigned int*)+0x20' '' 0:0
global store, 1 bytes, 'trace(unsigned int*)+0x30' '' 0:0
3 requests, 9 lane accesses, elements 0, 0, 0
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 0000000f: 0x7f0a00000000 0x7f0a00000004 0x7f0a00000008 0x7f0a0000000c
request: launch 0, SM 0, warp 0 in 0, instruction 1, mask 00000105: 0x7f0a00000100 0x7f0a00000108 0x7f0a000000f8
request: launch 0, SM 0, warp 0 in 0, instruction 2, mask 00000003: 0x7f0a00000200 0x7f0a00000207
)");
}

TEST(AccelSimList, EachKernelIsALaunchAndEachRangeAnAllocation) {
    const std::string text = imported_list("MemcpyHtoD,0x2000,256\n"
                                           "kernel-1.traceg\n"
                                           "MemcpyHtoD,0x1000,256\r\n"
                                           "MemcpyDtoH,0x1000,256\n"
                                           "MemcpyHtoD,0x2080,256\n" // overlaps the first
                                           "cudaMalloc,0x5000,100\n"
                                           "kernel-1.traceg\n");
    EXPECT_THAT(
        text,
        HasSubstr("allocation 'copy#2': other, global, 0x1000, 256 bytes, stride 0, elements of 0\n"
                  "allocation 'copy#1': other, global, 0x2000, 384 bytes, stride 0, elements of 0\n"
                  "allocation 'malloc#1': other, global, 0x5000, 100 bytes, stride 0, elements of 0\n"));
    EXPECT_THAT(
        text,
        HasSubstr("from request 0\nlaunch 'trace(unsigned int*)' 2,1,1 x 64,1,1, 0 local, 0 shared, from "
                  "request 3\n"));
    EXPECT_THAT(text, HasSubstr("6 requests, 18 lane accesses"));
    EXPECT_THAT(text, HasSubstr("thread blocks that are not in their file: 2'"));
}

TEST(AccelSimList, SeveralKernelFilesAreOneRecording) {
    ImportFiles files;
    files.files.push_back(open_file(data_folder / "kernel-1.traceg"));
    files.files.push_back(open_file(data_folder / "kernel-1.traceg"));
    EXPECT_THAT(imported_files(files), HasSubstr("6 requests, 18 lane accesses"));
}

/// A tracer that was stopped leaves an empty file. The others are read.
TEST(AccelSimList, KernelsThatCannotBeOpenedAreLeftOutAndNamed) {
    const std::string text =
        imported_list("kernel-1.traceg\nkernel-empty.traceg\nkernel-none.traceg\nkernel-1.traceg\n");
    EXPECT_THAT(text,
                HasSubstr("'kernels whose file cannot be read, left out: 2 (line 2: kernel-empty.traceg: "
                          "expected a kernel, found an empty file, line 3: kernel-none.traceg: cannot be "
                          "opened: No such file or directory)'\n"));
    EXPECT_THAT(text, HasSubstr("6 requests, 18 lane accesses"));
    EXPECT_THAT(text, HasSubstr("request: launch 1, "));
    EXPECT_THAT(text, testing::Not(HasSubstr("request: launch 2, ")));
    EXPECT_THAT(imported_list("kernel-empty.traceg\n"),
                HasSubstr("kernelslist.g: line 1: expected the kernels that it names, found: "));
}

TEST(AccelSimList, BrokenListsAreRefused) {
    const std::pair<const char*, const char*> cases[]{
        {"MemcpyHtoD,0x0,1\n", "line 1: expected at least one kernel, found none"},
        {"kernel-1.traceg\nMemcpyHtoD,2000,1\n",
         "line 2: expected 'MemcpyHtoD,0xADDRESS,BYTES' below 2^63, found 'MemcpyHtoD,2000,1'"},
        {"kernel-1.traceg\nMemcpyHtoD,0x7fffffffffffffff,1\n",
         "line 2: expected 'MemcpyHtoD,0xADDRESS,BYTES' below 2^63, found 'MemcpyHtoD,0x7fffffffffffffff,1'"},
        {"kernel-1.traceg\nMemcpyHtoD\n",
         "line 2: expected 'MemcpyHtoD,0xADDRESS,BYTES' below 2^63, found 'MemcpyHtoD'"},
        {"kernel-1.traceg\nother\n",
         "line 2: expected 'MemcpyHtoD,0xADDRESS,BYTES', 'cudaMalloc,0xADDRESS,BYTES' or the name of a file "
         "of the folder that begins with 'kernel', found 'other'"},
        {"kernel-1.traceg\nkernel/../../a.traceg\n",
         "line 2: expected the name of a file in the folder of the list, found "
         "'kernel/../../a.traceg'"}};
    for (const auto& [text, message] : cases)
        EXPECT_EQ(imported_list(text), std::string("kernelslist.g: ") + message);
    EXPECT_THAT(imported_list("kernel-2.traceg\n"), HasSubstr("kernel-2.traceg"));
}

} // namespace
} // namespace hitmap
