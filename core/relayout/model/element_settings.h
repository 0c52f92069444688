#pragma once

#include "core/relayout/model/relayout_settings.h"

#include <vector>

namespace hitmap {

/// The options of a relayout for single allocations: "ALLOCATION=VALUE".
[[nodiscard]] std::vector<RelayoutSetting> element_settings();

} // namespace hitmap
