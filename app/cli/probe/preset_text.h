#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/gpu/preset_library.h"

#include <string>

namespace hitmap {

/// Returns {"presets": [{"name", "title", ..., "sms", "l1", "l2", "file"}]}; file is null for built-in
/// presets.
[[nodiscard]] Json preset_list_json(const PresetList& list);
/// Returns the complete preset in the form of its file: every fact with value, unit, source, confidence and
/// note.
[[nodiscard]] Json preset_json(const GpuPreset& preset);
/// Returns the text of its file, which parse_gpu_preset() reads.
[[nodiscard]] std::string preset_file(const GpuPreset& preset);

/// Returns one line per preset.
[[nodiscard]] std::string preset_table(const PresetList& list);
/// Returns one line per fact, followed by notes.
[[nodiscard]] std::string preset_text(const GpuPreset& preset);

} // namespace hitmap
