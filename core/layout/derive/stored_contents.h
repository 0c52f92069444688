#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <vector>

/// Elements from the contents of buffers that a recording stores. All functions throw FileError.
namespace hitmap {

/// The bytes of a buffer; empty if the recording does not store all of them.
[[nodiscard]] std::vector<std::uint8_t> stored_bytes(const HmtFile& file, const BufferLayout& buffer);

/// Positions of vertices, three floats each. Those that are not finite become 0 and are counted.
[[nodiscard]] std::vector<glm::vec3> decode_vertices(const std::vector<std::uint8_t>& bytes,
                                                     const BufferLayout& buffer, std::uint64_t& broken);

/// The three vertex indices of each face slot, without base vertices.
[[nodiscard]] std::vector<glm::uvec3> decode_indices(const std::vector<std::uint8_t>& bytes,
                                                     const BufferLayout& buffer);

/// Boxes, two corners of three floats each, which begin at the offset of the buffer. Those that are not
/// finite or whose corners are in the wrong order become a point and are counted.
[[nodiscard]] std::vector<Aabb> decode_boxes(const std::vector<std::uint8_t>& bytes,
                                             const BufferLayout& buffer, std::uint64_t& broken);

} // namespace hitmap
