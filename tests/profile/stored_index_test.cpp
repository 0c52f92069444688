#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"
#include "core/geometry/scene.h"
#include "core/profile/index/stored_index.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/models/model_choice.h"
#include "core/profile/sums/sm_table.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// A traced recording in memory and what a profile of it is read with.
class StoredIndexTest : public testing::Test {
protected:
    static HmtFile traced(std::uint32_t triangles) {
        TraceOptions options;
        options.width = 60;
        options.height = 50;
        options.sm_count = 3;
        options.warps_per_sm = 4;
        ThreadPool pool(1);
        std::vector<std::byte> bytes;
        {
            const auto sink = write_hmt(create_memory(bytes));
            trace_scene(load_scene("builtin:statue?triangles=" + std::to_string(triangles)), options, *sink,
                        pool);
        }
        return HmtFile(open_memory(std::move(bytes), "statue"));
    }
    std::shared_ptr<const Profile> simulated(const ModelConfig& model, const Restriction& only = {}) {
        return make_profile(*request_source(file_, pool_), model, only, pool_);
    }
    static std::vector<std::byte> stored(const Profile& profile) {
        std::vector<std::byte> bytes;
        const auto sink = create_memory(bytes);
        write_profile(profile, *sink);
        sink->commit();
        return bytes;
    }
    std::shared_ptr<const Profile> read(std::vector<std::byte> bytes, const RecordingInfo& info) {
        return read_profile(*open_memory(std::move(bytes), "stored"), info, pool_);
    }

    ThreadPool pool_{2};
    HmtFile file_ = traced(1000);
};

void expect_same_sums(const SmTable& a, const SmTable& b) {
    ASSERT_EQ(a.sms(), b.sms());
    ASSERT_EQ(a.intervals(), b.intervals());
    for (std::size_t sm = 0; sm < a.sms(); ++sm)
        for (std::uint64_t i = 0; i < a.intervals(); ++i)
            EXPECT_EQ(a.of(sm)[i], b.of(sm)[i]) << "SM " << sm << ", interval " << i;
}

void expect_same_answers(const Profile& a, const Profile& b) {
    ASSERT_EQ(a.positions(), b.positions());
    const std::uint64_t n = a.positions();
    for (const TimeWindow window : {TimeWindow{0, n}, {0, 1}, {n / 3, n / 2}, {n / 7, n}, {5, 5}}) {
        SCOPED_TRACE(std::to_string(window.first) + ".." + std::to_string(window.last));
        WindowSums x;
        WindowSums y;
        a.window(window, x);
        b.window(window, y);
        EXPECT_EQ(x.totals, y.totals);
        EXPECT_TRUE(x.elements == y.elements);
        EXPECT_EQ(a.allocations(window).window, b.allocations(window).window);
        EXPECT_TRUE(a.allocations(window).allocations == b.allocations(window).allocations);
        EXPECT_TRUE(a.pixel_accesses(1234, window) == b.pixel_accesses(1234, window));
        for (const Metric asked : {"l1-reuse-distance"_metric, "access-order"_metric}) {
            std::vector<float> v;
            std::vector<float> w;
            a.values(window, face_kind, asked, v);
            b.values(window, face_kind, asked, w);
            ASSERT_EQ(v.size(), w.size());
            EXPECT_EQ(std::memcmp(v.data(), w.data(), v.size() * sizeof(float)), 0);
        }
    }
    EXPECT_TRUE(a.frame_totals(13) == b.frame_totals(13));
    ASSERT_NE(a.pixel_sums(), nullptr);
    ASSERT_NE(b.pixel_sums(), nullptr);
    EXPECT_TRUE(*a.pixel_sums() == *b.pixel_sums());
    expect_same_sums(*a.sm_table(), *b.sm_table());
}

TEST_F(StoredIndexTest, AnswersAsBefore) {
    const auto profile = simulated(SdcmConfig());
    ASSERT_TRUE(can_be_stored(*profile));
    expect_same_answers(*profile, *read(stored(*profile), file_.info()));
}

using NoTsanStoredIndexTest = StoredIndexTest;

TEST_F(NoTsanStoredIndexTest, AnswersAsBeforeWithARestriction) {
    const auto profile = simulated(SdcmConfig(), {.allocation = "faces"});
    expect_same_answers(*profile, *read(stored(*profile), file_.info()));
}

TEST_F(NoTsanStoredIndexTest, IsWrittenTheSameAgain) {
    const std::vector<std::byte> bytes = stored(*simulated(SdcmConfig()));
    EXPECT_TRUE(stored(*read(bytes, file_.info())) == bytes);
}

TEST_F(NoTsanStoredIndexTest, RefusesWhatEndsTooEarly) {
    const std::vector<std::byte> bytes = stored(*simulated(SdcmConfig()));
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 3)
        EXPECT_THROW(
            (void)read({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}, file_.info()),
            FileError)
            << size;
    std::vector<std::byte> longer = bytes;
    longer.push_back({});
    EXPECT_THROW((void)read(longer, file_.info()), FileError);
}

TEST_F(NoTsanStoredIndexTest, RefusesTheProfileOfAnotherRecording) {
    const std::vector<std::byte> bytes = stored(*simulated(SdcmConfig()));
    EXPECT_THROW((void)read(bytes, traced(1500).info()), FileError);
}

TEST_F(StoredIndexTest, StoresNoHierarchy) {
    const auto profile = simulated(model_config(choice_of(find_gpu_preset("turing-t4"), "turing-t4")));
    EXPECT_FALSE(can_be_stored(*profile));
    EXPECT_THROW((void)stored(*profile), Error);
}

TEST(ChecksumsOfARecording, TellRecordingsAndPartsApart) {
    const auto recording = [](std::uint64_t seed) {
        TraceOptions options;
        options.width = options.height = 32;
        options.seed = seed;
        trace_option("rays").set(options, "ao:1");
        ThreadPool pool(1);
        std::vector<std::byte> bytes;
        {
            const auto sink = write_hmt(create_memory(bytes));
            trace_scene(load_scene("builtin:statue?triangles=1000"), options, *sink, pool);
        }
        return HmtFile(open_memory(std::move(bytes), "statue"));
    };
    const HmtFile file = recording(1);
    EXPECT_TRUE(file.checksums() == recording(1).checksums());
    EXPECT_FALSE(file.checksums() == recording(2).checksums());
    RecordingPart part;
    part.requests = {0, 100};
    EXPECT_FALSE(file.checksums() == file.part(part).checksums());
}

} // namespace
} // namespace hitmap
