#pragma once

#include "core/geometry/scene.h"

#include <string_view>

namespace hitmap {

/// load_scene(), and then a mesh of a file is turned so that its up axis is +y, with a camera that frames it:
/// `up` if given, else what its format says or guess_up_axis() finds; Scene::up tells which. Axes are those
/// of the file's own coordinates, also where import turned them already (COLLADA, 3DS). Built-in scenes are
/// y-up. Throws what load_scene throws; UsageError for a built-in scene with another axis than y.
[[nodiscard]] Scene load_upright_scene(std::string_view spec, UpChoice up, const JobContext& job = {},
                                       const ImportOptions& options = {});

/// Throws UsageError where load_upright_scene would, because of the name or the keys of a built-in scene or
/// its up axis; says nothing of files.
void check_upright_scene(std::string_view spec, UpChoice up);

} // namespace hitmap
