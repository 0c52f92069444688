#include "app/cli/base/info_json.h"
#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/base/version.h"
#include "app/cli/commands/address_input.h"
#include "app/cli/commands/annotated_export.h"
#include "app/cli/commands/command.h"
#include "app/cli/commands/curve_export.h"
#include "app/cli/commands/element_selection.h"
#include "app/cli/commands/export_arrays.h"
#include "app/cli/commands/export_contents.h"
#include "app/cli/commands/export_mesh.h"
#include "app/cli/commands/export_pixel.h"
#include "app/cli/commands/simt_export.h"
#include "app/cli/commands/traceg_export.h"
#include "app/cli/commands/tree_export.h"
#include "app/cli/csv/address_csv.h"
#include "app/cli/csv/group_csv.h"
#include "app/cli/csv/metric_csv.h"
#include "app/cli/csv/pixel_csv.h"
#include "app/cli/csv/region_csv.h"
#include "app/cli/csv/sm_csv.h"
#include "app/cli/csv/traffic_csv.h"
#include "app/cli/options/layout_option.h"
#include "app/cli/options/model_options.h"
#include "app/cli/report/accessed_elements.h"
#include "app/cli/report/stack_text.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/cache/results/named_errors.h"
#include "core/cache/reuse/reuse_csv.h"
#include "core/export/rtmemtracer/rtmemtracer_export.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/profile/derived/pixel_tables.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/index/profile_memory.h"
#include "core/report/provenance/provenance_json.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace hitmap {

namespace {

enum class Table : std::uint8_t {
    accesses,
    metrics,
    groups,
    regions,
    tree,
    traffic,
    simt,
    miss_ratio,
    reuse_histogram,
    stack,
    evictions,
    occupancy,
    pixels,
    sms,
    addresses,
    curves,
    rtmemtracer,
    npz,
    ply,
    vtp,
    gltf
};
/// [Table]
constexpr std::array<std::string_view, 21> table_names{
    "accesses",   "metrics",         "groups",      "regions",   "tree",      "traffic", "simt",
    "miss-ratio", "reuse-histogram", "stack",       "evictions", "occupancy", "pixels",  "sms",
    "addresses",  "curves",          "rtmemtracer", "npz",       "ply",       "vtp",     "gltf"};

struct ExportOptions {
    std::string file;
    /// [Table] output file; empty if the table is not written
    std::array<std::string, table_names.size()> outputs;
    std::uint64_t frames = 0; ///< 0 means not given
    std::uint64_t frame = 0;
    bool one_frame = false;
    std::string of;                  ///< KIND:N,N,...; empty means all elements
    std::optional<std::uint32_t> sm; ///< with --occupancy; no value means the mean over all SMs
    std::string pixel;               ///< X,Y with --accesses; empty means all accesses of elements
    std::vector<std::string> curves; ///< OF[=METRIC] with --curves
    std::vector<std::string> arrays; ///< with --npz; empty means accesses and metrics
    MeshExportOptions mesh;
    AddressOptions addresses;
    RtmemtracerVariant variant = RtmemtracerVariant::plain;
    ModelOptions model;
    TracegOptions traceg;
    AnnotatedOptions annotated;

    /// Returns the first table that has an output file.
    [[nodiscard]] Table table() const {
        const auto asked =
            std::find_if(outputs.begin(), outputs.end(), [](const auto& output) { return !output.empty(); });
        return static_cast<Table>(asked - outputs.begin());
    }
    [[nodiscard]] const std::string& output() const { return outputs.at(static_cast<std::size_t>(table())); }
    [[nodiscard]] ExportedFrames exported_frames() const {
        ExportedFrames exported{std::max<std::uint64_t>(1, frames), {}, frames != 0 && !one_frame};
        if (one_frame) exported.only = frame;
        return exported;
    }
};

std::string_view name_of(Table table) {
    return table_names.at(static_cast<std::size_t>(table));
}

/// Returns whether the table contains sums of the hierarchy model.
bool is_of_hierarchy(Table table) {
    return table == Table::traffic || table == Table::stack || table == Table::miss_ratio ||
           table == Table::reuse_histogram || table == Table::evictions || table == Table::occupancy ||
           table == Table::addresses;
}

bool is_mesh(Table table) {
    return table == Table::ply || table == Table::vtp || table == Table::gltf;
}

bool is_of_reuse(Table table) {
    return table == Table::miss_ratio || table == Table::reuse_histogram;
}

/// Writes OUT.csv.json beside the table, which says how the table was made. Writes nothing if the table is
/// written to standard output.
void write_provenance(const std::string& output, const ExportOptions& options, const RecordingInfo& info,
                      const ModelConfig& config, const JobContext& job) {
    if (output == "-") return;
    Json json{{"program", "hitmap"}, {"version", program_version}, {"table", name_of(options.table())}};
    json["recording"] = provenance_json(options.file, layout_used(options.file, options.model.layout), info);
    json["model"] = options.model.model_name();
    if (!options.model.preset_name().empty()) json["preset"] = options.model.preset_name();
    json["l1"] = to_string(l1_of(config));
    json["l2"] = to_string(l2_of(config));
    if (info.has_sums()) json["recorded_frames"] = info.sums.frames;
    put_restriction(json, options.model.restriction());
    json["of"] = options.of.empty() ? Json(nullptr) : Json(options.of);
    if (!options.pixel.empty()) json["pixel"] = options.pixel;
    if (options.sm) json["sm"] = *options.sm;
    if (!options.curves.empty()) json["curves"] = options.curves;
    json["positions"] = info.positions();
    json["frames"] = std::max<std::uint64_t>(1, options.frames);
    json["frame"] = options.one_frame ? Json(options.frame) : Json(nullptr);
    TextOutput text(output + ".json", job);
    text.write(json_text(json) + "\n");
    text.commit();
}

void check(const ExportOptions& options) {
    if (std::count_if(options.outputs.begin(), options.outputs.end(),
                      [](const auto& output) { return !output.empty(); }) != 1)
        throw UsageError(fmt::format("export: expected one of --{}, --traceg or --annotated-source",
                                     fmt::join(table_names, ", --")));
    if (is_of_hierarchy(options.table()) && !options.model.is_hierarchy())
        throw UsageError(fmt::format("--{}: expected with --model hierarchy", name_of(options.table())));
    if (!options.of.empty()) {
        (void)parse_selection(options.of);
        if (!is_of_reuse(options.table()))
            throw UsageError("--of: expected with --miss-ratio or --reuse-histogram");
    }
    const Restriction only = options.model.restriction();
    if (options.table() == Table::rtmemtracer && (options.model.is_hierarchy() || !only.empty()))
        throw UsageError("--rtmemtracer: holds the sums of the stack distance cache model of everything; "
                         "expected neither --model hierarchy nor a restriction");
    const bool takes_rays = options.table() == Table::stack; // allows --ray-kind, but no other restriction
    if (is_of_hierarchy(options.table()) && !(takes_rays ? only.of_rays_alone() : only.empty()))
        throw UsageError(fmt::format("--{}: is of {}; found {}", name_of(options.table()),
                                     takes_rays ? "all of the stack or of some rays" : "everything",
                                     to_string(only)));
    const bool of_window = options.table() == Table::regions || options.table() == Table::tree ||
                           options.table() == Table::addresses;
    const bool of_pixels =
        options.table() == Table::pixels || std::ranges::count(options.arrays, "pixels") != 0;
    const bool of_frames = of_window || of_pixels || options.table() == Table::metrics ||
                           options.table() == Table::npz || is_mesh(options.table());
    if (options.one_frame && !of_frames)
        throw UsageError("--frame: expected with --metrics, --regions, --tree, --addresses, --pixels, --npz, "
                         "--ply, --vtp or --gltf only");
    if ((of_window || of_pixels) && options.frames != 0 && !options.one_frame)
        throw UsageError(fmt::format("--frames: --{} is of one of them; expected with --frame",
                                     of_window ? name_of(options.table()) : "pixels"));
    if (options.one_frame && options.frame >= std::max<std::uint64_t>(1, options.frames))
        throw UsageError(fmt::format("--frame: expected 0 to {}, found {}",
                                     std::max<std::uint64_t>(1, options.frames) - 1, options.frame));
    const bool of_curves = options.table() == Table::curves;
    check_curves(of_curves, options.curves);
    if (!of_frames && !of_curves && options.table() != Table::simt && options.table() != Table::occupancy &&
        options.frames != 0)
        throw UsageError(
            "--frames: expected with --metrics, --regions, --tree, --addresses, --pixels, --npz, --ply, "
            "--vtp, --gltf, --curves, --simt or --occupancy only; "
            "--accesses writes every access with its order, --groups the whole recording");
    if (options.sm && options.table() != Table::occupancy)
        throw UsageError("--sm: expected with --occupancy");
    options.addresses.check(options.table() == Table::addresses, "--addresses");
    if (!options.pixel.empty() && options.table() != Table::accesses)
        throw UsageError("--pixel: expected with --accesses");
    if (!options.arrays.empty() && options.table() != Table::npz)
        throw UsageError("--arrays: expected with --npz");
    if (!is_mesh(options.table()) && (!options.mesh.kind.empty() || !options.mesh.metrics.empty()))
        throw UsageError(fmt::format("--{}: expected with --ply, --vtp or --gltf",
                                     options.mesh.kind.empty() ? "metric" : "kind"));
    check(options.mesh);
}

/// `only`: if set, only these rays are counted.
void write_stack_table(const std::optional<RaySelection>& only, const HierarchyConfig& config,
                       ModelInput& input, TextOutput& text, const JobContext& job) {
    StackOfRays stack(*input.source, job);
    if (stack.sink() == nullptr)
        throw FileError(
            input.path, "lane tags",
            fmt::format("expected local memory and lane tags, which say whose it is, found that {}",
                        why_stack_is_unknown(input.file.info())));
    HierarchySinks sinks;
    sinks.local = stack.sink();
    simulate_hierarchy(*input.source, config, sinks, input.pool, job);
    write_stack_csv(*stack.take(), only, text);
}

/// Throws FileError if the recording does not have all of these elements.
void check_elements(const ElementSelection& selection, const ModelInput& input) {
    if (selection.elements.empty()) return;
    const std::uint64_t count = ElementAccessFinder(input.file.info()).element_count(selection.kind);
    if (selection.elements.back() < count) return; // in ascending order
    const std::string_view name = element_kinds()[selection.kind].name;
    throw FileError(input.path, "--of",
                    count == 0 ? fmt::format("expected elements of kind {}, found none", name)
                               : fmt::format("expected {} 0 to {}, found {}", name, count - 1,
                                             selection.elements.back()));
}

void write_hierarchy_table(const ExportOptions& options, HierarchyConfig config, ModelInput& input,
                           TextOutput& text, const JobContext& job) {
    if (options.table() == Table::stack)
        return write_stack_table(options.model.restriction().rays, config, input, text, job);
    if (options.table() == Table::addresses) {
        const TimeWindow window = frame_window(input.file.info().positions(),
                                               std::max<std::uint64_t>(1, options.frames), options.frame);
        return write_address_csv(simulate_addresses(options.addresses, config, window, input, job),
                                 input.file.info(), config.explain_misses, text);
    }
    if (options.table() == Table::evictions) return export_evictions(config, input, text, job);
    if (options.table() == Table::occupancy)
        return export_occupancy(std::max<std::uint64_t>(1, options.frames), options.sm, config, input, text,
                                job);
    if (is_of_reuse(options.table())) config.explain_misses = true;
    const ElementSelection selection = options.of.empty() ? ElementSelection{} : parse_selection(options.of);
    check_elements(selection, input);
    HierarchySinks sinks;
    AccessedElements accessed(selection);
    if (!options.of.empty()) {
        sinks.selection = &selection;
        sinks.outcomes = &accessed;
    }
    const HierarchyResult result = simulate_hierarchy(*input.source, config, sinks, input.pool, job);
    if (!options.of.empty()) accessed.tell_others(input.path);
    const RecordingInfo& info = input.file.info();
    if (options.table() == Table::traffic) return write_traffic_csv(info, result, text);
    const ReuseReport& reuse = options.of.empty() ? *result.reuse : *result.selected;
    const TextSink out = [&](std::string_view piece) { text.write(piece); };
    if (options.table() == Table::miss_ratio)
        write_miss_ratio_csv(info, reuse, out, options.of);
    else
        write_reuse_histogram_csv(info, reuse, out, options.of);
}

void export_traces(const ExportOptions& options, const JobContext& job) {
    const ModelConfig config = options.model.config();
    const auto recording = open_model_input(options.file, {config}, options.model, job);
    const auto out = open_output(options.output(), job);
    if (recording->file.info().has_sums())
        export_recorded_sums(recording->file, options.variant, *out, job);
    else
        export_simulated_sums(*recording->source, std::get<SdcmConfig>(config), options.variant, *out,
                              recording->pool, job);
    out->commit();
    write_provenance(options.output(), options, recording->file.info(), config, job);
}

/// Returns the scene. Throws FileError if the recording has none, or one without positions.
std::shared_ptr<const RecordedScene> placed_scene(const ModelInput& input,
                                                  std::shared_ptr<const RecordedScene> scene) {
    if (scene == nullptr) throw FileError(input.path, "scene", "expected a scene, found none");
    require_vertex_positions(input);
    return scene;
}

/// Returns the kinds of regions that the scene has. Warns if it has boxes without extents, which are left
/// out.
std::vector<RegionKind> region_kinds(const ModelInput& input) {
    if (knows_box_extents(input.file.info())) return {RegionKind::patch, RegionKind::subtree};
    tell("{}: warning: boxes are left out, because only their number is known\n", printable(input.path));
    return {RegionKind::patch};
}

void write_text_table(const ExportOptions& options, const ModelConfig& config, ModelInput& input,
                      const JobContext& job) {
    const Restriction only = options.model.restriction();
    const auto scene = input.source->scene(job);
    const ElementSources sources(scene);
    TextOutput text(options.output(), job);
    if (options.table() == Table::groups) {
        const auto placed = placed_scene(input, scene);
        const auto profile = make_profile(*input.source, config, only, input.pool, job);
        with_errors_of(input.path, [&] { write_group_csv(*profile, *placed, text, job); });
    } else if (options.table() == Table::regions) {
        const auto placed = placed_scene(input, scene);
        const auto profile = make_profile(*input.source, config, only, input.pool, job);
        const std::uint64_t q = std::max<std::uint64_t>(1, options.frames);
        write_region_csv(*profile, *placed, sources, region_kinds(input),
                         frame_window(profile->positions(), q, options.frame), text, job);
    } else if (options.table() == Table::tree) {
        const TimeWindow window = frame_window(input.file.info().positions(),
                                               std::max<std::uint64_t>(1, options.frames), options.frame);
        write_tree(config, only, window, input, text, job);
    } else if (is_of_hierarchy(options.table())) {
        write_hierarchy_table(options, std::get<HierarchyConfig>(config), input, text, job);
    } else if (!options.pixel.empty()) {
        write_pixel_accesses(options.pixel, config, only, input, text, job);
    } else if (options.table() == Table::pixels) {
        const TimeWindow window = frame_window(input.file.info().positions(),
                                               std::max<std::uint64_t>(1, options.frames), options.frame);
        write_pixel_csv(make_pixel_table(*input.source, config, only, window, input.pool, job), text, job);
    } else if (options.table() == Table::sms) {
        const auto profile = make_profile(*input.source, config, only, input.pool, job);
        const auto table = profile->sm_table();
        if (table == nullptr)
            throw FileError(input.path, "--sms", "expected requests of a known SM, found none");
        write_sm_csv(*table, text);
    } else if (options.table() == Table::curves) {
        const auto profile = make_profile(*input.source, config, only, input.pool, job);
        write_curves(*profile, input, options.curves, std::max<std::uint64_t>(1, options.frames), text, job);
    } else if (options.table() == Table::accesses) {
        AccessCsv csv(sources, options.model.explains_misses(), text, job);
        simulate_model(*input.source, config, only, csv, input.pool, job);
    } else {
        const auto profile = make_profile(*input.source, config, only, input.pool, job);
        write_metric_csv(*profile, sources, options.exported_frames(), text, job);
    }
    text.commit();
}

void warn_if_no_elements(const ExportOptions& options, const ModelInput& input) {
    const bool of_elements = options.table() == Table::accesses || options.table() == Table::metrics ||
                             options.table() == Table::npz;
    if (of_elements && input.file.info().axis_is_requests())
        tell("hitmap: {}: no accesses of faces, boxes or pixels, so that --{} writes no values\n",
             printable(input.path), name_of(options.table()));
}

void export_table(const ExportOptions& options, const JobContext& job) {
    check(options);
    if (options.table() == Table::simt)
        return export_simt(options.file, options.output(), options.frames, options.model, job);
    if (options.table() == Table::rtmemtracer) {
        refuse_overwriting(options.output(), "--rtmemtracer", {options.file});
        return export_traces(options, job);
    }
    const ModelConfig config = options.model.config();
    const std::string& output = options.output();
    refuse_overwriting(output, fmt::format("--{}", name_of(options.table())), {options.file});
    const bool one_pass = options.table() == Table::accesses || is_of_hierarchy(options.table());
    const auto recording = open_model_input(options.file, {config}, options.model, job,
                                            options.table() == Table::pixels ? estimate_pixel_table_bytes
                                            : one_pass                       ? nullptr
                                                                             : estimate_profile_bytes);
    require_whole_frames(*recording, std::max<std::uint64_t>(1, options.frames));
    warn_if_no_elements(options, *recording);
    if (options.table() == Table::npz) {
        const std::vector<std::string> standard{"accesses", "metrics"};
        export_arrays(options.arrays.empty() ? standard : options.arrays, options.model,
                      options.exported_frames(), *recording, output, open_output(output, job), job);
    } else if (is_mesh(options.table())) {
        const auto out = open_output(output, job);
        export_mesh(name_of(options.table()), options.mesh, options.model, options.exported_frames(),
                    *recording, *out, job);
        out->commit();
    } else {
        write_text_table(options, config, *recording, job);
    }
    write_provenance(output, options, recording->file.info(), config, job);
}

} // namespace

void add_export_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<ExportOptions>();
    auto* command = app.add_subcommand(
        "export",
        "Write what the model says for other programs: as a CSV table of accesses, elements or groups "
        "of elements, as NumPy arrays, or as a mesh with values");
    command->add_option("FILE", options->file, recording_help)->required();
    const auto add_table = [&](Table table, const std::string& help, const char* type = "OUT.csv") {
        command
            ->add_option(fmt::format("--{}", name_of(table)),
                         options->outputs.at(static_cast<std::size_t>(table)), help)
            ->check(not_empty("a file"))
            ->type_name(type);
    };
    add_table(Table::accesses, "One row for each element access, - for standard output");
    add_table(Table::metrics, "One row for each element (and frame)");
    add_table(Table::groups,
              "One row for each group of elements: faces by slant, size in the picture and facing, boxes by "
              "level, pixels by the accesses of their rays");
    add_table(
        Table::regions,
        "One row for each region with many misses, worst first: connected patches of faces, subtrees of "
        "boxes; by misses in L1 and in L2");
    add_table(Table::tree,
              "One row for each box: its place in the tree, faces below it, SAH cost and end-point "
              "overlap, and the accesses, hits and look-ups of it and of its subtree");
    add_table(Table::traffic, "One row for each allocation, instruction and source line, with --model "
                              "hierarchy: requests, sectors, hits and bytes moved");
    add_table(Table::miss_ratio, "The hits of a fully associative LRU cache of every capacity, by level, "
                                 "allocation, instruction and source line, with --model hierarchy; the "
                                 "present capacity is marked");
    add_table(Table::reuse_histogram, "Look-ups by reuse distance in powers of two, by level, allocation, "
                                      "instruction and source line, with --model hierarchy");
    add_table(Table::stack,
              "One row for each pixel, kind of ray and bounce, with --model hierarchy: what its "
              "lanes asked for in local memory, where the stack of a traversal is");
    add_table(
        Table::evictions,
        "Who evicts whom, with --model hierarchy: one row for each cache and pair of allocations, or of "
        "levels of boxes: evictions, those whose line was asked for again, and dirty ones");
    add_table(
        Table::occupancy,
        "One row for each frame, cache and allocation, with --model hierarchy: the lines that the cache "
        "holds at the end of the frame, and their share of its capacity");
    add_table(
        Table::simt,
        "One row for each launch, kernel, source line, instruction, allocation, ray kind, bounce and SM (and "
        "frame): requests by their number of active lanes, without a cache model. With recorded basic blocks "
        "also OUT.blocks.csv, OUT.functions.csv, OUT.compaction.csv, OUT.lifetimes.csv, OUT.paths.csv and "
        "OUT.warps.csv");
    add_table(
        Table::pixels,
        "One row for each pixel: element accesses, requests, active lanes, branching rate, sectors, hits "
        "and misses of its lanes; --only-allocation may name any allocation");
    add_table(Table::sms, "One row for each SM and interval of time: requests, hits and misses");
    add_table(Table::addresses,
              "One row for some lines of an allocation in an interval of time, with --model hierarchy: "
              "sectors, hits and, with --why, the causes of misses");
    add_table(Table::curves, "One row for each frame of each --curve: the metric and its sums");
    add_table(Table::npz, "Arrays for numpy.load(), of accesses and of elements", "OUT.npz");
    add_table(Table::ply, "The faces or boxes with metrics, for MeshLab", "OUT.ply");
    add_table(Table::vtp, "The same for ParaView (VTK XML PolyData)", "OUT.vtp");
    add_table(Table::gltf, "The same as glTF 2.0 with attributes, for Blender", "OUT.glb");
    command
        ->add_option(
            "--arrays", options->arrays,
            "With --npz: which arrays; requests are all requests with the addresses of their lanes, pixels "
            "are images with the values of --pixels")
        ->delimiter(',')
        ->check(CLI::IsMember({"accesses", "metrics", "requests", "pixels"}).description(""))
        ->type_name("accesses|metrics|requests|pixels,...")
        ->default_str("accesses,metrics");
    add_mesh_export_options(*command, options->mesh);
    command
        ->add_option(
            "--rtmemtracer", options->outputs.at(static_cast<std::size_t>(Table::rtmemtracer)),
            "A trace as rtmemtracer writes it: the scene, and the sums of hits of 16 frames, or those "
            "that the recording has in the place of requests")
        ->check(not_empty("a file"))
        ->type_name("OUT.trace");
    command
        ->add_option_function<std::string>(
            "--variant",
            [options](const std::string& name) {
                options->variant = name == "gbla" ? RtmemtracerVariant::gbla : RtmemtracerVariant::plain;
            },
            "Variant of --rtmemtracer: everything compressed, or the header before it")
        ->check(CLI::IsMember({"plain", "gbla"}).description(""))
        ->type_name("plain|gbla")
        ->default_str("plain");
    command
        ->add_option("--of", options->of,
                     "With --miss-ratio or --reuse-histogram: of these elements alone, as in face:12,13; the "
                     "sectors that they lie in, of a face those of its indices")
        ->type_name("KIND:N,...");
    command
        ->add_option(
            "--frames", options->frames,
            "Cut time into Q frames, up to 65536, and write all of them: with a column frame, as the "
            "first axis of arrays, or as attributes of their own")
        ->check(whole_number(1, most_frames))
        ->type_name("Q");
    auto* frame = command->add_option("--frame", options->frame, "Write this frame alone, from 0")
                      ->check(whole_number(0, most_frames - 1))
                      ->type_name("F");
    add_sm_option(*command, options->sm);
    add_pixel_option(*command, options->pixel);
    add_address_options(*command, options->addresses, "--addresses");
    add_curve_option(*command, options->curves, "--curves");
    add_part_options(*command, options->model.part);
    add_layout_option(*command, options->model.layout);
    add_traceg_options(*command, options->traceg);
    add_annotated_options(*command, options->annotated);
    add_model_options(*command, options->model);
    add_why_option(*command, options->model.texts);
    add_restriction_options(*command, options->model.texts);
    command->footer("OUT.csv.json (OUT.npz.json, ...) tells what the file was made from. Empty cells are "
                    "undefined values.\n"
                    "Example: hitmap export atrium.hmt --metrics atrium.csv --frames 8");
    command->callback([=] {
        options->one_frame = frame->count() != 0;
        select([=](const JobContext& job) {
            const bool has_table = std::ranges::any_of(
                options->outputs, [](const std::string& output) { return !output.empty(); });
            const bool has_trace = options->traceg.check(has_table);
            if (options->annotated.check(has_table || has_trace, options->model))
                export_annotated(options->file, options->model, options->annotated, job);
            else if (has_trace)
                export_traceg(options->file, options->model, options->traceg, job);
            else
                export_table(*options, job);
        });
    });
}

} // namespace hitmap
