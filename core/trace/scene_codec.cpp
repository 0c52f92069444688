#include "core/trace/scene_codec.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace hitmap::hmt {

static_assert(std::endian::native == std::endian::little, "scene arrays are stored as they lie in memory");

namespace {

/// Calls visit(id, array) for every array of the scene, in file order.
template <class Scene, class Visit>
void for_each_array(Scene& scene, Visit visit) {
    visit(SceneArray::vertices, scene.vertices);
    visit(SceneArray::face_slots, scene.face_slots);
    visit(SceneArray::face_source, scene.face_source);
    visit(SceneArray::normals, scene.normals);
    visit(SceneArray::normal_slots, scene.normal_slots);
    visit(SceneArray::boxes, scene.boxes);
    visit(SceneArray::box_parent, scene.box_parent);
    visit(SceneArray::box_level, scene.box_level);
    visit(SceneArray::box_source, scene.box_source);
    visit(SceneArray::instances, scene.instances);
}

} // namespace

void encode_scene_head(const ScenePart& part, ByteWriter& out) {
    out.u8(static_cast<std::uint8_t>(part.array));
    out.u8(part.encoding);
    out.u16(0);
    out.u32(part.count);
    out.u64(part.first);
}

ScenePart decode_scene_head(ByteReader& in) {
    ScenePart part;
    const std::uint8_t array = in.u8("an array of the scene");
    if (array > static_cast<std::uint8_t>(SceneArray::instances))
        in.fail(fmt::format("expected an array of the scene, found number {}", array));
    part.array = SceneArray{array};
    part.encoding = in.u8("an encoding");
    in.u16("padding");
    part.count = in.u32("a number of items");
    if (part.count > max_part_items)
        in.fail(fmt::format("expected at most {} items in a part, found {}", max_part_items, part.count));
    part.first = in.u64("a first item");
    return part;
}

void encode_scene(const RecordedScene& scene,
                  const std::function<void(const ScenePart& part, Bytes body)>& put) {
    for_each_array(scene, [&](SceneArray id, const auto& items) {
        for (std::size_t first = 0; first < items.size(); first += max_part_items) {
            const std::size_t count = std::min<std::size_t>(max_part_items, items.size() - first);
            const auto bytes = std::as_bytes(std::span(items).subspan(first, count));
            put({id, 0, first, static_cast<std::uint32_t>(count)}, Bytes(bytes.begin(), bytes.end()));
        }
    });
}

void decode_scene_part(const ScenePart& part, ByteReader& in, RecordedScene& scene) {
    for_each_array(scene, [&](SceneArray id, auto& items) {
        if (id != part.array) return;
        if (part.first != items.size())
            in.fail(fmt::format("expected the part that begins with item {}, found {}", items.size(),
                                part.first));
        using Item = typename std::remove_reference_t<decltype(items)>::value_type;
        const auto bytes = in.raw(part.count * sizeof(Item), "items");
        items.resize(items.size() + part.count);
        std::memcpy(items.data() + part.first, bytes.data(), bytes.size());
    });
    in.expect_end();
}

void check_scene(const RecordedScene& scene, const SceneSummary& expected, const BytesPlace& place) {
    const auto check_length = [&](std::string_view what, std::uint64_t found, std::uint64_t wanted) {
        if (found != wanted)
            throw FileError(place.file, place.place,
                            fmt::format("expected {} {}, found {}", wanted, what, found));
    };
    const auto check_optional = [&](std::string_view what, std::uint64_t found, std::uint64_t wanted) {
        if (found != 0) check_length(what, found, wanted);
    };
    check_length("vertices", scene.vertices.size(), expected.vertices);
    check_length("face slots", scene.face_slots.size(), expected.face_slots);
    check_length("boxes", scene.boxes.size(), expected.boxes);
    check_optional("sources of face slots", scene.face_source.size(), expected.face_slots);
    check_length("face slots with normals", scene.normal_slots.size(),
                 scene.normals.empty() ? 0 : expected.face_slots);
    check_optional("parents of boxes", scene.box_parent.size(), expected.boxes);
    check_optional("levels of boxes", scene.box_level.size(), expected.boxes);
    check_optional("sources of boxes", scene.box_source.size(), expected.boxes);
    const auto check_indices = [&](std::string_view what, const std::vector<glm::uvec3>& slots,
                                   std::uint64_t limit, bool padding_only) {
        for (std::size_t i = 0; i < slots.size(); ++i) {
            const std::uint32_t last = std::max({slots[i].x, slots[i].y, slots[i].z});
            if (last >= limit && !(padding_only && last == 0))
                throw FileError(
                    place.file, place.place,
                    fmt::format("expected face slot {} to use {} below {}, found {}", i, what, limit, last));
        }
    };
    check_indices("vertices", scene.face_slots, scene.vertices.size(), scene.vertices.empty());
    check_indices("normals", scene.normal_slots, scene.normals.size(), false);
    for (std::size_t i = 0; i < scene.box_parent.size(); ++i)
        if (scene.box_parent[i] < -1 || scene.box_parent[i] >= static_cast<std::int64_t>(scene.boxes.size()))
            throw FileError(place.file, place.place,
                            fmt::format("expected box {} to have a parent below {}, found {}", i,
                                        scene.boxes.size(), scene.box_parent[i]));
}

} // namespace hitmap::hmt
