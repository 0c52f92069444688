#include "widgets/session/recording/traced_recording.h"

#include "core/base/error.h"
#include "core/geometry/camera.h"
#include "core/geometry/mesh_formats.h"
#include "core/geometry/scene.h"
#include "core/geometry/upright.h"
#include "core/raytracer/trace_scene.h"
#include "core/store/entry_store.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/io/limited_memory.h"
#include "core/tree/tree_shape.h"
#include "widgets/session/recording/trace_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// A recording that was traced, now or by an earlier start.
struct Traced {
    std::shared_ptr<const HmtFile> file;
    bool from_cache = false;
};

/// Returns the recording of an earlier start; null if there is none.
std::shared_ptr<const HmtFile> kept_recording(const Storing& keeping, const EntryKey& key,
                                              const std::string& name, const JobContext& job) {
    if (keeping.anew) return nullptr;
    auto bytes = keeping.results->find(key, name, job);
    if (bytes == nullptr) return nullptr;
    try {
        return std::make_shared<const HmtFile>(std::move(bytes), job);
    } catch (const FileError&) {
        keeping.results->remove(key); // it is traced and kept anew
        return nullptr;
    }
}

std::shared_ptr<const HmtFile> trace_into_memory(const Scene& scene, const TraceOptions& options,
                                                 ThreadPool& pool, const JobContext& job, std::uint64_t limit,
                                                 const SceneTaker& take_scene) {
    std::vector<std::byte> bytes;
    {
        const auto sink = write_hmt(create_limited_memory(bytes, limit), {}, &pool, job);
        trace_scene(scene, options, *sink, pool, job, {}, take_scene);
    }
    job.begin("reading the recording");
    return std::make_shared<const HmtFile>(open_memory(std::move(bytes), scene.name), job);
}

Traced trace(const TraceRequest& request, ThreadPool& pool, const JobContext& job, std::uint64_t limit,
             const Storing& keeping, const SceneTaker& take_scene) {
    constexpr double loading = 0.1; // of the time, at 512x512 pixels of the built-in scenes
    std::optional<EntryKey> key;
    if (keeping.results != nullptr) {
        job.begin("looking into the cache");
        key = keeping.results->key_of(request, job);
        const std::string name = is_builtin(request.scene)
                                     ? request.scene
                                     : std::filesystem::path(request.scene).filename().string();
        if (key)
            if (auto file = kept_recording(keeping, *key, name, job)) return {std::move(file), true};
    }
    job.begin("loading the scene");
    Scene scene = load_upright_scene(request.scene, request.up, job.part(0.0, loading));
    if (request.camera) look_through(scene, *request.camera);
    if (keeping.results != nullptr && !key) {
        key = keeping.results->key_of(request, scene);
        if (auto file = kept_recording(keeping, *key, scene.name, job)) return {std::move(file), true};
    }
    auto file = trace_into_memory(scene, request.options, pool, job.part(loading, 1.0), limit, take_scene);
    if (key)
        keeping.results->keep(
            *key, [file](ByteSink& out, const JobContext& writing) { file->copy_to(out, writing); });
    return {std::move(file), false};
}

/// As trace(). The error about a file of an unknown format also names recordings, since everything that is
/// not recognised as one is read as a mesh.
Traced trace_or_explain(const TraceRequest& request, ThreadPool& pool, const JobContext& job,
                        std::uint64_t limit, const Storing& keeping, const SceneTaker& take_scene) {
    try {
        return trace(request, pool, job, limit, keeping, take_scene);
    } catch (const FileError& error) {
        if (!std::string_view(error.what()).ends_with(unknown_mesh_format_text)) throw;
        throw FileError(
            error.file(), "",
            not_recognised(std::filesystem::path(error.file()),
                           fmt::format("{} or a recording, .hmt or of another program", mesh_formats_text)));
    }
}

/// Returns whether any of the boxes is more than a point, so that it can be seen.
bool has_extents(const RecordedScene& scene) {
    return std::ranges::any_of(scene.boxes,
                               [](const Aabb& box) { return !box.empty() && box.lower != box.upper; });
}

/// Returns whether there are faces or other elements between vertices.
bool has_surfaces(const RecordedScene& scene) {
    for (const ElementKindId kind : drawn_kinds())
        if (element_kinds()[kind].geometry->vertices != nullptr && element_count(scene, kind) != 0)
            return true;
    return false;
}

/// A recording that is being traced, by the spec of `wanted`.
std::shared_ptr<const OpenRecording> described_recording(const OpenRecording& wanted,
                                                         const RecordingInfo& info,
                                                         const std::shared_ptr<const RecordedScene>& scene,
                                                         ThreadPool& pool, const JobContext& job) {
    auto traced = std::make_shared<OpenRecording>();
    traced->spec = wanted.spec;
    traced->name = short_name(wanted.spec);
    traced->traced = true;
    traced->described = std::make_shared<const RecordingInfo>(info);
    traced->scene = scene;
    prepare_picture(*traced, pool, job);
    return traced;
}

} // namespace

void prepare_picture(OpenRecording& opened, ThreadPool& pool, const JobContext& job) {
    if (has_tree(opened.info(), opened.scene.get()))
        opened.tree = std::make_shared<TreeOnce>(opened.scene, pool);
    if (opened.scene == nullptr) return;
    const bool shows_boxes = knows_box_extents(opened.info()) && has_extents(*opened.scene);
    if (shows_boxes || (knows_vertex_positions(opened.info()) && has_surfaces(*opened.scene))) {
        job.begin("preparing the picture");
        opened.prepared = prepare_scene(opened.scene, job, &pool);
        opened.camera = framing_camera(opened.prepared->bounds);
    }
    if (!opened.scene->cameras.empty()) opened.camera = normalised(opened.scene->cameras.front());
    if (knows_vertex_positions(opened.info()) && has_surfaces(*opened.scene))
        opened.regions = std::make_shared<const SceneRegions>(opened.scene, normalised(opened.camera));
}

std::shared_ptr<const HmtFile> trace_recording(OpenRecording& opened, const TraceRequest& request,
                                               ThreadPool& pool, const JobContext& job, std::uint64_t limit,
                                               const Storing& keeping, const TakeTraced& take_traced) {
    SceneTaker take_scene;
    if (take_traced)
        take_scene = [&](const RecordingInfo& info, const std::shared_ptr<const RecordedScene>& scene) {
            const auto traced = described_recording(opened, info, scene, pool, job);
            opened.scene = traced->scene;
            opened.tree = traced->tree;
            opened.regions = traced->regions;
            opened.camera = traced->camera;
            opened.prepared = traced->prepared;
            take_traced(traced);
        };
    Traced traced = trace_or_explain(request, pool, job, limit, keeping, take_scene);
    opened.from_cache = traced.from_cache;
    return std::move(traced.file);
}

} // namespace hitmap
