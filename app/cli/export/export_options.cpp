#include "app/cli/export/export_options.h"

#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/export/curve_export.h"
#include "app/cli/export/export_output.h"
#include "app/cli/export/mesh_kinds.h"
#include "app/cli/options/deal_option.h"
#include "app/cli/options/layout_options.h"
#include "core/profile/elements/element_range.h"
#include "core/trace/elements/kind_names.h"
#include "core/trace/model/recording.h"

#include <fmt/format.h>

#include <utility>

namespace hitmap {

namespace {

/// Adds the options of the outputs for which `is_added` is true.
template <class Predicate>
void add_outputs(CLI::App& command, ExportOptions& options, const Predicate& is_added) {
    for (std::size_t i = 0; i < options.outputs.size(); ++i) {
        const ExportOutput& output = export_outputs()[i];
        if (!is_added(output)) continue;
        const char* const what = output.instead_of == nullptr ? "a file" : "a folder";
        command.add_option(output.option(), options.outputs[i], output.help)
            ->check(not_empty(what))
            ->type_name(output.type);
        if (output.add_options != nullptr) output.add_options(command, options);
    }
}

void add_array_and_mesh_options(CLI::App& command, ExportOptions& options) {
    command
        .add_option(
            "--arrays", options.arrays,
            "With --npz: which arrays; requests are all requests with the addresses of their lanes, rays "
            "all ray events, pixels are images with the values of --pixels")
        ->delimiter(',')
        ->check(CLI::IsMember({"accesses", "metrics", "requests", "rays", "pixels"}).description(""))
        ->type_name("accesses|metrics|requests|rays|pixels,...")
        ->default_str("accesses,metrics");
    std::vector<std::string> kinds;
    for (const ElementKindId kind : kinds_of_meshes())
        kinds.emplace_back(element_kinds()[kind].name);
    command.add_option("--kind", options.mesh.kind, "With --ply, --vtp or --gltf: " + forms_of_kinds())
        ->check(CLI::IsMember(kinds).description(""))
        ->type_name(names_of(kinds_of_meshes(), "|"))
        ->default_str(kinds.front());
    command
        .add_option("--metric", options.mesh.metrics,
                    "With --ply, --vtp or --gltf: these metrics, separated by commas; the colours show the "
                    "first one")
        ->delimiter(',')
        ->type_name("METRIC,...")
        ->default_str("all");
}

void add_frame_options(CLI::App& command, ExportOptions& options) {
    command
        .add_option("--frames", options.frames,
                    "Cut time into Q frames, up to 65536, and write all of them: with a column frame, as the "
                    "first axis of arrays, or as attributes of their own")
        ->check(whole_number(1, most_frames))
        ->type_name("Q");
    command
        .add_option_function<std::uint64_t>(
            "--frame",
            [&options](std::uint64_t frame) {
                options.frame = frame;
                options.one_frame = true;
            },
            "Write this frame alone, from 0")
        ->check(whole_number(0, most_frames - 1))
        ->type_name("F");
}

/// Adds the options that choose what a table is of.
void add_subject_options(CLI::App& command, ExportOptions& options) {
    command
        .add_option(
            "--sm", options.sm,
            "With --occupancy: the L1 of this SM instead of the mean over all SMs; with --held-lines: the SM "
            "whose L1 is meant (default 0)")
        ->check(whole_number(0, RecordingLimits::sms - 1))
        ->type_name("N");
    command
        .add_option("--pixel", options.pixel,
                    "With --accesses: all accesses of the lanes that serve this pixel, of elements or not, "
                    "with address, source line and the level that served them; row 0 is on top")
        ->type_name("X,Y");
    add_address_options(command, options.addresses, "--addresses");
    add_curve_option(command, options.curves, "--curves");
    command
        .add_option("--only-range", options.only_ranges,
                    "With --metrics and --regions: only " + list_of(drawn_kinds(), KindName::plural) +
                        " whose quantity is in this range, such as face-slant=60:90. With --pixels: only "
                        "accesses to them, and requests with such an access. May be repeated for other "
                        "quantities: " +
                        element_quantity_names())
        ->expected(1)
        ->take_all()
        ->type_name("QUANTITY=FROM:TO");
}

} // namespace

void add_export_options(CLI::App& command, ExportOptions& options) {
    options.outputs.resize(export_outputs().size());
    command.add_option("FILE", options.file, recording_help)->required();
    const auto has_own_options = [](const ExportOutput& output) { return output.add_options != nullptr; };
    add_outputs(command, options, [&](const ExportOutput& output) { return !has_own_options(output); });
    add_array_and_mesh_options(command, options);
    add_outputs(command, options, [&](const ExportOutput& output) {
        return has_own_options(output) && output.instead_of == nullptr;
    });
    command
        .add_option("--of", options.of,
                    "With --miss-ratio or --reuse-histogram: of these elements alone, as in face:12,13; the "
                    "sectors that they lie in, of a face those of its indices")
        ->type_name("KIND:N,...");
    add_frame_options(command, options);
    add_subject_options(command, options);
    add_part_options(command, options.model.part);
    add_layout_options(command, options.model.layout);
    add_deal_option(command, options.model.deal_blocks);
    add_outputs(command, options, [](const ExportOutput& output) { return output.instead_of != nullptr; });
    add_model_options(command, options.model);
    add_why_option(command, options.model.texts);
    add_restriction_options(command, options.model.texts);
}

} // namespace hitmap
