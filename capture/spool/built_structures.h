#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "capture/spool/spool_events.h"

namespace hitmap::capture {

using Float3 = std::array<float, 3>;

/// A point behind a transform of three rows of four numbers.
[[nodiscard]] Float3 transformed(const std::array<float, 12>& rows, const Float3& p);

/// A geometry of a bottom-level structure, after its own transform.
struct BuiltGeometry {
    BuiltShape shape = BuiltShape::triangles;
    std::uint32_t flags = 0;      ///< VkGeometryFlagsKHR
    std::uint32_t primitives = 0; ///< as many as the program built
    std::vector<Float3> vertices;
    /// [primitives] vertices; 0, 0, 0 of a triangle that no ray can hit: it is inactive, all of its corners
    /// are one vertex, or its bytes are missing
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// An instance of a top-level structure. (Vulkan, VkAccelerationStructureInstanceKHR)
struct BuiltInstance {
    std::array<float, 12> transform{}; ///< object to world, rows
    std::uint32_t custom_index = 0;
    std::uint32_t mask = 0;
    std::uint32_t flags = 0;
    std::uint64_t structure = 0; ///< address; 0: the instance is inactive
};

/// An acceleration structure as the program built it.
struct BuiltStructure {
    std::vector<BuiltGeometry> geometries; ///< of a bottom-level structure
    std::vector<BuiltInstance> instances;  ///< of a top-level structure
};

/// Reads what was copied for a build. Nothing that the bytes say is believed.
/// @param left_out  gets what cannot be read, each once
[[nodiscard]] BuiltStructure built_structure(const SpoolBuild& build, std::set<std::string>& left_out);

} // namespace hitmap::capture
