#include "widgets/session/open_recording.h"

#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"
#include "core/geometry/upright.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/profile/derived/model_texts.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/hmt/file/write_recording.h"
#include "core/trace/model/element_source.h"
#include "widgets/request/trace_request.h"

#include <QtCore/QFileInfo>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

std::unique_ptr<ByteSource> trace_into_memory(const std::string& spec, ThreadPool& pool,
                                              const JobContext& job) {
    job.begin("loading the scene");
    const TraceRequest request = trace_request(spec);
    Scene scene = load_upright_scene(request.scene, request.up, job);
    if (request.camera) look_through(scene, *request.camera);
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), {}, &pool, job);
    trace_scene(scene, request.options, *sink, pool, job);
    return open_memory(std::move(bytes), scene.name);
}

std::string short_name(const std::string& spec) {
    if (names_trace(spec)) return short_name_of(trace_request(spec));
    return spec.starts_with("builtin:") ? spec : std::filesystem::path(spec).filename().string();
}

} // namespace

bool names_recording(const std::string& spec) {
    if (spec.starts_with("builtin:") || names_trace(spec)) return false;
    return is_named_as_recording(spec);
}

bool is_recording(const std::string& spec) {
    if (spec.starts_with("builtin:") || names_trace(spec)) return false;
    if (names_recording(spec)) return true;
    try {
        const auto file = open_file(spec);
        return begins_as_recording(*file) || format_of(*file) != nullptr;
    } catch (const FileError&) {
        return false; // Reading the file as a mesh reports the reason.
    }
}

QString file_stem_of(const OpenRecording& recording) {
    const QString name = QString::fromStdString(recording.name);
    QString stem =
        name.startsWith(QLatin1String("builtin:")) ? name.mid(8) : QFileInfo(name).completeBaseName();
    for (const char refused : {':', '?', '=', '/', '&'})
        stem.replace(QLatin1Char(refused), QLatin1Char('-'));
    return stem;
}

TraceRequest request_of(const OpenRecording& recording) {
    if (recording.traced) return trace_request(recording.spec);
    const RecordingInfo& info = recording.info();
    const auto was_given = [&](std::string_view field) {
        const auto found = std::ranges::find(info.origins, field, &FieldOrigin::field);
        return found != info.origins.end() && found->origin == Origin::recorded;
    };
    TraceRequest request;
    for (const auto& [name, value] : info.options) {
        try {
            if (name == "up" && was_given("up axis")) request.up = parse_up(value, name);
            const auto& table = trace_option_table();
            const auto option = std::ranges::find(table, name, &TraceOption::name);
            if (option != table.end()) option->set(request.options, value);
        } catch (const UsageError&) { // The value is from another producer or another version.
        }
    }
    if (was_given("camera")) request.camera = recording.camera;
    return request;
}

std::shared_ptr<const OpenRecording> open_recording(const std::string& spec, ThreadPool& pool,
                                                    const JobContext& job) {
    auto opened = std::make_shared<OpenRecording>();
    opened->spec = spec;
    opened->traced = !is_recording(spec);
    auto bytes = opened->traced ? trace_into_memory(spec, pool, job) : open_laid_out(spec, {}, job).bytes;
    opened->imported = !opened->traced && !names_recording(spec) && !begins_as_recording(*open_file(spec));
    job.begin("reading the recording");
    opened->file = std::make_shared<const HmtFile>(std::move(bytes));
    opened->scene = opened->file->read_scene(job);
    opened->name = short_name(spec);
    opened->rays = ray_selections(opened->file->read_lane_tags(job));
    if (opened->scene == nullptr) return opened;
    if (!opened->scene->face_slots.empty() || !opened->scene->boxes.empty()) {
        job.begin("preparing the picture");
        opened->prepared = prepare_scene(opened->scene, job);
        opened->camera = framing_camera(opened->prepared->bounds);
    }
    if (!opened->scene->cameras.empty()) opened->camera = normalised(opened->scene->cameras.front());
    return opened;
}

ModelChoice model_for(const OpenRecording& recording, const ModelChoice& wanted) {
    const bool any_model = recording.scene != nullptr && recording.has_elements();
    if (any_model || !wanted.preset.empty()) return wanted;
    const std::string standard(default_preset_name);
    return choice_of(find_gpu_preset(standard), standard);
}

std::shared_ptr<const OpenRecording> saved_recording(const OpenRecording& recording, const std::string& path,
                                                     const JobContext& job) {
    ThreadPool pool;
    write_recording(*recording.file, create_file(path, job.outputs), pool, job);
    if (job.outputs != nullptr) job.outputs->publish();
    auto saved = std::make_shared<OpenRecording>(recording);
    saved->spec = path;
    saved->name = short_name(path);
    saved->traced = false;
    saved->imported = false;
    saved->file = std::make_shared<const HmtFile>(open_file(path), job);
    return saved;
}

std::shared_ptr<const Simulation> simulate(std::shared_ptr<const OpenRecording> recording,
                                           const ModelChoice& config, ThreadPool& pool,
                                           const JobContext& job) {
    const auto source = request_source(*recording->file, pool, 0, recording->scene);
    auto result = std::make_shared<Simulation>();
    if (!recording->info().has_sums()) result->config = config;
    result->model = model_config(result->config);
    result->profile = make_profile(*source, result->model, result->config.only, pool, job);
    result->totals = result->profile->totals({0, result->profile->positions()});
    const ElementSources sources(recording->scene);
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
        result->elements.push_back(sources.count(kind, result->profile->element_count(kind)));
    result->recording = std::move(recording);
    return result;
}

} // namespace hitmap
