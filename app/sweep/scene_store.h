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

/// Scenes and trees that several runs share. The first run that needs one creates it while others wait; it is
/// released after the last announced run. Thread-safe.
class SceneStore {
public:
    using Loaded = std::function<void(const ExperimentScene&, const Scene&)>;

    /// @param loaded  called after a scene was loaded, never concurrently; may be empty
    explicit SceneStore(Loaded loaded = {}) : loaded_(std::move(loaded)) {}

    /// Adds a user of the scene.
    void announce(const std::string& name);
    /// Removes a user of the scene.
    void release(const std::string& name);

    /// Returns the scene with the experiment's camera, if there is one. Throws as load_scene does.
    [[nodiscard]] std::shared_ptr<const Scene> scene(const ExperimentScene& scene, const JobContext& job);
    /// Returns a copy of the tree, which is built once per mesh and options. Throws as build_bvh does.
    [[nodiscard]] Bvh bvh(const std::string& name, const Mesh& mesh, const BvhOptions& options,
                          ThreadPool& pool, const JobContext& job);

    /// Number of scenes that were loaded, for tests and --timing.
    [[nodiscard]] unsigned scenes_loaded() const { return scenes_loaded_; }
    [[nodiscard]] unsigned trees_built() const { return trees_built_; }

private:
    struct Tree {
        std::uint64_t mesh_hash;
        BvhOptions options;
        Bvh bvh;
    };
    struct Entry {
        std::mutex mutex; ///< locked while data of the scene is created
        std::shared_ptr<const Scene> scene;
        std::vector<Tree> trees;
        unsigned users = 0; // guarded by the mutex of the store
    };
    std::shared_ptr<Entry> entry(const std::string& name);

    Loaded loaded_;
    std::mutex telling_; ///< locked while loaded_ is called
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Entry>> entries_;
    std::atomic<unsigned> scenes_loaded_{0};
    std::atomic<unsigned> trees_built_{0};
};

} // namespace hitmap
