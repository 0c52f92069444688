#include "core/cache/gpu/preset_sms.h"

#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"

#include <fmt/format.h>

namespace hitmap {

std::optional<std::uint32_t> gpu_sms(const GpuPreset& preset) {
    const auto sms = preset.number("device", "sms");
    return sms ? std::optional(static_cast<std::uint32_t>(*sms)) : std::nullopt;
}

std::optional<std::uint32_t> gpu_sms(std::string_view name_or_path) {
    if (name_or_path.empty()) return std::nullopt;
    try {
        return gpu_sms(find_gpu_preset(name_or_path));
    } catch (const Error&) { // it was there when the recording was simulated
        return std::nullopt;
    }
}

std::string other_sms_text(std::optional<std::uint32_t> gpu, std::uint32_t recorded_sms) {
    if (!gpu || recorded_sms == 0 || *gpu == recorded_sms) return {};
    return fmt::format("simulated with the {} of the recording, while the GPU has {}",
                       recorded_sms == 1 ? "1 SM" : fmt::format("{} SMs", recorded_sms), *gpu);
}

} // namespace hitmap
