#pragma once

#include "app/cli/base/info_json.h"
#include "app/cli/base/output_file.h"
#include "core/profile/sums/ray_selection.h"
#include "core/profile/sums/stack_traffic_builder.h"
#include "core/trace/stream/request_source.h"

#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// Adds up the local memory traffic of the hierarchy model by ray, if the recording has lane tags.
class StackOfRays {
public:
    /// Reads the lane tags of a recording with local memory.
    StackOfRays(RequestSource& source, const JobContext& job);
    /// Returns the sink for HierarchySinks::local; null if the rays are not known.
    [[nodiscard]] LocalTrafficSink* sink() { return builder_ ? &*builder_ : nullptr; }
    /// Returns the sums. Call after the simulation. No value if the rays are not known.
    [[nodiscard]] std::optional<StackTraffic> take();

private:
    std::optional<StackTrafficBuilder> builder_;
};

/// Returns the reason why the rays that the stack belongs to are not known: "it has no local memory".
[[nodiscard]] std::string_view why_stack_is_unknown(const RecordingInfo& info);

/// Returns {"accesses", "sectors", hits, look-ups and rates of both levels, "by_ray": [...], "untagged"};
/// null if the rays are not known. Lanes share sectors, so that numbers may be fractions.
[[nodiscard]] Json stack_json(const std::optional<StackTraffic>& stack);
/// Formats a row for each kind of ray and bounce, or the reason why there is no table.
[[nodiscard]] std::string stack_table(const std::optional<StackTraffic>& stack, const RecordingInfo& info);
/// Writes the table of `export --stack`: a row for each pixel, kind of ray and bounce, in this order. The
/// last row is the traffic of lanes without tags and has no pixel. `only`: if set, the rays that are written.
void write_stack_csv(const StackTraffic& stack, const std::optional<RaySelection>& only, TextOutput& out);

} // namespace hitmap
