#include "app/cli/export/export_options.h"

#include "app/cli/export/curve_export.h"
#include "app/cli/export/element_selection.h"
#include "core/base/error.h"
#include "core/profile/elements/element_range.h"

#include <fmt/format.h>

namespace hitmap {

std::string_view name_of(ExportTable table) {
    return export_table_names.at(static_cast<std::size_t>(table));
}

namespace {

/// Whether the table is of what caches hold at the end of frames.
bool is_of_contents(ExportTable table) {
    return table == ExportTable::occupancy || table == ExportTable::held_lines;
}

} // namespace

bool is_of_hierarchy(ExportTable table) {
    return table == ExportTable::traffic || table == ExportTable::stack || table == ExportTable::miss_ratio ||
           table == ExportTable::reuse_histogram || table == ExportTable::evictions ||
           table == ExportTable::occupancy || table == ExportTable::held_lines ||
           table == ExportTable::addresses;
}

bool is_mesh(ExportTable table) {
    return table == ExportTable::ply || table == ExportTable::vtp || table == ExportTable::gltf;
}

bool is_of_reuse(ExportTable table) {
    return table == ExportTable::miss_ratio || table == ExportTable::reuse_histogram;
}

void check(const ExportOptions& options) {
    if (std::count_if(options.outputs.begin(), options.outputs.end(),
                      [](const auto& output) { return !output.empty(); }) != 1)
        throw UsageError(fmt::format("export: expected one of --{}, --traceg or --annotated-source",
                                     fmt::join(export_table_names, ", --")));
    if (is_of_hierarchy(options.table()) && !options.model.is_hierarchy())
        throw UsageError(fmt::format("--{}: expected with --model hierarchy", name_of(options.table())));
    if (!options.of.empty()) {
        (void)parse_selection(options.of);
        if (!is_of_reuse(options.table()))
            throw UsageError("--of: expected with --miss-ratio or --reuse-histogram");
    }
    const Restriction only = options.model.restriction();
    if (options.table() == ExportTable::rtmemtracer && (options.model.is_hierarchy() || !only.empty()))
        throw UsageError("--rtmemtracer: holds the sums of the stack distance cache model of everything; "
                         "expected neither --model hierarchy nor a restriction");
    const bool takes_rays =
        options.table() == ExportTable::stack; // allows --ray-kind, but no other restriction
    if (is_of_hierarchy(options.table()) && !(takes_rays ? only.of_rays_alone() : only.empty()))
        throw UsageError(fmt::format("--{}: is of {}; found {}", name_of(options.table()),
                                     takes_rays ? "all of the stack or of some rays" : "everything",
                                     to_string(only)));
    const bool of_window = options.table() == ExportTable::regions || options.table() == ExportTable::tree ||
                           options.table() == ExportTable::addresses;
    const bool of_pixels =
        options.table() == ExportTable::pixels || std::ranges::count(options.arrays, "pixels") != 0;
    const bool of_frames = of_window || of_pixels || options.table() == ExportTable::metrics ||
                           options.table() == ExportTable::npz || is_mesh(options.table());
    if (options.one_frame && !of_frames)
        throw UsageError("--frame: expected with --metrics, --regions, --tree, --addresses, --pixels, --npz, "
                         "--ply, --vtp or --gltf only");
    if ((of_window || of_pixels) && options.frames != 0 && !options.one_frame)
        throw UsageError(fmt::format("--frames: --{} is of one of them; expected with --frame",
                                     of_window ? name_of(options.table()) : "pixels"));
    if (options.one_frame && options.frame >= std::max<std::uint64_t>(1, options.frames))
        throw UsageError(fmt::format("--frame: expected 0 to {}, found {}",
                                     std::max<std::uint64_t>(1, options.frames) - 1, options.frame));
    const bool of_curves = options.table() == ExportTable::curves;
    check_curves(of_curves, options.curves);
    if (!of_frames && !of_curves && options.table() != ExportTable::simt &&
        !is_of_contents(options.table()) && options.frames != 0)
        throw UsageError(
            "--frames: expected with --metrics, --regions, --tree, --addresses, --pixels, --npz, --ply, "
            "--vtp, --gltf, --curves, --simt, --occupancy or --held-lines only; "
            "--accesses writes every access with its order, --groups the whole recording");
    if (options.sm && !is_of_contents(options.table()))
        throw UsageError("--sm: expected with --occupancy or --held-lines");
    options.addresses.check(options.table() == ExportTable::addresses, "--addresses");
    if (!options.pixel.empty() && options.table() != ExportTable::accesses)
        throw UsageError("--pixel: expected with --accesses");
    if (!options.arrays.empty() && options.table() != ExportTable::npz)
        throw UsageError("--arrays: expected with --npz");
    if (!is_mesh(options.table()) && (!options.mesh.kind.empty() || !options.mesh.metrics.empty()))
        throw UsageError(fmt::format("--{}: expected with --ply, --vtp or --gltf",
                                     options.mesh.kind.empty() ? "metric" : "kind"));
    check(options.mesh);
    if (parse_element_ranges(options.only_ranges, "--only-range").empty()) return;
    const bool of_elements = options.table() == ExportTable::metrics ||
                             options.table() == ExportTable::regions ||
                             options.table() == ExportTable::pixels;
    if (!of_elements) throw UsageError("--only-range: expected with --metrics, --regions or --pixels only");
}

} // namespace hitmap
