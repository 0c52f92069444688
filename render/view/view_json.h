#pragma once

#include "render/view/view.h"

#include <string>
#include <string_view>

namespace hitmap {

/// Returns a JSON object with the members of View by name; the camera as in camera_to_json.
[[nodiscard]] std::string view_to_json(const View& view);

/// Missing keys keep the values of `defaults`; unknown keys are errors. Throws FileError that names `file`
/// and the key.
[[nodiscard]] View view_from_json(std::string_view json, std::string_view file, const View& defaults = {});

} // namespace hitmap
