#include "core/profile/query/profile.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hitmap {
namespace {

/// A profile of sums that another tool might have recorded: for each frame, the number of accesses of each
/// face and its L1 hits. It has neither requests nor an access order.
class FrameSums final : public Profile {
public:
    struct Face {
        std::uint32_t accesses;
        std::uint32_t hits; ///< with one look-up per access
    };
    /// @param frames  [frames][faces]
    FrameSums(std::uint64_t positions, std::vector<std::vector<Face>> frames)
        : Profile(facts_of(positions, frames)), frames_(std::move(frames)) {}

    void window(TimeWindow window, WindowSums& out, const JobContext& job) const override {
        job.check();
        out.window = served(window);
        out.totals.assign(element_kinds().size(), {});
        out.elements.assign(element_kinds().size(), {});
        out.elements[face_kind].resize(element_count(face_kind));
        for (std::uint64_t f = 0; f < frames_.size(); ++f) {
            const TimeWindow frame = frame_window(positions(), frames_.size(), f);
            if (frame.first < out.window.first || frame.last > out.window.last) continue;
            for (std::size_t i = 0; i < frames_[f].size(); ++i)
                add(frames_[f][i], i, out);
        }
    }
    [[nodiscard]] AllocationWindow allocations(TimeWindow window) const override {
        return {served(window), {}};
    }

private:
    static ProfileFacts facts_of(std::uint64_t positions, const std::vector<std::vector<Face>>& frames) {
        ProfileFacts facts;
        facts.positions = positions;
        facts.element_counts = {0, frames.front().size(), 0};
        facts.capabilities.can_resimulate = false;
        facts.capabilities.knows_order = false;
        facts.capabilities.has_reuse_distance = false;
        facts.capabilities.finest_frames = frames.size();
        return facts;
    }
    static void add(const Face& face, std::size_t i, WindowSums& out) {
        if (face.accesses == 0) return;
        ElementSums& sums = out.elements[face_kind][i];
        KindSums& totals = out.totals[face_kind];
        if (sums.accesses == 0) ++totals.elements_accessed;
        sums.accesses += face.accesses;
        sums.l1_lookups += face.accesses;
        sums.l1_hits += std::uint64_t{hit_unit} * face.hits;
        totals.accesses += face.accesses;
        totals.l1.lookups += face.accesses;
        totals.l1.hits += std::uint64_t{hit_unit} * face.hits;
    }

    std::vector<std::vector<Face>> frames_;
};

/// 10 positions in the frames [0, 3), [3, 6) and [6, 10).
FrameSums three_frames() {
    return {10, {{{3, 1}, {0, 0}}, {{1, 1}, {2, 1}}, {{0, 0}, {4, 4}}}};
}

std::vector<float> values_of(const Profile& profile, TimeWindow window, Metric metric) {
    std::vector<float> values;
    profile.values(window, face_kind, metric, values);
    return values;
}

TEST(ProfileOfFrameSums, ServesWholeFrames) {
    const FrameSums sums_of_frames = three_frames();
    const Profile& profile = sums_of_frames;
    struct Case {
        TimeWindow asked;
        TimeWindow served;
    };
    for (const Case& c :
         {Case{{0, 10}, {0, 10}}, Case{{3, 6}, {3, 6}}, Case{{4, 5}, {3, 6}}, Case{{2, 7}, {0, 10}},
          Case{{5, 99}, {3, 10}}, Case{{4, 4}, {4, 4}}, Case{{20, 30}, {10, 10}}}) {
        EXPECT_EQ(profile.served(c.asked), c.served) << c.asked.first << " " << c.asked.last;
        WindowSums sums;
        profile.window(c.asked, sums);
        EXPECT_EQ(sums.window, c.served);
    }
}

TEST(ProfileOfFrameSums, AnswersEveryOtherQueryFromItsWindows) {
    const FrameSums sums_of_frames = three_frames();
    const Profile& profile = sums_of_frames;
    EXPECT_EQ(profile.totals({4, 5})[face_kind].accesses, 3U);
    EXPECT_EQ(profile.totals({0, 10})[face_kind].elements_accessed, 2U);
    const auto frames = profile.frame_totals(3);
    ASSERT_EQ(frames.size(), 3U);
    EXPECT_EQ(frames[2][face_kind].l1.hits, std::uint64_t{hit_unit} * 4);
    EXPECT_EQ(profile.element({0, 10}, face_kind, 1).accesses, 6U);
    EXPECT_EQ(profile.element({0, 10}, face_kind, 2), ElementSums());
    EXPECT_EQ(values_of(profile, {3, 6}, "l1-hit-rate"_metric), (std::vector<float>{1.0F, 0.5F}));
    EXPECT_EQ(profile.extent_over_frames(3, "access-count"_metric), (ValueExtent{1.0F, 4.0F}));
    EXPECT_EQ(profile.pixel_accesses(0, {0, 10}), std::nullopt);
    EXPECT_EQ(profile.traffic({0, 10}), std::nullopt);
    EXPECT_EQ(profile.reuse(), nullptr);
}

TEST(ProfileOfFrameSums, HasNoMetricsThatNeedOrderOrReuse) {
    const FrameSums profile = three_frames();
    for (const Metric metric : {"access-order"_metric, "l1-reuse-distance"_metric, "l1-cold-misses"_metric,
                                "l2-conflict-misses"_metric}) {
        EXPECT_FALSE(can_answer(profile.capabilities(), metric)) << info_of(metric).name;
        for (const float value : values_of(profile, {0, 10}, metric))
            EXPECT_TRUE(std::isnan(value));
    }
    EXPECT_TRUE(can_answer(profile.capabilities(), "l1-hit-rate"_metric));
}

} // namespace
} // namespace hitmap
