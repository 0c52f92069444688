#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap::test {

/// A recording without roles, of one lane that tests two faces and stores a pixel: faces at 0x3000, vertices
/// at 0x2000, boxes at 0x4000, each with stored contents, and a framebuffer of 4 x 4 pixels at 0x1000.
/// @param grid_width  of its launch
[[nodiscard]] HmtFile small_recording(std::uint32_t grid_width = 1);

/// The text of a layout that says what these buffers hold.
/// @param pixels  "writes", "grid" or "threads"
[[nodiscard]] std::string small_layout(const std::string& pixels = "writes");

/// Reads the text of a layout and applies it to the recording, without a mesh file. Returns the error; empty
/// if there was none.
std::string error_of_layout(std::string_view json, const HmtFile& file);

} // namespace hitmap::test
