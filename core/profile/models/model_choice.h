#pragma once

#include "core/cache/gpu/gpu_preset.h"
#include "core/profile/models/cache_model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// The user's choices about a simulation: model, caches and restriction. A plain value. ModelTexts contains
/// the same choices as the user wrote them.
struct ModelChoice {
    CacheGeometry l1 = SdcmConfig().l1;
    CacheGeometry l2 = SdcmConfig().l2;
    std::string preset = {}; ///< name or path for the hierarchy model; empty: the stack distance cache model
    Restriction only = {};   ///< the accesses that are counted; by default all
    bool explain_misses = false; ///< whether to explain misses; the stack distance cache model cannot
    friend bool operator==(const ModelChoice&, const ModelChoice&) = default;
};

/// Returns the configuration: the preset with the chosen caches. Throws UsageError (no such preset; caches
/// that the model does not support), FileError (the preset cannot be read).
[[nodiscard]] ModelConfig model_config(const ModelChoice& choice);
/// The same without reading a file: `preset` is the named preset; ignored if none is named.
[[nodiscard]] ModelConfig model_config(const ModelChoice& choice, const GpuPreset* preset);
/// Returns the unmodified preset without a restriction.
[[nodiscard]] ModelChoice choice_of(const GpuPreset& preset, const std::string& name);

/// Returns the name of the preset. It is empty for the stack distance cache model, which has no presets.
[[nodiscard]] std::string_view preset_of(const ModelConfig& config);
/// Returns the number of SMs of the GPU; no value if it is not known, or if there is no GPU.
[[nodiscard]] std::optional<std::uint32_t> gpu_sms_of(const ModelConfig& config);

} // namespace hitmap
