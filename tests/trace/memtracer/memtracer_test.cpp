#include "tests/trace/compressed.h"
#include "tests/trace/import/imported.h"
#include "tests/trace/memtracer/trace_bytes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string memtracer_sample(const std::string& name) {
    const auto path = std::filesystem::path(HITMAP_TEST_DATA) / "trace" / "memtracer" / "data" / name;
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string import_trace(const std::string& bytes, const ImportChoices& choices = {}) {
    return imported({{"folder/a.bin", bytes}}, choices);
}

TEST(Memtracer, TheSampleHasTheExpectedText) {
    EXPECT_EQ(import_trace(memtracer_sample("v5_one_launch.bin")), memtracer_sample("v5_one_launch.txt"));
}

TEST(Memtracer, BothVersionsAndCompressionAreTheSame) {
    const std::string trace = memtracer_sample("v5.bin");
    const std::string text = import_trace(trace);
    EXPECT_THAT(text, HasSubstr("136 requests, 136 lane accesses, elements 12, 0, 0\n"));
    EXPECT_THAT(text, HasSubstr("box parents -1 -1 0 0 1 1\nbox levels 0 0 1 1 1 1\n"));
    std::string older = import_trace(memtracer_sample("v4.bin"));
    const std::size_t version = older.find("'version' = '4'");
    ASSERT_NE(version, std::string::npos);
    EXPECT_EQ(older.replace(version, 15, "'version' = '5'"), text);
    for (const std::string& compressed : {gzip(trace), xz(trace), zstd(trace)})
        EXPECT_EQ(import_trace(compressed), text);
    EXPECT_EQ(import_trace(gzip(memtracer_sample("v4.bin"))), import_trace(memtracer_sample("v4.bin")));
}

TEST(Memtracer, WithoutContentsTheAllocationsHaveNoRoles) {
    const std::string text = import_trace(memtracer_sample("v5_nocontents.bin"));
    EXPECT_THAT(text, HasSubstr("allocation 'region 1': other, global, 0x7f0000001000, 28 bytes, stride 0"));
    EXPECT_THAT(text, HasSubstr("allocation 'local memory': other, local, 0x0, 32 bytes, stride 0"));
    EXPECT_THAT(text, HasSubstr("136 requests, 136 lane accesses, elements 0, 0, 0\n"));
    EXPECT_THAT(text, Not(HasSubstr("scene")));
}

TEST(Memtracer, ADamagedFileIsRefusedByItsHashUnlessThatIsIgnored) {
    EXPECT_EQ(import_trace(memtracer_sample("v5_bad_hash.bin")),
              "folder/a.bin: hash: expected 54dcda294d72f8d30bea3e9d25f7e5cf, found "
              "79396615878ed31250c77b5860bac721: the file is damaged (hitmap import --ignore-hash imports it "
              "anyway)");
    std::string trace = small_scene_trace().bytes();
    trace[16 + 32] ^= '\x04'; // the address of the first lane
    EXPECT_THAT(import_trace(trace), HasSubstr("the file is damaged"));
    const std::string text = import_trace(trace, {.ignore_hash = true});
    EXPECT_THAT(text, HasSubstr("option 'import-warning' = 'hashes that differ from the content of the file: "
                                "1'\n"));
    EXPECT_THAT(text, HasSubstr("mask 0000000b: 0x2004 0x2004 0x2008\n"));
}

/// In version 5, the header is at the end.
TEST(Memtracer, AFileThatWasCutIsRefusedAsSuch) {
    MemtracerTrace trace = small_scene_trace();
    const std::string whole = trace.bytes();
    const std::string zeros = whole.substr(0, 16) + std::string(400, '\0');
    for (const std::string& cut :
         {whole.substr(0, whole.size() / 2), whole.substr(0, whole.size() - 1), zeros})
        for (const bool ignore_hash : {false, true})
            EXPECT_THAT(import_trace(cut, {.ignore_hash = ignore_hash}),
                        HasSubstr("the end of the file, where its header is, is missing or damaged"));
}

TEST(Memtracer, StoredContentsAreAScene) {
    EXPECT_EQ(import_trace(small_scene_trace().bytes()), memtracer_sample("small_scene.txt"));
}

/// Each change makes the contents something else than the scene of the ray tracer.
TEST(Memtracer, ContentsThatAreNoSceneGiveNoRoles) {
    using Change = void (*)(MemtracerTrace::Region&);
    struct Row {
        std::size_t region;
        Change change;
        std::string missing; ///< what the text of the recording has otherwise
    };
    const Row rows[] = {
        {1, [](auto& r) { r.contents->at(0) = 3; }, "scene"},                  // a right child beyond the end
        {1, [](auto& r) { r.contents->at(3) = '\x80'; }, "scene"},             // a leaf with nodes behind it
        {1, [](auto& r) { r.contents->resize(r.bytes = 8); }, "scene"},        // a node too few
        {2, [](auto& r) { r.contents->resize(r.bytes = 24); }, "scene"},       // a box too few
        {2, [](auto& r) { r.contents->at(3) = '\x7f'; }, "scene"},             // lower above upper
        {3, [](auto& r) { r.contents->at(0) = 5; }, "vertex"},                 // a vertex beyond the end
        {3, [](auto& r) { r.contents->resize(r.bytes = 24); }, "vertex"},      // fewer slots than faces
        {4, [](auto& r) { r.contents->replace(2, 2, "\xc0\x7f"); }, "vertex"}, // not a number
        {4, [](auto& r) { r.contents->resize(r.bytes = 47); }, "vertex"},
        {5, [](auto& r) { r.contents->resize(r.bytes = 36); }, "normal"},
        {0, [](auto& r) { r.bytes = 189; }, "framebuffer"}, // 63 pixels are 7 x 9 or 9 x 7
    };
    for (const Row& row : rows) {
        MemtracerTrace trace = small_scene_trace();
        ASSERT_THAT(import_trace(trace.bytes()), HasSubstr(row.missing));
        for (auto& region : trace.regions)
            if (region.id == row.region) row.change(region);
        EXPECT_THAT(import_trace(trace.bytes()), Not(HasSubstr(row.missing)))
            << "row " << &row - rows << " of the table";
    }
}

TEST(Memtracer, MixedLaunchesAreSeparated) {
    MemtracerTrace trace = small_scene_trace();
    std::swap(trace.accesses[4], trace.accesses[5]);
    EXPECT_EQ(import_trace(trace.bytes()), import_trace(small_scene_trace().bytes()));
    EXPECT_EQ(import_trace(gzip(trace.bytes())), import_trace(small_scene_trace().bytes()));
}

TEST(Memtracer, ATraceWithoutAccessesIsEmpty) {
    EXPECT_THAT(import_trace(MemtracerTrace{}.bytes()), HasSubstr("0 requests"));
    EXPECT_THAT(import_trace(MemtracerTrace{}.bytes(4)), HasSubstr("0 requests"));
}

TEST(Memtracer, AnomaliesAreCounted) {
    MemtracerTrace trace = small_scene_trace();
    trace.launches[0].block = trace.launches[1].block = {3, 1, 1};
    trace.accesses = {{0x100, 0, {}, 0, {}},
                      {0x999, 0, {}, 0, {1}},
                      {0x110, 0, {}, 0, {16, 0x7f0000000000}},
                      {0x100, 0, {}, 0, {1, 2, 3, 4}}};
    trace.opcodes.emplace_back(0x100, "LDG.E.64");
    trace.opcodes.emplace_back(0x200, "TEX.LL");
    trace.regions.push_back({7, 9, 0x9000, 16, {}});
    trace.regions.push_back({1, 10, 0x1010, 16, {}});
    const std::string text = import_trace(trace.bytes());
    for (const std::string warning :
         {"accesses of instructions without an opcode, taken as loads of 4 bytes: 1",
          "accesses without an address, which were left out: 1",
          "addresses of lanes that the block does not have, which were left out: 1",
          "launches whose local or shared addresses are more than 16 MiB apart: 1",
          "opcodes that do not name a memory access, taken as loads of 4 bytes: 1",
          "program counters that have several opcodes: 1",
          "regions of launches that the trace does not have: 1",
          "regions that overlap another one, which were left out: 1"})
        EXPECT_THAT(text, HasSubstr("option 'import-warning' = '" + warning + "'\n"));
    EXPECT_THAT(text, HasSubstr("3 requests, 6 lane accesses"));
}

/// Of the two accesses of a copy to shared memory, the second one has the global addresses.
TEST(Memtracer, CopiesToSharedMemoryAreLoadsOfGlobalMemory) {
    MemtracerTrace trace = small_scene_trace();
    trace.opcodes = {{0x100, "LDGSTS.E.BYPASS.128"}, {0x110, "LD.E"}};
    trace.accesses = {{0x100, 1, {}, 0, {}},       {0x100, 0, {}, 0, {0x400}},  {0x100, 0, {}, 1, {0x410}},
                      {0x100, 0, {}, 0, {0x5000}}, {0x100, 1, {}, 0, {0x6000}}, {0x100, 0, {}, 0, {0x400}}};
    const std::string text = import_trace(trace.bytes());
    EXPECT_THAT(text, HasSubstr("2 requests, 2 lane accesses"));
    EXPECT_THAT(text,
                HasSubstr("request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x5000\n"));
    EXPECT_THAT(text,
                HasSubstr("request: launch 1, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x6000\n"));
    EXPECT_THAT(text,
                HasSubstr("'copies to shared memory (LDGSTS) with one record instead of two, left out: 2'"));
    EXPECT_THAT(text,
                HasSubstr("'instructions with generic addresses and unknown windows, taken as global: 1'"));
}

/// Sets a number of `size` bytes and imports without a check of the hash.
std::string import_changed(std::size_t offset, std::uint64_t value, std::size_t size) {
    std::string bytes = small_scene_trace().bytes(4);
    for (std::size_t i = 0; i < size; ++i)
        bytes.at(offset + i) = static_cast<char>(value >> (8 * i));
    return import_trace(bytes, {.ignore_hash = true});
}

TEST(Memtracer, WrongFieldsAreRefusedByPlace) {
    const std::size_t fields = 16; // of the trace header, behind the file header
    const std::size_t accesses = 160;
    const std::size_t launches = accesses + 6 * 288;
    const std::size_t regions = launches + 2 * 32;
    const std::size_t opcodes = regions + 12 * 40;
    struct Row {
        std::size_t offset;
        std::uint64_t value;
        std::size_t size;
        std::string message;
    };
    const Row rows[] = {
        {4, 3, 4, "file header, byte 8: expected version 4 or 5 of a MemTracer trace, found 3"},
        {8, 136, 8, "file header, byte 16: expected a header of 144 to 160 bytes, found 136"},
        {fields + 16, 280, 8,
         "trace header at byte 16, byte 144: expected rows of accesses of 288 bytes, found 280"},
        {fields + 24, ~0ULL, 8,
         "trace header at byte 16, byte 144: expected at most 9 accesses, as many as fit the file, found "
         "18446744073709551615"},
        {fields + 32, 159, 8, "expected the accesses between bytes 160 and"},
        {fields + 40, 8192, 8, "expected rows of launches of 32 to 4096 bytes, found 8192"},
        {fields + 88, 8, 8, "expected rows of instructions of 12 to 4096 bytes, found 8"},
        {fields + 120, 21, 8, "expected a zero byte at the end, found another"},
        {fields + 136, ~0ULL, 8, "expected the contents between bytes 160 and"},
        {accesses + 8, 9, 8, "access 0 at byte 160: expected one of 2 launches, found launch 9"},
        {accesses + 24, 1, 4, "access 0 at byte 160: expected a block below 1, found 1 (x)"},
        {accesses + 16, ~0ULL, 4, "access 0 at byte 160: expected a block below 1, found -1 (z)"},
        {accesses + 288 + 28, 2, 4, "access 1 at byte 448: expected a warp below 2, found 2"},
        {launches, 1, 8, "expected every launch once, found launch 1 again"},
        {launches + 8, 0, 4, "expected a grid size of at least 1, found 0"},
        {launches + 24, 1000, 4, "expected at most 1024 threads in a block, found 8000"},
        {launches + 8, 0x7fffffff, 4, "access"}, // allowed; the image is unknown
        {regions + 24, ~0ULL, 8, "expected a region that ends within 64-bit addresses"},
        {regions + 40 + 32, 1 << 20, 8, "expected contents within 408 bytes, found 12 bytes at 1048576"},
        {opcodes + 8, 3, 4, "expected one of 3 strings, found number 3"},
    };
    for (const Row& row : rows)
        EXPECT_THAT(import_changed(row.offset, row.value, row.size), HasSubstr(row.message));
}

} // namespace
} // namespace hitmap
