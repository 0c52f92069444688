#include "core/trace/hmt/chunks/scene_codec.h"

#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/chunks/scene_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace hitmap::hmt {

static_assert(std::endian::native == std::endian::little, "encoding 0 stores items as they lie in memory");

namespace {

/// Calls visit(id, array, predictive encodings) for every array of the scene, in the order of the file.
/// `normals` can be the scene itself.
template <class Scene, class Normals, class Visit>
void for_each_array(Scene& scene, Normals& normals, Visit visit) {
    visit(SceneArray::face_source, scene.face_source, 1);
    visit(SceneArray::face_slots, scene.face_slots, 3);
    visit(SceneArray::normal_slots, normals.normal_slots, 2);
    visit(SceneArray::vertices, scene.vertices, 1);
    visit(SceneArray::normals, normals.normals, 1);
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

/// A part of an array, and the body of its chunk.
struct EncodedPart {
    ScenePart part;
    Bytes body;
};

/// The parts of an array in the order of memory.
std::vector<EncodedPart> encode_plainly(SceneArray id, std::span<const std::byte> bytes,
                                        std::size_t item_bytes, std::size_t limit) {
    std::vector<EncodedPart> parts;
    const std::size_t items = std::min(bytes.size() / item_bytes, limit);
    for (std::size_t first = 0; first < items; first += max_part_items) {
        const std::size_t count = std::min<std::size_t>(max_part_items, items - first);
        const auto part = bytes.subspan(first * item_bytes, count * item_bytes);
        parts.push_back({{id, 0, static_cast<std::uint32_t>(count), first}, Bytes(part.begin(), part.end())});
    }
    return parts;
}

/// The parts of an array in a predictive encoding. The first part decides whether the others are coded at
/// all.
class PredictedArray {
public:
    PredictedArray(const RecordedScene& scene, SceneArray id, std::uint8_t encoding)
        : session_(scene, scene, scene.vertices.size()),
          id_(id),
          encoding_(encoding),
          items_(session_.predicted_count(id)) {}

    /// Codes parts until `limit` items are coded. Returns false if the encoding cannot represent the array.
    bool code(std::size_t limit) {
        for (; next_ < std::min(items_, limit); next_ += max_part_items) {
            const std::size_t count = std::min<std::size_t>(max_part_items, items_ - next_);
            const ScenePart part{id_, encoding_, static_cast<std::uint32_t>(count), next_};
            WritingCoder coder;
            if (!session_.code(part, coder)) return false;
            coder.finish();
            parts_.push_back({part, coder.out.take()});
        }
        return items_ != 0;
    }
    [[nodiscard]] std::size_t items() const { return items_; }
    [[nodiscard]] std::vector<EncodedPart>& parts() { return parts_; }

private:
    SceneSession<WritingCoder, const RecordedScene> session_;
    SceneArray id_;
    std::uint8_t encoding_;
    std::size_t items_;
    std::size_t next_ = 0;
    std::vector<EncodedPart> parts_;
};

/// Whether all padding slots are (0, 0, 0), because predictive encodings leave them out.
bool padding_is_zero(const RecordedScene& scene, const std::vector<glm::uvec3>& slots) {
    for (std::size_t slot = 0; slot < slots.size(); ++slot)
        if (slot < scene.face_source.size() && scene.is_padding(slot) && slots[slot] != glm::uvec3(0))
            return false;
    return true;
}

/// The compressed size of an array, estimated from its first part.
double estimated_size(const EncodedPart& first, std::size_t items) {
    const double size = static_cast<double>(pack_chunk(scene_chunk, 0, {}, first.body, 6).payload.size());
    return size * static_cast<double>(items) / first.part.count;
}

/// The parts of an array in the encoding whose first part is the smallest.
std::vector<EncodedPart> encode_array(const RecordedScene& scene, SceneArray id, std::uint8_t encodings,
                                      std::span<const std::byte> bytes, std::size_t item_bytes) {
    std::vector<EncodedPart> best;
    if (encodings != 0) {
        const auto first = encode_plainly(id, bytes, item_bytes, max_part_items);
        double smallest = estimated_size(first.front(), bytes.size() / item_bytes);
        for (std::uint8_t encoding = 1; encoding <= encodings; ++encoding) {
            PredictedArray predicted(scene, id, encoding);
            if (!predicted.code(max_part_items)) continue;
            const double size = estimated_size(predicted.parts().front(), predicted.items());
            if (size >= smallest || !predicted.code(predicted.items())) continue;
            smallest = size;
            best = std::move(predicted.parts());
        }
    }
    return best.empty() ? encode_plainly(id, bytes, item_bytes, bytes.size()) : std::move(best);
}

} // namespace

void encode_scene(const RecordedScene& scene, ThreadPool* pool, const PackPart& pack,
                  const std::function<void(const PackedChunk&)>& put) {
    const bool padded_slots_can_be_left_out =
        (scene.face_source.empty() || scene.face_source.size() == scene.face_slots.size()) &&
        padding_is_zero(scene, scene.face_slots) && padding_is_zero(scene, scene.normal_slots);
    std::array<std::vector<PackedChunk>, scene_array_count> chunks;
    std::optional<TaskGroup> group;
    if (pool != nullptr) group.emplace(*pool);
    for_each_array(scene, scene, [&](SceneArray id, const auto& items, std::uint8_t encodings) {
        if (items.empty()) return;
        const bool slots = id == SceneArray::face_slots || id == SceneArray::normal_slots;
        if (slots && !padded_slots_can_be_left_out) encodings = 0;
        const auto encode = [&, id, encodings, bytes = std::as_bytes(std::span(items)),
                             item_bytes = sizeof(items[0])] {
            auto parts = encode_array(scene, id, encodings, bytes, item_bytes);
            for (EncodedPart& part : parts) {
                chunks[static_cast<std::size_t>(id)].push_back(pack(part.part, part.body));
                part.body = {};
            }
        };
        if (!group) {
            encode();
            for (const PackedChunk& chunk : std::exchange(chunks[static_cast<std::size_t>(id)], {}))
                put(chunk);
        } else {
            group->run(encode);
        }
    });
    if (!group) return;
    group->wait();
    for (const auto& array : chunks)
        for (const PackedChunk& chunk : array)
            put(chunk);
}

namespace {

/// The arrays that were decoded so far. `Scene` is constant if only normals are decoded.
template <class Scene>
class Decoder {
public:
    Decoder(Scene& scene, RecordedNormals& normals, std::uint64_t vertices)
        : scene_(scene), normals_(normals), session_(scene, normals, vertices) {}

    void add(const ScenePart& part, ByteReader& in) {
        std::uint64_t& done = done_[static_cast<std::size_t>(part.array)];
        if (part.first != done)
            in.fail(fmt::format("expected the part of {} that begins with item {}, found {}",
                                name_of(part.array), done, part.first));
        bool known = false;
        for_each_array(scene_, normals_, [&](SceneArray id, auto& items, unsigned encodings) {
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
        if constexpr (!std::is_const_v<Items>) {
            const auto bytes = in.raw(part.count * sizeof(items[0]), name_of(part.array));
            if (items.size() < part.first + part.count) items.resize(part.first + part.count);
            std::memcpy(items.data() + part.first, bytes.data(), bytes.size());
            in.expect_end();
        }
    }

    Scene& scene_;
    RecordedNormals& normals_;
    SceneSession<ReadingCoder, Scene> session_;
    std::array<std::uint64_t, scene_array_count> done_{};
};

} // namespace

class SceneDecoder::Impl : public Decoder<RecordedScene> {
    using Decoder::Decoder;
};

SceneDecoder::SceneDecoder(RecordedScene& scene, std::uint64_t vertices)
    : impl_(std::make_unique<Impl>(scene, scene, vertices)) {}
SceneDecoder::~SceneDecoder() = default;
void SceneDecoder::add(const ScenePart& part, ByteReader& in) {
    impl_->add(part, in);
}

class NormalsDecoder::Impl : public Decoder<const RecordedScene> {
    using Decoder::Decoder;
};

NormalsDecoder::NormalsDecoder(const RecordedScene& scene, RecordedNormals& normals)
    : impl_(std::make_unique<Impl>(scene, normals, scene.vertices.size())) {}
NormalsDecoder::~NormalsDecoder() = default;
void NormalsDecoder::add(const ScenePart& part, ByteReader& in) {
    impl_->add(part, in);
}

} // namespace hitmap::hmt
