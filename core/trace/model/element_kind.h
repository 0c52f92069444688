#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/trace/model/per_kind.h"
#include "core/trace/model/recording.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// What an access of an element looks up in a cache: bytes of the element itself, and then bytes of the
/// elements of another buffer that it names by their numbers, in the order of the names.
struct LookUpRule {
    std::uint32_t bytes = 0; ///< its own, from its first on; 1..32 if the kind has look-ups
    std::uint32_t names = 0; ///< numbers that an element has; 0: it names none
    /// Of the buffers whose elements are named: vertices, since accesses of these belong to what names them.
    Role named_role = Role::other;
    std::string_view named{};      ///< one of these: "vertex"
    std::uint32_t named_bytes = 0; ///< of each named element; 1..16
    /// [elements][names] The numbers; empty if the scene does not have them.
    std::span<const std::uint32_t> (*numbers)(const RecordedScene& scene, ElementKindId kind) = nullptr;
};

enum class CellForm : std::uint8_t { triangles, edges };

/// Where the elements of a kind are in the scene, and how they are drawn and exported: as triangles or edges
/// between corners. The functions take elements below the count.
struct ElementGeometry {
    CellForm form = CellForm::triangles;
    std::uint32_t corners = 3; ///< of an element
    /// The triangles or edges of an element: three or two of its corners each.
    std::span<const std::uint8_t> cells;
    /// The number of elements in the scene, including padding.
    std::uint64_t (*count)(const RecordedScene& scene, ElementKindId kind) = nullptr;
    /// [elements][corners] Corners as numbers of vertices of the scene. Null: an element has corners of its
    /// own.
    std::span<const std::uint32_t> (*vertices)(const RecordedScene& scene, ElementKindId kind) = nullptr;
    glm::vec3 (*corner)(const RecordedScene& scene, ElementKindId kind, std::uint64_t element,
                        std::uint32_t corner) = nullptr;
    Aabb (*bounds)(const RecordedScene& scene, ElementKindId kind, std::uint64_t element) = nullptr;

    [[nodiscard]] constexpr std::uint32_t corners_of_cell() const {
        return form == CellForm::triangles ? 3 : 2;
    }
    [[nodiscard]] constexpr std::uint32_t cell_count() const {
        return static_cast<std::uint32_t>(cells.size()) / corners_of_cell();
    }
};

/// A tree of elements. Both tables are empty where a scene does not have them.
struct ElementTree {
    /// [elements] The parent, or -1.
    std::span<const std::int32_t> (*parents)(const RecordedScene& scene, ElementKindId kind) = nullptr;
    /// [elements] 0 for children of the root.
    std::span<const std::uint16_t> (*levels)(const RecordedScene& scene, ElementKindId kind) = nullptr;
};

/// A row of the table of element kinds. Code queries the table instead of switching over kinds, so that more
/// kinds can be added (volume cells, spheres, grid triangles): CONTRIBUTING.md says how. Every table and CSV
/// has the rows in this order, and files have their numbers.
struct ElementKind {
    std::string_view name;   ///< "box", "face", "pixel"
    std::string_view plural; ///< "boxes", ...
    Role role;               ///< role of the allocations with elements of the kind
    bool has_look_ups;       ///< false: accesses only (pixels)
    LookUpRule look_up{};
    std::optional<ElementGeometry> geometry{}; ///< none: elements are not drawn in the scene
    std::optional<ElementTree> tree{};         ///< none: elements have no parents
    bool is_exported = false;                  ///< as a mesh with values; needs geometry
    /// Where lists and messages about what is drawn have the kind, which is not the order of the table: faces
    /// come before boxes there.
    std::uint8_t drawing_order = 255;
    /// [elements] The sources: face of the mesh file, box of the tree; -1: padding. Empty: each element is
    /// its own. Null: the same.
    std::span<const std::int32_t> (*sources)(const RecordedScene& scene, ElementKindId kind) = nullptr;
    /// The elements that allocations must have together, if they have some. No value: any number.
    std::optional<std::uint64_t> (*expected)(const SceneSummary& scene, ElementKindId kind) = nullptr;
};

/// The table, which is in a source of its own (element_kind_table.cpp): a program may define another one.
[[nodiscard]] std::span<const ElementKind> element_kinds();
[[nodiscard]] std::optional<ElementKindId> element_kind_of(Role role);
[[nodiscard]] std::optional<ElementKindId> element_kind_named(std::string_view name);

[[nodiscard]] KindSet all_kinds();
[[nodiscard]] KindSet kinds_with_look_ups();
[[nodiscard]] KindSet drawn_kinds(); ///< those with geometry
[[nodiscard]] KindSet exported_kinds();
[[nodiscard]] KindSet kinds_with_parents();
/// By ElementKind::drawing_order: faces, boxes, then others.
[[nodiscard]] std::vector<ElementKindId> in_drawing_order(KindSet kinds);
/// "face|box" of the names in that order.
[[nodiscard]] std::string names_of(std::span<const ElementKindId> kinds, std::string_view separator);

// The fields of rows, for a kind that may lack what they are about.

/// The number of elements in the scene, including padding; 0 for a kind without geometry.
[[nodiscard]] std::uint64_t element_count(const RecordedScene& scene, ElementKindId kind);
/// The table of sources; empty if each element is its own.
[[nodiscard]] std::span<const std::int32_t> element_sources(const RecordedScene& scene, ElementKindId kind);
[[nodiscard]] bool is_padding(const RecordedScene& scene, ElementKindId kind, std::uint64_t element);
/// The parents; empty if the scene or the kind has none.
[[nodiscard]] std::span<const std::int32_t> element_parents(const RecordedScene& scene, ElementKindId kind);
/// The levels in the tree; empty if the scene or the kind has none.
[[nodiscard]] std::span<const std::uint16_t> element_levels(const RecordedScene& scene, ElementKindId kind);
/// Appends the corners of the triangles or edges of an element, three or two for each. The kind has geometry.
void append_cells(const RecordedScene& scene, ElementKindId kind, std::uint64_t element,
                  std::vector<glm::vec3>& corners);

inline constexpr ElementKindId box_kind = 0;
inline constexpr ElementKindId face_kind = 1;
inline constexpr ElementKindId pixel_kind = 2;

} // namespace hitmap
