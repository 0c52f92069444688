#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <string>
#include <vector>

namespace hitmap::test {

/// Where the buffers of a text of rays are, and their strides.
struct RayBuffers {
    std::vector<Allocation> allocations; ///< listed in the recording; names, roles and strides may be missing
    std::uint64_t nodes = 0x10000;
    std::uint64_t boxes = 0x20000;
    std::uint64_t faces = 0x30000;
    std::uint64_t vertices = 0x40000;
    std::uint64_t pixels = 0x50000;
    std::uint32_t face_stride = 12;
    std::uint32_t vertex_stride = 12;
    std::uint64_t plane_bytes = 0; ///< of vertices; 0: linear
};

/// A recording of rays as text. Each line has the steps of one lane, in a warp of its own:
///
/// - N2: loads node 2 (4 bytes)
/// - B2: loads boxes 2 and 3, a pair (six loads of 8 bytes)
/// - F5: loads face 5 (three loads of 4 bytes) and its vertices 5, 7 and 6 (nine loads of 4 bytes)
/// - P3: stores pixel 3 (4 bytes)
/// - S1, L1: stores and loads entry 1 of the stack in local memory (16 bytes)
///
/// Each kind of load is made by instructions of its own, as compilers make them.
[[nodiscard]] HmtFile ray_recording(const std::string& text, const RayBuffers& buffers = {});

} // namespace hitmap::test
