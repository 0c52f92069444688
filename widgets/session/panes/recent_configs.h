#pragma once

#include "core/profile/models/model_choice.h"

#include <QtCore/QString>

#include <vector>

namespace hitmap {

/// Returns the models and caches of recent simulations from the settings, the newest first, without
/// restrictions. Invalid texts are omitted.
[[nodiscard]] std::vector<ModelChoice> recent_configs();
void remember_config(const ModelChoice& config);

/// Returns for example "L1 32KiB:128:64 · L2 6MiB:32:16". For the hierarchy model, the text starts with the
/// preset.
[[nodiscard]] QString config_text(const ModelChoice& config);

} // namespace hitmap
