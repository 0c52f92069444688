#pragma once

#include "app/cli/base/info_json.h"
#include "app/cli/base/input_file.h"
#include "core/profile/derived/cache_model.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace hitmap {

/// The options that say how a recording is simulated; the same for every command that does.
struct ModelOptions {
    std::string model = "sdcm";
    std::string preset; ///< of the hierarchy model; empty: its default
    std::string l1;     ///< empty: the model's default
    std::string l2;
    std::string preset_option = "--preset"; ///< that said so, for messages
    std::string l1_option = "--l1";
    std::string l2_option = "--l2";
    unsigned threads = 0;        ///< 0: all cores
    std::string memory_limit;    ///< empty: none
    std::string ray_kind;        ///< empty: all rays count
    std::string only_allocation; ///< empty: all allocations count
    std::string only_line;       ///< the same of source lines
    std::optional<std::uint32_t> only_instruction;
    bool why = false; ///< of the hierarchy model: why look-ups missed

    /// Throws UsageError; FileError where a preset's file is wrong.
    [[nodiscard]] ModelConfig config() const;
    /// "turing-rtx2080ti"; empty for a model without presets.
    [[nodiscard]] std::string preset_name() const;
    /// What counts for elements. Throws UsageError.
    [[nodiscard]] Restriction restriction() const;
    /// Puts what restriction() says into JSON: under "rays" the rays that count, "all" or what --ray-kind
    /// reads; under "only" the others, where there are such.
    void put_restriction(Json& json) const;
};

void add_model_options(CLI::App& command, ModelOptions& options);
/// --why, for commands that show it.
void add_why_option(CLI::App& command, ModelOptions& options);
/// --ray-kind, --only-allocation, --only-line and --only-instruction, for commands that read a recording: its
/// tables are known beforehand.
void add_restriction_options(CLI::App& command, ModelOptions& options);

/// A recording opened for simulation within a memory limit. Members are in order of destruction.
struct ModelInput {
    ModelInput(const std::string& file_path, unsigned threads, const JobContext& job)
        : path(file_path), file(open_recording_file(file_path, job), job), pool(threads) {}

    std::string path;
    HmtFile file;
    ThreadPool pool;
    std::unique_ptr<RequestSource> source;
};

/// One line on standard error where the recording was cut off: what follows from it is true of a part.
void warn_if_incomplete(const HmtFile& file);

/// A line on standard error for each cache that the model takes although no cache is like that.
void warn_of_geometry(const ModelConfig& config);

/// Warns of such caches, and where the recording is incomplete.
/// @param extra_bytes  memory that the caller will take besides reading and simulating
/// Throws FileError; UsageError (limit not a size); Error where the estimate exceeds the limit, with both.
[[nodiscard]] std::unique_ptr<ModelInput>
open_model_input(const std::string& path, const ModelOptions& options, const JobContext& job,
                 std::uint64_t (*extra_bytes)(const RecordingInfo&) = nullptr);

} // namespace hitmap
