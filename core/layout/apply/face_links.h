#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <unordered_map>

namespace hitmap {

/// The vertices that lanes read after each face slot: the faces of the mesh as far as rays have tested them.
/// By slot; vertices are numbered as in the buffer of vertices. Slots that are followed by different vertices
/// at different times are left out.
using FaceLinks = std::unordered_map<std::uint32_t, glm::uvec3>;

/// Reads the whole recording. Empty if the layout has no faces or no vertices. Throws FileError, Cancelled.
[[nodiscard]] FaceLinks observed_faces(const HmtFile& file, const RecordingLayout& layout, ThreadPool& pool,
                                       const JobContext& job);

} // namespace hitmap
