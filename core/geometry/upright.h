#pragma once

#include "core/geometry/scene.h"

#include <string_view>

namespace hitmap {

/// Loads a scene as load_scene() does. The mesh of a file is then turned so that its up axis is +y, and gets
/// a camera that frames it. The axis is `up` if given, otherwise the one that the format defines or
/// guess_up_axis() finds; Scene::up says which. Axes are those of the file's own coordinates, also if
/// import has already turned them (COLLADA, 3DS). Built-in scenes are y-up. Throws what load_scene() throws;
/// UsageError for a built-in scene with another axis than y.
[[nodiscard]] Scene load_upright_scene(std::string_view spec, UpChoice up, const JobContext& job = {},
                                       const ImportOptions& options = {});

/// Throws UsageError if load_upright_scene() would, because of the name or the keys of a built-in scene or
/// its up axis. Does not check files.
void check_upright_scene(std::string_view spec, UpChoice up);

} // namespace hitmap
