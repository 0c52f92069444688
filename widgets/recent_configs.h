#pragma once

#include "core/cache/sdcm.h"

#include <QtCore/QString>

#include <vector>

namespace hitmap {

/// Configurations that were simulated, the newest first, kept in the settings. Texts that cannot be read are
/// left out.
[[nodiscard]] std::vector<SdcmConfig> recent_configs();
void remember_config(const SdcmConfig& config);

/// "L1 32KiB:128:64 · L2 6MiB:32:16"
[[nodiscard]] QString config_text(const SdcmConfig& config);

} // namespace hitmap
