#include "core/trace/hmt/chunks/instance_codec.h"

#include <fmt/format.h>

#include <limits>

namespace hitmap::hmt {

namespace {

std::uint32_t number(ByteReader& in, const char* what, std::uint64_t most) {
    const std::uint64_t value = in.varint(what);
    if (value > most) in.fail(fmt::format("expected at most {} for {}, found {}", most, what, value));
    return static_cast<std::uint32_t>(value);
}

} // namespace

void encode_instance_faces(std::span<const InstanceFaces> instances, ByteWriter& out) {
    out.varint(instances.size());
    for (const InstanceFaces& row : instances) {
        for (const std::uint32_t value :
             {row.instance, row.geometry, row.custom_index, row.first_face, row.faces})
            out.varint(value);
        out.u8(row.mask);
        out.u8(row.instance_flags);
        out.u8(row.geometry_flags);
        out.u8(row.mirrors ? 1 : 0);
    }
}

std::vector<InstanceFaces> decode_instance_faces(ByteReader& in) {
    constexpr std::uint64_t any = std::numeric_limits<std::uint32_t>::max();
    constexpr std::uint64_t faces = std::numeric_limits<std::int32_t>::max();
    constexpr std::size_t least_bytes = 9; // of a row
    const std::uint64_t count = in.varint("a number of instances with faces");
    if (count == 0 || count > RecordingLimits::instance_faces || count > in.left() / least_bytes)
        in.fail(fmt::format("expected 1 to {} instances with faces, and the bytes for them, found {}",
                            RecordingLimits::instance_faces, count));
    std::vector<InstanceFaces> instances(count);
    for (InstanceFaces& row : instances) {
        row.instance = number(in, "an instance", any);
        row.geometry = number(in, "a geometry", any);
        row.custom_index = number(in, "a custom index", any);
        row.first_face = number(in, "a first face", faces);
        row.faces = number(in, "a number of faces", faces);
        row.mask = in.u8("a mask");
        row.instance_flags = in.u8("flags of an instance");
        row.geometry_flags = in.u8("flags of a geometry");
        const std::uint8_t mirrors = in.u8("whether an instance mirrors");
        if (mirrors > 1)
            in.fail(fmt::format("expected 0 or 1 for whether an instance mirrors, found {}", mirrors));
        row.mirrors = mirrors != 0;
    }
    in.expect_end();
    return instances;
}

} // namespace hitmap::hmt
