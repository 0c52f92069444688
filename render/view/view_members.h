#pragma once

#include "core/base/json_node.h"
#include "core/geometry/camera.h"
#include "render/view/view.h"

#include <string>

namespace hitmap {

/// Returns the double with the shortest decimal text among those that convert to this float.
[[nodiscard]] double shortest(float value);

/// Read a member of an object, as JsonNode::read() does.
void read(JsonNode& object, const std::string& key, LevelRange& value);
void read(JsonNode& object, const std::string& key, glm::vec3& value); ///< three finite numbers
void read(JsonNode& object, const std::string& key, Camera& value);

} // namespace hitmap
