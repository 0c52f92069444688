#pragma once

#include "app/cli/export/annotated_export.h"
#include "app/cli/export/export_mesh.h"
#include "app/cli/export/traceg_export.h"
#include "app/cli/options/address_options.h"
#include "app/cli/options/model_options.h"
#include "core/export/rtmemtracer_export.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// What `hitmap export` writes.
enum class ExportTable : std::uint8_t {
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
    held_lines,
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
/// [ExportTable] the names of the options
inline constexpr std::array<std::string_view, 22> export_table_names{
    "accesses",        "metrics",     "groups",    "regions",   "tree",       "traffic", "simt", "miss-ratio",
    "reuse-histogram", "stack",       "evictions", "occupancy", "held-lines", "pixels",  "sms",  "addresses",
    "curves",          "rtmemtracer", "npz",       "ply",       "vtp",        "gltf"};

/// The options of `hitmap export`.
struct ExportOptions {
    std::string file;
    /// [ExportTable] output file; empty if the table is not written
    std::array<std::string, export_table_names.size()> outputs;
    std::uint64_t frames = 0; ///< 0 means not given
    std::uint64_t frame = 0;
    bool one_frame = false;
    std::string of;                       ///< KIND:N,N,...; empty means all elements
    std::optional<std::uint32_t> sm;      ///< with --occupancy or --held-lines; see there
    std::string pixel;                    ///< X,Y with --accesses; empty means all accesses of elements
    std::vector<std::string> only_ranges; ///< QUANTITY=FROM:TO
    std::vector<std::string> curves;      ///< OF[=METRIC] with --curves
    std::vector<std::string> arrays;      ///< with --npz; empty means accesses and metrics
    MeshExportOptions mesh;
    AddressOptions addresses;
    RtmemtracerVariant variant = RtmemtracerVariant::plain;
    ModelOptions model;
    TracegOptions traceg;
    AnnotatedOptions annotated;

    /// Returns the first table that has an output file.
    [[nodiscard]] ExportTable table() const {
        const auto asked =
            std::find_if(outputs.begin(), outputs.end(), [](const auto& output) { return !output.empty(); });
        return static_cast<ExportTable>(asked - outputs.begin());
    }
    [[nodiscard]] const std::string& output() const { return outputs.at(static_cast<std::size_t>(table())); }
    [[nodiscard]] ExportedFrames exported_frames() const {
        ExportedFrames exported{std::max<std::uint64_t>(1, frames), {}, frames != 0 && !one_frame};
        if (one_frame) exported.only = frame;
        return exported;
    }
};

[[nodiscard]] std::string_view name_of(ExportTable table);
/// Returns whether the table contains sums of the hierarchy model.
[[nodiscard]] bool is_of_hierarchy(ExportTable table);
[[nodiscard]] bool is_mesh(ExportTable table);
[[nodiscard]] bool is_of_reuse(ExportTable table);
/// Throws UsageError if options are missing or contradict each other.
void check(const ExportOptions& options);

} // namespace hitmap
