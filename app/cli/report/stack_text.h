#pragma once

#include "app/cli/base/info_json.h"
#include "app/cli/base/output_file.h"
#include "core/profile/filter/ray_selection.h"
#include "core/profile/sums/stack_traffic_builder.h"
#include "core/trace/stream/request_source.h"

#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// Adds up what the hierarchy model says of local memory, where the recording says whose it is.
class StackOfRays {
public:
    /// Reads the lane tags of a recording with local memory.
    StackOfRays(RequestSource& source, const JobContext& job);
    /// For HierarchySinks::local: null where nothing can be known.
    [[nodiscard]] LocalTrafficSink* sink() { return builder_ ? &*builder_ : nullptr; }
    /// After the simulation; nothing where nothing could be known.
    [[nodiscard]] std::optional<StackTraffic> take();

private:
    std::optional<StackTrafficBuilder> builder_;
};

/// Why whose stack it is cannot be known: "it has no local memory".
[[nodiscard]] std::string_view why_stack_is_unknown(const RecordingInfo& info);

/// {"accesses", "sectors", hits, look-ups and rates of both levels, "by_ray": [...], "untagged"}; null where
/// it is not known. Sectors are shared by lanes, so that they may be fractions.
[[nodiscard]] Json stack_json(const std::optional<StackTraffic>& stack);
/// For a person: a row for each kind of ray and bounce, or why there is none.
[[nodiscard]] std::string stack_table(const std::optional<StackTraffic>& stack, const RecordingInfo& info);
/// Writes the table of `export --stack`: a row for each pixel, kind of ray and bounce, in this order; last,
/// without a pixel, what belongs to none of them. `only`: of these rays alone.
void write_stack_csv(const StackTraffic& stack, const std::optional<RaySelection>& only, TextOutput& out);

} // namespace hitmap
