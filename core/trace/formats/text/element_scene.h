#pragma once

#include "core/trace/import/recording_format.h"
#include "core/trace/model/element_kind.h"

#include <cstdint>
#include <memory>
#include <string_view>
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
    /// Has boxes without extents, and other elements whose vertices are all at the origin; null: it is not
    /// needed, or it would be too large.
    std::unique_ptr<RecordedScene> scene;
};

/// Collects what a table of element accesses says about elements, and makes buffers and a scene from it.
class ElementSurvey {
public:
    /// The buffer that is made for the elements of a kind.
    struct Made {
        std::string_view name;
        std::uint64_t address; ///< a multiple of 128 bytes
        std::uint32_t bytes;   ///< of an element
        Operation operation;
    };
    /// The bytes are those that look-ups are of, and for pixels those of hitmap trace. The addresses leave
    /// 2^40 bytes to each buffer.
    [[nodiscard]] static Made buffer_of(ElementKindId kind);
    /// Whether elements of the kind can be made: pixels, and elements that look up nothing but their own
    /// bytes or also those of vertices. Others are refused.
    [[nodiscard]] static bool can_make(ElementKindId kind);
    /// In the order of the table.
    [[nodiscard]] static std::vector<ElementKindId> kinds_made();

    /// Adds a row. The first row of an element counts. can_make() is true for the kind.
    void add(ElementKindId kind, std::uint32_t element, const ElementFacts& facts);
    /// Makes what the recording gets, and counts in `warnings` what is assumed or not kept. Buffers begin at
    /// the addresses at which the numbers of look-ups are those of the table, for lines of 128 bytes (L1) and
    /// 32 bytes (L2). The vertices of faces are chosen in the same way: only their lines matter to the
    /// models. Face f has vertices near number f / 2, because a closed mesh has half as many vertices as
    /// faces. Other elements with vertices get theirs likewise.
    [[nodiscard]] MadeElements make(const ImportContext& context);

private:
    using Facts = std::unordered_map<std::uint32_t, ElementFacts>;

    [[nodiscard]] std::uint64_t begin_of(ElementKindId kind) const;
    [[nodiscard]] bool has_own_sources(ElementKindId kind) const;
    [[nodiscard]] std::vector<std::int32_t> sources_of(ElementKindId kind) const;
    [[nodiscard]] bool is_scene_needed() const;
    [[nodiscard]] bool is_scene_small(const ImportContext& context) const;
    void add_allocations(MadeElements& made, bool has_scene) const;
    void add_scene(MadeElements& made, ImportWarnings& warnings) const;
    [[nodiscard]] std::vector<std::uint32_t> vertices_of(ElementKindId kind, std::uint64_t address,
                                                         ImportWarnings& warnings) const;

    PerKind<Facts> facts_;          ///< [element kinds] none of pixels
    PerKind<std::uint64_t> counts_; ///< [element kinds] one more than the largest element
    PerKind<std::uint64_t> rows_;
    std::uint64_t other_rows_ = 0;   ///< rows whose element has another source than itself
    std::uint64_t changed_rows_ = 0; ///< those of them whose source is not kept in a scene
    std::uint64_t largest_source_ = 0;
};

} // namespace hitmap
