#pragma once

#include "core/cache/gpu/gpu_preset.h"
#include "core/profile/derived/cache_model.h"

#include <string>

namespace hitmap {

/// What a person chose about the simulation: model, caches, and what counts. A plain value.
struct ModelChoice {
    CacheGeometry l1 = SdcmConfig().l1;
    CacheGeometry l2 = SdcmConfig().l2;
    std::string preset = {}; ///< of the hierarchy model, name or path; empty: the stack distance cache model
    Restriction only = {};   ///< what counts; all of it where empty
    bool explain_misses = false; ///< why look-ups missed, too; the stack distance cache model does not say
    friend bool operator==(const ModelChoice&, const ModelChoice&) = default;
};

/// What to run: the preset with the caches that were chosen. Throws UsageError (no such preset; caches that
/// the model does not have), FileError (of reading a preset).
[[nodiscard]] ModelConfig model_config(const ModelChoice& choice);
/// The same without reading: `preset` is the one that is named; not looked at where none is.
[[nodiscard]] ModelConfig model_config(const ModelChoice& choice, const GpuPreset* preset);
/// The preset as it is, of everything.
[[nodiscard]] ModelChoice choice_of(const GpuPreset& preset, const std::string& name);

} // namespace hitmap
