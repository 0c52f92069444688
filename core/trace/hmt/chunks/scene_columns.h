#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/recording.h"

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

/// How arrays of a scene are predicted from one another (docs/trace-format.md, "Scene"). Each function codes
/// the items [first, first + count) of its array, in the order of its encoding. The coder either writes the
/// difference between the actual and the predicted value, or reads it and returns the actual value.
namespace hitmap::hmt {

/// A half-open range of items.
struct Items {
    std::size_t first = 0;
    std::size_t count = 0;
    [[nodiscard]] std::size_t end() const { return first + count; }
};

class WritingCoder {
public:
    static constexpr bool writes = true;
    /// Codes `actual`, where `expected` is predicted.
    std::int64_t number(std::int64_t actual, std::int64_t expected) {
        out.zigzag(actual - expected);
        return actual;
    }
    std::uint64_t natural(std::uint64_t actual) {
        out.varint(actual);
        return actual;
    }
    /// As number(), for columns where most numbers equal their prediction: codes the length of each run of
    /// these, followed by a number that differs.
    std::int64_t sparse(std::int64_t actual, std::int64_t expected) {
        if (actual == expected) {
            ++run_;
        } else {
            out.varint(run_);
            out.zigzag(actual - expected);
            run_ = 0;
        }
        any_sparse_ = true;
        return actual;
    }
    void finish() {
        if (any_sparse_) out.varint(run_);
    }
    [[noreturn]] static void fail(std::string_view message);
    ByteWriter out;

private:
    std::uint64_t run_ = 0;
    bool any_sparse_ = false;
};

class ReadingCoder {
public:
    static constexpr bool writes = false;
    explicit ReadingCoder(ByteReader& bytes) : in(bytes) {}
    std::int64_t number(std::int64_t, std::int64_t expected) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(expected) +
                                         static_cast<std::uint64_t>(in.zigzag("a number")));
    }
    std::uint64_t natural(std::uint64_t) { return in.varint("a number"); }
    std::int64_t sparse(std::int64_t actual, std::int64_t expected) {
        if (!run_known_) run_ = in.varint("a run");
        run_known_ = true;
        if (run_ != 0) {
            --run_;
            return expected;
        }
        const std::int64_t value = number(actual, expected);
        run_ = in.varint("a run");
        return value;
    }
    void finish() const {
        if (run_ != 0) fail("expected the end of the part, found more items");
        in.expect_end();
    }
    [[noreturn]] void fail(std::string_view message) const { in.fail(message); }
    ByteReader& in;

private:
    std::uint64_t run_ = 0;
    bool run_known_ = false;
};

/// The slot of each source face. If sources are not known or not a permutation, all slots in order; then
/// `exact` is false and padding is not left out.
struct SlotOrder {
    std::vector<std::uint32_t> slots;
    bool known = false;
};
[[nodiscard]] SlotOrder slot_order(const std::vector<std::int32_t>& face_source);

/// The order in which vertices are coded, and for each the three others that predict it as a + b - c
/// (parallelogram).
struct VertexOrder {
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    struct Step {
        std::uint32_t vertex;
        std::uint32_t a; ///< none: predicted at the origin
        std::uint32_t b;
        std::uint32_t c;
    };
    std::vector<Step> steps;
};
[[nodiscard]] VertexOrder vertex_order(const RecordedScene& scene, const SlotOrder& order,
                                       std::uint32_t vertices);

/// Normals estimated from the geometry: for each normal, the mean of the faces that use it by `normal_slots`,
/// weighted by angle. Uses basic operations and square roots only, so that every machine computes the same
/// bits.
[[nodiscard]] std::vector<glm::vec3>
expected_normals(const RecordedScene& scene, std::span<const glm::uvec3> normal_slots, std::size_t normals);

/// The children of boxes, and the leaves in depth-first order.
class BoxTree {
public:
    explicit BoxTree(const RecordedScene& scene);
    [[nodiscard]] std::size_t size() const { return leaf_.size(); }
    /// The box around the children of `box`, or around the faces of its leaf, computed from scene.boxes.
    [[nodiscard]] Aabb expected(const RecordedScene& scene, std::size_t box) const;

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> first_child_;
    std::vector<std::uint32_t> next_sibling_;
    std::vector<std::uint32_t> leaf_; ///< number of the leaf; `none` for boxes with children
    std::size_t slots_per_leaf_ = 0;
};

/// An integer that orders floats as their values do.
[[nodiscard]] inline std::uint32_t ordered(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & 0x8000'0000U) != 0 ? ~bits : bits | 0x8000'0000U;
}
[[nodiscard]] inline float from_ordered(std::uint32_t value) {
    return std::bit_cast<float>((value & 0x8000'0000U) != 0 ? value & 0x7fff'ffffU : ~value);
}
/// NaN has many bit patterns, and machines differ in the one that they compute.
[[nodiscard]] inline float finite_or_zero(float value) {
    return value - value == 0.0F ? value : 0.0F;
}

/// Writes the differences of floats in planes: first the highest bytes of all, then the next ones.
void write_planes(std::span<const std::uint32_t> values, ByteWriter& out);
[[nodiscard]] std::vector<std::uint32_t> read_planes(std::size_t count, ByteReader& in);

} // namespace hitmap::hmt
