#pragma once

#include "render/scene/scene_geometry.h"

#include <map>
#include <memory>

namespace hitmap {

/// The GPU data of each scene, shared by all views that show it. The contexts of these views must be in one
/// share group, and one of them must be current when a view releases its geometry.
class SharedGeometries {
public:
    /// Throws as the constructor of SceneGeometry does. Needs a current context.
    [[nodiscard]] std::shared_ptr<SceneGeometry> of(const std::shared_ptr<const PreparedScene>& prepared) {
        std::erase_if(known_, [](const auto& entry) { return entry.second.expired(); });
        std::weak_ptr<SceneGeometry>& known = known_[prepared.get()];
        auto geometry = known.lock();
        if (geometry == nullptr) {
            geometry = std::make_shared<SceneGeometry>(prepared);
            known = geometry;
        }
        return geometry;
    }

private:
    std::map<const PreparedScene*, std::weak_ptr<SceneGeometry>> known_;
};

} // namespace hitmap
