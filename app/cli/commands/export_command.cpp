#include "app/cli/base/info_json.h"
#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/base/version.h"
#include "app/cli/commands/command.h"
#include "app/cli/csv/group_csv.h"
#include "app/cli/csv/metric_csv.h"
#include "app/cli/csv/pixel_csv.h"
#include "app/cli/csv/region_csv.h"
#include "app/cli/csv/sm_csv.h"
#include "app/cli/export/annotated_export.h"
#include "app/cli/export/chosen_elements.h"
#include "app/cli/export/curve_export.h"
#include "app/cli/export/export_arrays.h"
#include "app/cli/export/export_contents.h"
#include "app/cli/export/export_mesh.h"
#include "app/cli/export/export_options.h"
#include "app/cli/export/export_pixel.h"
#include "app/cli/export/hierarchy_export.h"
#include "app/cli/export/simt_export.h"
#include "app/cli/export/traceg_export.h"
#include "app/cli/export/tree_export.h"
#include "app/cli/options/layout_option.h"
#include "app/cli/options/model_options.h"
#include "core/base/encode/printable.h"
#include "core/base/error.h"
#include "core/cache/results/named_errors.h"
#include "core/export/rtmemtracer/rtmemtracer_export.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/profile/elements/rays_memory.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/index/profile_memory.h"
#include "core/profile/models/element_profile.h"
#include "core/profile/models/pixel_tables.h"
#include "core/report/provenance/provenance_json.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/mesh_offset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace hitmap {

namespace {

/// Writes OUT.csv.json beside the table, which says how the table was made. Writes nothing if the table is
/// written to standard output.
void write_provenance(const std::string& output, const ExportOptions& options, const RecordingInfo& info,
                      const ModelConfig& config, const JobContext& job) {
    if (output == "-") return;
    Json json{{"program", "hitmap"}, {"version", program_version}, {"table", name_of(options.table())}};
    json["recording"] =
        provenance_json(options.file, layout_applied(options.file, options.model.layout, info), info);
    json["model"] = options.model.model_name();
    if (!options.model.preset_name().empty()) json["preset"] = options.model.preset_name();
    json["l1"] = to_string(l1_of(config));
    json["l2"] = to_string(l2_of(config));
    if (info.has_sums()) json["recorded_frames"] = info.sums.frames;
    put_restriction(json, options.model.restriction());
    if (!options.only_ranges.empty()) json["only_ranges"] = options.only_ranges;
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

void export_traces(const ExportOptions& options, const JobContext& job) {
    const ModelConfig config = options.model.config();
    const auto recording = open_model_input(options.file, {config}, options.model, job);
    const auto out = open_whole_output(options.output(), job);
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

/// Returns what chooses the elements of a frame; empty without ranges. The arguments must outlive it.
ChooseElements chooser_of(const std::vector<ElementRange>& ranges,
                          const std::shared_ptr<const RecordedScene>& scene, const Profile& profile,
                          ModelInput& input, const JobContext& job) {
    if (ranges.empty()) return {};
    if (scene == nullptr)
        throw FileError(input.path, "scene", "expected one, by whose elements rows are chosen");
    const auto rays = rays_for(ranges, *input.source, job);
    require_quantities({*scene, &profile, {}, rays.get()}, ranges);
    return [&, rays](TimeWindow window) {
        return chosen_elements({*scene, &profile, window, rays.get()}, ranges, job);
    };
}

void write_text_table(const ExportOptions& options, const ModelConfig& config, ModelInput& input,
                      const JobContext& job) {
    const Restriction only = options.model.restriction();
    const auto scene = input.source->scene(job);
    const ElementSources sources(scene);
    const auto ranges = parse_element_ranges(options.only_ranges, "--only-range");
    const ExportedFrames frames = options.exported_frames();
    TextOutput text(options.output(), job);
    if (options.table() == ExportTable::groups) {
        const auto placed = placed_scene(input, scene);
        const auto profile = make_profile(*input.source, config, only, input.pool, job);
        with_errors_of(input.path, [&] { write_group_csv(*profile, *placed, text, job); });
    } else if (options.table() == ExportTable::regions) {
        const auto placed = placed_scene(input, scene);
        const auto profile =
            make_element_profile(*input.source, config, only, element_parts(frames.total), input.pool, job);
        const auto rays = rays_for(ranges, *input.source, job);
        write_region_csv({*placed, profile.get(),
                          frame_window(profile->positions(), frames.total, options.frame), rays.get()},
                         sources, region_kinds(input), ranges, mesh_offset(input.file.info()), text, job);
    } else if (options.table() == ExportTable::tree) {
        const TimeWindow window = frame_window(input.file.info().positions(), frames.total, options.frame);
        write_tree(config, only, window, input, text, job);
    } else if (is_of_hierarchy(options.table())) {
        write_hierarchy_table(options, std::get<HierarchyConfig>(config), input, text, job);
    } else if (!options.pixel.empty()) {
        write_pixel_accesses(options.pixel, config, only, input, text, job);
    } else if (options.table() == ExportTable::pixels) {
        const TimeWindow window = frame_window(input.file.info().positions(), frames.total, options.frame);
        const auto chosen = choose_elements(input, config, only, ranges, window, job);
        write_pixel_csv(make_pixel_table(*input.source, config, {only, chosen}, window, input.pool, job),
                        text, job);
    } else if (options.table() == ExportTable::sms) {
        const auto profile = make_profile(*input.source, config, only, input.pool, job);
        const auto table = profile->sm_table();
        if (table == nullptr)
            throw FileError(input.path, "--sms", "expected requests of a known SM, found none");
        write_sm_csv(*table, text);
    } else if (options.table() == ExportTable::curves) {
        const auto profile = make_profile(*input.source, config, only, input.pool, job);
        write_curves(*profile, input, options.curves, frames.total, text, job);
    } else if (options.table() == ExportTable::accesses) {
        AccessCsv csv(sources, options.model.explains_misses(), text, job);
        simulate_model(*input.source, config, only, csv, input.pool, job);
    } else {
        const auto profile =
            make_element_profile(*input.source, config, only, element_parts(frames.total), input.pool, job);
        write_metric_csv(*profile, sources, frames, text, input.pool, job,
                         chooser_of(ranges, scene, *profile, input, job));
    }
    text.commit();
}

/// Whether the table is of requests alone, which need neither elements nor a cache model.
bool is_of_requests(const ExportOptions& options) {
    return options.table() == ExportTable::npz && !options.arrays.empty() &&
           std::ranges::all_of(options.arrays, [](const std::string& group) { return group == "requests"; });
}

void warn_if_no_elements(const ExportOptions& options, const ModelInput& input) {
    const bool of_elements = options.table() == ExportTable::accesses ||
                             options.table() == ExportTable::metrics ||
                             (options.table() == ExportTable::npz && !is_of_requests(options));
    if (of_elements && input.file.info().axis_is_requests())
        tell("hitmap: {}: no accesses of faces, boxes or pixels, so that --{} writes no values\n",
             printable(input.path), name_of(options.table()));
}

/// The groups of arrays that are written with --npz.
std::vector<std::string> array_groups(const ExportOptions& options) {
    return options.arrays.empty() ? std::vector<std::string>{"accesses", "metrics"} : options.arrays;
}

/// Whether the table has nothing but values of elements, as make_element_profile() knows them.
bool is_of_elements(ExportTable table) {
    return table == ExportTable::metrics || table == ExportTable::regions || table == ExportTable::tree ||
           is_mesh(table);
}

/// The memory that the table takes besides simulating.
std::uint64_t table_bytes(const ExportOptions& options, const ModelConfig& config,
                          const RecordingInfo& info) {
    const ExportTable table = options.table();
    if (table == ExportTable::npz)
        return estimate_arrays_bytes(array_groups(options), options.exported_frames(), info);
    if (table == ExportTable::held_lines)
        return held_lines_export_bytes(std::max<std::uint64_t>(1, options.frames),
                                       std::get<HierarchyConfig>(config));
    const bool one_pass = table == ExportTable::accesses || is_of_hierarchy(table);
    if (one_pass) return 0;
    const auto ranges = parse_element_ranges(options.only_ranges, "--only-range");
    const std::uint64_t rays = depend_on_rays(ranges) ? estimate_rays_bytes(info) : 0;
    const std::uint64_t of_elements =
        estimate_element_profile_bytes(info, element_parts(options.exported_frames().total));
    // The elements are chosen before their accesses are counted for pixels.
    if (table == ExportTable::pixels)
        return rays + std::max(estimate_pixel_table_bytes(info), depend_on_time(ranges) ? of_elements : 0);
    return rays + (is_of_elements(table) ? of_elements : estimate_profile_bytes(info));
}

void export_table(const ExportOptions& options, const JobContext& job) {
    check(options);
    if (options.table() == ExportTable::simt)
        return export_simt(options.file, options.output(), options.frames, options.model, job);
    if (options.table() == ExportTable::rtmemtracer) {
        refuse_overwriting(options.output(), "--rtmemtracer", {options.file});
        return export_traces(options, job);
    }
    const ModelConfig config = options.model.config();
    const std::string& output = options.output();
    refuse_overwriting(output, fmt::format("--{}", name_of(options.table())), {options.file});
    const auto bytes_of_table = [&](const RecordingInfo& info) { return table_bytes(options, config, info); };
    const auto recording = is_of_requests(options)
                               ? open_model_input(options.file, {}, options.model, job, bytes_of_table)
                               : open_model_input(options.file, {config}, options.model, job, bytes_of_table);
    require_whole_frames(*recording, std::max<std::uint64_t>(1, options.frames));
    warn_if_no_elements(options, *recording);
    if (options.table() == ExportTable::npz) {
        export_arrays(array_groups(options), options.model, options.exported_frames(), *recording, output,
                      open_whole_output(output, job), job);
    } else if (is_mesh(options.table())) {
        const auto out = open_whole_output(output, job);
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
    const auto add_table = [&](ExportTable table, const std::string& help, const char* type = "OUT.csv") {
        command
            ->add_option(fmt::format("--{}", name_of(table)),
                         options->outputs.at(static_cast<std::size_t>(table)), help)
            ->check(not_empty("a file"))
            ->type_name(type);
    };
    add_table(ExportTable::accesses, "One row for each element access, - for standard output");
    add_table(ExportTable::metrics, "One row for each element (and frame)");
    add_table(ExportTable::groups,
              "One row for each group of elements: faces by slant, size in the picture and facing, boxes by "
              "level, pixels by the accesses of their rays");
    add_table(
        ExportTable::regions,
        "One row for each region with many misses, worst first: connected patches of faces, subtrees of "
        "boxes; by misses in L1 and in L2");
    add_table(ExportTable::tree,
              "One row for each box: its place in the tree, faces below it, SAH cost and end-point "
              "overlap, and the accesses, hits and look-ups of it and of its subtree");
    add_table(ExportTable::traffic, "One row for each allocation, instruction and source line, with --model "
                                    "hierarchy: requests, sectors, hits and bytes moved");
    add_table(ExportTable::miss_ratio,
              "The hits of a fully associative LRU cache of every capacity, by level, "
              "allocation, instruction and source line, with --model hierarchy; the "
              "present capacity is marked");
    add_table(ExportTable::reuse_histogram,
              "Look-ups by reuse distance in powers of two, by level, allocation, "
              "instruction and source line, with --model hierarchy");
    add_table(ExportTable::stack,
              "One row for each pixel, kind of ray and bounce, with --model hierarchy: what its "
              "lanes asked for in local memory, where the stack of a traversal is");
    add_table(
        ExportTable::evictions,
        "Who evicts whom, with --model hierarchy: one row for each cache and pair of allocations, or of "
        "levels of boxes: evictions, those whose line was asked for again, and dirty ones");
    add_table(
        ExportTable::occupancy,
        "One row for each frame, cache and allocation, with --model hierarchy: the lines that the cache "
        "holds at the end of the frame, and their share of its capacity");
    add_table(
        ExportTable::held_lines,
        "One row for each frame and line that the L1 of one SM and L2 hold at its end, with --model "
        "hierarchy: its set, allocation and elements, when it was put in and used last, and its next use");
    add_table(
        ExportTable::simt,
        "One row for each launch, kernel, source line, instruction, allocation, ray kind, bounce and SM (and "
        "frame): requests by their number of active lanes, without a cache model. With recorded basic blocks "
        "also OUT.blocks.csv, OUT.functions.csv, OUT.compaction.csv, OUT.lifetimes.csv, OUT.paths.csv and "
        "OUT.warps.csv");
    add_table(
        ExportTable::pixels,
        "One row for each pixel: element accesses, requests, active lanes, branching rate, sectors, hits "
        "and misses of its lanes; --only-allocation may name any allocation");
    add_table(ExportTable::sms, "One row for each SM and interval of time: requests, hits and misses");
    add_table(ExportTable::addresses,
              "One row for some lines of an allocation in an interval of time, with --model hierarchy: "
              "sectors, hits and, with --why, the causes of misses");
    add_table(ExportTable::curves, "One row for each frame of each --curve: the metric and its sums");
    add_table(ExportTable::npz, "Arrays for numpy.load(), of accesses and of elements", "OUT.npz");
    add_table(ExportTable::ply, "The faces or boxes with metrics, for MeshLab", "OUT.ply");
    add_table(ExportTable::vtp, "The same for ParaView (VTK XML PolyData)", "OUT.vtp");
    add_table(ExportTable::gltf, "The same as glTF 2.0 with attributes, for Blender", "OUT.glb");
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
            "--rtmemtracer", options->outputs.at(static_cast<std::size_t>(ExportTable::rtmemtracer)),
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
    command
        ->add_option("--only-range", options->only_ranges,
                     "With --metrics and --regions: only faces or boxes whose quantity is in this range, "
                     "such as face-slant=60:90. With --pixels: only accesses to them, and requests with such "
                     "an access. May be repeated for other quantities: " +
                         element_quantity_names())
        ->expected(1)
        ->take_all()
        ->type_name("QUANTITY=FROM:TO");
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
