#include "core/trace/hmt/chunks/primitive_codec.h"

#include "core/trace/hmt/chunks/scene_codec.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace hitmap::hmt {

std::size_t counted_kinds(const RecordingInfo& info, const RecordedScene* scene) {
    std::size_t kinds = least_counted_kinds;
    for (const Allocation& allocation : info.allocations)
        if (const auto kind = element_kind_of(allocation.role))
            kinds = std::max<std::size_t>(kinds, *kind + 1U);
    if (scene != nullptr)
        for (const PrimitiveBuffer& buffer : scene->primitives)
            kinds = std::max<std::size_t>(kinds, buffer.kind + 1U);
    return kinds;
}

void encode_primitive_head(const PrimitivePart& part, ByteWriter& out) {
    out.u8(part.kind);
    out.u8(part.corners_each);
    out.u8(part.has_sources ? 1 : 0);
    out.u8(0);
    out.u32(part.count);
    out.u64(part.first);
}

PrimitivePart decode_primitive_head(ByteReader& in) {
    PrimitivePart part;
    part.kind = in.u8("a kind of element");
    part.corners_each = in.u8("a number of corners");
    if (part.kind < least_counted_kinds || part.kind >= element_kind_count())
        in.fail(fmt::format("expected primitives of a kind of element that this program knows, found kind {}",
                            part.kind));
    const ElementKind& row = element_kinds()[part.kind];
    const std::uint32_t corners = row.geometry ? row.geometry->corners : 0;
    if (part.corners_each == 0 || part.corners_each != corners)
        in.fail(fmt::format("expected {} corners of a {}, found {}", corners, row.name, part.corners_each));
    const std::uint8_t sources = in.u8("whether there are sources");
    if (sources > 1) in.fail(fmt::format("expected 0 or 1 for whether there are sources, found {}", sources));
    part.has_sources = sources != 0;
    in.u8("padding");
    part.count = in.u32("a number of elements");
    if (part.count == 0 || part.count > max_part_items)
        in.fail(fmt::format("expected 1 to {} elements in a part, found {}", max_part_items, part.count));
    part.first = in.u64("a first element");
    in.expect_end();
    return part;
}

void encode_primitives(
    const PrimitiveBuffer& buffer,
    const std::function<void(const PrimitivePart& part, std::span<const std::byte> body)>& put) {
    const std::uint64_t elements = buffer.count();
    for (std::uint64_t first = 0; first < elements; first += max_part_items) {
        PrimitivePart part;
        part.kind = buffer.kind;
        part.corners_each = static_cast<std::uint8_t>(buffer.corners_each);
        part.has_sources = !buffer.source.empty();
        part.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(max_part_items, elements - first));
        part.first = first;
        ByteWriter body;
        body.raw(std::as_bytes(
            std::span(buffer.corners)
                .subspan(first * buffer.corners_each, std::size_t{part.count} * buffer.corners_each)));
        if (part.has_sources) body.raw(std::as_bytes(std::span(buffer.source).subspan(first, part.count)));
        put(part, body.bytes());
    }
}

namespace {

template <class T>
void append_items(std::span<const std::byte> bytes, std::vector<T>& items) {
    const std::size_t before = items.size();
    items.resize(before + bytes.size() / sizeof(T));
    std::memcpy(items.data() + before, bytes.data(), bytes.size());
}

} // namespace

void decode_primitives(const PrimitivePart& part, ByteReader& in, RecordedScene& scene) {
    if (scene.primitives.empty() || scene.primitives.back().kind < part.kind)
        scene.primitives.push_back({part.kind, part.corners_each, {}, {}});
    PrimitiveBuffer& buffer = scene.primitives.back();
    if (buffer.kind != part.kind)
        in.fail(fmt::format("expected kinds in rising order, found {} after {}", part.kind, buffer.kind));
    if (part.first != buffer.count())
        in.fail(fmt::format("expected the part of {} that begins with element {}, found {}",
                            element_kinds()[part.kind].plural, buffer.count(), part.first));
    if (part.first != 0 && part.has_sources == buffer.source.empty())
        in.fail(fmt::format("expected sources in all parts of {} or in none, found both",
                            element_kinds()[part.kind].plural));
    const std::size_t corners = std::size_t{part.count} * part.corners_each * sizeof(std::uint32_t);
    append_items(in.raw(corners, "corners"), buffer.corners);
    if (part.has_sources)
        append_items(in.raw(std::size_t{part.count} * sizeof(std::int32_t), "sources"), buffer.source);
    in.expect_end();
}

} // namespace hitmap::hmt
