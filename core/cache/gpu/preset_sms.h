#pragma once

#include "core/cache/gpu/gpu_preset.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// The number of SMs of a GPU. No value where the preset does not have it.
[[nodiscard]] std::optional<std::uint32_t> gpu_sms(const GpuPreset& preset);
/// The same by the name or path of the preset. No value if it cannot be read, too, and for an empty name.
[[nodiscard]] std::optional<std::uint32_t> gpu_sms(std::string_view name_or_path);

/// "simulated with the 68 SMs of the recording, while the GPU has 128", if the number of SMs that a recording
/// was made for is not that of the GPU; otherwise empty. The load on L2 and DRAM is then not that of the GPU.
/// @param gpu  gpu_sms()
[[nodiscard]] std::string other_sms_text(std::optional<std::uint32_t> gpu, std::uint32_t recorded_sms);

} // namespace hitmap
