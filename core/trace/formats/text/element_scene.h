#pragma once

#include "core/trace/import/recording_format.h"
#include "core/trace/model/element_kind.h"

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// What the rows of a table of element accesses say about an element.
struct ElementFacts {
    std::uint32_t source = no_source;
    std::uint8_t l1_lookups = 0; ///< of an access; 0: not known
    std::uint8_t l2_lookups = 0;

    static constexpr std::uint32_t no_source = ~std::uint32_t{0};
};

/// Buffers and a scene that have the elements of a table, all of them assumed.
struct MadeElements {
    std::vector<Allocation> allocations;
    PerKind<std::uint64_t> addresses; ///< [element kinds] address of element 0
    /// Has boxes without extents, and faces whose vertices are all at the origin; null: it is not needed, or
    /// it would be too large.
    std::unique_ptr<RecordedScene> scene;
};

/// Collects what a table of element accesses says about elements, and makes buffers and a scene from it.
class ElementSurvey {
public:
    struct Made {
        std::string_view name;
        std::uint64_t address; ///< a multiple of 128 bytes
        std::uint32_t bytes;   ///< of an element
        Operation operation;
    };
    /// [element kinds] The bytes are those of hitmap trace. The addresses leave 2^40 bytes to each buffer.
    static constexpr std::array<Made, 3> buffers{{
        {"boxes", std::uint64_t{1} << 40U, 24, Operation::load},
        {"faces", std::uint64_t{2} << 40U, 12, Operation::load},
        {"framebuffer", std::uint64_t{3} << 40U, 4, Operation::store},
    }};

    /// Adds a row. The first row of an element counts.
    void add(ElementKindId kind, std::uint32_t element, const ElementFacts& facts);
    /// Makes what the recording gets, and counts in `warnings` what is assumed or not kept. Buffers begin at
    /// the addresses at which the numbers of look-ups are those of the table, for lines of 128 bytes (L1) and
    /// 32 bytes (L2). The vertices of faces are chosen in the same way: only their lines matter to the
    /// models. Face f has vertices near number f / 2, because a closed mesh has half as many vertices as
    /// faces.
    [[nodiscard]] MadeElements make(const ImportContext& context);

private:
    using Facts = std::unordered_map<std::uint32_t, ElementFacts>;

    [[nodiscard]] std::uint64_t begin_of(ElementKindId kind) const;
    [[nodiscard]] bool has_own_sources(ElementKindId kind) const;
    [[nodiscard]] std::vector<std::int32_t> sources_of(ElementKindId kind) const;
    [[nodiscard]] bool is_scene_small(const ImportContext& context) const;
    void add_faces(MadeElements& made, ImportWarnings& warnings) const;

    PerKind<Facts> facts_;          ///< [element kinds] none of pixels
    PerKind<std::uint64_t> counts_; ///< [element kinds] one more than the largest element
    std::uint64_t rows_ = 0;
    std::uint64_t face_rows_ = 0;
    std::uint64_t other_rows_ = 0;   ///< rows whose element has another source than itself
    std::uint64_t changed_rows_ = 0; ///< those of them whose source is not kept in a scene
    std::uint64_t largest_source_ = 0;
};

} // namespace hitmap
