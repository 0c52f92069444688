#pragma once

#include <string>

namespace hitmap {

/// Traces a hilly field of 512 triangles at 64 x 64 pixels and writes the recording to `path`.
void write_tiny_recording(const std::string& path);

} // namespace hitmap
