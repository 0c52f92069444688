#include "core/base/error.h"
#include "core/cache/results/matrix_history.h"
#include "core/cache/results/source_lines.h"
#include "core/profile/elements/time_curve.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/sums/sm_table.h"
#include "core/trace/model/allocation_label.h"
#include "tests/cache/random_requests.h"
#include "tests/profile/plain_profile.h"
#include "tests/profile/reference_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using test::PlainProfile;
using test::SyntheticStream;

/// The curves of all metrics of one element.
std::vector<WantedCurve> all_metrics_of(CurveElement element) {
    std::vector<WantedCurve> requests;
    for (const MetricInfo& metric : metric_table())
        requests.push_back({element, metric.metric});
    return requests;
}

/// The reference computes the metric of all elements in each frame from stored outcomes.
void expect_curves_of_elements(const SyntheticStream& stream) {
    ThreadPool pool(2);
    const RecordingInfo info = test::info_of(stream);
    const auto profile = test::indexed(stream, pool);
    PlainProfile plain(info, stream.explains);
    test::generate(stream, plain);
    std::vector<float> values;
    for (const std::uint64_t q : {1U, 3U, 50U})
        for (const CurveElement element :
             {CurveElement{face_kind, 0}, CurveElement{face_kind, 17}, CurveElement{box_kind, 5}})
            for (const TimeCurve& curve : time_curves(*profile, info, all_metrics_of(element), q)) {
                const std::string what = to_string(curve.subject) + " " + info_of(curve.metric).name;
                if (!can_answer(plain.capabilities(), curve.metric)) {
                    EXPECT_FALSE(curve.refusal.empty()) << what;
                    continue;
                }
                ASSERT_EQ(curve.refusal, "") << what;
                ASSERT_EQ(curve.points.size(), q);
                for (std::uint64_t f = 0; f < q; ++f) {
                    const TimeWindow window = frame_window(info.positions(), q, f);
                    ASSERT_EQ(curve.points[f].window, window);
                    plain.values(window, element.kind, curve.metric, values, {});
                    ASSERT_EQ(std::bit_cast<std::uint32_t>(static_cast<float>(curve.points[f].value)),
                              std::bit_cast<std::uint32_t>(values[element.element]))
                        << what << " in frame " << f << " of " << q;
                }
            }
}

TEST(NoTsanTimeCurve, OfAnElementHasTheMetricOfEachFrame) {
    expect_curves_of_elements(test::coherent(40'000, 60));
    expect_curves_of_elements(test::irregular(20'000, false, 4));
    expect_curves_of_elements(test::explained(20'000, 5));
}

/// A random recording and its profile by the hierarchy model.
struct Simulated {
    explicit Simulated(unsigned seed) : random(seed, 6000), pool(2) {
        const ElementAccessFinder finder(random.info);
        std::vector<ElementAccess> accesses;
        for (std::size_t i = 0; i < random.requests.size(); ++i) {
            Request& request = random.requests[i];
            request.launch = static_cast<std::uint32_t>(i * 3 / random.requests.size());
            RequestBlock block;
            block.append(request);
            finder.find(block, accesses);
            positions.push_back(position);
            position += accesses.size();
            for (const ElementAccess& access : accesses)
                ++random.info.element_accesses[access.kind];
        }
        random.info.requests = random.requests.size();
        MemorySource source(random.info, random.scene);
        for (const Request& request : random.requests)
            source.add(request, 70);
        profile = make_hierarchy_profile(source, random_config(random), {}, pool);
    }
    RandomRequests random;
    ThreadPool pool;
    std::uint64_t position = 0;
    std::vector<std::uint64_t> positions; ///< [requests]
    std::shared_ptr<const Profile> profile;

    [[nodiscard]] TimeCurve curve(const CurveSubject& subject, const char* metric, std::uint64_t q) const {
        const WantedCurve request{subject, metric_named(metric, Subject::part).value()};
        return time_curves(*profile, random.info, {&request, 1}, q).front();
    }
    /// Requests for which `counts` holds, and whose position is surely in the window, or may be. A request
    /// without an access at the border of a window is on either side of it.
    template <class Counts>
    void expect_requests(const CurvePoint& point, const Counts& counts) const {
        std::uint64_t inside = 0;
        std::uint64_t at_border = 0;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            if (!counts(random.requests[i])) continue;
            const bool is_inside = positions[i] > point.window.first && positions[i] < point.window.last;
            inside += is_inside ? 1 : 0;
            at_border += positions[i] == point.window.first || positions[i] == point.window.last ? 1 : 0;
        }
        const auto value = static_cast<std::uint64_t>(point.sums.requests);
        ASSERT_GE(value, inside);
        ASSERT_LE(value, inside + at_border);
    }
};

TEST(TimeCurve, OfALineAndAnInstructionHasTheirRequests) {
    const Simulated simulated(3);
    for (const SourceLine& line : source_lines(simulated.random.info)) {
        const TimeCurve curve = simulated.curve(CurveLine{line.name}, "requests", 7);
        ASSERT_EQ(curve.refusal, "");
        ASSERT_EQ(curve.points.size(), 7U);
        for (const CurvePoint& point : curve.points)
            simulated.expect_requests(point, [&](const Request& request) {
                return std::ranges::count(line.instructions, request.instruction) != 0;
            });
    }
    for (std::uint32_t i = 0; i < 40; ++i)
        for (const CurvePoint& point : simulated.curve(CurveInstruction{i}, "requests", 7).points)
            simulated.expect_requests(point,
                                      [&](const Request& request) { return request.instruction == i; });
}

TEST(TimeCurve, OfEverythingHasTheSumsOfTheWholeRecording) {
    const Simulated simulated(4);
    const TimeWindow whole{0, simulated.profile->positions()};
    const auto traffic = simulated.profile->traffic(whole).value();
    const std::vector<std::string> labels = allocation_labels(simulated.random.info);
    for (std::size_t a = 0; a < labels.size(); ++a) {
        const TrafficSums& sums = traffic.allocations[a];
        const TimeCurve curve = simulated.curve(CurveAllocation{labels[a]}, "l2-hit-rate", 1);
        ASSERT_EQ(curve.points.size(), 1U);
        EXPECT_EQ(curve.points[0].window, whole);
        EXPECT_EQ(curve.points[0].sums.level.lookups, sums.l2_lookups);
        EXPECT_EQ(curve.points[0].sums.sectors, sums.sectors);
        if (sums.l2_lookups == 0)
            EXPECT_TRUE(std::isnan(curve.points[0].value)) << "a gap, not a 0";
        else
            EXPECT_DOUBLE_EQ(curve.points[0].value,
                             static_cast<double>(sums.l2_hits) / static_cast<double>(sums.l2_lookups));
    }
}

TEST(TimeCurve, OfAnSmHasTheIntervalsThatEachFrameOverlaps) {
    const Simulated simulated(5);
    const SmTable& table = *simulated.profile->sm_table();
    for (std::uint32_t sm = 0; sm < table.sms(); ++sm) {
        const TimeCurve curve = simulated.curve(CurveSm{sm}, "l1-misses", 9);
        for (std::uint64_t f = 0; f < 9; ++f) {
            const TimeWindow window = frame_window(simulated.profile->positions(), 9, f);
            const CurvePoint& point = curve.points[f];
            EXPECT_EQ(point.sums.requests, table.sum(sm, window).requests);
            EXPECT_EQ(point.sums.level.hits, table.sum(sm, window).l1_hits);
            EXPECT_LE(point.window.first, window.first);
            EXPECT_GE(point.window.last, window.last);
        }
    }
}

TEST(TimeCurve, SaysWhyThereIsNone) {
    const Simulated simulated(6);
    EXPECT_EQ(simulated.curve(CurveSm{99}, "requests", 4).refusal, "the recording has no sm:99");
    EXPECT_EQ(simulated.curve(CurveLine{"x.cu:1"}, "requests", 4).refusal,
              "the recording has no line:x.cu:1");
    EXPECT_EQ(simulated.curve(CurveAllocation{"none"}, "requests", 4).refusal,
              "the recording has no allocation:none");
    EXPECT_EQ(simulated.curve(CurveElement{face_kind, 2}, "requests", 4).refusal,
              "Requests is known for allocations, source lines, instructions and SMs only");
    EXPECT_EQ(simulated.curve(CurveSm{0}, "sectors", 4).refusal, "Sectors are not known by SM");
    const WantedCurve order{CurveSm{0}, "access-order"_metric};
    EXPECT_EQ(time_curves(*simulated.profile, simulated.random.info, {&order, 1}, 4).front().refusal,
              "Access order is known for faces, boxes and pixels only");
}

TEST(TimeCurve, NamesOfSubjectsAreReadAsTheyAreWritten) {
    for (const char* const text :
         {"face:12", "box:0", "pixel:7", "allocation:nodes #3", "line:a/b.cu:95", "instruction:3", "sm:5"})
        EXPECT_EQ(to_string(parse_curve_subject(text, "--curve")), text);
    EXPECT_EQ(title_of(parse_curve_subject("face:12", "")), "Face 12");
    EXPECT_EQ(title_of(parse_curve_subject("line:a.cu:95", "")), "a.cu:95");
    for (const char* const text : {"", "face", "face:", "face:-1", "face:1x", "sm:4294967295", "circle:3"})
        EXPECT_THROW(static_cast<void>(parse_curve_subject(text, "--curve")), UsageError) << text;
}

/// The matrix by time: the windows before and after a moment add up to the whole.
TEST(MatrixByTime, PartsOfTheRecordingAddUp) {
    const Simulated simulated(8);
    const std::uint64_t n = simulated.profile->positions();
    const MatrixWindow begin = simulated.profile->matrix({0, n / 3}).value();
    const MatrixWindow end = simulated.profile->matrix({begin.last, n}).value();
    ASSERT_LT(begin.last, n);
    ASSERT_EQ(end.first, begin.last);
    const AccessMatrix& whole = *simulated.profile->matrix();
    for (std::size_t i = 0; i < whole.requests.size(); ++i) {
        EXPECT_EQ(begin.matrix.requests[i] + end.matrix.requests[i], whole.requests[i]);
        EXPECT_EQ(begin.matrix.active_lanes[i] + end.matrix.active_lanes[i], whole.active_lanes[i]);
    }
    for (MatrixCell expected : whole.cells) {
        for (const MatrixWindow* part : {&begin, &end})
            for (const MatrixCell& cell : part->matrix.cells)
                if (cell.instruction == expected.instruction && cell.allocation == expected.allocation) {
                    expected.active_lanes -= cell.active_lanes;
                    expected.sums -= cell.sums;
                }
        EXPECT_EQ(expected.active_lanes, 0U);
        EXPECT_EQ(expected.sums, AllocationSums());
    }
    // The requests of an instruction are those of the traffic in the same window.
    const auto traffic = simulated.profile->traffic({begin.first, begin.last}).value();
    ASSERT_EQ(traffic.window, (TimeWindow{begin.first, begin.last}));
    for (std::size_t i = 0; i < whole.requests.size(); ++i)
        EXPECT_EQ(begin.matrix.requests[i], traffic.instructions[i].requests);
}

} // namespace
} // namespace hitmap
