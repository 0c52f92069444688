// By which rays elements were accessed, against a search through all tags, elements and neighbours.

#include "core/base/error.h"
#include "core/profile/elements/element_range.h"
#include "core/profile/elements/element_rays.h"
#include "core/profile/pixels/pixel_lateness.h"
#include "core/raytracer/trace_scene.h"
#include "tests/analysis/tagged_source.h"
#include "tests/raytracer/test_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

RecordingInMemory traced_paths() {
    TraceOptions options;
    options.width = 40;
    options.height = 24;
    options.sm_count = 2;
    options.warps_per_sm = 3;
    trace_option("rays").set(options, "path:3");
    RecordingInMemory recording;
    ThreadPool pool(1);
    trace_scene(triangle_soup(400, 3), options, recording, pool);
    set_counts(recording);
    return recording;
}

/// An element access by a lane at a position of the recording.
struct FoundAccess {
    ElementKindId kind;
    std::uint64_t element;
    std::optional<LaneTag> tag;
    std::uint64_t position;
};

/// The definition of an element access, range by range.
class Searched {
public:
    explicit Searched(const RecordingInMemory& recording) : info_(recording.info) {
        std::map<std::tuple<std::uint32_t, std::uint32_t, unsigned>, std::vector<LaneTagRun>> tags;
        for (const LaneTagRun& run : recording.tags)
            tags[{run.launch, run.warp, run.lane}].push_back(run);
        for (std::size_t r = 0; r < recording.requests.size(); ++r) {
            const Request& request = recording.requests[r];
            for (unsigned lane = 0; lane < warp_size; ++lane) {
                if ((request.mask >> lane & 1U) == 0) continue;
                std::optional<LaneTag> tag;
                for (const LaneTagRun& run : tags[{request.launch, request.warp, lane}])
                    if (run.first_request.value <= r) tag = run.tag;
                find(request, lane, tag);
            }
        }
    }
    [[nodiscard]] const std::vector<FoundAccess>& accesses() const { return accesses_; }
    [[nodiscard]] std::uint64_t elements(ElementKindId kind) const {
        std::uint64_t count = 0;
        for (const Allocation& a : info_.allocations)
            if (element_kind_of(a.role) == kind) count += a.element_count();
        return count;
    }
    /// [pixels] when each was accessed last, as a share; no value: never.
    [[nodiscard]] std::vector<std::optional<double>> order() const {
        std::vector<std::optional<double>> order(elements(pixel_kind));
        for (const FoundAccess& access : accesses_)
            if (access.kind == pixel_kind)
                order[access.element] =
                    static_cast<double>(access.position) / static_cast<double>(accesses_.size());
        return order;
    }

private:
    void find(const Request& request, unsigned lane, const std::optional<LaneTag>& tag) {
        const Instruction& by = info_.instructions[request.instruction];
        if (by.space != Space::global || by.operation == Operation::atomic) return;
        const std::uint64_t begin = request.address[lane];
        std::map<std::uint64_t, FoundAccess> by_address;
        PerKind<std::uint64_t> before;
        for (const Allocation& a : info_.allocations) {
            const auto kind = element_kind_of(a.role);
            if (!kind || a.stride == 0) continue;
            // Elements before this one end before the bytes of the lane.
            const std::uint64_t near = begin < a.address ? 0 : (begin - a.address) / a.stride;
            for (std::uint64_t slot = near; slot < std::min(near + 9, a.element_count()); ++slot) {
                const std::uint64_t first = a.address + slot * a.stride;
                if (first >= begin && first - begin < by.bytes_per_lane)
                    by_address[first] = {*kind, before[*kind] + slot, tag, 0};
            }
            before[*kind] += a.element_count();
        }
        for (auto& [address, access] : by_address) {
            access.position = accesses_.size();
            accesses_.push_back(access);
        }
    }

    const RecordingInfo& info_;
    std::vector<FoundAccess> accesses_;
};

/// Order minus the mean order of the written pixels among 33 around it in its row.
std::vector<std::optional<double>> lateness_by_search(const Searched& searched, int width, int height) {
    const auto order = searched.order();
    std::vector<std::optional<double>> late(order.size());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const auto at = [&](int column) { return order[static_cast<std::size_t>(y * width + column)]; };
            double sum = 0.0;
            int count = 0;
            for (int other = 0; other < width; ++other) {
                if (std::abs(other - x) > 16 || !at(other)) continue;
                sum += *at(other);
                ++count;
            }
            if (at(x)) late[static_cast<std::size_t>(y * width + x)] = *at(x) - sum / count;
        }
    return late;
}

/// Compares the means of all boxes and faces with those of value(tag), which has none if it does not count.
/// Returns how many are defined.
template <class Value>
std::size_t expect_means(const ElementMeans& means, const Searched& searched, const Value& value) {
    std::size_t defined = 0;
    for (const ElementKindId kind : {box_kind, face_kind}) {
        const std::uint64_t count = searched.elements(kind);
        std::vector<double> sums(count);
        std::vector<double> counts(count);
        for (const FoundAccess& access : searched.accesses())
            if (access.kind == kind && access.tag)
                if (const std::optional<double> of_ray = value(*access.tag)) {
                    sums[access.element] += *of_ray;
                    counts[access.element] += 1.0;
                }
        EXPECT_EQ(means.at(kind).size(), count);
        for (std::size_t e = 0; e < count; ++e) {
            EXPECT_EQ(std::isnan(means[kind][e]), counts[e] == 0.0) << int{kind} << ' ' << e;
            if (counts[e] == 0.0) continue;
            ++defined;
            EXPECT_NEAR(double{means[kind][e]}, sums[e] / counts[e], 3e-7) << int{kind} << ' ' << e;
        }
    }
    return defined;
}

/// Checks both means of a recording. Returns the numbers of elements that have them.
std::pair<std::size_t, std::size_t> expect_both_means(const RecordingInMemory& recording) {
    TaggedSource source(recording);
    const Searched searched(recording);
    EXPECT_EQ(searched.accesses().size(), recording.info.positions());
    const auto bounce = [](const LaneTag& tag) { return std::optional(static_cast<double>(tag.bounce)); };
    const std::size_t bounces = expect_means(mean_over_rays(source, RayMean::bounce), searched, bounce);
    const auto late = lateness_by_search(searched, 40, 24);
    const auto lateness = [&](const LaneTag& tag) {
        return tag.work_item < late.size() ? late[tag.work_item] : std::nullopt;
    };
    return {bounces, expect_means(mean_over_rays(source, RayMean::lateness), searched, lateness)};
}

TEST(ElementRaysTest, MeansAreThoseOfASearchThroughAllAccesses) {
    RecordingInMemory recording = traced_paths();
    const auto [bounces, late] = expect_both_means(recording);
    EXPECT_GT(bounces, 200U);
    EXPECT_EQ(late, bounces) << "all pixels are written";
    TaggedSource source(recording);
    const ElementMeans means = mean_over_rays(source, RayMean::bounce);
    EXPECT_TRUE(std::ranges::any_of(means[face_kind], [](float mean) { return mean > 1.5F; }));
    EXPECT_TRUE(std::ranges::any_of(means[face_kind], [](float mean) { return mean > 0.0F && mean < 0.5F; }));
}

TEST(ElementRaysTest, LanesWithoutTagsAndPixelsThatAreNotWrittenDoNotCount) {
    RecordingInMemory recording = traced_paths();
    const auto [bounces, late] = expect_both_means(recording);
    std::erase_if(recording.tags, [](const LaneTagRun& run) { return run.warp % 3 != 0 || run.lane < 24; });
    for (LaneTagRun& run : recording.tags)
        if (run.lane % 2 == 0) run.tag.work_item += 40 * 24; // no pixel
    for (Request& request : recording.requests)
        if (recording.info.instructions[request.instruction].operation == Operation::store &&
            request.warp % 2 == 1)
            for (std::uint64_t& address : request.address)
                address = 0;
    recording.info.element_accesses = {};
    set_counts(recording);
    const auto [fewer_bounces, fewer_late] = expect_both_means(recording);
    EXPECT_LT(fewer_bounces, bounces);
    EXPECT_LT(fewer_late, fewer_bounces);
    EXPECT_GT(fewer_late, 0U);
}

/// A traced recording that counts how often it is opened.
class CountedRays : public testing::Test {
protected:
    CountedRays() : rays_(element_rays(recording_.info, recording_.tags, open())) {}

    ElementRays::Open open() {
        return [this] {
            ++opened_;
            return std::make_shared<TaggedSource>(recording_);
        };
    }
    [[nodiscard]] SceneInTime in_time() const { return {recording_.scene, nullptr, {}, rays_.get()}; }
    static const ElementQuantity& quantity(const char* name) { return *element_quantity_named(name); }

    RecordingInMemory recording_ = traced_paths();
    std::atomic<int> opened_ = 0;
    std::shared_ptr<const ElementRays> rays_;
};

TEST_F(CountedRays, AreCountedOnceForAllThreadsAndNotBeforeSomebodyAsks) {
    for (const ElementQuantity& one : element_quantities()) {
        if (!one.rays && !one.metric) continue;
        EXPECT_EQ(has_quantity(in_time(), one), one.rays.has_value()) << one.name;
    }
    EXPECT_EQ(opened_, 0);
    std::array<std::shared_ptr<const ElementMeans>, 6> got;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < got.size(); ++i)
        threads.emplace_back(
            [&, i] { got[i] = rays_->get(i % 2 == 0 ? RayMean::bounce : RayMean::lateness, {}); });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(opened_, 2);
    for (std::size_t i = 2; i < got.size(); ++i)
        EXPECT_EQ(got[i], got[i % 2]);
    EXPECT_NE(got[0], got[1]);
    const auto copy = rays_->of_copy(open());
    EXPECT_EQ(copy->get(RayMean::bounce, {}), got[0]);
    EXPECT_EQ(opened_, 2);
}

TEST_F(CountedRays, AJobThatIsStoppedLeavesNothing) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)rays_->get(RayMean::lateness, JobContext{stop.get_token()}), Cancelled);
    TaggedSource source(recording_);
    const ElementMeans means = mean_over_rays(source, RayMean::lateness);
    const auto known = rays_->get(RayMean::lateness, {});
    for (const ElementKindId kind : {box_kind, face_kind})
        EXPECT_TRUE(std::ranges::equal((*known)[kind], means[kind], [](float a, float b) {
            return a == b || (std::isnan(a) && std::isnan(b));
        }));
}

TEST_F(CountedRays, ChooseTheElementsOfTheirRanges) {
    recording_.scene.face_source.assign(recording_.scene.face_slots.size(), 0);
    const auto& all = (*rays_->get(RayMean::bounce, {}))[face_kind];
    const auto padding = static_cast<std::size_t>(
        std::ranges::find_if(all, [](float mean) { return mean >= 1.0F; }) - all.begin());
    recording_.scene.face_source.at(padding) = -1;
    const auto values = element_quantity_values(in_time(), quantity("face-bounce"));
    ASSERT_EQ(values.size(), recording_.scene.face_slots.size());
    const auto ranges = parse_element_ranges({"face-bounce=1:3", "box-lateness=0:1"}, "");
    require_quantities(in_time(), ranges);
    const auto choice = chosen_elements(in_time(), ranges);
    for (std::size_t f = 0; f < values.size(); ++f) {
        if (f == padding) {
            EXPECT_TRUE(std::isnan(values[f]));
        } else {
            EXPECT_EQ(std::isnan(values[f]), std::isnan(all[f])) << f;
        }
        EXPECT_EQ(choice->shows(face_kind, f), values[f] >= 1.0F && values[f] <= 3.0F) << f;
    }
    EXPECT_GT(choice->chosen(face_kind), 0U);
    EXPECT_GT(choice->chosen(box_kind), 0U);
    EXPECT_LT(choice->chosen(box_kind), recording_.scene.boxes.size());
}

TEST_F(CountedRays, AreNotKnownWithoutLaneTagsOrPixels) {
    const auto refusal = [&](const char* range) -> std::string {
        try {
            require_quantities(in_time(), {parse_element_range(range, "")});
        } catch (const UsageError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_EQ(refusal("box-lateness=0:1"), "");
    rays_ = element_rays(recording_.info, {}, open());
    EXPECT_EQ(rays_, nullptr);
    EXPECT_FALSE(has_quantity(in_time(), quantity("face-bounce")));
    EXPECT_EQ(refusal("face-bounce=1:2"),
              "only mean bounce of rays at faces from 1 to 2: the recording does not have what this is made "
              "of (lane tags, which say by which rays elements were accessed)");
    RecordingInfo no_pixels = recording_.info;
    no_pixels.element_accesses[pixel_kind] = 0;
    rays_ = element_rays(no_pixels, recording_.tags, open());
    EXPECT_TRUE(has_quantity(in_time(), quantity("face-bounce")));
    EXPECT_EQ(
        refusal("box-lateness=0:1"),
        "only mean lateness of rays at boxes from 0 to 1: the recording does not have what this is made "
        "of (lane tags, which say for which pixels elements were accessed, and accesses of pixels)");
    EXPECT_EQ(opened_, 0);
}

} // namespace
} // namespace hitmap
