#include "core/analysis/findings/tree_change.h"

#include "core/base/error.h"
#include "core/base/text/shell_word.h"
#include "core/geometry/scene.h"
#include "core/raytracer/options/recorded_options.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/model/recording_part.h"
#include "core/trace/model/relayout_marks.h"
#include "core/trace/stream/request_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace hitmap {

namespace {

struct TriedOption {
    std::string_view name;
    std::array<std::string_view, 3> values; ///< may be empty
};
constexpr std::array tried_options{TriedOption{"bvh", {"sah", "median"}},
                                   TriedOption{"node-width", {"2", "4", "8"}},
                                   TriedOption{"stack-slots", {"1"}}};

bool is_relaid(const RecordingInfo& info) {
    return std::ranges::any_of(info.options,
                               [](const auto& option) { return option.first == relayout_option; });
}

/// The command that traces with these options, which names those that are not the default.
std::string trace_command(const RecordingInfo& info, const TraceOptions& options) {
    std::string command = "hitmap trace " + shell_word(info.source_name) + " -o OUT.hmt";
    const TraceOptions usual;
    for (const TraceOption& option : trace_option_table())
        if (const std::string value = option.get(options); value != option.get(usual))
            command += fmt::format(" --{} {}", option.name, value);
    for (const auto& [name, value] : info.options)
        if (name == "up") command += " --up " + value;
    // A camera that the user gave is in a file that the recording does not name. That of a scene needs no
    // option.
    if (std::ranges::any_of(info.origins, [](const FieldOrigin& of) {
            return of.field == "camera" && of.origin == Origin::recorded;
        }))
        command += " --camera CAMERA.json";
    return command;
}

/// Passes requests on, and refuses those beyond a number.
class LimitedRequests final : public RecordingSink {
public:
    LimitedRequests(RecordingSink& out, std::uint64_t most) : out_(out), most_(most) {}
    void begin(const RecordingInfo& info, const RecordedScene* scene) override { out_.begin(info, scene); }
    void begin_launch(const Launch& launch) override { out_.begin_launch(launch); }
    void add(const Request& request) override {
        if (++requests_ > most_)
            throw Error(fmt::format("makes more than {} times the requests of the recording", most_times));
        out_.add(request);
    }
    void tag(const LaneTagRun& run) override { out_.tag(run); }
    void execute(const BlockExecution& event) override { out_.execute(event); }
    void trace_rays(const RayEvent& event, const RayLanes& lanes) override { out_.trace_rays(event, lanes); }
    void finish() override { out_.finish(); }

private:
    RecordingSink& out_;
    std::uint64_t most_;
    std::uint64_t requests_ = 0;
};

/// The scene as it was recorded, with its camera.
Scene scene_of_recording(const FindingTrial& trial, const JobContext& job) {
    const RecordingInfo& info = trial.file.info();
    Scene scene;
    try {
        scene = trial.mesh(job);
    } catch (const UsageError& error) {
        throw Error(error.what()); // the recording names a scene that this version does not have
    }
    if (scene.mesh.faces.size() != info.scene.faces)
        throw Error(fmt::format("expected the mesh that was recorded, with {} faces, found {} with {}",
                                info.scene.faces, scene.name, scene.mesh.faces.size()));
    look_through(scene, info.scene.cameras.front());
    return scene;
}

} // namespace

std::optional<TraceOptions> options_of_trace(const RecordingInfo& info) {
    if (is_relaid(info) || info.incomplete || !part_text(info).empty() || info.scene.cameras.empty())
        return std::nullopt;
    const std::optional<TraceOptions> options = recorded_trace_options(info.options);
    if (!options || options->width != info.scene.width || options->height != info.scene.height ||
        options->sm_count != info.device.sm_count || options->warps_per_sm != info.device.warp_slots_per_sm ||
        options->warp_lanes != info.device.warp_size)
        return std::nullopt;
    return options;
}

std::vector<Change> trees_to_try(const FindingTrial& trial) {
    std::vector<Change> changes;
    const RecordingInfo& info = trial.file.info();
    const std::optional<TraceOptions> recorded = options_of_trace(info);
    if (!recorded || !trial.mesh) return changes;
    for (const TriedOption& tried : tried_options) {
        const TraceOption& option = trace_option(tried.name);
        for (const std::string_view value : tried.values) {
            TraceOptions options = *recorded;
            if (value.empty() || option.get(options) == value) continue;
            option.set(options, value);
            changes.push_back(
                {options, fmt::format("{} {}", tried.name, value), trace_command(info, options)});
        }
    }
    return changes;
}

void consume_with_tree(const FindingTrial& trial, const TraceOptions& options,
                       const std::function<void(RequestSource&)>& consume, ThreadPool& pool,
                       const JobContext& job) {
    const Scene scene = scene_of_recording(trial, job);
    stream_requests(
        [&](RecordingSink& sink) {
            LimitedRequests limited(sink, most_times * trial.file.info().requests);
            (void)trace_scene(scene, options, limited, pool, job);
        },
        consume, StreamedScene::for_models, job);
}

} // namespace hitmap
