#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/chunks/sums_codec.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/hmt/file/write_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;

constexpr std::uint32_t faces = 400'000;

RecordingInfo info_of_faces() {
    RecordingInfo info;
    Allocation& allocation = info.allocations.emplace_back();
    allocation.name = "faces";
    allocation.role = Role::faces;
    allocation.bytes = std::uint64_t{faces} * 12;
    allocation.stride = allocation.element_bytes = 12;
    return info;
}

std::vector<RecordedSum> random_sums(std::uint32_t count, std::mt19937_64& random) {
    std::vector<RecordedSum> sums;
    std::uniform_real_distribution<float> share(0.0F, 1.0F);
    for (std::uint32_t i = 0; i < count; ++i) {
        RecordedSum sum{(i * 7919U) % faces, face_kind, 0.0F, 0.0F, 0, 0};
        sum.l1_lookups = static_cast<std::uint32_t>(random() % 5000);
        sum.l2_lookups = static_cast<std::uint32_t>(random());
        sum.l1_hits = share(random) * static_cast<float>(sum.l1_lookups);
        sum.l2_hits = std::ldexp(share(random), -static_cast<int>(random() % 150)); // subnormal ones, too
        if (sum.l2_lookups == 0) sum.l2_hits = -0.0F;
        sums.push_back(sum);
    }
    return sums;
}

std::vector<std::uint32_t> bits_of(const std::vector<RecordedSum>& sums) {
    std::vector<std::uint32_t> bits;
    for (const RecordedSum& sum : sums)
        for (const std::uint32_t value :
             {sum.element, std::uint32_t{sum.kind}, std::bit_cast<std::uint32_t>(sum.l1_hits),
              std::bit_cast<std::uint32_t>(sum.l2_hits), sum.l1_lookups, sum.l2_lookups})
            bits.push_back(value);
    return bits;
}

TEST(RecordedSums, AreReadBackBitForBit) {
    std::mt19937_64 random(1);
    std::vector<std::vector<RecordedSum>> frames{
        random_sums(1000, random), {}, random_sums(300'000, random), random_sums(1, random)};
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), {.tables_grow = true});
    sink->begin(info_of_faces(), nullptr);
    FinalTables tables;
    for (std::size_t f = 0; f < frames.size(); ++f) {
        if (f % 2 == 0) sink->begin_launch(tables.launches.emplace_back());
        sink->add_frame(frames[f]);
    }
    sink->complete(tables);
    sink->finish();

    const HmtFile file(open_memory(bytes, "a.hmt"));
    ThreadPool pool;
    file.validate(pool);
    EXPECT_EQ(file.version(), 2U);
    EXPECT_EQ(file.info().positions(), 4U);
    EXPECT_EQ(file.info().sums.sums[face_kind], 301'001U);
    std::vector<RecordedSum> found;
    for (std::size_t f = 0; f < frames.size(); ++f) {
        file.read_sums(f, found);
        EXPECT_EQ(bits_of(found), bits_of(frames[f])) << f;
        EXPECT_EQ(file.recorded_frames()[f].launch, f / 2);
        EXPECT_EQ(file.recorded_frames()[f].sums, frames[f].size());
    }
}

std::string part_error(const HmtFile& file, const RecordingPart& part) {
    try {
        (void)file.part(part);
    } catch (const FileError& error) {
        return error.what();
    }
    return "a part";
}

/// Launch 0 has 2 frames, launch 1 none, launch 2 has 3. Frame f has f + 1 sums.
TEST(RecordedSums, PartsHaveWholeFrames) {
    std::mt19937_64 random(2);
    std::vector<std::vector<RecordedSum>> frames;
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), {.tables_grow = true});
    sink->begin(info_of_faces(), nullptr);
    for (const int of_launch : {2, 0, 3}) {
        sink->begin_launch({});
        for (int i = 0; i < of_launch; ++i)
            sink->add_frame(
                frames.emplace_back(random_sums(static_cast<std::uint32_t>(frames.size()), random)));
    }
    sink->finish();
    const HmtFile file(open_memory(bytes, "a.hmt"));

    struct Case {
        RecordingPart part;
        std::size_t first, last; ///< frames
        std::string text;
        std::size_t launches;
    };
    ThreadPool pool;
    for (const Case& each :
         {Case{{.launches = {2, 3}}, 2, 5, "frames 2:5 of 5, launches 2:3 of 3, in a.hmt", 3},
          Case{{.launches = {0, 2}}, 0, 2, "frames 0:2 of 5, launches 0:1 of 3, in a.hmt", 1},
          Case{{.launches = {1}}, 2, 5, "frames 2:5 of 5, launches 2:3 of 3, in a.hmt", 3},
          Case{{.positions = {1, 4}}, 1, 4, "frames 1:4 of 5, launches 0:3 of 3, in a.hmt", 3}}) {
        const HmtFile part = file.part(each.part);
        std::vector<std::byte> written;
        write_recording(part, create_memory(written), pool);
        const HmtFile cut(open_memory(written, "b.hmt"));
        cut.validate(pool);
        for (const HmtFile* const found : {&part, &cut}) {
            EXPECT_EQ(part_text(found->info()), each.text);
            EXPECT_EQ(found->info().launches.size(), each.launches);
            ASSERT_EQ(found->info().positions(), each.last - each.first);
            std::uint64_t all = 0;
            std::vector<RecordedSum> sums;
            for (std::size_t f = each.first; f < each.last; ++f) {
                found->read_sums(f - each.first, sums);
                EXPECT_EQ(bits_of(sums), bits_of(frames[f]));
                EXPECT_EQ(found->recorded_frames()[f - each.first].launch, f < 2 ? 0U : 2U);
                all += frames[f].size();
            }
            EXPECT_EQ(found->info().sums.sums[face_kind], all);
        }
    }
    EXPECT_EQ(part_error(file, {.launches = {3, 4}}),
              "a.hmt: part: expected 3 launches, numbered from 0, found 3:4");
    EXPECT_EQ(part_error(file, {.launches = {1, 2}}),
              "a.hmt: part: expected at least one frame, found none in launches 1:2, positions 0:");
    EXPECT_EQ(
        part_error(file, {.requests = {0, 1}}),
        "a.hmt: part: expected a part of launches or positions of a recording that has sums in the place of "
        "requests, found requests 0:1");
}

TEST(RecordedSums, StandInThePlaceOfRequests) {
    std::vector<std::byte> bytes;
    const auto old = write_hmt(create_memory(bytes), {});
    old->begin(info_of_faces(), nullptr);
    old->begin_launch({});
    EXPECT_THROW(old->add_frame({}), Error); // version 1

    RecordingInfo info = info_of_faces();
    info.instructions.emplace_back().bytes_per_lane = 4;
    const auto sink = write_hmt(create_memory(bytes), {.tables_grow = true});
    sink->begin(info, nullptr);
    EXPECT_THROW(sink->add_frame({}), Error); // no launch
    sink->begin_launch({});
    sink->add_frame({});
    Request request;
    request.mask = 1;
    EXPECT_THROW(sink->add(request), Error);
    const auto requests = write_hmt(create_memory(bytes), {.tables_grow = true});
    requests->begin(info, nullptr);
    requests->begin_launch({});
    requests->add(request);
    EXPECT_THROW(requests->add_frame({}), Error);
}

std::string decoding_error(const RecordedSum& sum, hmt::SumsHead head = {0, 0, {0, 1, 0}},
                           std::size_t bytes = hmt::encoded_sum_bytes) {
    Bytes body = hmt::encode_sums(std::vector{sum});
    body.resize(bytes);
    const BytesPlace place{"a.hmt", "chunk 1"};
    ByteReader in(body, place);
    std::vector<RecordedSum> sums;
    try {
        hmt::decode_sums(in, head, {0, faces, 0}, sums);
    } catch (const FileError& error) {
        return error.what();
    }
    return "no error";
}

TEST(RecordedSums, AreCheckedWhenTheyAreRead) {
    const RecordedSum good{5, face_kind, 1.0F, 2.0F, 1, 2};
    EXPECT_EQ(decoding_error(good), "no error");
    RecordedSum bad = good;
    bad.element = faces;
    EXPECT_THAT(decoding_error(bad), HasSubstr("expected a face below 400000, found 400000"));
    bad = good;
    bad.kind = box_kind;
    EXPECT_THAT(decoding_error(bad), HasSubstr("expected a box below 0, found 5"));
    for (const float hits :
         {-1.0F, 1.5F, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        bad = good;
        bad.l1_hits = hits;
        EXPECT_THAT(decoding_error(bad), HasSubstr("expected hits from 0 to 1, the look-ups, found"));
    }
    EXPECT_THAT(decoding_error(good, {0, 0, {1, 0, 0}}), HasSubstr("expected 1 sums of boxes"));
    EXPECT_THAT(decoding_error(good, {0, 0, {0, 2, 0}}), HasSubstr("expected 42 bytes for 2 sums, found 21"));
    EXPECT_THAT(decoding_error(good, {0, 0, {0, 1, 0}}, 20),
                HasSubstr("expected 21 bytes for 1 sums, found 20"));
}

} // namespace
} // namespace hitmap
