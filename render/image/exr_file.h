#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace hitmap {

/// Returns the bytes of an OpenEXR file with one channel of 32-bit floats, "Y", which viewers show as grey.
/// NaN and infinities stay as they are. The file is compressed without loss (ZIP).
/// @param values  [width * height], row 0 on top
/// @param name    what the values are; stored as the attribute "hitmap.metric"
/// Throws Error if the image is empty or too large for the format.
[[nodiscard]] std::string encode_exr(std::uint32_t width, std::uint32_t height, std::span<const float> values,
                                     const std::string& name);

} // namespace hitmap
