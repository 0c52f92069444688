#pragma once

#include "core/analysis/findings/change.h"

#include <functional>
#include <optional>
#include <vector>

namespace hitmap {

/// The options with which a whole recording was traced, if tracing again with them makes the same requests.
/// No value for recordings of other programs, parts, interrupted recordings, moved addresses, and tables that
/// contradict the options.
[[nodiscard]] std::optional<TraceOptions> options_of_trace(const RecordingInfo& info);

/// The changes of changes_to_try() that are trees.
[[nodiscard]] std::vector<Change> trees_to_try(const FindingTrial& trial);

/// Traces the scene of the recording with these options and passes the requests to `consume` meanwhile.
/// Throws Error if the mesh is not that of the recording, or if there are more than most_times its requests;
/// what trace_scene() and `consume` throw.
void consume_with_tree(const FindingTrial& trial, const TraceOptions& options,
                       const std::function<void(RequestSource&)>& consume, ThreadPool& pool,
                       const JobContext& job);

/// A tree that makes more than this many times the requests of the recording is given up.
inline constexpr std::uint64_t most_times = 16;

} // namespace hitmap
