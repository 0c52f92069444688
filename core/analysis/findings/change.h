#pragma once

#include "core/analysis/trials/kept_requests.h"
#include "core/analysis/trials/short_stack.h"
#include "core/analysis/trials/trial_sums.h"
#include "core/raytracer/options/trace_options.h"
#include "core/relayout/model/relayout_options.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace hitmap {

/// What changes are tried on. References must outlive it.
struct FindingTrial {
    const HmtFile& file;
    const SourceMesh& mesh; ///< in the order of its file; may be null
    const HierarchyConfig& config;
    /// Memory that find_causes() may take beyond estimate_findings_bytes() to be faster.
    std::uint64_t spare_bytes = 0;
    KeptRequests* kept = nullptr; ///< of the file; null: requests are decoded whenever they are read

    [[nodiscard]] std::unique_ptr<RequestSource> requests(ThreadPool& pool) const {
        return kept != nullptr ? kept->source(pool) : request_source(file, pool);
    }
};

/// The spare memory of a search where the user has set no limit: up to 1 GiB, and a quarter of what is
/// available.
[[nodiscard]] std::uint64_t usual_spare_bytes();

/// A memory layout: the same requests with other addresses.
using LayoutChange = RelayoutOptions;
/// The same scene and camera, traced with another tree or stack.
using TreeChange = TraceOptions;
/// The same requests in other caches.
using CacheChange = HierarchyConfig;
/// The requests of a traversal stack whose first entries are in shared memory.
using StackChange = ShortStack;

/// Something else that a program or a GPU could do, which can be simulated.
struct Change {
    std::variant<LayoutChange, TreeChange, CacheChange, StackChange> to;
    std::string title; ///< "vertex-order morton", "node-width 4", "L1 of twice the capacity"
    /// A command that makes the change, for a POSIX shell: "hitmap relayout FILE -o OUT.hmt --vertex-order
    /// morton". FILE stands for the recording, OUT.hmt for the result, CAMERA.json for a camera that was
    /// given. Empty if no command makes it.
    std::string command;

    /// Whether a program can be changed like this without anything more of the GPU: caches of another size
    /// are not its own to choose, and shared memory is not free.
    [[nodiscard]] bool is_of_program() const {
        return std::holds_alternative<LayoutChange>(to) || std::holds_alternative<TreeChange>(to);
    }
    /// Whether it is a tree whose stack alone differs.
    [[nodiscard]] bool changes_stack_alone() const {
        return std::holds_alternative<TreeChange>(to) && title.starts_with("stack-");
    }
    /// Whether the requests are the same, apart from their addresses.
    [[nodiscard]] bool keeps_requests() const {
        return std::holds_alternative<LayoutChange>(to) || std::holds_alternative<CacheChange>(to);
    }
};

/// A change and what the model counts with it.
struct TriedChange {
    Change change;
    TrialSums sums;
    std::vector<std::string> estimates; ///< why the result is not exact; empty: exact
    std::string problem;                ///< why the recording cannot have the change; then `sums` is empty

    [[nodiscard]] bool is_possible() const { return problem.empty(); }
};

/// The most layouts that are tried. Recordings with many buffers have more.
inline constexpr std::size_t most_tried_layouts = 100;

struct ChangesToTry {
    std::vector<Change> changes;
    std::size_t left_out = 0; ///< layouts beyond most_tried_layouts
};

/// The changes that a recording can have, those that take least time first:
/// - a short stack (short_stack_of());
/// - an L1 and an L2 of twice the capacity, if the model can have them;
/// - the first of layouts_to_try(), without combinations;
/// - for a whole recording of `hitmap trace` whose mesh is there and whose addresses were not moved, trees
///   that are built in the other way (`bvh` sah and median), or have nodes of another width (`node-width` 2,
///   4, 8), and a stack with one slot for each entry (`stack-slots` 1).
/// Reads the requests once. Throws FileError, Cancelled.
[[nodiscard]] ChangesToTry changes_to_try(const FindingTrial& trial, ThreadPool& pool, const JobContext& job);

/// Simulates a change. A trace of another tree is given up if it makes many times the requests of the
/// recording. Throws what the model throws; `problem` has the message if the recording cannot have the
/// change.
[[nodiscard]] TriedChange try_change(const FindingTrial& trial, const Change& change, ThreadPool& pool,
                                     const JobContext& job);

/// The memory in bytes that trying changes takes beside the model, estimated from the tables.
[[nodiscard]] std::uint64_t estimate_findings_bytes(const RecordingInfo& info, const HierarchyConfig& config,
                                                    unsigned threads);
/// The processor time in seconds that find_causes() takes, roughly: it depends on how many changes there are.
[[nodiscard]] double estimate_findings_seconds(const RecordingInfo& info);

} // namespace hitmap
