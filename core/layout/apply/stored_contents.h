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

struct DecodedFaces {
    std::vector<glm::uvec3> slots;    ///< (0, 0, 0) for padding
    std::vector<std::int32_t> source; ///< numbers of the slots that are not padding, -1 for padding
    std::uint64_t broken = 0;         ///< slots with a vertex that does not exist, which become padding
};
[[nodiscard]] DecodedFaces decode_faces(const std::vector<std::uint8_t>& bytes, const BufferLayout& buffer,
                                        std::uint64_t vertices);

/// Boxes, two corners of three floats each. Those that are not finite or have no extent become a point.
[[nodiscard]] std::vector<Aabb> decode_boxes(const std::vector<std::uint8_t>& bytes,
                                             const BufferLayout& buffer, std::uint64_t& broken);

} // namespace hitmap
