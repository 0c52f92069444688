#pragma once

#include "app/sweep/experiment.h"
#include "core/bvh/bvh.h"
#include "core/geometry/scene.h"
#include "core/raytracer/trace_scene.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

/// Scenes and trees that several runs share: made once, by the first that asks, while others wait; gone with
/// the last run that was announced. Thread-safe.
class SceneStore {
public:
    using Loaded = std::function<void(const ExperimentScene&, const Scene&)>;

    /// @param loaded  told of each scene that was loaded, one at a time; may be empty
    explicit SceneStore(Loaded loaded = {}) : loaded_(std::move(loaded)) {}

    /// One more user of the scene.
    void announce(const std::string& name);
    /// One less.
    void release(const std::string& name);

    /// With the experiment's camera, if it has one. Throws what load_scene throws.
    [[nodiscard]] std::shared_ptr<const Scene> scene(const ExperimentScene& scene, const JobContext& job);
    /// A copy of the tree, which is built once for each mesh and option. Throws what build_bvh throws.
    [[nodiscard]] Bvh bvh(const std::string& name, const Mesh& mesh, const BvhOptions& options,
                          ThreadPool& pool, const JobContext& job);

    /// For tests and --timing.
    [[nodiscard]] unsigned scenes_loaded() const { return scenes_loaded_; }
    [[nodiscard]] unsigned trees_built() const { return trees_built_; }

private:
    struct Tree {
        std::uint64_t mesh_hash;
        BvhOptions options;
        Bvh bvh;
    };
    struct Entry {
        std::mutex mutex; ///< held while something of the scene is made
        std::shared_ptr<const Scene> scene;
        std::vector<Tree> trees;
        unsigned users = 0; // guarded by the store's mutex
    };
    std::shared_ptr<Entry> entry(const std::string& name);

    Loaded loaded_;
    std::mutex telling_; ///< held while loaded_ is called
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Entry>> entries_;
    std::atomic<unsigned> scenes_loaded_{0};
    std::atomic<unsigned> trees_built_{0};
};

} // namespace hitmap
