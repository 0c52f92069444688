#include "core/cache/gpu/preset_sms.h"

#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"

#include <fmt/format.h>

namespace hitmap {

std::optional<std::uint32_t> gpu_sms(std::string_view preset) {
    if (preset.empty()) return std::nullopt;
    try {
        const auto sms = find_gpu_preset(preset).number("device", "sms");
        return sms ? std::optional(static_cast<std::uint32_t>(*sms)) : std::nullopt;
    } catch (const Error&) { // it was there when the recording was simulated
        return std::nullopt;
    }
}

std::string other_sms_text(std::string_view preset, std::uint32_t recorded_sms) {
    const auto sms = gpu_sms(preset);
    if (!sms || recorded_sms == 0 || *sms == recorded_sms) return {};
    return fmt::format("simulated with the {} of the recording, while the GPU has {}",
                       recorded_sms == 1 ? "1 SM" : fmt::format("{} SMs", recorded_sms), *sms);
}

} // namespace hitmap
