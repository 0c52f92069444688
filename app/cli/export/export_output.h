#pragma once

#include "app/cli/base/output_file.h"
#include "app/cli/export/export_options.h"
#include "app/cli/input/model_input.h"
#include "core/base/enum_set.h"
#include "core/profile/elements/element_range.h"
#include "core/profile/query/time_window.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hitmap {

/// What most outputs are written from: the options, and the recording that is open for them.
struct ExportInput {
    const ExportOptions& options;
    const ModelConfig& config;
    const std::string& path; ///< of the output; "-" is standard output
    ModelInput& recording;
    const JobContext& job;

    [[nodiscard]] const RecordingInfo& info() const { return recording.file.info(); }
    [[nodiscard]] Restriction only() const { return options.model.restriction(); }
    /// The window of --frame, or everything.
    [[nodiscard]] TimeWindow window() const {
        return frame_window(info().positions(), options.frame_count(), options.frame);
    }
    [[nodiscard]] std::vector<ElementRange> ranges() const {
        return parse_element_ranges(options.only_ranges, "--only-range");
    }
    /// Only for outputs with OutputModel::hierarchy.
    [[nodiscard]] const HierarchyConfig& hierarchy() const { return std::get<HierarchyConfig>(config); }
};

/// Writes the text of a table. Throws FileError, UsageError, Cancelled, as the other functions do.
using WriteTable = void(const ExportInput& input, TextOutput& text);
/// Writes a file of another format and commits it.
using WriteFile = void(const ExportInput& input, std::unique_ptr<ByteSink> out);
/// Opens the recording, which it reads in its own way, and writes files and what tells how they were made.
/// @param path  the file or folder
using WriteAlone = void(const ExportOptions& options, const std::string& path, const JobContext& job);
/// Returns the memory in bytes that an output takes besides simulating.
using OutputMemory = std::uint64_t(const ExportOptions& options, const ModelConfig& config,
                                   const RecordingInfo& info);

/// The cache models that an output can be of.
enum class OutputModel : std::uint8_t { any, hierarchy, stack_distance };

/// What an output may leave out: the restrictions --ray-kind, --only-allocation and so on.
enum class OutputPart : std::uint8_t {
    any,        ///< takes all restrictions
    rays,       ///< can be of some rays, but takes no other restriction
    everything, ///< takes none
};

/// The frames of --frames that an output is of.
enum class OutputFrames : std::uint8_t {
    none, ///< takes neither --frames nor --frame
    one,  ///< everything or one frame, so that --frames needs --frame
    all,  ///< all frames, without --frame
    any,  ///< all frames or one of them
};

/// Options that only some outputs take. export_check.cpp has their names.
enum class OutputOption : std::uint8_t {
    of,
    curve,
    sm,
    address_range,
    address_rows,
    pixel,
    arrays,
    kind,
    metric,
    only_range,
    xz,
    source_folder
};

/// An output of `hitmap export`. The option that asks for it, the checks of all other options and their
/// messages follow from its row.
struct ExportOutput {
    std::string_view name; ///< of its option, without dashes
    const char* help;
    std::variant<WriteTable*, WriteFile*, WriteAlone*> write;
    OutputFrames frames = OutputFrames::none;
    OutputModel model = OutputModel::any;
    OutputPart part = OutputPart::any;
    EnumSet<OutputOption> takes{};
    OutputMemory* memory = nullptr; ///< null: none that counts
    /// Whether it has no values unless elements are accessed.
    bool of_elements = false;
    const char* type = "OUT.csv"; ///< type of the value of its option
    /// Adds options that belong to this output and follow its own in the help; null: it has none.
    void (*add_options)(CLI::App&, ExportOptions&) = nullptr;
    /// Set if it is written into a folder, in the place of all other outputs: what it is refused with, as in
    /// "found both" of them. Options of time are not looked at.
    const char* instead_of = nullptr;

    /// The option, with dashes.
    [[nodiscard]] std::string option() const { return "--" + std::string(name); }
};

/// All outputs, in the order of messages. In the help, those that are opened alone come after the others.
[[nodiscard]] std::span<const ExportOutput> export_outputs();

} // namespace hitmap
