#include "app/cli/export/export_check.h"

#include "app/cli/export/curve_export.h"
#include "app/cli/export/element_selection.h"
#include "app/cli/export/mesh_kinds.h"
#include "core/base/error.h"
#include "core/profile/query/metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace hitmap {

namespace {

/// Returns the options of the outputs for which `is_named` is true: "--ply, --vtp or --gltf".
template <class Predicate>
std::string output_names(const Predicate& is_named) {
    std::string names;
    std::string last;
    for (const ExportOutput& output : export_outputs()) {
        if (!is_named(output)) continue;
        if (!last.empty()) names += (names.empty() ? "" : ", ") + last;
        last = output.option();
    }
    return names.empty() ? last : names + " or " + last;
}

const ExportOutput& the_output(const ExportOptions& options) {
    const ExportOutput* found = nullptr;
    bool has_several = false;
    for (const ExportOutput& output : export_outputs()) {
        if (path_of(output, options).empty()) continue;
        if (found != nullptr && output.instead_of != nullptr)
            throw UsageError(fmt::format("export: expected one of {} and {}, found both", output.option(),
                                         output.instead_of));
        has_several = found != nullptr;
        found = &output;
    }
    if (found == nullptr || has_several)
        throw UsageError(fmt::format("export: expected one of {}",
                                     output_names([](const ExportOutput&) { return true; })));
    return *found;
}

/// An option that only some outputs take.
struct OptionOfOutputs {
    OutputOption option;
    std::string_view name;
    bool (*is_given)(const ExportOptions&);
    const char* end = ""; ///< of the message
};

constexpr std::array options_of_outputs{
    OptionOfOutputs{OutputOption::xz, "--xz", [](const ExportOptions& o) { return o.xz; }},
    OptionOfOutputs{OutputOption::source_folder, "--source-folder",
                    [](const ExportOptions& o) { return !o.source_folders.empty(); }},
    OptionOfOutputs{OutputOption::of, "--of", [](const ExportOptions& o) { return !o.of.empty(); }},
    OptionOfOutputs{OutputOption::curve, "--curve", [](const ExportOptions& o) { return !o.curves.empty(); }},
    OptionOfOutputs{OutputOption::sm, "--sm", [](const ExportOptions& o) { return o.sm.has_value(); }},
    OptionOfOutputs{OutputOption::address_range, "--address-range",
                    [](const ExportOptions& o) { return !o.addresses.range.empty(); }},
    OptionOfOutputs{OutputOption::address_rows, "--address-rows",
                    [](const ExportOptions& o) { return o.addresses.rows.has_value(); }},
    OptionOfOutputs{OutputOption::pixel, "--pixel", [](const ExportOptions& o) { return !o.pixel.empty(); }},
    OptionOfOutputs{OutputOption::arrays, "--arrays",
                    [](const ExportOptions& o) { return !o.arrays.empty(); }},
    OptionOfOutputs{OutputOption::kind, "--kind",
                    [](const ExportOptions& o) { return !o.mesh.kind.empty(); }},
    OptionOfOutputs{OutputOption::metric, "--metric",
                    [](const ExportOptions& o) { return !o.mesh.metrics.empty(); }},
    OptionOfOutputs{OutputOption::only_range, "--only-range",
                    [](const ExportOptions& o) { return !o.only_ranges.empty(); }, " only"},
};

/// Whether an option belongs to what is written in the place of all other outputs.
bool is_of_folders(OutputOption option) {
    return option == OutputOption::xz || option == OutputOption::source_folder;
}

/// @param of_folders  whether options of folders are checked, or all others
void check_taken(const ExportOutput& output, const ExportOptions& options, bool of_folders) {
    for (const OptionOfOutputs& each : options_of_outputs)
        if (each.is_given(options) && !output.takes.has(each.option) &&
            is_of_folders(each.option) == of_folders)
            throw UsageError(fmt::format(
                "{}: expected with {}{}", each.name,
                output_names([&](const ExportOutput& other) { return other.takes.has(each.option); }),
                each.end));
}

void check_model(const ExportOutput& output, const ModelOptions& model) {
    if (output.model == OutputModel::hierarchy && !model.is_hierarchy())
        throw UsageError(output.option() + ": expected with --model hierarchy");
    if (output.part == OutputPart::any) return;
    const Restriction only = model.restriction();
    if (output.model == OutputModel::stack_distance && (model.is_hierarchy() || !only.empty()))
        throw UsageError(output.option() +
                         ": holds the sums of the stack distance cache model of everything; "
                         "expected neither --model hierarchy nor a restriction");
    const bool takes_rays = output.part == OutputPart::rays;
    if (!(takes_rays ? only.of_rays_alone() : only.empty()))
        throw UsageError(fmt::format("{}: is of {}; found {}", output.option(),
                                     takes_rays ? "all of the stack or of some rays" : "everything",
                                     to_string(only)));
}

/// Throws UsageError if a metric does not exist or is not one of the kind.
void check_metrics(const MeshExportOptions& options) {
    for (const std::string& name : options.metrics) {
        if (const auto known = metric_named(name)) {
            const QuantityInfo& quantity = info_of(known->quantity);
            if (!quantity.is_of(kind_of_mesh(options)))
                throw UsageError(fmt::format("--metric {}: expected with --kind {}", name,
                                             element_kinds()[quantity.term_kind].name));
            continue;
        }
        std::vector<std::string> names;
        for (const MetricInfo& info : metric_table())
            names.push_back(info.name);
        throw UsageError(fmt::format("--metric: expected {}, found '{}'", fmt::join(names, "|"), name));
    }
}

/// Whether an output can be of one frame.
bool takes_frame(const ExportOutput& output) {
    return output.frames == OutputFrames::one || output.frames == OutputFrames::any;
}

void check_frames(const ExportOutput& output, const ExportOptions& options) {
    if (options.one_frame && !takes_frame(output))
        throw UsageError(fmt::format("--frame: expected with {} only", output_names(takes_frame)));
    const bool of_pixels = std::ranges::count(options.arrays, "pixels") != 0;
    if ((output.frames == OutputFrames::one || of_pixels) && options.frames != 0 && !options.one_frame)
        throw UsageError(fmt::format("--frames: --{} is of one of them; expected with --frame",
                                     output.frames == OutputFrames::one ? output.name : "pixels"));
    if (options.one_frame && options.frame >= options.frame_count())
        throw UsageError(
            fmt::format("--frame: expected 0 to {}, found {}", options.frame_count() - 1, options.frame));
    if (output.frames == OutputFrames::none && options.frames != 0)
        throw UsageError(fmt::format(
            "--frames: expected with {} only; --accesses writes every access with its order, "
            "--groups the whole recording",
            output_names([](const ExportOutput& other) { return other.frames != OutputFrames::none; })));
}

} // namespace

const std::string& path_of(const ExportOutput& output, const ExportOptions& options) {
    return options.outputs.at(static_cast<std::size_t>(&output - export_outputs().data()));
}

const ExportOutput& check(const ExportOptions& options) {
    const ExportOutput& output = the_output(options);
    check_taken(output, options, true);
    check_model(output, options.model);
    // What is written into a folder takes no options of time and of elements, and says nothing of them.
    if (output.instead_of != nullptr) return output;
    check_frames(output, options);
    if (!options.of.empty()) (void)parse_selection(options.of);
    (void)parse_element_ranges(options.only_ranges, "--only-range");
    if (output.takes.has(OutputOption::curve) && options.curves.empty())
        throw UsageError(output.option() + ": expected with --curve");
    check_taken(output, options, false);
    (void)curve_requests(options.curves);
    check_metrics(options.mesh);
    return output;
}

} // namespace hitmap
