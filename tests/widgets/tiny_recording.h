#pragma once

#include <cstdint>
#include <string>

namespace hitmap {

/// Traces a hilly field of 512 triangles at 64 x 64 pixels and writes the recording to `path`.
void write_tiny_recording(const std::string& path, std::uint32_t block_requests = 1U << 20);
/// The same mesh with a tree of one triangle per leaf: it has fewer face slots and more boxes.
void write_tiny_recording_of_another_tree(const std::string& path);

} // namespace hitmap
