#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/gpu/preset_library.h"

#include <string>

namespace hitmap {

/// {"presets": [{"name", "title", ..., "sms", "l1", "l2", "file"}]}; file null for a built-in.
[[nodiscard]] Json preset_list_json(const PresetList& list);
/// All of a preset, as its file has it: every fact with value, unit, source, confidence and note.
[[nodiscard]] Json preset_json(const GpuPreset& preset);

/// One line a preset.
[[nodiscard]] std::string preset_table(const PresetList& list);
/// One line a fact, then notes.
[[nodiscard]] std::string preset_text(const GpuPreset& preset);

} // namespace hitmap
