#pragma once

#include "render/view/view.h"

#include <string>
#include <string_view>

namespace hitmap {

/// A JSON object with the members of View by name; the camera as camera_to_json writes it.
[[nodiscard]] std::string view_to_json(const View& view);

/// Keys that are missing keep the values of `defaults`; unknown keys are errors. Throws FileError naming
/// `file` and the key.
[[nodiscard]] View view_from_json(std::string_view json, std::string_view file, const View& defaults = {});

} // namespace hitmap
