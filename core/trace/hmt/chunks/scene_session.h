#pragma once

#include "core/trace/hmt/chunks/scene_codec.h"
#include "core/trace/hmt/chunks/scene_columns.h"

#include <algorithm>
#include <optional>
#include <type_traits>

namespace hitmap::hmt {

/// Codes the arrays of one scene, part after part. `Coder` is WritingCoder or ReadingCoder. The functions
/// below write the values in the scene, or read values into it. `Scene` is a RecordedScene, which is constant
/// if only its normals are read.
template <class Coder, class Scene>
class SceneSession {
public:
    using Normals = std::conditional_t<Coder::writes, const RecordedNormals, RecordedNormals>;

    /// @param normals  can be the scene itself
    SceneSession(Scene& scene, Normals& normals, std::uint64_t vertices)
        : scene_(scene), shading_(normals), vertices_(vertices) {}

    /// Codes a part. Returns false if the encoding cannot represent the scene (when writing).
    bool code(const ScenePart& part, Coder& coder);
    /// The number of items of an array in its predictive encodings (1 and up).
    [[nodiscard]] std::size_t predicted_count(SceneArray array);

private:
    template <class Value>
    static void set(const Value&, const std::type_identity_t<Value>&) {}
    template <class Value>
    static void set(Value& item, const std::type_identity_t<Value>& value) {
        if constexpr (!Coder::writes) item = value;
    }
    template <class Array>
    static void grow(Array& array, std::size_t size) {
        if constexpr (!Coder::writes && !std::is_const_v<Array>) array.resize(std::max(array.size(), size));
    }
    bool code_sources(auto& array, Items items, Coder& coder);
    bool code_faces(Items items, Coder& coder, unsigned encoding);
    bool code_normal_slots(Items items, Coder& coder, unsigned encoding);
    bool code_vertices(Items items, Coder& coder);
    bool code_normals(Items items, Coder& coder);
    bool code_parents(Items items, Coder& coder);
    bool code_levels(Items items, Coder& coder);
    bool code_boxes(Items items, Coder& coder);
    /// Returns the float that is `difference` from the expected one; when writing, sets `difference`.
    static float code_float(float actual, float expected, std::uint32_t& difference);
    static void code_sparse_float(auto& value, float expected, Coder& coder) {
        const std::uint32_t base = ordered(finite_or_zero(expected));
        const std::int64_t code = coder.sparse(ordered(value), base);
        set(value, from_ordered(static_cast<std::uint32_t>(code)));
    }
    /// The slot of the i-th face in source order.
    [[nodiscard]] std::size_t slot(std::size_t i) const { return order().known ? order().slots[i] : i; }
    [[nodiscard]] const SlotOrder& order() const { return *order_; }
    void need_order() {
        if (!order_) order_ = slot_order(scene_.face_source);
    }

    Scene& scene_;
    Normals& shading_;
    std::uint64_t vertices_;
    std::optional<SlotOrder> order_;
    std::optional<VertexOrder> vertex_order_;
    std::optional<std::vector<glm::vec3>> normals_;
    std::optional<BoxTree> tree_;
    std::int64_t last_source_ = 0;
    glm::uvec3 last_face_{0};
    glm::uvec3 face_before_{0};
    std::int64_t unused_vertex_ = 0;      ///< one more than the highest vertex used so far
    std::vector<std::int64_t> normal_of_; ///< [vertices] the normal that was used with the vertex last, or -1
    std::int64_t unused_normal_ = 0;
    std::int64_t last_normal_ = 0;
    std::vector<std::int32_t> open_{-1}; ///< boxes whose children follow later
};

template <class Coder, class Scene>
std::size_t SceneSession<Coder, Scene>::predicted_count(SceneArray array) {
    need_order();
    switch (array) {
    case SceneArray::face_source:
        return scene_.face_source.size();
    case SceneArray::face_slots:
        return order().known ? order().slots.size() : scene_.face_slots.size();
    case SceneArray::normal_slots:
        return shading_.normal_slots.empty() ? 0
               : order().known               ? order().slots.size()
                                             : shading_.normal_slots.size();
    case SceneArray::vertices:
        return vertices_;
    case SceneArray::normals:
        return shading_.normals.size();
    case SceneArray::box_parent:
        return scene_.box_parent.size();
    case SceneArray::box_level:
        return scene_.box_level.size();
    case SceneArray::box_source:
        return scene_.box_source.size();
    case SceneArray::boxes:
        return scene_.box_parent.empty() ? 0 : scene_.boxes.size();
    case SceneArray::instances:
        return 0;
    }
    return 0;
}

template <class Coder, class Scene>
bool SceneSession<Coder, Scene>::code_sources(auto& array, Items items, Coder& coder) {
    grow(array, items.end());
    for (std::size_t i = items.first; i < items.end(); ++i) {
        // 0: none; otherwise 1 + the zigzag code of the distance from the previous one.
        const std::int64_t actual = array[i];
        if (actual < -1) return false;
        const std::uint64_t code = coder.natural(actual < 0 ? 0 : zigzag_encode(actual - last_source_) + 1);
        const auto value =
            code == 0 ? std::int64_t{-1}
                      : static_cast<std::int64_t>(static_cast<std::uint64_t>(last_source_) +
                                                  static_cast<std::uint64_t>(zigzag_decode(code - 1)));
        if (value < -1 || value > 0x7fff'ffff) coder.fail("expected a source of 31 bits, found more");
        set(array[i], static_cast<std::int32_t>(value));
        if (value >= 0) last_source_ = value;
    }
    return true;
}

template <class Coder, class Scene>
bool SceneSession<Coder, Scene>::code_faces(Items items, Coder& coder, unsigned encoding) {
    need_order();
    if (order().known) {
        grow(scene_.face_slots, scene_.face_source.size());
        if (items.end() > order().slots.size())
            coder.fail("expected fewer faces, found more than have a source");
    } else {
        grow(scene_.face_slots, items.end());
    }
    for (std::size_t i = items.first; i < items.end(); ++i) {
        auto& face = scene_.face_slots[slot(i)];
        glm::uvec3 value{0};
        for (int k = 0; k < 3; ++k) {
            const std::int64_t expected = encoding == 1   ? std::int64_t{face_before_[k]}
                                          : encoding == 2 ? std::int64_t{k == 0 ? last_face_[0] : value[0]}
                                                          : unused_vertex_;
            const std::int64_t index = coder.number(face[k], expected);
            if (index < 0 || index > 0xffff'ffff) coder.fail("expected a vertex of 32 bits, found more");
            value[k] = static_cast<std::uint32_t>(index);
            unused_vertex_ = std::max(unused_vertex_, index + 1);
        }
        set(face, value);
        face_before_ = last_face_;
        last_face_ = value;
    }
    return true;
}

template <class Coder, class Scene>
bool SceneSession<Coder, Scene>::code_normal_slots(Items items, Coder& coder, unsigned encoding) {
    need_order();
    if (items.end() > (order().known ? order().slots.size() : scene_.face_slots.size()))
        coder.fail("expected fewer faces, found more than the scene has");
    grow(shading_.normal_slots, order().known ? scene_.face_slots.size() : items.end());
    if (order().known && scene_.face_slots.size() < scene_.face_source.size())
        coder.fail("expected a face slot for each source, found fewer");
    if (normal_of_.empty()) normal_of_.assign(vertices_, -1);
    for (std::size_t i = items.first; i < items.end(); ++i)
        for (int k = 0; k < 3; ++k) {
            auto& normal = shading_.normal_slots[slot(i)][k];
            const std::uint32_t vertex = scene_.face_slots[slot(i)][k];
            if (vertex >= vertices_) {
                if constexpr (Coder::writes) return false;
                coder.fail("expected a vertex of the scene, found another");
            }
            std::int64_t expected = encoding == 1 ? normal_of_[vertex] : last_normal_;
            if (expected < 0) expected = unused_normal_;
            last_normal_ = coder.sparse(normal, expected);
            if (last_normal_ < 0 || last_normal_ > 0xffff'ffff)
                coder.fail("expected a normal of 32 bits, found more");
            set(normal, static_cast<std::uint32_t>(last_normal_));
            normal_of_[vertex] = last_normal_;
            unused_normal_ = std::max(unused_normal_, last_normal_ + 1);
        }
    return true;
}

template <class Coder, class Scene>
float SceneSession<Coder, Scene>::code_float(float actual, float expected, std::uint32_t& difference) {
    const std::uint32_t base = ordered(finite_or_zero(expected));
    if constexpr (Coder::writes) {
        const auto distance = static_cast<std::int32_t>(ordered(actual) - base);
        difference = static_cast<std::uint32_t>(distance) << 1 ^ static_cast<std::uint32_t>(distance >> 31);
        return actual;
    } else {
        return from_ordered(base + ((difference >> 1) ^ (~(difference & 1) + 1)));
    }
}

template <class Coder, class Scene>
bool SceneSession<Coder, Scene>::code_vertices(Items items, Coder& coder) {
    need_order();
    if (!vertex_order_) {
        vertex_order_ = vertex_order(scene_, order(), static_cast<std::uint32_t>(vertices_));
        grow(scene_.vertices, vertices_);
    }
    if (items.end() > vertices_) coder.fail("expected fewer vertices, found more");
    std::vector<std::uint32_t> differences(3 * items.count);
    if constexpr (!Coder::writes) differences = read_planes(differences.size(), coder.in);
    for (std::size_t i = 0; i < items.count; ++i) {
        const VertexOrder::Step& step = vertex_order_->steps[items.first + i];
        glm::vec3 expected(0.0F);
        if (step.a != VertexOrder::none)
            expected = scene_.vertices[step.a] + scene_.vertices[step.b] - scene_.vertices[step.c];
        for (int axis = 0; axis < 3; ++axis)
            set(scene_.vertices[step.vertex][axis],
                code_float(scene_.vertices[step.vertex][axis], expected[axis],
                           differences[static_cast<std::size_t>(axis) * items.count + i]));
    }
    if constexpr (Coder::writes) write_planes(differences, coder.out);
    return true;
}

template <class Coder, class Scene>
bool SceneSession<Coder, Scene>::code_normals(Items items, Coder& coder) {
    if (!normals_) {
        std::size_t used = 0;
        for (const glm::uvec3& slot : shading_.normal_slots)
            used = std::max<std::size_t>(used, std::max({slot.x, slot.y, slot.z}) + std::size_t{1});
        normals_ =
            expected_normals(scene_, shading_.normal_slots, std::min(used, 3 * shading_.normal_slots.size()));
    }
    if (items.end() > normals_->size()) {
        if constexpr (Coder::writes) return false;
        coder.fail("expected fewer normals, found more than the faces use");
    }
    grow(shading_.normals, items.end());
    for (std::size_t i = items.first; i < items.end(); ++i)
        for (int axis = 0; axis < 3; ++axis)
            code_sparse_float(shading_.normals[i][axis], (*normals_)[i][axis], coder);
    return true;
}

template <class Coder, class Scene>
bool SceneSession<Coder, Scene>::code_parents(Items items, Coder& coder) {
    grow(scene_.box_parent, items.end());
    for (std::size_t i = items.first; i < items.end(); i += 2) {
        // Boxes come in pairs of siblings. What is coded is how many boxes turned out to be leaves since the
        // last pair.
        auto& parent = scene_.box_parent[i];
        std::uint64_t leaves = 0;
        if constexpr (Coder::writes) {
            const auto found = std::find(open_.rbegin(), open_.rend(), parent);
            if (found == open_.rend()) return false;
            leaves = static_cast<std::uint64_t>(found - open_.rbegin());
        }
        leaves = coder.natural(leaves);
        if (leaves >= open_.size()) coder.fail("expected a parent that has no children yet, found none left");
        open_.resize(open_.size() - leaves);
        set(parent, open_.back());
        if (i + 1 < items.end()) {
            if (Coder::writes && scene_.box_parent[i + 1] != open_.back()) return false;
            set(scene_.box_parent[i + 1], open_.back());
        }
        open_.pop_back();
        for (std::size_t box = std::min(i + 2, items.end()); box-- > i;)
            open_.push_back(static_cast<std::int32_t>(box));
    }
    return true;
}

template <class Coder, class Scene>
bool SceneSession<Coder, Scene>::code_levels(Items items, Coder& coder) {
    if (items.end() > scene_.box_parent.size()) {
        if constexpr (Coder::writes) return false;
        coder.fail("expected fewer levels, found more than parents");
    }
    grow(scene_.box_level, items.end());
    for (std::size_t i = items.first; i < items.end(); ++i) {
        const std::int32_t parent = scene_.box_parent[i];
        const std::int64_t expected = parent < 0 || static_cast<std::size_t>(parent) >= i
                                          ? 0
                                          : scene_.box_level[static_cast<std::size_t>(parent)] + 1;
        const std::int64_t level = coder.sparse(scene_.box_level[i], expected);
        if (level < 0 || level > 0xffff) coder.fail("expected a level of 16 bits, found more");
        set(scene_.box_level[i], static_cast<std::uint16_t>(level));
    }
    return true;
}

template <class Coder, class Scene>
bool SceneSession<Coder, Scene>::code_boxes(Items items, Coder& coder) {
    const std::size_t boxes = scene_.box_parent.size();
    if (items.end() > boxes) {
        if constexpr (Coder::writes) return false;
        coder.fail("expected fewer boxes, found more than parents");
    }
    if (!tree_) tree_.emplace(scene_);
    if (tree_->size() != boxes) coder.fail("expected all parents before the boxes, found more after them");
    grow(scene_.boxes, boxes);
    for (std::size_t i = items.first; i < items.end(); ++i) {
        // The last box first: children come after their parents, and a parent is predicted from its children.
        auto& box = scene_.boxes[boxes - 1 - i];
        const Aabb expected = tree_->expected(scene_, boxes - 1 - i);
        for (int axis = 0; axis < 3; ++axis) {
            code_sparse_float(box.lower[axis], expected.lower[axis], coder);
            code_sparse_float(box.upper[axis], expected.upper[axis], coder);
        }
    }
    return true;
}

template <class Coder, class Scene>
bool SceneSession<Coder, Scene>::code(const ScenePart& part, Coder& coder) {
    const Items items{part.first, part.count};
    switch (part.array) {
    case SceneArray::face_source:
        return code_sources(scene_.face_source, items, coder);
    case SceneArray::face_slots:
        return code_faces(items, coder, part.encoding);
    case SceneArray::normal_slots:
        return code_normal_slots(items, coder, part.encoding);
    case SceneArray::vertices:
        return code_vertices(items, coder);
    case SceneArray::normals:
        return code_normals(items, coder);
    case SceneArray::box_parent:
        return code_parents(items, coder);
    case SceneArray::box_level:
        return code_levels(items, coder);
    case SceneArray::box_source:
        if (items.first == 0) last_source_ = 0;
        return code_sources(scene_.box_source, items, coder);
    case SceneArray::boxes:
        return code_boxes(items, coder);
    case SceneArray::instances:
        break;
    }
    return false;
}

} // namespace hitmap::hmt
