#include "core/profile/models/model_choice.h"

#include "core/cache/gpu/preset_library.h"

namespace hitmap {

ModelConfig model_config(const ModelChoice& choice) {
    if (choice.preset.empty()) return model_config(choice, nullptr);
    const GpuPreset preset = find_gpu_preset(choice.preset);
    return model_config(choice, &preset);
}

ModelConfig model_config(const ModelChoice& choice, const GpuPreset* preset) {
    if (choice.preset.empty()) {
        const SdcmConfig config{choice.l1, choice.l2};
        check_sdcm(config);
        return config;
    }
    HierarchyConfig config = hierarchy_config(*preset);
    config.l1 = choice.l1;
    config.l2 = choice.l2;
    config.explain_misses = choice.explain_misses;
    check_hierarchy(config);
    return config;
}

ModelChoice choice_of(const GpuPreset& preset, const std::string& name) {
    const HierarchyConfig config = hierarchy_config(preset);
    return {config.l1, config.l2, name};
}

std::string_view preset_of(const ModelConfig& config) {
    const auto* hierarchy = std::get_if<HierarchyConfig>(&config);
    return hierarchy != nullptr ? std::string_view(hierarchy->preset) : std::string_view();
}

std::optional<std::uint32_t> gpu_sms_of(const ModelConfig& config) {
    const auto* hierarchy = std::get_if<HierarchyConfig>(&config);
    return hierarchy != nullptr ? hierarchy->gpu_sms : std::nullopt;
}

} // namespace hitmap
