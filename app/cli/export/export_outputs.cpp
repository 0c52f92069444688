#include "app/cli/export/export_writers.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <system_error>

namespace hitmap {

namespace {

constexpr EnumSet mesh_options{OutputOption::kind, OutputOption::metric};

void add_variant_option(CLI::App& command, ExportOptions& options) {
    command
        .add_option_function<std::string>(
            "--variant",
            [&options](const std::string& name) {
                options.variant = name == "gbla" ? RtmemtracerVariant::gbla : RtmemtracerVariant::plain;
            },
            "Variant of --rtmemtracer: everything compressed, or the header before it")
        ->check(CLI::IsMember({"plain", "gbla"}).description(""))
        ->type_name("plain|gbla")
        ->default_str("plain");
}

void add_xz_option(CLI::App& command, ExportOptions& options) {
    command.add_flag("--xz", options.xz, "With --traceg: compress the files of the launches");
}

std::string existing_folder(const std::string& folder) {
    std::error_code error;
    return std::filesystem::is_directory(folder, error)
               ? std::string()
               : fmt::format("expected a folder that exists, found '{}'", folder);
}

void add_source_folder_option(CLI::App& command, ExportOptions& options) {
    command
        .add_option("--source-folder", options.source_folders,
                    "Folder of sources whose texts are not recorded, with all below it; repeatable. Without "
                    "it, they are read beside the recording and below only")
        ->check(existing_folder)
        ->expected(1)
        ->take_all()
        ->type_name("FOLDER");
}

constexpr auto outputs = std::to_array<ExportOutput>({
    {.name = "accesses",
     .help = "One row for each element access, - for standard output",
     .write = export_accesses,
     .takes = {OutputOption::pixel},
     .of_elements = true},
    {.name = "metrics",
     .help = "One row for each element (and frame)",
     .write = export_metrics,
     .frames = OutputFrames::any,
     .takes = {OutputOption::only_range},
     .memory = element_table_bytes,
     .of_elements = true},
    {.name = "groups",
     .help = "One row for each group of elements: faces by slant, size in the picture and facing, boxes by "
             "level, pixels by the accesses of their rays",
     .write = export_groups,
     .memory = profile_table_bytes},
    {.name = "regions",
     .help = "One row for each region with many misses, worst first: connected patches of faces, subtrees of "
             "boxes; by misses in L1 and in L2",
     .write = export_regions,
     .frames = OutputFrames::one,
     .takes = {OutputOption::only_range},
     .memory = element_table_bytes},
    {.name = "tree",
     .help = "One row for each box: its place in the tree, faces below it, SAH cost and end-point "
             "overlap, and the accesses, hits and look-ups of it and of its subtree",
     .write = export_tree,
     .frames = OutputFrames::one,
     .memory = element_table_bytes},
    {.name = "traffic",
     .help = "One row for each allocation, instruction and source line, with --model "
             "hierarchy: requests, sectors, hits and bytes moved",
     .write = export_traffic,
     .model = OutputModel::hierarchy,
     .part = OutputPart::everything},
    {.name = "miss-ratio",
     .help = "The hits of a fully associative LRU cache of every capacity, by level, "
             "allocation, instruction and source line, with --model hierarchy; the "
             "present capacity is marked",
     .write = export_miss_ratio,
     .model = OutputModel::hierarchy,
     .part = OutputPart::everything,
     .takes = {OutputOption::of}},
    {.name = "reuse-histogram",
     .help = "Look-ups by reuse distance in powers of two, by level, allocation, "
             "instruction and source line, with --model hierarchy",
     .write = export_reuse_histogram,
     .model = OutputModel::hierarchy,
     .part = OutputPart::everything,
     .takes = {OutputOption::of}},
    {.name = "stack",
     .help = "One row for each pixel, kind of ray and bounce, with --model hierarchy: what its "
             "lanes asked for in local memory, where the stack of a traversal is",
     .write = export_stack,
     .model = OutputModel::hierarchy,
     .part = OutputPart::rays},
    {.name = "evictions",
     .help = "Who evicts whom, with --model hierarchy: one row for each cache and pair of allocations, or of "
             "levels of boxes: evictions, those whose line was asked for again, and dirty ones",
     .write = export_evictions,
     .model = OutputModel::hierarchy,
     .part = OutputPart::everything,
     .memory = eviction_table_bytes},
    {.name = "occupancy",
     .help = "One row for each frame, cache and allocation, with --model hierarchy: the lines that the cache "
             "holds at the end of the frame, and their share of its capacity",
     .write = export_occupancy,
     .frames = OutputFrames::all,
     .model = OutputModel::hierarchy,
     .part = OutputPart::everything,
     .takes = {OutputOption::sm}},
    {.name = "held-lines",
     .help = "One row for each frame and line that the L1 of one SM and L2 hold at its end, with --model "
             "hierarchy: its set, allocation and elements, when it was put in and used last, and its next "
             "use",
     .write = export_held_lines,
     .frames = OutputFrames::all,
     .model = OutputModel::hierarchy,
     .part = OutputPart::everything,
     .takes = {OutputOption::sm},
     .memory = held_line_table_bytes},
    {.name = "simt",
     .help = "One row for each launch, kernel, source line, instruction, allocation, ray kind, bounce and SM "
             "(and frame): requests by their number of active lanes, without a cache model. With recorded "
             "basic blocks also OUT.blocks.csv, OUT.functions.csv, OUT.compaction.csv, OUT.lifetimes.csv, "
             "OUT.paths.csv and OUT.warps.csv",
     .write = export_simt,
     .frames = OutputFrames::all,
     .part = OutputPart::everything},
    {.name = "rays",
     .help =
         "One row for each lane of each ray event that was recorded, without a cache model: the rays that "
         "the program traced, candidates, and what rays hit",
     .write = export_rays,
     .part = OutputPart::everything},
    {.name = "pixels",
     .help =
         "One row for each pixel: element accesses, requests, active lanes, branching rate, sectors, hits "
         "and misses of its lanes; --only-allocation may name any allocation",
     .write = export_pixels,
     .frames = OutputFrames::one,
     .takes = {OutputOption::only_range},
     .memory = pixel_table_bytes},
    {.name = "sms",
     .help = "One row for each SM and interval of time: requests, hits and misses",
     .write = export_sms,
     .memory = profile_table_bytes},
    {.name = "addresses",
     .help = "One row for some lines of an allocation in an interval of time, with --model hierarchy: "
             "sectors, hits and, with --why, the causes of misses",
     .write = export_addresses,
     .frames = OutputFrames::one,
     .model = OutputModel::hierarchy,
     .part = OutputPart::everything,
     .takes = {OutputOption::address_range, OutputOption::address_rows}},
    {.name = "curves",
     .help = "One row for each frame of each --curve: the metric and its sums",
     .write = export_curves,
     .frames = OutputFrames::all,
     .takes = {OutputOption::curve},
     .memory = profile_table_bytes},
    {.name = "rtmemtracer",
     .help = "A trace as rtmemtracer writes it: the scene, and the sums of hits of 16 frames, or those "
             "that the recording has in the place of requests",
     .write = export_rtmemtracer,
     .model = OutputModel::stack_distance,
     .part = OutputPart::everything,
     .type = "OUT.trace",
     .add_options = add_variant_option},
    {.name = "npz",
     .help = "Arrays for numpy.load(), of accesses and of elements",
     .write = export_npz,
     .frames = OutputFrames::any,
     .takes = {OutputOption::arrays},
     .memory = array_bytes,
     .of_elements = true,
     .type = "OUT.npz"},
    {.name = "ply",
     .help = "The faces or boxes with metrics, for MeshLab",
     .write = export_ply,
     .frames = OutputFrames::any,
     .takes = mesh_options,
     .memory = element_table_bytes,
     .type = "OUT.ply"},
    {.name = "vtp",
     .help = "The same for ParaView (VTK XML PolyData)",
     .write = export_vtp,
     .frames = OutputFrames::any,
     .takes = mesh_options,
     .memory = element_table_bytes,
     .type = "OUT.vtp"},
    {.name = "gltf",
     .help = "The same as glTF 2.0 with attributes, for Blender",
     .write = export_gltf,
     .frames = OutputFrames::any,
     .takes = mesh_options,
     .memory = element_table_bytes,
     .type = "OUT.glb"},
    {.name = "traceg",
     .help = "Instead of a table, write a trace that Accel-Sim reads: kernelslist.g and a file for each "
             "launch; see docs/import.md",
     .write = export_traceg,
     .takes = {OutputOption::xz},
     .type = "FOLDER",
     .add_options = add_xz_option,
     .instead_of = "a table"},
    {.name = "annotated-source",
     .help = "Instead of a table, write the recorded source files with the numbers of each line as "
             "comments, with --model hierarchy",
     .write = export_annotated_source,
     .model = OutputModel::hierarchy,
     .part = OutputPart::everything,
     .takes = {OutputOption::source_folder},
     .type = "FOLDER",
     .add_options = add_source_folder_option,
     .instead_of = "another output"},
});

} // namespace

std::span<const ExportOutput> export_outputs() {
    return outputs;
}

} // namespace hitmap
