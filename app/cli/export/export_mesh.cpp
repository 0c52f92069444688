#include "app/cli/base/version.h"
#include "app/cli/export/export_writers.h"
#include "app/cli/export/mesh_kinds.h"
#include "app/cli/export/tree_export.h"
#include "app/cli/input/model_input.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/export/element_files.h"
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
        if (!info_of(info.metric.quantity).is_of(kind_of_mesh(options))) continue;
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

using WriteElements = void(const AttributedElements& elements, ByteSink& out, const JobContext& job);

/// Simulates the recording and writes the elements of a kind with metrics.
void export_mesh(const ExportInput& exported, ByteSink& out, WriteElements* write) {
    const MeshExportOptions& options = exported.options.mesh;
    const ModelOptions& model = exported.options.model;
    const ExportedFrames frames = exported.options.exported_frames();
    ModelInput& input = exported.recording;
    const JobContext& job = exported.job;
    const auto scene = input.source->scene(job);
    if (scene == nullptr) throw FileError(input.path, "scene", "expected a scene, found none");
    const ElementKindId kind = kind_of_mesh(options);
    if (kind == box_kind && !knows_box_extents(input.file.info()))
        throw FileError(input.path, "--kind box",
                        "expected boxes with extents, found that only their number is known");
    if (element_kinds()[kind].geometry->vertices != nullptr) require_vertex_positions(input);
    for (const std::string& name : options.metrics)
        if (info_of(metric_named(name).value().quantity).term) require_tree(input, job);
    const ModelConfig& config = exported.config;
    const auto profile = make_element_profile(*input.source, config, model.restriction(),
                                              element_parts(frames.total), input.pool, job);
    const std::uint64_t count = element_count(*scene, kind);
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
    write(elements, out, job);
    out.commit();
}

} // namespace

void export_ply(const ExportInput& input, std::unique_ptr<ByteSink> out) {
    export_mesh(input, *out, write_ply);
}

void export_vtp(const ExportInput& input, std::unique_ptr<ByteSink> out) {
    export_mesh(input, *out, write_vtp);
}

void export_gltf(const ExportInput& input, std::unique_ptr<ByteSink> out) {
    export_mesh(input, *out, write_gltf);
}

} // namespace hitmap
