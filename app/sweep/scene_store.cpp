#include "app/sweep/scene_store.h"

#include "core/geometry/upright.h"

namespace hitmap {

std::shared_ptr<SceneStore::Entry> SceneStore::entry(const std::string& name) {
    const std::lock_guard lock(mutex_);
    auto& entry = entries_[name];
    if (!entry) entry = std::make_shared<Entry>();
    return entry;
}

void SceneStore::announce(const std::string& name) {
    const auto announced = entry(name);
    const std::lock_guard lock(mutex_);
    ++announced->users;
}

void SceneStore::release(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(name);
    if (found != entries_.end() && --found->second->users == 0) entries_.erase(found);
}

std::shared_ptr<const Scene> SceneStore::scene(const ExperimentScene& wanted, const JobContext& job) {
    const auto shared = entry(wanted.name);
    const std::lock_guard lock(shared->mutex);
    if (!shared->scene) {
        Scene scene = load_upright_scene(wanted.spec, wanted.up, job, wanted.import);
        if (loaded_) {
            const std::lock_guard telling(telling_);
            loaded_(wanted, scene);
        }
        if (wanted.camera) look_through(scene, *wanted.camera);
        shared->scene = std::make_shared<const Scene>(std::move(scene));
        ++scenes_loaded_;
    }
    return shared->scene;
}

Bvh SceneStore::bvh(const std::string& name, const Mesh& mesh, const BvhOptions& options, ThreadPool& pool,
                    const JobContext& job) {
    // Configurations may reorder the mesh, so that the key of a tree is the hash of the mesh itself.
    const std::uint64_t hash = source_hash(mesh);
    const auto shared = entry(name);
    const std::lock_guard lock(shared->mutex);
    for (const Tree& tree : shared->trees)
        if (tree.mesh_hash == hash && tree.options == options) return tree.bvh;
    shared->trees.push_back({hash, options, build_bvh(mesh, options, pool, job)});
    ++trees_built_;
    return shared->trees.back().bvh;
}

} // namespace hitmap
