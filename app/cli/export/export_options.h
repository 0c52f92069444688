#pragma once

#include "app/cli/options/address_options.h"
#include "app/cli/options/model_options.h"
#include "core/export/rtmemtracer_export.h"
#include "core/profile/query/exported_frames.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// The options of `export --ply`, `--vtp` and `--gltf`.
struct MeshExportOptions {
    std::string kind;                 ///< of an exported kind: "face", "box"; empty: face
    std::vector<std::string> metrics; ///< empty: all that the profile can answer
};

/// The values of the options of `hitmap export`. Which outputs take which of them is in export_outputs().
struct ExportOptions {
    std::string file;
    /// [export_outputs()] the file or folder that is written; empty if the output is not given
    std::vector<std::string> outputs;
    std::uint64_t frames = 0; ///< 0 means not given
    std::uint64_t frame = 0;
    bool one_frame = false;
    std::string of;                       ///< KIND:N,N,...; empty means all elements
    std::optional<std::uint32_t> sm;      ///< the SM whose L1 is written
    std::string pixel;                    ///< X,Y; empty means all accesses of elements
    std::vector<std::string> only_ranges; ///< QUANTITY=FROM:TO
    std::vector<std::string> curves;      ///< OF[=METRIC]
    std::vector<std::string> arrays;      ///< empty means accesses and metrics
    MeshExportOptions mesh;
    AddressOptions addresses;
    RtmemtracerVariant variant = RtmemtracerVariant::plain;
    bool xz = false; ///< compress the kernels of a trace
    /// Where sources may be whose texts are not recorded, besides the folder of the recording.
    std::vector<std::string> source_folders;
    ModelOptions model;

    /// The number of frames, which is 1 if it is not given.
    [[nodiscard]] std::uint64_t frame_count() const { return std::max<std::uint64_t>(1, frames); }
    [[nodiscard]] ExportedFrames exported_frames() const {
        ExportedFrames exported{frame_count(), {}, frames != 0 && !one_frame};
        if (one_frame) exported.only = frame;
        return exported;
    }
    /// The groups of arrays that are written.
    [[nodiscard]] std::vector<std::string> array_groups() const {
        return arrays.empty() ? std::vector<std::string>{"accesses", "metrics"} : arrays;
    }
    /// Whether nothing but what was recorded is asked for, which needs neither elements nor a cache model.
    [[nodiscard]] bool of_records_alone() const {
        return !arrays.empty() && std::ranges::all_of(arrays, [](const std::string& group) {
            return group == "requests" || group == "rays";
        });
    }
};

/// Adds an option for each output of export_outputs(), and all others.
void add_export_options(CLI::App& command, ExportOptions& options);

} // namespace hitmap
