#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// The number of SMs of a GPU, by the name or path of its preset. No value where the preset does not have it
/// or cannot be read, and for an empty name.
[[nodiscard]] std::optional<std::uint32_t> gpu_sms(std::string_view preset);

/// "simulated with the 68 SMs of the recording, while the GPU has 128", if the number of SMs that a recording
/// was made for is not that of the GPU; otherwise empty. The load on L2 and DRAM is then not that of the GPU.
[[nodiscard]] std::string other_sms_text(std::string_view preset, std::uint32_t recorded_sms);

} // namespace hitmap
