#include "core/analysis/comparison/side_comparison.h"

#include <gmock/gmock.h>

#include <functional>
#include <string>

namespace hitmap {
namespace {

/// The work of a recording of 1,000 element accesses.
SideWork usual_work() {
    SideWork work;
    work.source_hash = 1;
    work.vertices = 100;
    work.faces = 200;
    work.width = work.height = 64;
    work.camera = Camera();
    work.rays = "primary";
    work.sms = 8;
    work.warp_lanes = 32;
    work.launches = 1;
    work.requests = 500;
    work.lane_accesses = 9000;
    work.element_accesses = {600, 400, 0};
    work.positions = 1000;
    work.window = {0, 1000};
    return work;
}

TEST(Reservations, SayWhichWorkIsNotComparable) {
    struct Case {
        std::function<void(SideWork& a, SideWork& b)> change;
        const char* sentence;
    };
    const auto frame = [](SideWork& a, SideWork& b) { a.window = b.window = {250, 500}; };
    const std::vector<Case> cases{
        {[](SideWork& /*a*/, SideWork& /*b*/) {}, ""},
        {[&](SideWork& a, SideWork& b) { frame(a, b); }, ""},
        {[](SideWork& /*a*/, SideWork& b) { b.requests = 700; }, ""}, // such as another tree
        {[&](SideWork& a, SideWork& b) {
             frame(a, b);
             b.element_accesses = {800, 400, 0};
             b.positions = 1200;
             b.window = {300, 600};
         },
         "A and B are of different work: a frame is a share of the time of its recording, and the recordings "
         "have 1,000 and 1,200 element accesses, so that a frame of the same number holds other rays. Which "
         "recording costs less, only the comparison of the whole recordings tells."},
        {[](SideWork& /*a*/, SideWork& b) {
             b.window = {0, 500};
         },
         "A and B are of different work: different frames, the whole recording in A and element accesses 0 "
         "to "
         "499 in B."},
        {[](SideWork& /*a*/, SideWork& b) { b.source_hash = 2; },
         "A and B are of different work: different meshes of one size, 100 vertices and 200 faces in A and "
         "100 "
         "vertices and 200 faces in B."},
        {[](SideWork& a, SideWork& b) {
             a.source_hash = 0;
             b.faces = 1;
         },
         "A and B are of different work: different meshes, 100 vertices and 200 faces in A and 100 vertices "
         "and 1 face in B."},
        {[](SideWork& /*a*/, SideWork& b) { b.camera->fov_y_degrees = 20; },
         "A and B are of different work: they look through different cameras."},
        {[](SideWork& /*a*/, SideWork& b) { b.width = 128; },
         "A and B are of different work: different resolutions, 64x64 in A and 128x64 in B."},
        {[](SideWork& a, SideWork& /*b*/) { a.rays = "ao:4"; },
         "A and B are of different work: different rays, ao:4 in A and primary in B."},
        {[](SideWork& a, SideWork& b) {
             a.rays = b.rays = "";
             b.launches = 3;
         },
         "A and B are of different work: different numbers of launches, 1 in A and 3 in B."},
        {[](SideWork& /*a*/, SideWork& b) { b.part = "launches 0:1 of x.hmt"; },
         "A and B are of different work: different parts of recordings, the whole recording in A and "
         "launches "
         "0:1 of x.hmt in B."},
        {[](SideWork& /*a*/, SideWork& b) { b.incomplete = true; },
         "A and B are of different work: the recording of B was interrupted, so that its end is missing."},
        {[](SideWork& /*a*/, SideWork& b) { b.warp_lanes = 8; },
         "A and B are of different work: different warps, so that requests are not comparable, 32 lanes in A "
         "and 8 lanes in B."},
        {[](SideWork& /*a*/, SideWork& b) { b.sms = 1; },
         "The recording of A was made for 8 SMs and that of B for 1 SM, each with an L1 of its own."},
        {[](SideWork& a, SideWork& b) {
             a.gpu = {"small", 8};
             b.gpu = {"large", 108};
         },
         "The recording was made for 8 SMs, and both GPUs are simulated with as many: large (B) has 108. The "
         "load on L2 and DRAM is therefore not that of these GPUs."},
        {[](SideWork& a, SideWork& b) {
             a.gpu = b.gpu = {"large", 108};
         },
         ""}, // other caches of one GPU
        {[](SideWork& a, SideWork& b) {
             a.gpu = {"small", 8};
             b.gpu = {"large", 108};
             b.sms = 108;
         },
         "A runs on the 8 SMs of its GPU and B on the 108 SMs of its GPU, each with an L1 of its own."},
        {[](SideWork& /*a*/, SideWork& b) {
             b.estimates = {"by relayout: x", "because y"};
         },
         "The numbers of B are an estimate, by relayout: x; because y."},
        {[](SideWork& a, SideWork& b) { a.estimates = b.estimates = {"because y"}; },
         "The numbers of A and B are estimates, because y."},
    };
    for (const Case& each : cases) {
        SideWork a = usual_work();
        SideWork b = usual_work();
        each.change(a, b);
        std::string all;
        for (const std::string& sentence : reservations_of(a, b))
            all += sentence;
        EXPECT_EQ(all, each.sentence);
        // The sentences and the arrows of tables agree.
        EXPECT_EQ(hold_same_work(a, b), all.find("are of different work") == std::string::npos) << all;
    }
}

TEST(Reservations, BeginTheSentencesOfAComparison) {
    SideSums a;
    a.total[Cost::requests] = 100;
    a.counting.counted = Counted::request_sectors;
    a.work = usual_work();
    SideSums b = a;
    b.total[Cost::requests] = 150;
    b.work->width = 128;
    const SideComparison comparison = compare_sides(a, b, {'C', 'D'});
    EXPECT_EQ(comparison_sentences(comparison, {'C', 'D'}),
              "C and D are of different work: different resolutions, 64x64 in C and 128x64 in D. D compared "
              "with C makes 50.0 % more requests.");
    EXPECT_EQ(result_sentences(comparison, {'C', 'D'}), "D compared with C makes 50.0 % more requests.");
    b.work = a.work;
    EXPECT_EQ(reservation_sentences(compare_sides(a, b)), "");
}

TEST(Reservations, KnowTheSmsOfAGpu) {
    EXPECT_EQ(side_gpu("turing-rtx2080ti").sms, 68);
    EXPECT_EQ(side_gpu("ampere-a100").sms, 108);
    EXPECT_EQ(side_gpu("").preset, "");
    EXPECT_EQ(side_gpu("no-such-gpu").sms, std::nullopt);
    EXPECT_EQ(side_gpu("no-such-gpu").known, std::nullopt);
    EXPECT_EQ(side_gpu("ampere-a100").known.value().name, "ampere-a100");
}

} // namespace
} // namespace hitmap
