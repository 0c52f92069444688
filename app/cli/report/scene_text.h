#pragma once

#include "core/geometry/scene.h"

#include <string>
#include <string_view>

namespace hitmap {

/// Lines about a scene that was loaded: what its mesh file declares beside what came in, a warning for each
/// thing that did not, and which axis was taken for up where the user did not say. Empty for built-in scenes.
/// @param name       the scene, as the user gave it
/// @param up_option  what lets the user give the up axis ("--up")
[[nodiscard]] std::string scene_text(const std::string& name, const Scene& scene, std::string_view up_option);

} // namespace hitmap
