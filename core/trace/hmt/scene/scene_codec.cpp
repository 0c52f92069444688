#include "core/trace/hmt/scene/scene_codec.h"

#include "core/base/error.h"
#include "core/trace/hmt/container/chunk.h"
#include "core/trace/hmt/scene/scene_session.h"

#include <fmt/format.h>

#include <cstring>

namespace hitmap::hmt {

static_assert(std::endian::native == std::endian::little, "encoding 0 stores items as they lie in memory");

namespace {

/// Calls visit(id, array, predictive encodings) for every array of the scene, in the order of the file.
template <class Scene, class Visit>
void for_each_array(Scene& scene, Visit visit) {
    visit(SceneArray::face_source, scene.face_source, 1);
    visit(SceneArray::face_slots, scene.face_slots, 3);
    visit(SceneArray::normal_slots, scene.normal_slots, 2);
    visit(SceneArray::vertices, scene.vertices, 1);
    visit(SceneArray::normals, scene.normals, 1);
    visit(SceneArray::box_parent, scene.box_parent, 1);
    visit(SceneArray::box_level, scene.box_level, 1);
    visit(SceneArray::box_source, scene.box_source, 1);
    visit(SceneArray::boxes, scene.boxes, 1);
    visit(SceneArray::instances, scene.instances, 0);
}

} // namespace

std::string_view name_of(SceneArray array) {
    constexpr std::array<std::string_view, scene_array_count> names{
        "face sources", "face slots", "normal slots", "vertices", "normals",
        "box parents",  "box levels", "box sources",  "boxes",    "instances"};
    return names[static_cast<std::size_t>(array)];
}

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
    if (array >= scene_array_count)
        in.fail(fmt::format("expected an array of the scene, found number {}", array));
    part.array = SceneArray{array};
    part.encoding = in.u8("an encoding");
    in.u16("padding");
    part.count = in.u32("a number of items");
    if (part.count == 0 || part.count > max_part_items)
        in.fail(fmt::format("expected 1 to {} items in a part, found {}", max_part_items, part.count));
    part.first = in.u64("a first item");
    in.expect_end();
    return part;
}

namespace {

using PutPart = std::function<void(const ScenePart& part, Bytes body)>;

/// Calls `put` for the parts of an array, in memory order.
void encode_plainly(SceneArray id, std::span<const std::byte> bytes, std::size_t item_bytes,
                    const PutPart& put) {
    const std::size_t items = bytes.size() / item_bytes;
    for (std::size_t first = 0; first < items; first += max_part_items) {
        const std::size_t count = std::min<std::size_t>(max_part_items, items - first);
        const auto part = bytes.subspan(first * item_bytes, count * item_bytes);
        put({id, 0, static_cast<std::uint32_t>(count), first}, Bytes(part.begin(), part.end()));
    }
}

/// As encode_plainly(), for a predictive encoding. Returns false if the encoding cannot represent the
/// array; some parts may have been put by then.
bool encode_predicted(const RecordedScene& scene, SceneArray id, std::uint8_t encoding, std::size_t limit,
                      const PutPart& put) {
    SceneSession<WritingCoder> session(scene, scene.vertices.size());
    const std::size_t items = session.predicted_count(id);
    for (std::size_t first = 0; first < std::min(items, limit); first += max_part_items) {
        const std::size_t count = std::min<std::size_t>(max_part_items, items - first);
        const ScenePart part{id, encoding, static_cast<std::uint32_t>(count), first};
        WritingCoder coder;
        if (!session.code(part, coder)) return false;
        coder.finish();
        put(part, coder.out.take());
    }
    return items != 0;
}

/// Whether all padding slots are (0, 0, 0), because predictive encodings leave them out.
bool padding_is_zero(const RecordedScene& scene, const std::vector<glm::uvec3>& slots) {
    for (std::size_t slot = 0; slot < slots.size(); ++slot)
        if (slot < scene.face_source.size() && scene.is_padding(slot) && slots[slot] != glm::uvec3(0))
            return false;
    return true;
}

/// The compressed size of an array, estimated from its first part.
double estimated_size(const ScenePart& part, const Bytes& body, std::size_t items) {
    const double size = static_cast<double>(pack_chunk(scene_chunk, 0, {}, body, 6).payload.size());
    return size * static_cast<double>(items) / part.count;
}

std::uint8_t best_encoding(const RecordedScene& scene, SceneArray id, std::uint8_t encodings,
                           std::span<const std::byte> bytes, std::size_t item_bytes) {
    std::uint8_t best = 0;
    double smallest = 0;
    const std::size_t items = bytes.size() / item_bytes;
    encode_plainly(
        id, bytes.first(std::min<std::size_t>(items, max_part_items) * item_bytes), item_bytes,
        [&](const ScenePart& part, const Bytes& body) { smallest = estimated_size(part, body, items); });
    for (std::uint8_t encoding = 1; encoding <= encodings; ++encoding) {
        double size = 0;
        const std::size_t predicted =
            SceneSession<WritingCoder>(scene, scene.vertices.size()).predicted_count(id);
        const auto measure = [&](const ScenePart& part, const Bytes& body) {
            size = estimated_size(part, body, predicted);
        };
        const auto ignore = [](const ScenePart&, const Bytes&) {};
        if (!encode_predicted(scene, id, encoding, max_part_items, measure) || size >= smallest) continue;
        if (!encode_predicted(scene, id, encoding, ~std::size_t{0}, ignore)) continue;
        smallest = size;
        best = encoding;
    }
    return best;
}

} // namespace

void encode_scene(const RecordedScene& scene, const PutPart& put) {
    const bool padded_slots_can_be_left_out =
        (scene.face_source.empty() || scene.face_source.size() == scene.face_slots.size()) &&
        padding_is_zero(scene, scene.face_slots) && padding_is_zero(scene, scene.normal_slots);
    for_each_array(scene, [&](SceneArray id, const auto& items, std::uint8_t encodings) {
        if (items.empty()) return;
        const auto bytes = std::as_bytes(std::span(items));
        const std::size_t item_bytes = sizeof(items[0]);
        const bool slots = id == SceneArray::face_slots || id == SceneArray::normal_slots;
        const std::uint8_t encoding = slots && !padded_slots_can_be_left_out
                                          ? std::uint8_t{0}
                                          : best_encoding(scene, id, encodings, bytes, item_bytes);
        if (encoding == 0) {
            encode_plainly(id, bytes, item_bytes, put);
        } else {
            encode_predicted(scene, id, encoding, ~std::size_t{0}, put);
        }
    });
}

class SceneDecoder::Impl {
public:
    Impl(RecordedScene& scene, std::uint64_t vertices) : scene_(scene), session_(scene, vertices) {}

    void add(const ScenePart& part, ByteReader& in) {
        std::uint64_t& done = done_[static_cast<std::size_t>(part.array)];
        if (part.first != done)
            in.fail(fmt::format("expected the part of {} that begins with item {}, found {}",
                                name_of(part.array), done, part.first));
        bool known = false;
        for_each_array(scene_, [&](SceneArray id, auto& items, unsigned encodings) {
            if (id != part.array || part.encoding > encodings) return;
            known = true;
            if (part.encoding == 0) {
                add_plain(part, items, in);
                return;
            }
            ReadingCoder coder(in);
            session_.code(part, coder);
            coder.finish();
        });
        if (!known)
            in.fail(
                fmt::format("expected a known encoding of {}, found {}", name_of(part.array), part.encoding));
        done += part.count;
    }

private:
    template <class Items>
    static void add_plain(const ScenePart& part, Items& items, ByteReader& in) {
        const auto bytes = in.raw(part.count * sizeof(items[0]), name_of(part.array));
        if (items.size() < part.first + part.count) items.resize(part.first + part.count);
        std::memcpy(items.data() + part.first, bytes.data(), bytes.size());
        in.expect_end();
    }

    RecordedScene& scene_;
    SceneSession<ReadingCoder> session_;
    std::array<std::uint64_t, scene_array_count> done_{};
};

SceneDecoder::SceneDecoder(RecordedScene& scene, std::uint64_t vertices)
    : impl_(std::make_unique<Impl>(scene, vertices)) {}
SceneDecoder::~SceneDecoder() = default;
void SceneDecoder::add(const ScenePart& part, ByteReader& in) {
    impl_->add(part, in);
}

} // namespace hitmap::hmt
