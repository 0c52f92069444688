// What a reader says of broken chunks of ray events.
#include "core/base/error.h"
#include "core/trace/hmt/events/ray_codec.h"
#include "core/trace/hmt/events/ray_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using hmt::RayColumn;
using testing::HasSubstr;

/// Place i is of kind i.
std::vector<RayPlace> places_of_all_kinds() {
    std::vector<RayPlace> places;
    for (std::size_t kind = 0; kind < ray_event_kind_count; ++kind)
        places.push_back({static_cast<RayEventKind>(kind), "compute", {}});
    return places;
}

/// The columns of a chunk with an event at place 0 (traced) and one at place 1 (candidate), each of one lane.
using RayChunkColumns = std::array<std::vector<std::uint8_t>, hmt::ray_columns>;

RayChunkColumns good_columns() {
    RayChunkColumns columns;
    columns[0] = {0, 0};                   // requests
    columns[1] = {2, 0};                   // warps
    columns[2] = {0, 0, 0, 0};             // identities
    columns[3] = {1, 2};                   // places
    columns[4] = {30, 0};                  // masks: lane 0 alone
    columns[4] = {31, 0};                  // masks: lane 0 alone
    columns[5] = {0xfe, 0xff, 0xff, 0xff}; // mask bytes
    const auto of = [&](RayColumn column, unsigned behind = 0) -> std::vector<std::uint8_t>& {
        return columns[static_cast<std::size_t>(column) + behind];
    };
    of(RayColumn::predictions) = {1, 1, 17, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    of(RayColumn::origins) = {1 + 5 * 2}; // lengths 1, 2, 0
    of(RayColumn::origins, 1) = {7, 8};
    of(RayColumn::origins, 2) = {9};
    of(RayColumn::axes) = {5};
    of(RayColumn::directions) = {0};
    of(RayColumn::distances) = {0, 1};
    of(RayColumn::distances, 1) = {3};
    of(RayColumn::flags) = {4};
    of(RayColumn::masks) = {6};
    of(RayColumn::structures) = {8};
    of(RayColumn::hit_distances) = {4};
    of(RayColumn::hit_distances, 1) = {1};
    of(RayColumn::hit_distances, 2) = {1, 2, 3};
    of(RayColumn::shapes) = {1};
    of(RayColumn::instances) = {2};
    of(RayColumn::geometries) = {4};
    of(RayColumn::primitives) = {6};
    return columns;
}

std::string ray_error(const RayChunkColumns& columns,
                      const hmt::RayHead& head = {{2, 1, 5, 5}, {1, 1, 0, 0, 0}}) {
    ByteWriter body;
    for (const auto& column : columns)
        body.varint(column.size());
    for (const auto& column : columns)
        for (const std::uint8_t byte : column)
            body.u8(byte);
    const BytesPlace place{"a.hmt", "chunk 1"};
    ByteReader in(body.bytes(), place);
    RayEvents events;
    try {
        hmt::decode_rays(in, head, {5, 3, 4}, places_of_all_kinds(), events);
    } catch (const FileError& error) {
        return error.what();
    }
    return "no error";
}

TEST(RayChunks, AreCheckedByTheReader) {
    EXPECT_EQ(ray_error(good_columns()), "no error");
    struct Row {
        std::size_t column;
        std::vector<std::uint8_t> bytes;
        const char* message;
    };
    const auto at = [](RayColumn column) { return static_cast<std::size_t>(column); };
    const std::vector<std::uint8_t> large{0xfe, 0xff, 0xff, 0xff, 0x3f}; // + 2^33 - 1
    const Row rows[] = {
        {0, {1, 0}, "expected events from request 5 to 5, found 6 to 6"},
        {1, {0, 0}, "expected a new warp first, found none"},
        {2, {2, 0, 0, 0}, "expected a number below 1, found 1"},
        {2, {0, 6, 0, 0}, "expected a number below 3, found 3"},
        {2, {0, 0, 0, 8}, "expected a number below 4, found 4"},
        {3, {6, 2}, "expected a place below 5, found 5"},
        {3, {1, 1}, "expected 1 lanes of events 'traced', found more"},
        {3, {4, 2}, "expected 0 lanes of events 'missed', found more"},
        {4, {0, 0}, "expected 1 lanes of events 'traced', found more"},
        {4, {32, 0}, "expected a code of a mask, below 4 or from 17 to 31, found 32"},
        {at(RayColumn::predictions),
         {6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
         "expected a prediction of field 0 of a ray, found 6"},
        {at(RayColumn::predictions),
         {1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
         "expected a prediction of field 1 of a ray, found 3"},
        {at(RayColumn::predictions),
         {1, 1, 16, 1, 1, 1, 1, 1, 1, 1, 1, 1},
         "expected a prediction of field 2 of a ray, found 16"},
        {at(RayColumn::predictions),
         {1, 1, 255, 1, 1, 1, 1, 1, 1, 1, 1, 1},
         "expected a prediction of field 2 of a ray, found 255"},
        {at(RayColumn::predictions),
         {1, 1, 1, 1, 1, 1, 200, 1, 1, 1, 1, 1},
         "expected a prediction of field 6 of a ray, found 200"},
        {at(RayColumn::predictions),
         {1, 1, 17, 1, 1, 1, 1, 1, 1, 1, 1, 4},
         "expected a prediction of field 4 of a hit, found 4"},
        {at(RayColumn::predictions), {1, 1, 17, 1, 1, 1, 1, 1, 1, 1, 1}, "a code"},
        {at(RayColumn::predictions), {0, 1, 17, 1, 1, 1, 1, 1, 1, 1, 1, 1}, "expected the end, found 1 more"},
        {at(RayColumn::origins), {125}, "expected lengths of floats below 125, found 125"},
        {at(RayColumn::origins), {0}, "expected the end, found 2 more bytes"},
        {at(RayColumn::distances), {5, 0}, "expected lengths of floats below 5, found 5"},
        {at(RayColumn::axes), {6}, "expected an axis and a sign below 6, found 6"},
        {at(RayColumn::flags), large, "expected a number up to 4294967295, found"},
        {at(RayColumn::flags), {1}, "expected a number up to 4294967295, found 18446744073709551615"},
        {at(RayColumn::structures), {}, "of a number, found 0"},
        {at(RayColumn::shapes), {2}, "expected a shape below 2, found 2"},
        {at(RayColumn::primitives), {1}, "expected a number up to 4294967295, found 18446744073709551615"},
    };
    for (const Row& row : rows) {
        RayChunkColumns columns = good_columns();
        columns[row.column] = row.bytes;
        EXPECT_THAT(ray_error(columns), HasSubstr(row.message));
    }
    EXPECT_THAT(ray_error(good_columns(), {{2, 1, 5, 5}, {1, 2, 0, 0, 0}}),
                HasSubstr("expected as many lanes of each kind of event as the head says, found fewer"));
}

TEST(RayChunks, HeadsOfSmallChunksCannotPromiseMany) {
    const auto error_of = [](const hmt::RayHead& head, std::uint64_t stored) -> std::string {
        ByteWriter bytes;
        hmt::encode_ray_head(head, bytes);
        const BytesPlace place{"a.hmt", "chunk 1"};
        ByteReader in(bytes.bytes(), place);
        try {
            (void)hmt::decode_ray_head(in, stored);
        } catch (const FileError& error) {
            return error.what();
        }
        return "no error";
    };
    constexpr std::uint32_t many = ~0U;
    EXPECT_EQ(error_of({{896, 1, 0, 0}, {800, 90, 3, 2, 1}}, 10), "no error");
    EXPECT_THAT(error_of({{896, 1, 0, 0}, {800, 90, 3, 2, 2}}, 10),
                HasSubstr("expected 896 to 896 lanes in 10 bytes, found 897"));
    EXPECT_THAT(error_of({{5, 1, 0, 0}, {4, 0, 0, 0, 0}}, 10),
                HasSubstr("expected 5 to 896 lanes in 10 bytes, found 4"));
    EXPECT_THAT(error_of({{5, 1, 0, 0}, {many, many, many, many, many}}, 10),
                HasSubstr("expected 5 to 896 lanes in 10 bytes, found 21474836475"));
    EXPECT_THAT(error_of({{0, 1, 0, 0}, {0, 0, 0, 0, 0}}, 10),
                HasSubstr("expected 1 to 896 ray events in 10 bytes, found 0"));
    EXPECT_THAT(error_of({{(1U << 16) + 1, 1, 0, 0}, {(1U << 16) + 1, 0, 0, 0, 0}}, 1U << 30),
                HasSubstr("expected at most 65536 ray events, found 65537"));
    EXPECT_THAT(error_of({{1, 1, 5, 4}, {1, 0, 0, 0, 0}}, 10),
                HasSubstr("expected a last request from 5 on, found 4"));
}

TEST(RayChunks, PlacesAreCheckedByTheReader) {
    const auto error_of = [](const std::vector<std::uint8_t>& bytes) -> std::string {
        const BytesPlace place{"a.hmt", "chunk 1"};
        ByteReader in(std::as_bytes(std::span(bytes)), place);
        try {
            (void)hmt::decode_ray_places(in);
        } catch (const FileError& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(error_of({1, 4, 1, 'c', 0, 0, 0, 0}), "no error");
    EXPECT_THAT(error_of({0}), HasSubstr("expected a place of rays, found none"));
    EXPECT_THAT(error_of({1, 5, 0, 0, 0, 0, 0}), HasSubstr("a kind of ray event"));
    EXPECT_THAT(error_of({2, 0, 0, 0, 0, 0, 0}), HasSubstr("places of rays"));
    EXPECT_THAT(error_of({1, 0, 9, 0, 0, 0, 0}), HasSubstr("a stage"));
}

} // namespace
} // namespace hitmap
