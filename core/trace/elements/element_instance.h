#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <span>

namespace hitmap {

/// The part of an instance that a source face belongs to; null if that is not known.
[[nodiscard]] const InstanceFaces* part_of_source(const RecordedScene& scene, std::uint32_t source);

/// The instance of the face in a slot: its place in the top-level acceleration structure. No value for
/// padding, and if that is not known.
[[nodiscard]] std::optional<std::uint32_t> instance_of_face(const RecordedScene& scene, std::uint64_t slot);

/// The number of instances, of which each has one part or several that follow one another.
[[nodiscard]] std::uint64_t instance_count(std::span<const InstanceFaces> parts);

} // namespace hitmap
