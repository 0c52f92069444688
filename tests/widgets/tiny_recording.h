#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <string>

namespace hitmap {

/// Traces a hilly field of 512 triangles at 64 x 64 pixels and writes the recording to `path`.
void write_tiny_recording(const std::string& path, std::uint32_t block_requests = 1U << 20);
/// The same mesh at 32 x 24 pixels with execution events: a thread for each pixel, which has a primary ray
/// and, if it hits the mesh, a shadow ray; on two SMs of four warps.
void write_tiny_recording_with_blocks(const std::string& path);
/// The same mesh with other rays, such as "path:2".
void write_tiny_recording_of_rays(const std::string& path, const std::string& rays);
/// The same without lane tags.
void write_tiny_recording_without_tags(const std::string& path);
/// The same recording whose allocations of a role have no role: where such elements are in memory is not
/// known.
void write_tiny_recording_unheld(const std::string& path, Role role);
/// The same recording, made on a GPU of this name.
void write_tiny_recording_of_device(const std::string& path, const std::string& device);
/// The same mesh with a tree of one triangle per leaf: it has fewer face slots and more boxes.
void write_tiny_recording_of_another_tree(const std::string& path);

} // namespace hitmap
