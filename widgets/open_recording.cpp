#include "widgets/open_recording.h"

#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/element_source.h"
#include "core/trace/hmt_writer.h"

#include <filesystem>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

std::unique_ptr<ByteSource> trace_into_memory(const std::string& spec, ThreadPool& pool,
                                              const JobContext& job) {
    job.begin("loading the scene");
    const Scene scene = load_scene(spec, job);
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), {}, &pool);
    trace_scene(scene, {}, *sink, pool, job);
    return open_memory(std::move(bytes), scene.name);
}

} // namespace

bool names_recording(const std::string& spec) {
    if (spec.starts_with("builtin:")) return false;
    std::filesystem::path path(spec);
    if (path.extension() == ".part") path.replace_extension();
    return path.extension() == ".hmt";
}

std::shared_ptr<const OpenRecording> open_recording(const std::string& spec, ThreadPool& pool,
                                                    const JobContext& job) {
    auto opened = std::make_shared<OpenRecording>();
    opened->spec = spec;
    opened->traced = !names_recording(spec);
    auto bytes = opened->traced ? trace_into_memory(spec, pool, job) : open_file(spec);
    job.begin("reading the recording");
    opened->file = std::make_shared<const HmtFile>(std::move(bytes));
    opened->scene = opened->file->read_scene(job);
    if (opened->scene == nullptr || opened->scene->face_slots.empty()) {
        throw Error(spec + ": the recording has no scene, so there are no faces to show");
    }
    opened->name = spec.starts_with("builtin:") ? spec : std::filesystem::path(spec).filename().string();
    job.begin("preparing the picture");
    opened->prepared = prepare_scene(opened->scene, job);
    const std::vector<Camera>& cameras = opened->scene->cameras;
    opened->camera = cameras.empty() ? framing_camera(opened->prepared->bounds) : normalised(cameras.front());
    return opened;
}

SimulatedRecording simulate(std::shared_ptr<const OpenRecording> recording, const SdcmConfig& config,
                            Metric metric, ThreadPool& pool, const JobContext& job) {
    const auto source = request_source(*recording->file, pool);
    auto profile = make_sdcm_profile(*source, config, pool, job);
    auto whole = frame_values(*profile, metric, {}, job);
    const ElementSources sources(recording->scene);
    std::vector<std::uint64_t> elements;
    for (std::size_t kind = 0; kind < whole->kinds.size(); ++kind) {
        std::uint64_t count = 0;
        for (std::uint64_t slot = 0; slot < whole->kinds[kind].values->size(); ++slot)
            count += sources.source(static_cast<ElementKindId>(kind), slot).has_value() ? 1U : 0U;
        elements.push_back(count);
    }
    return {std::move(recording), std::move(profile), config, std::move(whole), std::move(elements)};
}

} // namespace hitmap
