#pragma once

#include "app/cli/base/info_json.h"
#include "app/cli/options/part_options.h"
#include "core/profile/models/model_texts.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace hitmap {

/// The options of the simulation. All commands that simulate have them.
struct ModelOptions {
    ModelTexts texts;
    unsigned threads = 0;     ///< 0 means all cores
    std::string memory_limit; ///< empty means no limit
    PartOptions part;         ///< the part of the recording that is read
    std::string layout;       ///< see add_layout_option()

    [[nodiscard]] bool is_hierarchy() const { return texts.is_hierarchy(); }
    /// Returns "sdcm" or "hierarchy".
    [[nodiscard]] std::string_view model_name() const { return is_hierarchy() ? "hierarchy" : "sdcm"; }
    /// Returns for example "turing-rtx2080ti"; empty for the stack distance cache model.
    [[nodiscard]] std::string preset_name() const { return texts.preset_name(); }
    [[nodiscard]] bool explains_misses() const;
    /// Throws UsageError, or FileError if the file of a preset is wrong.
    [[nodiscard]] ModelConfig config() const { return texts.resolve().config; }
    /// Returns the part that is counted for elements. Throws UsageError.
    [[nodiscard]] Restriction restriction() const { return texts.restriction(); }
};

/// Writes the restriction into JSON: "rays" is "all" or the text of --ray-kind, and "only" has the other
/// parts of the restriction if there are any.
void put_restriction(Json& json, const Restriction& only);

/// Adds --model, --preset, --l1 and --l2.
void add_cache_options(CLI::App& command, ModelTexts& texts);
/// Adds the same, --threads and --memory-limit.
void add_model_options(CLI::App& command, ModelOptions& options);
/// Adds --why, for commands that show the reasons of misses.
void add_why_option(CLI::App& command, ModelTexts& texts);
/// Adds --ray-kind, --only-allocation, --only-line and --only-instruction.
void add_restriction_options(CLI::App& command, ModelTexts& texts);

/// Adds an option that sets a choice of `texts`. Messages have the name of the option.
/// @param suffix  end of the name: for ModelSetting::l1, "-b" gives --l1-b
CLI::Option* add_model_option(CLI::App& command, ModelTexts& texts, ModelSetting setting,
                              const std::string& suffix, const std::string& help);

/// A recording opened for simulation within a memory limit. Members are in order of destruction.
struct ModelInput {
    ModelInput(const std::string& file_path, const ModelOptions& options, const JobContext& job)
        : path(file_path),
          file(open_recording(file_path, options.part.part(), job, options.layout)),
          pool(options.threads) {}

    std::string path;
    HmtFile file;
    ThreadPool pool;
    std::unique_ptr<RequestSource> source;
};

/// Writes a line to standard error if the recording was cut off, so that the results describe only a part of
/// it.
void warn_if_incomplete(const HmtFile& file);

/// Writes a line to standard error for each cache that the model accepts although no real cache has its
/// geometry.
void warn_of_geometry(const ModelConfig& config);

/// Throws UsageError if the recording has sums of frames in the place of requests, and these are not whole
/// frames of q.
void require_whole_frames(const ModelInput& input, std::uint64_t q);

/// Throws FileError if the positions of the vertices of the recording are not known, so that there is nothing
/// to draw or to measure.
void require_vertex_positions(const ModelInput& input);

/// Writes a line to standard error for each reason why the addresses of the recording are an estimate.
void warn_if_estimate(const HmtFile& file);

/// Writes a line to standard error if the stack distance cache model has nothing to count in the recording.
void warn_if_nothing_counts(const HmtFile& file, const ModelConfig& config);

/// Writes a line to standard error if launches ran at the same time, since both models empty the L1 caches
/// between requests of different launches.
void warn_if_launches_interleave(const HmtFile& file, const JobContext& job);

/// Opens a recording or the part of it. Warns as warn_of_geometry, warn_if_incomplete, warn_if_nothing_counts
/// and warn_if_launches_interleave do.
/// @param configs      the configurations with which the recording is simulated, one after the other
/// @param options      threads, memory limit and part
/// @param extra_bytes  memory that the caller will take besides reading and simulating
/// Throws FileError; UsageError if the limit is not a size, or if the recording has sums in the place of
/// requests and an option asks for another model; Error if the estimated memory exceeds the limit.
/// Its message has both numbers.
[[nodiscard]] std::unique_ptr<ModelInput>
open_model_input(const std::string& path, std::initializer_list<ModelConfig> configs,
                 const ModelOptions& options, const JobContext& job,
                 const std::function<std::uint64_t(const RecordingInfo&)>& extra_bytes = {});

} // namespace hitmap
