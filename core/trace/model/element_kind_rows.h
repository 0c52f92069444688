#pragma once

#include "core/trace/model/element_kind.h"

#include <array>

namespace hitmap {

// The rows of the table of kinds, and what their functions share. Only tables include this.

/// For kinds whose elements are in a PrimitiveBuffer of the scene, which may be missing: then it is empty.
namespace primitive {

[[nodiscard]] std::uint64_t count(const RecordedScene& scene, ElementKindId kind);
[[nodiscard]] std::span<const std::uint32_t> corners(const RecordedScene& scene, ElementKindId kind);
[[nodiscard]] glm::vec3 corner(const RecordedScene& scene, ElementKindId kind, std::uint64_t element,
                               std::uint32_t corner);
[[nodiscard]] Aabb bounds(const RecordedScene& scene, ElementKindId kind, std::uint64_t element);
[[nodiscard]] std::span<const std::int32_t> sources(const RecordedScene& scene, ElementKindId kind);
[[nodiscard]] std::optional<std::uint64_t> expected(const SceneSummary& scene, ElementKindId kind);

} // namespace primitive

namespace box {

[[nodiscard]] std::uint64_t count(const RecordedScene& scene, ElementKindId kind);
[[nodiscard]] glm::vec3 corner(const RecordedScene& scene, ElementKindId kind, std::uint64_t element,
                               std::uint32_t corner);
[[nodiscard]] Aabb bounds(const RecordedScene& scene, ElementKindId kind, std::uint64_t element);
[[nodiscard]] std::span<const std::int32_t> parents(const RecordedScene& scene, ElementKindId kind);
[[nodiscard]] std::span<const std::uint16_t> levels(const RecordedScene& scene, ElementKindId kind);
[[nodiscard]] std::span<const std::int32_t> sources(const RecordedScene& scene, ElementKindId kind);
[[nodiscard]] std::optional<std::uint64_t> expected(const SceneSummary& scene, ElementKindId kind);

/// Bit 0 of a corner's number is x, bit 1 y, bit 2 z.
inline constexpr std::array<std::uint8_t, 24> edges{0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3,
                                                    4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7};

} // namespace box

namespace face {

[[nodiscard]] std::uint64_t count(const RecordedScene& scene, ElementKindId kind);
[[nodiscard]] std::span<const std::uint32_t> corners(const RecordedScene& scene, ElementKindId kind);
[[nodiscard]] glm::vec3 corner(const RecordedScene& scene, ElementKindId kind, std::uint64_t element,
                               std::uint32_t corner);
[[nodiscard]] Aabb bounds(const RecordedScene& scene, ElementKindId kind, std::uint64_t element);
[[nodiscard]] std::span<const std::int32_t> sources(const RecordedScene& scene, ElementKindId kind);
[[nodiscard]] std::optional<std::uint64_t> expected(const SceneSummary& scene, ElementKindId kind);

inline constexpr std::array<std::uint8_t, 3> triangle{0, 1, 2};

} // namespace face

namespace pixel {

[[nodiscard]] std::optional<std::uint64_t> expected(const SceneSummary& scene, ElementKindId kind);

} // namespace pixel

inline constexpr ElementKind box_row{.name = "box",
                                     .plural = "boxes",
                                     .role = Role::boxes,
                                     .has_look_ups = true,
                                     .look_up = {.bytes = 24}, // two corners
                                     .geometry = ElementGeometry{.form = CellForm::edges,
                                                                 .corners = 8,
                                                                 .cells = box::edges,
                                                                 .count = box::count,
                                                                 .corner = box::corner,
                                                                 .bounds = box::bounds},
                                     .tree = ElementTree{.parents = box::parents, .levels = box::levels},
                                     .is_exported = true,
                                     .drawing_order = 1,
                                     .sources = box::sources,
                                     .expected = box::expected};

inline constexpr ElementKind face_row{.name = "face",
                                      .plural = "faces",
                                      .role = Role::faces,
                                      .has_look_ups = true,
                                      .look_up = {.bytes = 12, // three numbers of vertices
                                                  .names = 3,
                                                  .named_role = Role::vertices,
                                                  .named = "vertex",
                                                  .named_bytes = 12, // a position
                                                  .numbers = face::corners},
                                      .geometry = ElementGeometry{.form = CellForm::triangles,
                                                                  .corners = 3,
                                                                  .cells = face::triangle,
                                                                  .count = face::count,
                                                                  .vertices = face::corners,
                                                                  .corner = face::corner,
                                                                  .bounds = face::bounds},
                                      .is_exported = true,
                                      .drawing_order = 0,
                                      .sources = face::sources,
                                      .expected = face::expected};

inline constexpr ElementKind pixel_row{.name = "pixel",
                                       .plural = "pixels",
                                       .role = Role::framebuffer,
                                       .has_look_ups = false,
                                       .expected = pixel::expected};

} // namespace hitmap
