#include "core/base/error.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/models/recording_sums.h"
#include "core/profile/sums/recorded_profile.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

constexpr std::uint64_t face_total = 40;
constexpr std::uint64_t box_total = 20;
constexpr std::uint64_t pixel_total = 9;

Allocation buffer(Role role, std::uint64_t address, std::uint64_t count, std::uint32_t stride) {
    Allocation allocation;
    allocation.role = role;
    allocation.address = address;
    allocation.bytes = count * stride;
    allocation.stride = allocation.element_bytes = stride;
    return allocation;
}

/// A recording of sums in memory.
class SumsSource final : public RequestSource {
public:
    explicit SumsSource(std::vector<std::vector<RecordedSum>> frames) : frames_(std::move(frames)) {
        info_.allocations = {buffer(Role::boxes, 0, box_total, 24), buffer(Role::faces, 4096, face_total, 12),
                             buffer(Role::framebuffer, 8192, pixel_total, 1)};
        info_.sums.frames = frames_.size();
    }
    [[nodiscard]] const RecordingInfo& info() const override { return info_; }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext&) override { return nullptr; }
    bool next(RequestBlock&, const std::stop_token&) override { return false; }
    void rewind() override {}
    void read_sums(std::uint64_t frame, std::vector<RecordedSum>& out) const override {
        out = frames_.at(frame);
    }
    [[nodiscard]] const std::vector<std::vector<RecordedSum>>& frames() const { return frames_; }

private:
    RecordingInfo info_;
    std::vector<std::vector<RecordedSum>> frames_;
};

/// Sums of random elements, with hits of all sizes.
SumsSource random_source(std::size_t frames) {
    std::mt19937_64 random(7);
    std::vector<std::vector<RecordedSum>> all(frames);
    for (auto& frame : all) {
        std::map<std::pair<ElementKindId, std::uint32_t>, bool> known;
        for (std::size_t i = random() % 30; i != 0; --i) {
            RecordedSum sum;
            sum.kind = static_cast<ElementKindId>(random() % 3);
            const PerKind<std::uint64_t> counts{box_total, face_total, pixel_total};
            sum.element = static_cast<std::uint32_t>(random() % counts[sum.kind]);
            if (std::exchange(known[{sum.kind, sum.element}], true)) continue;
            if (sum.kind != pixel_kind) {
                sum.l1_lookups = 1 + static_cast<std::uint32_t>(random() % 1000);
                sum.l2_lookups = 1 + static_cast<std::uint32_t>(random() % 1000);
                sum.l1_hits = std::ldexp(static_cast<float>(random() % 1000) / 1000.0F,
                                         -static_cast<int>(random() % 60));
                sum.l2_hits = static_cast<float>(random() % sum.l2_lookups);
            }
            frame.push_back(sum);
        }
    }
    return SumsSource(std::move(all));
}

/// The sums of a window, one after the other.
struct PlainSums {
    double l1_hits = 0.0;
    double l2_hits = 0.0;
    std::uint64_t l1_lookups = 0;
    std::uint64_t l2_lookups = 0;
    std::uint64_t frames = 0;
};

PlainSums plain_sums(const SumsSource& source, TimeWindow window, ElementKindId kind, std::uint64_t element) {
    PlainSums plain;
    for (std::uint64_t frame = window.first; frame < window.last; ++frame)
        for (const RecordedSum& sum : source.frames()[frame]) {
            if (sum.kind != kind || sum.element != element) continue;
            plain.l1_hits += double{sum.l1_hits};
            plain.l2_hits += double{sum.l2_hits};
            plain.l1_lookups += sum.l1_lookups;
            plain.l2_lookups += sum.l2_lookups;
            ++plain.frames;
        }
    return plain;
}

TEST(RecordedProfile, AnswersEveryWindowAsAddingUpDoes) {
    const SumsSource source = random_source(8);
    const RecordedProfile recorded(source);
    const Profile& profile = recorded;
    std::vector<float> values;
    WindowSums sums;
    for (std::uint64_t first = 0; first < 8; ++first)
        for (std::uint64_t last = first; last <= 8; ++last) {
            const TimeWindow window{first, last};
            profile.window(window, sums);
            EXPECT_EQ(sums.window, window);
            const std::vector<KindSums> totals = profile.totals(window);
            for (ElementKindId kind = 0; kind < 3; ++kind) {
                profile.values(window, kind, "l1-hit-rate"_metric, values);
                ASSERT_EQ(values.size(), profile.element_count(kind));
                std::uint64_t accessed = 0;
                double hits = 0.0;
                for (std::uint32_t element = 0; element < values.size(); ++element) {
                    const PlainSums plain = plain_sums(source, window, kind, element);
                    const ElementSums& found = sums.elements[kind][element];
                    EXPECT_EQ(found, profile.element(window, kind, element));
                    EXPECT_NEAR(found.l1().hit_count(), plain.l1_hits, 1e-14);
                    EXPECT_EQ(found.l2().hit_count(), plain.l2_hits);
                    EXPECT_EQ(found.l1_lookups, plain.l1_lookups);
                    EXPECT_EQ(found.l2_lookups, plain.l2_lookups);
                    EXPECT_EQ(found.accesses, plain.frames);
                    if (plain.l1_lookups == 0)
                        EXPECT_TRUE(std::isnan(values[element]));
                    else
                        EXPECT_FLOAT_EQ(
                            values[element],
                            static_cast<float>(plain.l1_hits / static_cast<double>(plain.l1_lookups)));
                    accessed += plain.frames != 0 ? 1 : 0;
                    hits += plain.l1_hits;
                }
                EXPECT_EQ(totals[kind], sums.totals[kind]);
                EXPECT_EQ(totals[kind].elements_accessed, accessed);
                EXPECT_NEAR(totals[kind].l1.hit_count(), hits, 1e-12);
                EXPECT_FALSE(totals[kind].counts_accesses);
            }
        }
}

TEST(RecordedProfile, AFrameHasTheRecordedFloatsToTheLastBit) {
    for (const float hits :
         {0.0F, 1e-45F, 1e-30F, 0.00195937976F, 0.3F, 0.5F, 0.99999994F, 16777215.0F, 7.123456F}) {
        const SumsSource source({{{3, face_kind, hits, hits, 1U << 24U, 1U << 24U}}});
        const RecordedProfile profile(source);
        const ElementSums sums = profile.element({0, 1}, face_kind, 3);
        EXPECT_EQ(sums.l1().hit_count(), double{hits});
        EXPECT_EQ(sums.l2().hit_count(), double{hits});
        EXPECT_EQ(profile.totals({0, 1}, {})[face_kind].l1.hit_count(), double{hits});
        EXPECT_EQ(sums.l1().miss_count(), double{1U << 24U} - double{hits});
    }
}

TEST(RecordedProfile, KnowsWhatItCannotAnswer) {
    const SumsSource source = random_source(4);
    const RecordedProfile profile(source);
    EXPECT_EQ(profile.positions(), 4U);
    EXPECT_EQ(profile.capabilities().finest_frames, 4U);
    EXPECT_FALSE(profile.capabilities().can_resimulate);
    for (const Metric metric : {"access-count"_metric, "access-rate"_metric, "access-order"_metric,
                                "l1-reuse-distance"_metric, "l2-cold-misses"_metric}) {
        EXPECT_FALSE(can_answer(profile.capabilities(), metric)) << info_of(metric).name;
        std::vector<float> values;
        profile.values({0, 4}, face_kind, metric, values, {});
        for (const float value : values)
            EXPECT_TRUE(std::isnan(value));
    }
    for (const Metric metric :
         {"l1-hit-rate"_metric, "l2-hit-rate"_metric, "l1-misses"_metric, "l2-misses"_metric})
        EXPECT_TRUE(can_answer(profile.capabilities(), metric)) << info_of(metric).name;
    EXPECT_TRUE(profile.allocations({0, 4}).allocations.empty());
    EXPECT_EQ(profile.traffic({0, 4}), std::nullopt);
}

TEST(RecordedProfile, RefusesMoreLookUpsThanItCanCount) {
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    const RecordedSum sum{3, face_kind, 1.0F, 1.0F, most, 1};
    EXPECT_NO_THROW(RecordedProfile(SumsSource({{sum}, {{4, face_kind, 1.0F, 1.0F, most, 1}}})));
    try {
        const RecordedProfile profile(SumsSource({{sum}, {{3, face_kind, 0.0F, 0.0F, 1, 0}}}));
        FAIL() << "4294967296 look-ups were accepted";
    } catch (const FileError& error) {
        EXPECT_STREQ(error.what(),
                     "recording: face 3: expected at most 2^32 - 1 look-ups in one cache, found "
                     "4294967296");
    }
}

TEST(RecordedProfile, IsTheOnlyOneThatModelsGiveForSums) {
    SumsSource source = random_source(4);
    ThreadPool pool(1);
    const auto profile = make_profile(source, ModelConfig(), {}, pool);
    EXPECT_FALSE(profile->capabilities().can_resimulate);
    EXPECT_EQ(sum_recording(source, ModelConfig(), {}, pool).kinds, profile->totals({0, 4}));
    SdcmConfig other;
    other.l1.capacity /= 2;
    EXPECT_THROW(static_cast<void>(make_profile(source, other, {}, pool)), FileError);
    EXPECT_THROW(static_cast<void>(make_profile(source, HierarchyConfig(), {}, pool)), FileError);
    Restriction only;
    only.instruction = 0;
    EXPECT_THROW(static_cast<void>(make_profile(source, ModelConfig(), only, pool)), Error);
}

} // namespace
} // namespace hitmap
