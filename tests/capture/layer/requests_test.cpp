#include "tests/capture/layer/lane_reference.h"
#include "tests/capture/layer/recorded_task.h"

#include <gmock/gmock.h>

namespace hitmap::test {

namespace {

using testing::AnyOf;
using testing::ElementsAreArray;
using Index = std::array<std::uint32_t, 3>;

std::vector<std::string> requests_with(Subgroups subgroups, const std::vector<ReferenceLaunch>& launches) {
    std::vector<std::string> lines;
    for (const ReferenceLaunch& launch : launches) {
        const auto more = reference_requests(launch, subgroups);
        lines.insert(lines.end(), more.begin(), more.end());
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

/// @param launches  launches 0, 1, ..., which differ in what their lanes access
void expect_requests(const std::string& task, std::vector<ReferenceLaunch> launches) {
    for (std::uint32_t i = 0; i < launches.size(); ++i)
        launches[i].number = i;
    const RecordedTask recorded;
    const Outcome outcome = recorded.record(task);
    EXPECT_EQ(outcome.out, recorded.plain(task)) << "the program computes the same";
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const HmtFile file = recorded.recording();
    EXPECT_THAT(request_lines(file), AnyOf(ElementsAreArray(requests_with(Subgroups::of_rows, launches)),
                                           ElementsAreArray(requests_with(Subgroups::filled, launches))));
    EXPECT_EQ(option_of(file, "capture-held"), "100.00 %");
    EXPECT_EQ(file.info().device.warp_size, 8U);
    EXPECT_EQ(origin_of(file.info(), "sm"), Origin::assumed);
    ThreadPool pool(1);
    EXPECT_NO_THROW(file.validate(pool));
}

/// add.comp with its buffers: results[i] = results[i] + values[i].
ReferenceLaunch add(const std::string& in, std::uint64_t offset, std::uint32_t groups = 1) {
    ReferenceLaunch launch;
    launch.groups = {groups, 1, 1};
    launch.size = {8, 1, 1};
    launch.accesses = [=](const Index& group, const Index& local) {
        const std::uint64_t i = 4 * (group[0] * 8 + local[0]);
        return std::vector<LaneAccess>{
            {8, "load", 4, "Out", i}, {8, "load", 4, in, offset + i}, {8, "store", 4, "Out", i}};
    };
    return launch;
}

} // namespace

TEST(RecordedRequests, BranchesAndLoopsHaveTheMasksOfTheirLanes) {
    ReferenceLaunch launch;
    launch.groups = {2, 1, 1};
    launch.size = {20, 1, 1};
    launch.accesses = [](const Index& group, const Index& local) {
        const std::uint64_t i = group[0] * 20 + local[0];
        std::vector<LaneAccess> list{{9, "load", 4, "input", 4 * i}};
        if (i % 4 == 1) list.push_back({11, "load", 4, "input", 4 * ((i + 1) % 40)});
        if (i % 4 == 2) list.push_back({13, "load", 4, "input", 4 * (39 - i)});
        for (std::uint64_t k = 0; k < i % 5; ++k)
            list.push_back({16, "load", 4, "input", 4 * (i * k % 40)});
        list.push_back({22, "store", 4, "Out", 4 * i});
        return list;
    };
    expect_requests("divergence", {launch});
}

TEST(RecordedRequests, WorkGroupsOfAnyShapeAndAtomics) {
    ReferenceLaunch launch;
    launch.groups = {3, 1, 1};
    launch.size = {5, 3, 2};
    launch.accesses = [](const Index& group, const Index& local) {
        const std::uint64_t index = (local[2] * 3 + local[1]) * 5 + local[0];
        std::vector<LaneAccess> list;
        if (local[0] != local[1]) list.push_back({10, "atomic", 4, "Counters", 4 * group[0]});
        list.push_back({12, "store", 4, "Out", 16 * (group[0] * 30 + index) + 4});
        list.push_back({12, "store", 4, "Out", 16 * (group[0] * 30 + index) + 8});
        return list;
    };
    expect_requests("odd", {launch});
}

TEST(RecordedRequests, DescriptorsOfArraysAndSpecializationConstants) {
    const auto launch = [](std::uint32_t chosen) {
        ReferenceLaunch result;
        result.groups = {2, 1, 1};
        result.size = {8, 1, 1};
        result.accesses = [=](const Index& group, const Index& local) {
            const std::uint64_t i = group[0] * 8 + local[0];
            // The buffer `shared` is bound from byte 256 and from byte 1024 on; its allocations begin at 256.
            return std::vector<LaneAccess>{{10, "load", 4, "shared", 1024 - 256 + 16 + 4 * i},
                                           {11, "load", 4, chosen == 0 ? "shared" : "second", 16 + 8 * i},
                                           {12, "store", 4, "Out", 4 * i}};
        };
        return result;
    };
    expect_requests("arrays", {launch(0), launch(1)});
}

TEST(RecordedRequests, DynamicOffsets) {
    // The descriptor begins at byte 256, where the first allocation begins.
    expect_requests("dynamic", {add("In", 0), add("In", 256), add("In", 512)});
}

TEST(RecordedRequests, PushedDescriptors) {
    expect_requests("pushed", {add("a", 0), add("b", 0)});
}

TEST(RecordedRequests, CommandsThatAreExecutedAgainAndIndirectDispatches) {
    expect_requests("commands",
                    {add("in", 0), add("in", 0), add("in", 0, 2), add("other", 0), add("other", 0)});
}

TEST(RecordedRequests, DeviceAddresses) {
    ReferenceLaunch launch;
    launch.size = {4, 4, 1};
    launch.accesses = [](const Index&, const Index& local) {
        std::vector<LaneAccess> list;
        std::uint64_t node = 0;
        for (std::uint32_t k = 0; k <= local[1]; ++k, node = (node + 2) % 5) {
            list.push_back({13, "load", 4, "nodes", 16 * node + 8});
            list.push_back({14, "load", 8, "nodes", 16 * node});
        }
        list.push_back({16, "store", 4, "Out", 4 * (4 * local[1] + local[0])});
        return list;
    };
    expect_requests("addresses", {launch});
}

TEST(RecordedRequests, TexelBuffersAndUniformBuffers) {
    ReferenceLaunch launch;
    launch.groups = {2, 1, 1};
    launch.size = {8, 1, 1};
    launch.accesses = [](const Index& group, const Index& local) {
        const std::uint64_t i = group[0] * 8 + local[0];
        return std::vector<LaneAccess>{{9, "load", 4, "texels", 4 * i},
                                       {10, "load", 2, "halves", 4 * i},
                                       {11, "load", 4, "Small", 16 + 16 * (i % 2) + 4},
                                       {11, "store", 4, "texels", 4 * i}};
    };
    expect_requests("texels", {launch});
}

} // namespace hitmap::test
