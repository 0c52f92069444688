#include "core/base/error.h"
#include "core/cache/coalescing/coalesce.h"
#include "core/cache/gpu/preset_library.h"
#include "core/cache/pipeline/hierarchy.h"
#include "tests/cache/text_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace hitmap {
namespace {

/// Coalesces a request "SPACE OPERATION BYTES ADDRESS..." (hexadecimal; "-" is an inactive lane). Returns its
/// lines of 128 bytes as "line:sectors", lowest sector first; "w" marks a sector that is completely written.
std::string lines_of(const std::string& text) {
    RecordingInfo info;
    info.device.warp_slots_per_sm = 2;
    Allocation stack;
    stack.space = Space::local;
    stack.bytes = 64;
    info.allocations.push_back(stack);
    std::istringstream words(text);
    std::string space;
    std::string operation;
    Instruction instruction;
    words >> space >> operation >> instruction.bytes_per_lane;
    instruction.space = space == "local" ? Space::local : space == "shared" ? Space::shared : Space::global;
    instruction.operation = operation == "store" ? Operation::store : Operation::load;
    info.instructions.push_back(instruction);
    Request request;
    request.sm = 1;
    request.slot = 1;
    std::string address;
    for (unsigned lane = 0; words >> address; ++lane) {
        if (address == "-") continue;
        request.mask |= 1U << lane;
        request.address[lane] = std::stoull(address, nullptr, 16);
    }
    RequestBlock block;
    block.append(request);
    CoalescedRequests coalesced;
    coalesced.clear();
    Coalescer(info, 128).append_all(block, coalesced);
    std::ostringstream out;
    // Local lines are numbered from the start of the warp's local memory: (sm n + slot) 32 L with n = 2, L =
    // 64.
    const std::uint64_t local_line = (Coalescer::local_base + (1 * 2 + 1) * 32 * 64) / 128;
    for (std::size_t i = 0; i < coalesced.line_count(); ++i) {
        const LineRequest line = coalesced.line(i);
        out << std::hex << (space == "local" ? line.line - local_line : line.line) << ':';
        for (unsigned s = 0; s < 4; ++s)
            out << ((line.sectors >> s & 1) == 0 ? '.' : (line.written >> s & 1) != 0 ? 'w' : '1');
        out << ' ';
    }
    return out.str();
}

std::string lanes(unsigned count, unsigned first, unsigned step) {
    std::ostringstream out;
    for (unsigned lane = 0; lane < count; ++lane)
        out << ' ' << std::hex << first + lane * step;
    return out.str();
}

TEST(RequestToSectors, GlobalMemory) {
    EXPECT_EQ(lines_of("global load 4" + lanes(32, 0x1000, 4)), "20:1111 ") << "fully coalesced";
    EXPECT_EQ(lines_of("global load 4" + lanes(32, 0x1004, 4)), "20:1111 21:1... ") << "shifted by a word";
    EXPECT_EQ(lines_of("global load 4" + lanes(32, 0x1000, 0)), "20:1... ") << "broadcast";
    EXPECT_EQ(lines_of("global load 4" + lanes(4, 0x1000, 32)), "20:1111 ");
    EXPECT_EQ(lines_of("global load 4" + lanes(4, 0x1000, 128)), "20:1... 21:1... 22:1... 23:1... ");
    EXPECT_EQ(lines_of("global load 1" + lanes(32, 0x1000, 1)), "20:1... ");
    EXPECT_EQ(lines_of("global load 8" + lanes(32, 0x1000, 8)), "20:1111 21:1111 ");
    EXPECT_EQ(lines_of("global load 16" + lanes(32, 0x1000, 16)), "20:1111 21:1111 22:1111 23:1111 ");
    EXPECT_EQ(lines_of("global load 16 1008 1018"), "20:11.. ") << "unaligned, straddles a sector";
    EXPECT_EQ(lines_of("global load 8 107c"), "20:...1 21:1... ") << "straddles a line";
    EXPECT_EQ(lines_of("global load 32 1070"), "20:...1 21:1... ");
    EXPECT_EQ(lines_of("global load 4 8000000000001000"), "80000000000020:1... ")
        << "not where local memory is";
    EXPECT_EQ(lines_of("global load 4 - - 1040 - 1000"), "20:1.1. ")
        << "lanes that are not active ask nothing";
    EXPECT_EQ(lines_of("global load 4 2000 1000 2000 1000"), "20:1... 40:1... ") << "by rising address";
    EXPECT_EQ(lines_of("global load 4 fffffffffffffffe"), "ffffffffffffff:...1 ") << "the end of memory";
    EXPECT_EQ(lines_of("shared load 4 0 4 8"), "");
}

TEST(RequestToSectors, StoresSayWhichSectorsTheyWriteWholly) {
    EXPECT_EQ(lines_of("global store 4" + lanes(32, 0x1000, 4)), "20:wwww ");
    EXPECT_EQ(lines_of("global store 4" + lanes(8, 0x1004, 4)), "20:11.. ");
    EXPECT_EQ(lines_of("global store 4" + lanes(15, 0x1004, 4)), "20:1w.. ");
    EXPECT_EQ(lines_of("global store 1" + lanes(32, 0x1020, 1)), "20:.w.. ");
    EXPECT_EQ(lines_of("global store 16 1010 1030 1020"), "20:1w.. ");
    EXPECT_EQ(lines_of("global store 4" + lanes(31, 0x1000, 4)), "20:www1 ");
}

TEST(RequestToSectors, LocalMemoryIsInterleavedByLane) {
    // Word i of lane t is word 32 i + t. Therefore a word of eight lanes makes a sector, and a word of all
    // lanes a line.
    EXPECT_EQ(lines_of("local load 4" + lanes(32, 0, 0)), "0:1111 ");
    EXPECT_EQ(lines_of("local load 4" + lanes(8, 4, 0)), "1:1... ");
    EXPECT_EQ(lines_of("local load 4 - - - - - - - - c"), "3:.1.. ");
    EXPECT_EQ(lines_of("local store 16" + lanes(32, 16, 0)), "4:1111 5:1111 6:1111 7:1111 ");
    EXPECT_EQ(lines_of("local load 16 0 10"), "0:1... 1:1... 2:1... 3:1... 4:1... 5:1... 6:1... 7:1... ");
    EXPECT_EQ(lines_of("local load 2 6"), "1:1... ") << "half of a word";
    EXPECT_EQ(lines_of("local load 4 6"), "1:1... 2:1... ") << "two words";
}

/// A recording whose faces 0, 1, ... are a strip with vertices f, f + 1, f + 2, simulated. Allocations are
/// those of text_recording.h.
struct Simulated {
    HierarchyResult result;
    std::string outcomes; ///< "KIND ELEMENT: L1 HITS/LOOK-UPS L2 HITS/LOOK-UPS", one line per access
};

class Printer final : public OutcomeSink {
public:
    void add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        for (std::size_t i = 0; i < accesses.size(); ++i)
            text << element_kinds()[accesses[i].kind].name << ' ' << accesses[i].element << ": "
                 << outcomes[i]->l1_hits / hit_unit << '/' << unsigned{outcomes[i]->l1_lookups} << ' '
                 << outcomes[i]->l2_hits / hit_unit << '/' << unsigned{outcomes[i]->l2_lookups} << '\n';
    }
    std::ostringstream text;
};

Simulated run(const std::string& requests, const HierarchyConfig& config = {}) {
    MemorySource source(strip_info(20), strip_scene(20));
    add_requests(source, requests);
    ThreadPool pool(1);
    Printer printer;
    Simulated simulated{simulate_hierarchy(source, config, {&printer}, pool), {}};
    simulated.outcomes = printer.text.str();
    return simulated;
}

TEST(Hierarchy, CountsASectorOfAnElementOnceARequest) {
    // Boxes 0 and 1 are bytes 0..23 and 24..47; a load of 4 bytes at the start of either is in sector 0.
    const Simulated r = run("0 0 boxes 0 0 1 0\n");
    EXPECT_EQ(r.outcomes, "box 0: 0/1 0/1\nbox 0: 0/0 0/0\nbox 1: 0/1 0/1\nbox 0: 0/0 0/0\n")
        << "for the lowest lane; two elements in one sector count one each";
    EXPECT_EQ(r.result.total.sectors, 1U);
    EXPECT_EQ(r.result.total.l1_lookups(), 1U);
    EXPECT_EQ(r.result.total.l2_lookups, 1U);
    EXPECT_EQ(r.result.total.fetched, 1U);
}

/// Returns "L2 HITS/LOOK-UPS, N fetched, N written".
std::string l2_of(const std::string& requests, const HierarchyConfig& config = {}) {
    const TrafficSums all = run(requests, config).result.total;
    return "L2 " + std::to_string(all.l2_hits) + "/" + std::to_string(all.l2_lookups) + ", " +
           std::to_string(all.fetched) + " fetched, " + std::to_string(all.written) + " written";
}

TEST(Hierarchy, KeepsTheBytesOfStoresThatWriteNoWholeSector) {
    // Nodes are 4 bytes, 8 per sector.
    EXPECT_EQ(l2_of("0 0 +nodes 0 1 2\n"), "L2 0/1, 0 fetched, 0 written");
    EXPECT_EQ(l2_of("0 0 +nodes 0 1 2\n0 0 +nodes 5\n"), "L2 1/2, 0 fetched, 0 written");
    EXPECT_EQ(l2_of("0 0 +nodes 0 1 2\n0 0 nodes 0\n0 0 +nodes 0\n"), "L2 1/3, 1 fetched, 0 written")
        << "a load needs the whole sector, even for a byte that was stored";
    EXPECT_EQ(l2_of("0 0 +nodes 0 1 2\n0 0 @nodes 0\n0 0 nodes 7\n"), "L2 1/3, 1 fetched, 0 written")
        << "an atomic as well";
    EXPECT_EQ(l2_of("0 0 +nodes 0 1 2 3\n0 0 +nodes 2 3 4 5 6 7\n0 0 nodes 0\n"),
              "L2 2/3, 0 fetched, 0 written")
        << "all bytes were stored";
    HierarchyConfig one_line;
    one_line.l2 = parse_cache_geometry("32:32:1");
    EXPECT_EQ(l2_of("0 0 +nodes 0 1 2 3\n0 0 +nodes 8\n0 0 +nodes 4 5 6 7\n0 0 nodes 0\n", one_line),
              "L2 0/4, 1 fetched, 2 written")
        << "what was evicted is not remembered";
    EXPECT_EQ(l2_of("0 0 nodes 0\n0 0 +nodes 0\n0 1 nodes 3\n"), "L2 2/3, 1 fetched, 0 written")
        << "of a sector that is there";
}

TEST(Hierarchy, GivesLaterBytesOfAnElementToTheLanesLatestAccess) {
    const Simulated r = run("0 0 boxes 0 1\n"
                            "0 0 boxes.8 0 1\n"   // byte 32 is in sector 1
                            "0 0 boxes.8 1 0\n"); // lane 0 has not accessed box 1, nor lane 1 box 0
    EXPECT_EQ(r.outcomes, "box 0: 1/2 0/1\nbox 1: 0/2 0/2\n");
    EXPECT_EQ(r.result.total.l1_hits(), 3U);
    EXPECT_EQ(r.result.total.l1_lookups(), 5U);
}

TEST(Hierarchy, GivesVerticesToTheLanesLatestFaceThatHasThem) {
    const Simulated r = run("0 0 faces 0\n"
                            "0 0 faces 2\n"
                            "0 0 vertices 1\n"   // used by face 0
                            "0 0 vertices 2\n"   // used by both: counted for face 2
                            "0 0 vertices 9\n"); // used by no accessed face
    EXPECT_EQ(r.outcomes, "face 0: 0/2 0/2\nface 2: 2/2 0/0\n");
    EXPECT_EQ(r.result.allocations[3].requests, 3U);
    EXPECT_EQ(r.result.allocations[3].l1_lookups(), 3U);
}

TEST(Hierarchy, CountsAVertexForEachFaceOfTheLanesThatLoadIt) {
    struct Case {
        const char* rule;
        const char* requests;
        const char* outcomes;
    };
    // Face f has the vertices f, f + 1 and f + 2. Vertices 0 to 2 are in the first sector of their
    // allocation.
    const std::vector<Case> cases{
        {"two faces count a common vertex each", "0 0 faces 0 1\n0 0 vertices 1 1\n",
         "face 0: 0/2 0/2\nface 1: 0/2 0/2\n"},
        {"lanes of one face count it once, for the lowest of them", "0 0 faces 0 1 0\n0 0 vertices 1 1 1\n",
         "face 0: 0/2 0/2\nface 1: 0/2 0/2\nface 0: 0/0 0/0\n"},
        {"two vertices of a face in one sector are one look-up", "0 0 faces 0 0\n0 0 vertices 0 1\n",
         "face 0: 0/2 0/2\nface 0: 0/0 0/0\n"},
        {"a lane without such a face does not take the look-up", "0 0 faces 0 8\n0 0 vertices 9 9\n",
         "face 0: 0/1 0/1\nface 8: 0/2 0/2\n"},
        {"an older face of a lane and the newest of another are one face",
         "0 0 faces 0 2\n0 0 faces 2 0\n0 0 vertices 0 0\n",
         "face 0: 0/2 0/2\nface 2: 0/1 0/1\nface 2: 1/1 0/0\nface 0: 1/1 0/0\n"},
        {"an older face of a lane beside a newer one of another",
         "0 0 faces 0 1\n0 0 faces 2 9\n0 0 vertices 1 1\n",
         "face 0: 0/2 0/2\nface 1: 0/2 0/2\nface 2: 1/1 0/0\nface 9: 0/1 0/1\n"},
    };
    for (const Case& each : cases)
        EXPECT_EQ(run(each.requests).outcomes, each.outcomes) << each.rule;
}

TEST(Hierarchy, AsksL2ForWhatL1DoesNotServe) {
    const Simulated r = run("0 0 nodes 0\n"
                            "0 0 nodes 0\n"   // in L1
                            "0 1 nodes 0\n"   // another SM: in L2
                            "0 0 +image 0\n"  // written through
                            "0 0 @nodes 0\n"  // an atomic
                            "1 0 nodes 0\n"); // a new launch clears L1, not L2
    const TrafficSums& all = r.result.total;
    EXPECT_EQ(all.l1_load_hits, 1U);
    EXPECT_EQ(all.l1_load_lookups, 4U);
    EXPECT_EQ(all.l1_store_lookups, 1U);
    EXPECT_EQ(all.l2_lookups, 5U);
    EXPECT_EQ(all.l2_hits, 3U);
    EXPECT_EQ(all.written_through, 1U);
    EXPECT_EQ(all.atomics, 1U);
    EXPECT_EQ(r.outcomes, "pixel 0: 0/1 0/1\n");
}

TEST(Hierarchy, AnAccessLongAgoIsFound) {
    std::string requests = "0 0 boxes 0\n0 0 faces 0\n";
    for (int i = 1; i < 15; ++i)
        requests += "0 0 boxes " + std::to_string(i) + "\n";
    requests += "0 0 boxes.4 0\n0 0 vertices 0\n";
    const Simulated r = run(requests);
    EXPECT_THAT(r.outcomes, testing::StartsWith("box 0: 1/2 0/1\nface 0: 0/2 0/2\n"));
}

/// A recording of one request to local memory. Its offsets are equal to addresses of the strip's boxes.
MemorySource local_source(Operation operation, const Request& request, std::uint64_t local_bytes) {
    RecordingInfo info = strip_info(20);
    Instruction instruction;
    instruction.operation = operation;
    instruction.space = Space::local;
    instruction.bytes_per_lane = 4;
    info.instructions.push_back(instruction);
    Allocation stack = buffer("stack", Role::stack, 0, local_bytes, 1);
    stack.space = Space::local;
    info.allocations.push_back(stack);
    info.device.warp_slots_per_sm = 1U << 16;
    MemorySource source(info, strip_scene(20));
    source.add(request, 1);
    return source;
}

TEST(Hierarchy, ElementsAreNotInLocalMemoryWhateverTheInstruction) {
    Request request;
    request.mask = 3;
    request.address = {0x1000, 0x1018}; // would be boxes 0 and 1 if it were global memory
    request.instruction = 3;
    for (const Operation operation : {Operation::load, Operation::store, Operation::atomic}) {
        MemorySource source = local_source(operation, request, 0x2000);
        ThreadPool pool(1);
        Printer printer;
        const HierarchyResult result = simulate_hierarchy(source, {}, {&printer}, pool);
        EXPECT_EQ(result.total.requests, 1U);
        EXPECT_EQ(printer.text.str(), "");
    }
}

TEST(Hierarchy, HugeLocalMemoriesOfTheLastWarpDoNotOverflow) {
    Request request;
    request.sm = 65535;
    request.slot = 65535;
    request.mask = 3;
    request.address = {(std::uint64_t{1} << 32) - 4, std::uint64_t{1} << 32};
    request.instruction = 3;
    MemorySource source = local_source(Operation::load, request, std::uint64_t{1} << 33);
    ThreadPool pool(1);
    const HierarchyResult result = simulate_hierarchy(source, {}, {}, pool);
    EXPECT_EQ(result.total.sectors, 2U);
}

TEST(Hierarchy, RefusesImpossibleConfigurations) {
    const auto message = [](const char* l1, const char* l2) -> std::string {
        HierarchyConfig config;
        config.l1 = parse_cache_geometry(l1);
        config.l2 = parse_cache_geometry(l2);
        try {
            check_hierarchy(config);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message("32KiB:128/32:4", "1MiB:128/32:16"), "");
    EXPECT_THAT(message("32KiB:512/32:4", "1MiB:128/32:16"), testing::HasSubstr("lines of up to 256"));
    EXPECT_THAT(message("32KiB:128/16:4", "1MiB:128/32:16"),
                testing::HasSubstr("sectors of 32 bytes or more"));
    EXPECT_THAT(message("32KiB:128/32:3", "1MiB:128/32:16"), testing::HasSubstr("L1 cache"));
    EXPECT_THAT(message("256MiB:128/32:16", "1MiB:128/32:16"), testing::HasSubstr("at most 1048576"));
}

TEST(Hierarchy, TheDefaultIsThePreset) {
    for (const EmbeddedText& text : builtin_preset_texts())
        EXPECT_NO_THROW(check_hierarchy(hierarchy_config(parse_gpu_preset(text.text, text.name))))
            << text.name;
    EXPECT_EQ(hierarchy_config(find_gpu_preset("turing-rtx2080ti", {})), HierarchyConfig{});
}

} // namespace
} // namespace hitmap
