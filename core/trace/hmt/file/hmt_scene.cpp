#include "core/base/error.h"
#include "core/jobs/start_thread.h"
#include "core/trace/hmt/chunks/copy_codec.h"
#include "core/trace/hmt/chunks/instance_codec.h"
#include "core/trace/hmt/chunks/primitive_codec.h"
#include "core/trace/hmt/chunks/scene_codec.h"
#include "core/trace/hmt/chunks/scene_columns.h"
#include "core/trace/hmt/file/hmt_file_impl.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace hitmap {

using namespace hmt;

namespace {

struct SceneChunk {
    const ChunkEntry* entry;
    ScenePart part;
};

/// The chunks of the scene in the order of the file. Throws FileError if its arrays are in another order than
/// that of the format, so that every way of reading the scene decodes the same arrays from the same others.
std::vector<SceneChunk> scene_chunks(const FileIndex& index, const ByteSource& source) {
    std::vector<SceneChunk> chunks;
    for (const ChunkEntry& entry : index.chunks) {
        if (entry.header.type != scene_chunk) continue;
        const BytesPlace place = entry.place(source.name());
        ByteReader head(entry.head, place);
        const ScenePart part = decode_scene_head(head);
        if (!chunks.empty() && part.array < chunks.back().part.array)
            head.fail(
                fmt::format("expected the arrays of a scene in the order of the format, found {} after {}",
                            name_of(part.array), name_of(chunks.back().part.array)));
        // Every encoding takes 12 bytes per vertex before it is deflated. The number of vertices in all parts
        // is therefore known before any vertex is decoded, and bounded by the size of the file.
        if (part.array == SceneArray::vertices && entry.header.plain_bytes != part.count * sizeof(glm::vec3))
            head.fail(fmt::format("expected {} bytes for {} vertices, found {}",
                                  part.count * sizeof(glm::vec3), part.count, entry.header.plain_bytes));
        chunks.push_back({&entry, part});
    }
    return chunks;
}

std::uint64_t items_in(std::span<const SceneChunk> chunks, SceneArray array) {
    std::uint64_t items = 0;
    for (const SceneChunk& chunk : chunks)
        if (chunk.part.array == array) items += chunk.part.count;
    return items;
}

struct PrimitiveChunk {
    const ChunkEntry* entry;
    PrimitivePart part;
};

/// The chunks of primitives in the order of the file. Throws FileError if a body has not the bytes that its
/// head says, so that heads alone are bounded by the size of the file.
std::vector<PrimitiveChunk> primitive_chunks(const FileIndex& index, const ByteSource& source) {
    std::vector<PrimitiveChunk> chunks;
    for (const ChunkEntry& entry : index.chunks) {
        if (entry.header.type != primitives_chunk) continue;
        const BytesPlace place = entry.place(source.name());
        ByteReader head(entry.head, place);
        const PrimitivePart part = decode_primitive_head(head);
        if (entry.header.plain_bytes != part.body_bytes())
            head.fail(fmt::format("expected {} bytes for {} {}, found {}", part.body_bytes(), part.count,
                                  element_kinds()[part.kind].plural, entry.header.plain_bytes));
        chunks.push_back({&entry, part});
    }
    return chunks;
}

bool is_of_normals(const SceneChunk& chunk) {
    return chunk.part.array == SceneArray::normal_slots || chunk.part.array == SceneArray::normals;
}

template <class Decoder>
void decode_parts(std::span<const SceneChunk> chunks, const ByteSource& source, Decoder& decoder,
                  const JobContext& job) {
    for (const auto& [entry, part] : chunks) {
        job.check();
        const ChunkBody body = read_chunk(source, *entry);
        const BytesPlace place = entry->place(source.name());
        ByteReader in(body.bytes(), place);
        decoder.add(part, in);
    }
}

/// Decodes the arrays of a scene on two threads. Each array is predicted only from arrays that are decoded
/// before: normals from faces and vertices, boxes from their parents and from faces and vertices, and the
/// other arrays of the tree from one another.
void decode_arrays(std::span<const SceneChunk> chunks, const ByteSource& source, RecordedScene& scene,
                   std::uint64_t vertices, const JobContext& job) {
    const auto from = [chunks](SceneArray array) {
        const auto first = std::ranges::lower_bound(chunks, array, {},
                                                    [](const SceneChunk& chunk) { return chunk.part.array; });
        return static_cast<std::size_t>(first - chunks.begin());
    };
    const auto arrays = [&](SceneArray begin, SceneArray end) {
        return chunks.subspan(from(begin), from(end) - from(begin));
    };
    SceneDecoder decoder(scene, vertices);
    const auto decode = [&](std::span<const SceneChunk> parts) { decode_parts(parts, source, decoder, job); };
    const auto decode_beside = [&](std::span<const SceneChunk> parts) {
        SceneDecoder own(scene, vertices);
        decode_parts(parts, source, own, job);
    };
    const auto beside = "decoding beside another array";
    side_by_side(
        beside, [&] { decode(arrays(SceneArray::face_source, SceneArray::normals)); },
        [&] { decode_beside(arrays(SceneArray::box_parent, SceneArray::boxes)); });
    side_by_side(
        beside, [&] { decode(chunks.subspan(from(SceneArray::boxes))); },
        [&] { decode_beside(arrays(SceneArray::normals, SceneArray::box_parent)); });
}

/// Decodes the only chunk of a type; no rows if there is none.
template <class Row>
std::vector<Row> rows_in(const FileIndex& index, const ByteSource& source, ChunkType type,
                         std::vector<Row> (*decode)(ByteReader&)) {
    for (const ChunkEntry& entry : index.chunks) {
        if (entry.header.type != type) continue;
        const ChunkBody body = read_chunk(source, entry);
        const BytesPlace place = entry.place(source.name());
        ByteReader in(body.bytes(), place);
        return decode(in);
    }
    return {};
}

std::vector<InstanceFaces> instance_faces_in(const FileIndex& index, const ByteSource& source) {
    return rows_in(index, source, instances_chunk, decode_instance_faces);
}

} // namespace

void HmtFile::Impl::read_primitive_heads() {
    for (const PrimitiveChunk& chunk : primitive_chunks(*index, *source)) {
        if (!info.scene.present)
            fail(chunk.entry->place(source->name()).place, "expected primitives of a scene, found no scene");
        info.scene.primitives[chunk.part.kind] += chunk.part.count;
    }
}

std::shared_ptr<RecordedScene> HmtFile::Impl::decode_scene(bool with_normals, const JobContext& job) const {
    auto chunks = scene_chunks(*index, *source);
    const std::uint64_t vertices = items_in(chunks, SceneArray::vertices);
    if (vertices >= VertexOrder::none)
        fail("scene", fmt::format("expected less than 2^32 - 1 vertices, found {}", vertices));
    if (!with_normals) std::erase_if(chunks, is_of_normals);
    auto scene = std::make_shared<RecordedScene>();
    decode_arrays(chunks, *source, *scene, vertices, job);
    for (const auto& [entry, part] : primitive_chunks(*index, *source)) {
        job.check();
        const ChunkBody body = read_chunk(*source, *entry);
        const BytesPlace place = entry->place(source->name());
        ByteReader in(body.bytes(), place);
        decode_primitives(part, in, *scene);
    }
    scene->instance_faces = instance_faces_in(*index, *source);
    scene->face_copies = rows_in(*index, *source, copies_chunk, decode_face_copies);
    scene->cameras = info.scene.cameras;
    scene->width = info.scene.width;
    scene->height = info.scene.height;
    scene->source_hash = info.scene.source_hash;
    check_scene(*scene, info.scene, {source->name(), "scene"}, job);
    return scene;
}

std::shared_ptr<const RecordedScene> HmtFile::read_scene(const JobContext& job) const {
    if (!info().scene.present) return nullptr;
    auto scene = impl_->decode_scene(true, job);
    check_normals(*scene, info().scene, {name(), "scene"}, job);
    return scene;
}

std::shared_ptr<const RecordedScene> HmtFile::read_scene_without_normals(const JobContext& job) const {
    return info().scene.present ? impl_->decode_scene(false, job) : nullptr;
}

RecordedNormals HmtFile::read_normals(const RecordedScene& scene, const JobContext& job) const {
    auto chunks = scene_chunks(*impl_->index, *impl_->source);
    std::erase_if(chunks, [](const SceneChunk& chunk) { return !is_of_normals(chunk); });
    RecordedNormals normals;
    NormalsDecoder decoder(scene, normals);
    decode_parts(std::span<const SceneChunk>(chunks), *impl_->source, decoder, job);
    check_normals(normals, info().scene, {name(), "scene"}, job);
    return normals;
}

std::vector<InstanceFaces> HmtFile::read_instance_faces() const {
    return instance_faces_in(*impl_->index, *impl_->source);
}

std::uint64_t HmtFile::normal_count() const {
    return items_in(scene_chunks(*impl_->index, *impl_->source), SceneArray::normals);
}

} // namespace hitmap
