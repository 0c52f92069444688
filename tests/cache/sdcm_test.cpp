#include "core/base/error.h"
#include "core/cache/sdcm/sdcm.h"
#include "tests/cache/text_recording.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

/// Prints outcomes as text: "face 1: L1 3.75/4 +0 cold, distance 2; L2 ...".
class TextSink : public OutcomeSink {
public:
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        ASSERT_EQ(accesses.size(), outcomes.size());
        for (std::size_t i = 0; i < accesses.size(); ++i) {
            ASSERT_LT(accesses[i].entry, block.entries.size());
            const AccessOutcome& o = *outcomes[i];
            text += fmt::format("{} {}: L1 {} | L2 {}\n", element_kinds()[accesses[i].kind].name,
                                accesses[i].element, level(o.l1_hits, o.l1_lookups, o.l1_cold, o.l1_distance),
                                level(o.l2_hits, o.l2_lookups, o.l2_cold, o.l2_distance));
        }
    }
    std::string text;

private:
    static std::string level(std::uint32_t hits, unsigned lookups, unsigned cold, std::uint32_t distance) {
        return fmt::format("{}/{} cold {} D {}", hits / static_cast<double>(hit_unit), lookups, cold,
                           distance);
    }
};

/// L1: two lines of 32 B, fully associative, which hits if D < 2. L2: four lines of 16 B, direct mapped, with
/// P = (3/4)^D.
const SdcmConfig tiny{parse_cache_geometry("64:32:full"), parse_cache_geometry("64:16:1")};

std::string outcomes_of(const std::string& requests, std::size_t block_requests = 100) {
    MemorySource source(strip_info(16), strip_scene(16));
    add_requests(source, requests, block_requests);
    TextSink sink;
    ThreadPool pool(1);
    simulate_sdcm(source, tiny, sink, pool);
    return sink.text;
}

TEST(Sdcm, LooksUpTheLinesOfABoxInRisingOrder) {
    // Boxes are 24 B at 0x1000. Box 0 has L1 line 0 and L2 lines 0 and 1; box 1 has L1 lines 0 and 1, L2
    // lines 1 and 2.
    EXPECT_EQ(outcomes_of("0 0 boxes 0\n"
                          "0 0 boxes 1\n"
                          "0 0 boxes 0\n"
                          "0 0 boxes 1\n"),
              "box 0: L1 0/1 cold 1 D 0 | L2 0/2 cold 2 D 0\n"
              "box 1: L1 1/2 cold 1 D 0 | L2 1/2 cold 1 D 0\n"
              "box 0: L1 1/1 cold 0 D 1 | L2 1.125/2 cold 0 D 4\n" // stack 2 1 0 -> 0 (D 2), 1 (D 2)
              "box 1: L1 2/2 cold 0 D 1 | L2 1.5625/2 cold 0 D 2\n");
}

TEST(Sdcm, LooksUpAFaceAndThenItsVertices) {
    // Face 0 has L2 line F0. Its vertices 0, 1 and 2 are at bytes 0, 12 and 24 of the vertex buffer: lines
    // V0; V0 V1; V1 V2.
    EXPECT_EQ(outcomes_of("0 0 faces 0\n"
                          "0 0 faces 0\n"),
              "face 0: L1 2/5 cold 3 D 0 | L2 2/6 cold 4 D 0\n"
              // L1: the stack is V1 V0 F. F has D 2 and misses; then V0 V0, V0 V1 have D 2, 0, 0, 2.
              "face 0: L1 2/5 cold 0 D 6 | L2 3.6875/6 cold 0 D 12\n");
}

TEST(Sdcm, LooksUpAFaceAloneIfNoAllocationHasVertices) {
    RecordingInfo info = strip_info(16);
    info.allocations[3].role = Role::other;
    MemorySource source(info, strip_scene(16));
    add_requests(source, "0 0 faces 0\n0 0 faces 0\n");
    TextSink sink;
    ThreadPool pool(1);
    simulate_sdcm(source, tiny, sink, pool);
    EXPECT_EQ(sink.text, "face 0: L1 0/1 cold 1 D 0 | L2 0/1 cold 1 D 0\n"
                         "face 0: L1 1/1 cold 0 D 0 | L2 1/1 cold 0 D 0\n");
}

TEST(Sdcm, AnswersLanesOnOneElementOneByOne) {
    const std::string one_by_one =
        outcomes_of("0 0 boxes 1\n0 0 boxes 1\n0 0 boxes 1\n0 0 faces 3\n0 0 faces 3\n");
    EXPECT_EQ(outcomes_of("0 0 boxes 1 1 1\n0 0 faces 3 3\n"), one_by_one);
}

TEST(Sdcm, KeepsOneL1AnSmAndOneL2) {
    EXPECT_EQ(outcomes_of("0 0 boxes 0\n"
                          "0 1 boxes 0\n"
                          "0 0 boxes 0\n"),
              "box 0: L1 0/1 cold 1 D 0 | L2 0/2 cold 2 D 0\n"
              "box 0: L1 0/1 cold 1 D 0 | L2 1.5/2 cold 0 D 2\n" // L2 sees what L1 hits and misses
              "box 0: L1 1/1 cold 0 D 0 | L2 1.5/2 cold 0 D 2\n");
}

TEST(Sdcm, ANewLaunchClearsL1AndKeepsL2) {
    const std::string requests = "0 0 boxes 0\n"
                                 "1 0 boxes 0\n"
                                 "1 0 boxes 0\n";
    const std::string expected = "box 0: L1 0/1 cold 1 D 0 | L2 0/2 cold 2 D 0\n"
                                 "box 0: L1 0/1 cold 1 D 0 | L2 1.5/2 cold 0 D 2\n"
                                 "box 0: L1 1/1 cold 0 D 0 | L2 1.5/2 cold 0 D 2\n";
    EXPECT_EQ(outcomes_of(requests), expected);
    EXPECT_EQ(outcomes_of(requests, 1), expected); // one request per block
}

TEST(Sdcm, NothingButBoxesAndFacesTouchesTheCaches) {
    EXPECT_EQ(outcomes_of("0 0 boxes 0\n"
                          "0 0 nodes 0 8 15\n"
                          "0 0 +image 0 1\n"
                          "0 0 vertices 0 1 2\n"
                          "0 0 boxes.8 1\n" // does not contain the first byte
                          "0 0 @boxes 5\n"
                          "0 0 boxes 0\n"),
              "box 0: L1 0/1 cold 1 D 0 | L2 0/2 cold 2 D 0\n"
              "pixel 0: L1 0/0 cold 0 D 0 | L2 0/0 cold 0 D 0\n"
              "pixel 1: L1 0/0 cold 0 D 0 | L2 0/0 cold 0 D 0\n"
              "box 0: L1 1/1 cold 0 D 0 | L2 1.5/2 cold 0 D 2\n");
}

double in_hits(const LevelSums& sums) {
    return static_cast<double>(sums.hits) / hit_unit;
}

TEST(Sdcm, AddsUpLookUpsByTheAllocationOfTheLine) {
    MemorySource source(strip_info(16), strip_scene(16));
    add_requests(source, "0 0 faces 0 0\n0 0 boxes 2\n0 0 nodes 0 1 15\n0 1 faces 0\n");
    TextSink sink;
    ThreadPool pool(1);
    const SdcmResult result = simulate_sdcm(source, tiny, sink, pool);
    std::string text;
    for (const AllocationSums& sums : result.allocations)
        text += fmt::format("{} requests, {} sectors, L1 {}/{} cold {} D {}, L2 {}/{} cold {} D {}\n",
                            sums.requests, sums.sectors, in_hits(sums.l1), sums.l1.lookups, sums.l1.cold,
                            sums.l1.distance_sum, in_hits(sums.l2), sums.l2.lookups, sums.l2.cold,
                            sums.l2.distance_sum);
    EXPECT_EQ(result.accesses, 4U);
    EXPECT_EQ(text, "0 requests, 0 sectors, L1 0/0 cold 0 D 0, L2 0/0 cold 0 D 0\n"
                    "1 requests, 1 sectors, L1 0/2 cold 2 D 0, L2 0/2 cold 2 D 0\n"
                    "2 requests, 2 sectors, L1 0/3 cold 2 D 2, L2 0.6591796875/3 cold 1 D 8\n"
                    "0 requests, 0 sectors, L1 6/12 cold 4 D 4, L2 7.9775390625/15 cold 3 D 24\n"
                    "1 requests, 2 sectors, L1 0/0 cold 0 D 0, L2 0/0 cold 0 D 0\n");
}

TEST(Sdcm, RefusesConfigurationsThatItDoesNotHave) {
    const struct {
        CacheGeometry l1;
        const char* message;
    } cases[] = {
        {{32768, 128, 32, 64, "lru", "linear"},
         "L1 cache '32KiB:128/32:64': the stack distance model has no sectors"},
        {{32768, 128, 128, 64, "plru", "linear"},
         "L1 cache '32KiB:128:64:plru': the stack distance model has policy lru"},
        {{32768, 128, 128, 64, "lru", "xor"},
         "'32KiB:128:64:lru:xor': the stack distance model has index linear"},
        {{std::uint64_t{1} << 41, 128, 128, 64, "lru", "linear"},
         "the stack distance model goes up to 1 TiB"},
        {{32768, 128, 128, 257, "lru", "linear"}, "32768 bytes in lines of 128 and 257 ways are impossible"},
        {{32768, 8, 8, 1, "lru", "linear"}, "32768 bytes in lines of 8 and 1 ways are impossible"},
        {{32768, 96, 96, 1, "lru", "linear"}, "in lines of 96"},
        {{0, 128, 128, 0, "lru", "linear"}, "0 bytes in lines of 128"},
    };
    for (const auto& c : cases) {
        MemorySource source(strip_info(4), strip_scene(4));
        TextSink sink;
        ThreadPool pool(1);
        try {
            simulate_sdcm(source, {c.l1, {}}, sink, pool);
            ADD_FAILURE() << c.message;
        } catch (const UsageError& error) {
            EXPECT_THAT(error.what(), testing::HasSubstr(c.message));
        }
        EXPECT_THROW(check_sdcm({c.l1, {}}), UsageError) << c.message;
        EXPECT_THROW(check_sdcm({SdcmConfig().l1, c.l1}), UsageError) << c.message;
    }
    EXPECT_NO_THROW(check_sdcm({}));
}

TEST(Sdcm, SetsThatNoCacheHasAreTakenAndNoted) {
    const CacheGeometry broken{33 << 10, 128, 128, 64, "lru", "linear"};
    EXPECT_NO_THROW(check_sdcm({broken, SdcmConfig().l2}));
    EXPECT_EQ(broken_sets_note(broken), "264 lines are 4.125 sets of 64 ways: the stack distance model takes "
                                        "any ratio, but no cache has such sets");
    EXPECT_EQ(broken_sets_note({32 << 10, 128, 128, 256, "lru", "linear"}), "");
    EXPECT_EQ(broken_sets_note(SdcmConfig().l1), "");
    EXPECT_EQ(broken_sets_note(SdcmConfig().l2), "");
}

void expect_refusal(RecordingInfo info, const std::shared_ptr<const RecordedScene>& scene,
                    const std::string& requests, const char* message) {
    MemorySource source(std::move(info), scene);
    add_requests(source, requests);
    TextSink sink;
    ThreadPool pool(2);
    try {
        simulate_sdcm(source, {}, sink, pool);
        ADD_FAILURE() << message;
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr(message));
    }
}

TEST(Sdcm, RefusesRecordingsThatContradictThemselves) {
    expect_refusal(strip_info(4), nullptr, "", "the recording has no scene");
    expect_refusal(strip_info(4), strip_scene(3), "0 0 faces 3\n",
                   "face slot 3 was accessed, but the scene has 3 of them");
    auto scene = strip_scene(4);
    scene->face_slots[2].y = 77;
    expect_refusal(strip_info(4), scene, "",
                   "face slot 2 has vertex 77, but the allocations of vertices hold 6");
    auto info = strip_info(4);
    info.allocations[3].address = ~std::uint64_t{0} - 80;
    expect_refusal(info, strip_scene(4), "",
                   "allocation 'vertices' reaches beyond the end of the address space");
    info = strip_info(4);
    info.allocations[3].bytes = std::uint64_t{1} << 50;
    expect_refusal(info, strip_scene(4), "", "take more than 1073741824 cache lines of 128 bytes");
    expect_refusal(strip_info(4), strip_scene(4), "0 4000000000 boxes 0\n",
                   "a request of SM 4000000000: the model has SMs 0 to 65535");
}

TEST(Sdcm, NeedsNoSceneWithoutFaces) {
    auto info = strip_info(4);
    info.allocations[2].role = Role::other;
    MemorySource source(info, nullptr);
    add_requests(source, "0 0 boxes 0\n");
    TextSink sink;
    ThreadPool pool(1);
    EXPECT_EQ(simulate_sdcm(source, tiny, sink, pool).accesses, 1U);
}

TEST(Sdcm, AnEmptyRecordingHasNoSums) {
    MemorySource source(strip_info(4), strip_scene(4));
    TextSink sink;
    ThreadPool pool(1);
    const SdcmResult result = simulate_sdcm(source, tiny, sink, pool);
    EXPECT_EQ(result.accesses, 0U);
    EXPECT_EQ(result.allocations.size(), 5U);
    EXPECT_EQ(sink.text, "");
}

} // namespace
} // namespace hitmap
