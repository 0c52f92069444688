// Previews against the exact sums of the stack distance cache model.

#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/preview/preview_profile.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/io/byte_stream.h"
#include "tests/raytracer/recording_in_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

constexpr std::uint32_t block_requests = 500;

const SdcmConfig small_caches{parse_cache_geometry("2KiB:128:4"), parse_cache_geometry("64KiB:32:8")};

/// A traced recording in blocks of 500 requests.
/// @param launches  how many times its requests are made, each in a launch of its own
HmtFile traced_file(const char* scene, const char* rays, unsigned launches = 1) {
    TraceOptions options;
    options.width = 96;
    options.height = 96;
    options.sm_count = 3;
    options.warps_per_sm = 4;
    trace_option("rays").set(options, rays);
    RecordingInMemory recording;
    ThreadPool pool(1);
    trace_scene(load_scene(scene), options, recording, pool);
    std::vector<std::byte> bytes;
    {
        const auto sink = write_hmt(create_memory(bytes), {.level = 1, .block_requests = block_requests});
        RecordingInfo info = recording.info;
        const Launch launch = info.launches.at(0);
        info.launches.clear();
        sink->begin(info, &recording.scene);
        for (unsigned i = 0; i < launches; ++i) {
            sink->begin_launch(launch);
            for (Request request : recording.requests) {
                request.launch = i;
                sink->add(request);
            }
        }
        sink->finish();
    }
    return HmtFile(open_memory(std::move(bytes), "traced"));
}

std::shared_ptr<const Profile> exact_profile(const HmtFile& file, const SdcmConfig& config,
                                             ThreadPool& pool) {
    return make_sdcm_profile(*request_source(file, pool), config, pool);
}

std::array<double, 2> exact_rates(const Profile& profile) {
    LevelSums l1;
    LevelSums l2;
    for (const KindSums& kind : profile.totals({0, profile.positions()})) {
        l1 += kind.l1;
        l2 += kind.l2;
    }
    return {l1.hit_count() / static_cast<double>(l1.lookups),
            l2.hit_count() / static_cast<double>(l2.lookups)};
}

TEST(NoTsanPreview, OfEverythingHasTheExactSums) {
    ThreadPool pool(2);
    for (const unsigned launches : {1U, 2U}) {
        const HmtFile file = traced_file("builtin:statue?triangles=2000", "primary", launches);
        ASSERT_GT(file.blocks().size(), 4U);
        const auto exact = exact_profile(file, small_caches, pool);
        const auto preview = make_preview(file, file.read_scene(), small_caches, {.line_rate = 1.0}, pool);
        const PreviewProfile profile(preview, exact->positions());
        EXPECT_EQ(preview->stretches, 1U);
        EXPECT_EQ(preview->request_share(), 1.0);
        WindowSums expected;
        WindowSums found;
        exact->window({0, exact->positions()}, expected, {});
        profile.window({0, exact->positions()}, found, {});
        ASSERT_EQ(found.elements.size(), expected.elements.size());
        for (std::size_t kind = 0; kind < expected.elements.size(); ++kind) {
            for (ElementSums& sums : expected.elements[kind])
                sums.last_access = 0; // a preview does not know the order
            EXPECT_TRUE(found.elements[kind] == expected.elements[kind]) << "kind " << kind;
            EXPECT_EQ(found.totals[kind].accesses, expected.totals[kind].accesses);
            EXPECT_EQ(found.totals[kind].elements_accessed, expected.totals[kind].elements_accessed);
            EXPECT_EQ(found.totals[kind].l1.hits, expected.totals[kind].l1.hits);
            EXPECT_EQ(found.totals[kind].l2.hits, expected.totals[kind].l2.hits);
        }
        const auto rates = exact_rates(*exact);
        for (std::size_t level = 0; level < 2; ++level) {
            EXPECT_NEAR(preview->hit_rate[level], rates[level], 1e-12);
            EXPECT_EQ(preview->error[level], 0.0);
        }
    }
}

TEST(ReleaseOnlyPreview, IsAsNearAsItSays) {
    ThreadPool pool(2);
    unsigned beyond = 0;
    unsigned all = 0;
    for (const char* scene : {"builtin:statue?triangles=4000", "builtin:teapot"})
        for (const char* rays : {"primary", "path:2"}) {
            const HmtFile file = traced_file(scene, rays);
            const auto rates = exact_rates(*exact_profile(file, small_caches, pool));
            for (const double line_rate : {1.0, 0.5, 0.25})
                for (const double share : {0.1, 0.3}) {
                    const auto preview = make_preview(file, file.read_scene(), small_caches,
                                                      {.line_rate = line_rate, .request_share = share}, pool);
                    EXPECT_NEAR(preview->request_share(), share, 0.01);
                    EXPECT_EQ(preview->stretches, 24U);
                    for (std::size_t level = 0; level < 2; ++level) {
                        const double error = std::abs(preview->hit_rate[level] - rates[level]);
                        ASSERT_TRUE(preview->error[level].has_value());
                        ++all;
                        beyond += error > *preview->error[level] ? 1 : 0;
                        // 95 % are two standard errors, and the samples of a scene have much in common.
                        EXPECT_LE(error, 2.0 * *preview->error[level] + 0.002)
                            << scene << ' ' << rays << ", " << line_rate << " of lines, " << share
                            << " of requests, L" << level + 1 << ": " << preview->hit_rate[level]
                            << " instead of " << rates[level];
                        EXPECT_LE(*preview->error[level], 0.2) << "or it says nothing";
                    }
                }
        }
    EXPECT_LE(beyond, all / 5) << "of " << all;
}

/// The entries in the order of elements.
std::vector<SparseSums::Entry> sorted(std::span<const SparseSums::Entry> entries) {
    std::vector<SparseSums::Entry> all(entries.begin(), entries.end());
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.element < b.element; });
    return all;
}

TEST(Preview, DoesNotDependOnThreads) {
    const HmtFile file = traced_file("builtin:statue?triangles=4000", "path:2");
    const auto scene = file.read_scene();
    const PreviewOptions options{.line_rate = 0.5, .request_share = 0.2, .stretches = 7};
    ThreadPool one(1);
    const auto expected = make_preview(file, scene, small_caches, options, one);
    for (const unsigned threads : {2U, 5U}) {
        ThreadPool pool(threads);
        const auto found = make_preview(file, scene, small_caches, options, pool);
        EXPECT_EQ(found->hit_rate, expected->hit_rate);
        EXPECT_EQ(found->error, expected->error);
        EXPECT_EQ(found->totals, expected->totals);
        for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
            EXPECT_TRUE(sorted(found->elements.of(kind)) == sorted(expected->elements.of(kind)));
    }
}

TEST(NoTsanPreview, ExtrapolatesCountsAndKeepsRates) {
    const HmtFile file = traced_file("builtin:statue?triangles=4000", "primary");
    ThreadPool pool(2);
    const auto exact = exact_profile(file, small_caches, pool);
    const auto preview =
        make_preview(file, file.read_scene(), small_caches, {.line_rate = 0.5, .request_share = 0.25}, pool);
    const PreviewProfile profile(preview, exact->positions());
    const TimeWindow all{0, exact->positions()};
    const auto found = profile.totals(all, {});
    const auto expected = exact->totals(all);
    // The root is in every stretch.
    const auto rate = [](const ElementSums& sums) { return sums.l1().hit_count() / sums.l1_lookups; };
    for (const ElementKindId kind : {box_kind, face_kind}) {
        const double ratio =
            static_cast<double>(found[kind].accesses) / static_cast<double>(expected[kind].accesses);
        EXPECT_NEAR(ratio, 1.0, 0.25) << "of the accesses of kind " << int{kind};
        for (const SparseSums::Entry& entry : preview->elements.of(kind)) {
            if (entry.l1_lookups == 0) continue;
            EXPECT_NEAR(rate(profile.element(all, kind, entry.element)), rate(entry.sums()), 1e-6);
        }
    }
    std::vector<float> values;
    EXPECT_EQ(profile.values({5, 10}, face_kind, "l1-hit-rate"_metric, values, {}), all)
        << "it knows no other window";
    EXPECT_EQ(values.size(), exact->element_count(face_kind));
}

TEST(Preview, RefusesImpossibleOptions) {
    const HmtFile file = traced_file("builtin:teapot", "primary");
    const auto scene = file.read_scene();
    ThreadPool pool(1);
    for (const PreviewOptions& options :
         {PreviewOptions{.line_rate = 0.0}, PreviewOptions{.line_rate = 1.5},
          PreviewOptions{.request_share = 0.0}, PreviewOptions{.request_share = std::nan("")},
          PreviewOptions{.stretches = 0}})
        EXPECT_THROW((void)make_preview(file, scene, small_caches, options, pool), UsageError);
    EXPECT_THROW((void)make_preview(file, nullptr, small_caches, {}, pool), FileError);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)make_preview(file, scene, small_caches, {}, pool, {stop.get_token(), nullptr}),
                 Cancelled);
}

TEST(PreviewPlan, StretchesAreSpreadOverTheRecording) {
    std::vector<HmtBlock> blocks;
    for (std::uint64_t i = 0; i < 10; ++i)
        blocks.push_back({RequestIndex(i * 100), Position(0), i == 9 ? 20U : 100U, 0});
    const auto stretches = plan_preview(blocks, {.request_share = 0.25, .stretches = 5});
    ASSERT_EQ(stretches.size(), 5U);
    std::uint64_t requests = 0;
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        EXPECT_EQ(stretches[i].first_block, 2 * i + 1);
        requests += stretches[i].requests;
    }
    EXPECT_EQ(stretches[0].end_request, 146U);
    EXPECT_EQ(requests, 4U * 46U + 20U) << "the last block has no more";
    const auto longer = plan_preview(blocks, {.request_share = 0.5, .stretches = 2});
    ASSERT_EQ(longer.size(), 2U);
    EXPECT_EQ(longer[0].first_block, 2U);
    EXPECT_EQ(longer[0].last_block, 5U) << "a stretch goes on in the blocks that follow";
    EXPECT_EQ(longer[0].requests, 230U);
    EXPECT_EQ(plan_preview(blocks, {}).size(), 1U) << "everything is one stretch";
    EXPECT_TRUE(plan_preview({}, {}).empty());
}

} // namespace
} // namespace hitmap
