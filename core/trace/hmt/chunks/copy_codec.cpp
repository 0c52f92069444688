#include "core/trace/hmt/chunks/copy_codec.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

namespace hitmap::hmt {

namespace {

/// A number as the difference from the last one of its column.
std::int64_t next_number(ByteReader& in, std::int64_t last, std::int64_t most, const char* what) {
    const std::int64_t difference = in.zigzag(what);
    if (difference < -last || difference > most - last)
        in.fail(fmt::format("expected {} from 0 to {}, found a difference of {} from {}", what, most,
                            difference, last));
    return last + difference;
}

} // namespace

void encode_face_copies(std::span<const FaceCopy> copies, ByteWriter& out) {
    out.varint(copies.size());
    FaceCopy last;
    last.source = 0;
    for (const FaceCopy& copy : copies) {
        out.zigzag(std::int64_t{copy.slot} - last.slot);
        out.zigzag(std::int64_t{copy.source} - last.source);
        for (int k = 0; k < 3; ++k)
            out.zigzag(std::int64_t{copy.corners[k]} - last.corners[k]);
        last = copy;
    }
}

std::vector<FaceCopy> decode_face_copies(ByteReader& in) {
    constexpr std::int64_t any = std::numeric_limits<std::uint32_t>::max();
    constexpr std::int64_t source = std::numeric_limits<std::int32_t>::max();
    constexpr std::size_t least_bytes = 5; // of a row
    const std::uint64_t count = in.varint("a number of copies of faces");
    if (count == 0 || count > in.left() / least_bytes)
        in.fail(fmt::format("expected copies of faces, and the bytes for them, found {}", count));
    std::vector<FaceCopy> copies(count);
    FaceCopy last;
    last.source = 0;
    for (FaceCopy& copy : copies) {
        copy.slot = static_cast<std::uint32_t>(next_number(in, last.slot, any, "the slot of a face"));
        copy.source = static_cast<std::int32_t>(next_number(in, last.source, source, "a source face"));
        for (int k = 0; k < 3; ++k)
            copy.corners[k] =
                static_cast<std::uint32_t>(next_number(in, last.corners[k], any, "a corner of a copy"));
        last = copy;
    }
    in.expect_end();
    return copies;
}

} // namespace hitmap::hmt
