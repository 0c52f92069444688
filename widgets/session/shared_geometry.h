#pragma once

#include "render/scene/scene_geometry.h"

#include <map>
#include <memory>

namespace hitmap {

/// The GPU's copy of each scene, one for all views that show it. Views need contexts of one share group, and
/// one of them must be current where a view lets go of its geometry.
class SharedGeometries {
public:
    /// Throws what SceneGeometry's constructor throws. Needs a context current.
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
