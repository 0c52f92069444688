#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "capture/spool/built_structures.h"
#include "capture/spool/spool_survey.h"
#include "capture/spool/spool_tables.h"

namespace hitmap::capture {

/// The triangles of one geometry of one instance, as faces of the scene.
struct ScenePart {
    std::uint32_t instance = 0; ///< its place in the top-level structure
    std::uint32_t geometry = 0; ///< its place in the bottom-level structure
    std::uint32_t custom_index = 0;
    std::uint32_t first_face = 0; ///< the face of primitive 0; the others follow
    std::uint32_t faces = 0;
    std::uint32_t mask = 0;           ///< of the instance
    std::uint32_t instance_flags = 0; ///< VkGeometryInstanceFlagsKHR
    std::uint32_t geometry_flags = 0; ///< VkGeometryFlagsKHR
    bool mirrors = false;             ///< the transform turns left into right
};

/// An acceleration structure as the driver built it.
struct DriverTree {
    std::uint64_t address = 0;
    std::shared_ptr<const SpoolBuild> build; ///< has the bytes and their layout
};

/// What rays are traced against, in world space.
struct BuiltScene {
    std::vector<Float3> vertices;
    std::vector<std::array<std::uint32_t, 3>> faces; ///< 0, 0, 0 where no triangle can be hit
    std::vector<std::int32_t> sources; ///< [faces] the face's own number; -1: no triangle can be hit there
    std::vector<ScenePart> parts;      ///< in the order of instances and geometries
    std::uint64_t structure = 0;       ///< address of the top-level structure; 0: there is none
    std::uint32_t launch = 0;          ///< the first that traces rays against it
    std::vector<std::string> left_out; ///< what is missing
    /// The top-level structure, and then each that an instance of it names; empty if the bytes of one are not
    /// known.
    std::vector<DriverTree> trees;
};

/// The triangles of the acceleration structure that most rays are traced against, as they are when the first
/// of these rays are. Throws SpoolError.
[[nodiscard]] BuiltScene built_scene(SpoolReader& spool, const SpoolTables& tables,
                                     const SpoolSurvey& survey);

} // namespace hitmap::capture
