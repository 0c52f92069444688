#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/blocks/sums_codec.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"

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
