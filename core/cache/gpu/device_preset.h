#pragma once

#include "core/cache/gpu/preset_library.h"

#include <optional>
#include <string_view>

namespace hitmap {

/// Returns the preset of the GPU that a recording names, as drivers write it: "NVIDIA GeForce RTX 3090",
/// "Tesla V100-SXM2-16GB", "AMD Radeon RX 6900 XT (RADV NAVI21)". Vendor, brand, size of the memory and the
/// form of the board do not matter, everything else does: an RTX 3090 Ti is no RTX 3090. A preset of the
/// user, such as a measured one, comes before a built-in one. No value if no GPU is named, if there is no
/// preset of it, or if the text names several GPUs that have presets.
/// @param device  names, separated by commas
[[nodiscard]] std::optional<GpuPreset> preset_of_device(std::string_view device, const PresetList& presets);
/// The same with the presets of preset_folders().
[[nodiscard]] std::optional<GpuPreset> preset_of_device(std::string_view device);

} // namespace hitmap
