#include "app/cli/export/export_mesh.h"

#include "app/cli/base/version.h"
#include "app/cli/export/tree_export.h"
#include "core/base/encode/printable.h"
#include "core/base/error.h"
#include "core/export/mesh/element_files.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/models/element_profile.h"
#include "core/trace/model/mesh_offset.h"
#include "render/image/colour_map.h"
#include "render/picture/metric_picture.h"
#include "render/view/colour_range.h"
#include "render/view/metric_caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

/// Returns the metrics to write. Throws UsageError if the profile does not know one that was asked for.
std::vector<const MetricInfo*> metrics_of(const MeshExportOptions& options, const Profile& profile) {
    std::vector<const MetricInfo*> metrics;
    for (const std::string& name : options.metrics) {
        const MetricInfo& info = info_of(metric_named(name).value());
        if (!can_answer(profile.capabilities(), info.metric))
            throw UsageError(
                fmt::format("--metric {}: expected a metric that the model determines; classes of "
                            "misses need --model hierarchy --why",
                            name));
        metrics.push_back(&info);
    }
    if (!metrics.empty()) return metrics;
    for (const MetricInfo& info : metric_table()) {
        if (info_of(info.metric.quantity).term && options.kind != "box") continue;
        if (can_answer(profile.capabilities(), info.metric)) metrics.push_back(&info);
    }
    return metrics;
}

std::vector<ElementAttribute> attributes_of(const Profile& profile, ElementKindId kind,
                                            const std::vector<const MetricInfo*>& metrics,
                                            const ExportedFrames& frames, const JobContext& job) {
    const std::vector<TimeWindow> windows = frames.windows(profile.positions());
    std::vector<ElementAttribute> attributes;
    for (const MetricInfo* metric : metrics)
        for (std::size_t f = 0; f < windows.size(); ++f) {
            ElementAttribute& attribute = attributes.emplace_back();
            attribute.name =
                frames.several ? fmt::format("{}_frame_{}", metric->key, frames.first() + f) : metric->key;
            profile.values(windows[f], kind, metric->metric, attribute.values, job);
        }
    return attributes;
}

/// Colours the elements as `hitmap render` does: Plasma from the 1st to the 99th percentile, and grey where
/// the value is undefined.
ColourRange colour(AttributedElements& elements, Metric metric) {
    const std::vector<float>& values = elements.attributes.front().values;
    const ColourRange range =
        make_colour_range(RangeMode::percentiles, value_style_of(metric), robust_extent(values));
    const ColourMap& map = colour_maps().front();
    for (const float value : values) {
        const Rgb rgb = std::isnan(value) ? not_accessed_colour : map.at(range.normalised(value));
        elements.colours.push_back({rgb.r, rgb.g, rgb.b});
    }
    return range;
}

std::string description_of(const RecordingInfo& info, const ModelConfig& config, const ModelOptions& model,
                           const ElementAttribute& coloured, const ColourRange& range) {
    std::string text = fmt::format("hitmap {}", program_version);
    for (const std::string& line : metric_caption(info, config, std::nullopt, {}, model.restriction()))
        text += "; " + line;
    text += fmt::format("; colours: {} from {:.6g} to {:.6g}", coloured.name, range.min, range.max);
    text = printable(text);
    std::ranges::replace(text, '\n', ' ');
    return text;
}

} // namespace

void add_mesh_export_options(CLI::App& command, MeshExportOptions& options) {
    command
        .add_option("--kind", options.kind,
                    "With --ply, --vtp or --gltf: faces as triangles, or boxes as their edges")
        ->check(CLI::IsMember({"face", "box"}).description(""))
        ->type_name("face|box")
        ->default_str("face");
    command
        .add_option("--metric", options.metrics,
                    "With --ply, --vtp or --gltf: these metrics, separated by commas; the colours show the "
                    "first one")
        ->delimiter(',')
        ->type_name("METRIC,...")
        ->default_str("all");
}

void check(const MeshExportOptions& options) {
    for (const std::string& name : options.metrics) {
        if (const auto known = metric_named(name)) {
            if (info_of(known->quantity).term && options.kind != "box")
                throw UsageError(fmt::format("--metric {}: expected with --kind box", name));
            continue;
        }
        std::vector<std::string> names;
        for (const MetricInfo& info : metric_table())
            names.push_back(info.name);
        throw UsageError(fmt::format("--metric: expected {}, found '{}'", fmt::join(names, "|"), name));
    }
}

void export_mesh(std::string_view format, const MeshExportOptions& options, const ModelOptions& model,
                 const ExportedFrames& frames, ModelInput& input, ByteSink& out, const JobContext& job) {
    const auto scene = input.source->scene(job);
    if (scene == nullptr) throw FileError(input.path, "scene", "expected a scene, found none");
    if (options.kind == "box" && !knows_box_extents(input.file.info()))
        throw FileError(input.path, "--kind box",
                        "expected boxes with extents, found that only their number is known");
    if (options.kind != "box") require_vertex_positions(input);
    for (const std::string& name : options.metrics)
        if (info_of(metric_named(name).value().quantity).term) require_tree(input, job);
    const ModelConfig config = model.config();
    const auto profile = make_element_profile(*input.source, config, model.restriction(),
                                              element_parts(frames.total), input.pool, job);
    const ElementKindId kind = options.kind == "box" ? box_kind : face_kind;
    const std::size_t count = kind == box_kind ? scene->boxes.size() : scene->face_slots.size();
    if (count == 0)
        throw FileError(
            input.path, "scene",
            fmt::format("expected {} to export, found none{}", element_kinds()[kind].plural,
                        kind == face_kind && !scene->boxes.empty() ? "; --kind box exports boxes" : ""));
    if (profile->element_count(kind) != count)
        throw FileError(
            input.path, "allocations",
            fmt::format("expected an allocation of {}, found none", element_kinds()[kind].plural));
    const auto metrics = metrics_of(options, *profile);
    AttributedElements elements{*scene, kind, attributes_of(*profile, kind, metrics, frames, job),
                                {},     {},   mesh_offset(input.file.info())};
    const ColourRange range = colour(elements, metrics.front()->metric);
    elements.description =
        description_of(input.file.info(), config, model, elements.attributes.front(), range);
    job.begin("writing");
    if (format == "ply") return write_ply(elements, out, job);
    if (format == "vtp") return write_vtp(elements, out, job);
    write_gltf(elements, out, job);
}

} // namespace hitmap
