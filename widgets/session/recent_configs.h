#pragma once

#include "core/profile/derived/model_choice.h"

#include <QtCore/QString>

#include <vector>

namespace hitmap {

/// Models and caches that were simulated, of all rays, the newest first, kept in the settings. Texts that
/// cannot be read are left out.
[[nodiscard]] std::vector<ModelChoice> recent_configs();
void remember_config(const ModelChoice& config);

/// "L1 32KiB:128:64 · L2 6MiB:32:16", for the hierarchy model with its preset before it.
[[nodiscard]] QString config_text(const ModelChoice& config);

} // namespace hitmap
