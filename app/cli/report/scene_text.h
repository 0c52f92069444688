#pragma once

#include "core/geometry/scene.h"

#include <string>
#include <string_view>

namespace hitmap {

/// Returns lines about a scene that was loaded: what its mesh file declares and how much was read, a warning
/// for each part that is missing, and the assumed up axis if the user gave none. Empty for built-in scenes.
/// @param name       the scene as the user gave it
/// @param up_option  the option that sets the up axis ("--up")
[[nodiscard]] std::string scene_text(const std::string& name, const Scene& scene, std::string_view up_option);

} // namespace hitmap
