#include "core/export/rtmemtracer_writer.h"

#include "core/base/error.h"
#include "core/trace/formats/memtracer/trace_frames.h"
#include "core/trace/formats/memtracer/trace_input.h"
#include "core/trace/io/bytes.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <string_view>

namespace hitmap::rtmemtracer {

namespace {

/// Bytes that are collected before they are compressed.
constexpr std::size_t piece_bytes = std::size_t{1} << 18;
/// The tool passes the size of a frame through 32 bits.
constexpr std::uint64_t most_records = std::numeric_limits<std::uint32_t>::max() / record_bytes;

void put(const glm::vec3& v, ByteWriter& out) {
    for (int axis = 0; axis < 3; ++axis)
        out.f32(v[axis]);
}

std::uint32_t count32(std::string_view what, std::uint64_t count) {
    if (count > std::numeric_limits<std::uint32_t>::max())
        throw Error(fmt::format("a trace of rtmemtracer has less than 2^32 {}, found {}", what, count));
    return static_cast<std::uint32_t>(count);
}

std::uint8_t flags_of(ElementKindId kind) {
    const auto found = std::ranges::find(descriptors(), kind, &Descriptor::kind);
    return static_cast<std::uint8_t>(found->number << 1U);
}

/// Calls put_item(item, writer) for all items and passes the bytes on in pieces.
template <class Item, class PutItem>
void write_items(std::span<const Item> items, PutItem put_item, GzipOutput& out) {
    ByteWriter piece;
    for (const Item& item : items) {
        put_item(item, piece);
        if (piece.size() >= piece_bytes) out.write(piece.take()), piece = {};
    }
    out.write(piece.bytes());
}

} // namespace

std::vector<std::byte> camera_block(const Camera& recorded, std::uint32_t width, std::uint32_t height) {
    const Camera camera = normalised(recorded);
    const glm::vec3 right = glm::cross(camera.forward, camera.up);
    ByteWriter out;
    put(camera.position, out);
    for (int row = 0; row < 3; ++row)
        put({right[row], camera.up[row], -camera.forward[row]}, out);
    out.f32(camera.fov_y_degrees);
    out.u32(width);
    out.u32(height);
    return out.take();
}

TraceWriter::TraceWriter(const TraceScene& scene, RtmemtracerVariant variant, ByteSink& out)
    : scene_(scene), variant_(variant), out_(out), gzip_(out) {}

void TraceWriter::begin(std::uint32_t frames, std::uint64_t records) {
    const RecordedScene& scene = scene_.scene;
    ByteWriter header;
    header.u32(count32("bytes of the camera", scene_.camera.size()));
    header.u32(count32("vertices", scene.vertices.size()));
    header.u32(scene_.vertex_bytes);
    header.u32(count32("faces", scene.face_slots.size()));
    header.u32(face_bytes);
    header.u32(count32("boxes", scene.boxes.size()));
    header.u32(box_bytes);
    header.raw(scene_.camera);
    if (variant_ == RtmemtracerVariant::gbla) {
        ByteWriter preamble;
        preamble.raw(std::as_bytes(std::span(TraceInput::gbla_magic)));
        preamble.u32(static_cast<std::uint32_t>(header.size() + sizeof(TraceInput::gbla_version)));
        preamble.u32(TraceInput::gbla_version);
        out_.write(preamble.bytes());
        out_.write(header.bytes());
    } else {
        gzip_.write(header.bytes());
    }
    write_scene();
    ByteWriter numbers;
    numbers.u32(frames);
    numbers.u32(static_cast<std::uint32_t>(records)); // modulo 2^32, as the format has it
    numbers.u32(0);                                   // records are added
    numbers.u32(1);                                   // and divided by their look-ups
    gzip_.write(numbers.bytes());
}

void TraceWriter::write_scene() {
    const RecordedScene& scene = scene_.scene;
    const std::vector<std::byte> rest(scene_.vertex_bytes - least_vertex_bytes);
    write_items(
        std::span(scene.vertices),
        [&](const glm::vec3& vertex, ByteWriter& out) {
            put(vertex, out);
            out.raw(rest);
        },
        gzip_);
    write_items(
        std::span(scene.face_slots),
        [](const glm::uvec3& face, ByteWriter& out) {
            for (int corner = 0; corner < 3; ++corner)
                out.u32(face[corner]);
        },
        gzip_);
    write_items(
        std::span(scene.boxes),
        [](const Aabb& box, ByteWriter& out) {
            put(box.lower, out);
            put(box.upper, out);
        },
        gzip_);
}

void TraceWriter::add_frame(std::span<const RecordedSum> sums) {
    if (sums.size() > most_records)
        throw Error(
            fmt::format("a frame of rtmemtracer has at most {} sums, found {}", most_records, sums.size()));
    ByteWriter count;
    count.u32(static_cast<std::uint32_t>(sums.size()));
    gzip_.write(count.bytes());
    write_items(
        sums,
        [](const RecordedSum& sum, ByteWriter& out) {
            out.u32(sum.element);
            out.f32(sum.l2_hits);
            out.f32(sum.l1_hits);
            out.u32(sum.l2_lookups);
            out.u32(sum.l1_lookups);
            out.u8(flags_of(sum.kind));
        },
        gzip_);
}

} // namespace hitmap::rtmemtracer
