#pragma once

#include "app/cli/base/option_check.h"
#include "app/cli/input/recording_input.h"
#include "app/cli/options/model_options.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>

namespace hitmap {

/// Opens a recording as the options say: the part of it, its layout, and its thread blocks on the SMs that
/// they are dealt to; warns on standard error if they are dealt. Throws what open_recording(),
/// ModelOptions::dealt_sms() and dealt_file() throw.
[[nodiscard]] HmtFile open_as_asked(const std::string& path, const ModelOptions& options,
                                    const JobContext& job);

/// A recording opened for simulation within a memory limit. Members are in order of destruction.
struct ModelInput {
    ModelInput(const std::string& file_path, const ModelOptions& options, const JobContext& job)
        : path(file_path), file(open_as_asked(file_path, options, job)), pool(options.threads) {}

    std::string path;
    HmtFile file;
    ThreadPool pool;
    std::unique_ptr<RequestSource> source;
};

/// Throws UsageError if the recording has sums of frames in the place of requests, and these are not whole
/// frames of q.
void require_whole_frames(const ModelInput& input, std::uint64_t q);

/// Throws FileError if the positions of the vertices of the recording are not known, so that there is nothing
/// to draw or to measure.
void require_vertex_positions(const ModelInput& input);

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
