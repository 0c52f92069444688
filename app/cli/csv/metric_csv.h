#pragma once

#include "app/cli/base/output_file.h"
#include "core/cache/results/access_outcome.h"
#include "core/profile/query/profile.h"
#include "core/trace/model/element_source.h"

#include <cstdint>
#include <optional>

namespace hitmap {

/// Writes the table of `export --accesses` while a model runs: a row for each access that counts
/// (AccessOutcomes). Where misses are explained, with six columns more.
class AccessCsv final : public OutcomeSink {
public:
    AccessCsv(const ElementSources& sources, bool explained, TextOutput& out, const JobContext& job);
    /// Throws Cancelled.
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;

private:
    const ElementSources& sources_;
    bool explained_;
    TextOutput& out_;
    const JobContext& job_;
    std::uint64_t order_ = 0;
};

/// Which frames a table of metrics has.
struct MetricFrames {
    std::uint64_t total = 1;
    std::optional<std::uint64_t> only; ///< one frame of them; nothing: all
    bool column = false;               ///< write the number of the frame
};

/// Writes the table of `export --metrics`: every element but padding, sorted by frame, kind,
/// element. Where the profile knows why look-ups missed, with six columns more.
void write_metric_csv(const Profile& profile, const ElementSources& sources, const MetricFrames& frames,
                      TextOutput& out, const JobContext& job);

} // namespace hitmap
