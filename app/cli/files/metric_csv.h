#pragma once

#include "app/cli/base/output_file.h"
#include "core/cache/results/access_outcome.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/query/exported_frames.h"
#include "core/profile/query/profile.h"
#include "core/profile/sums/chosen_elements.h"
#include "core/trace/elements/element_source.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace hitmap {

/// Writes the table of `export --accesses` while a model runs: one row for each access that counts (see
/// AccessOutcomes). If misses are explained, there are six more columns.
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

/// Writes the table of `export --metrics`: all elements except padding, sorted by frame, kind and element.
/// After the columns that every file has, there is one for each metric with CsvColumn::appended that the
/// profile can answer: if it knows why look-ups missed, the six classes of misses; if it knows the tree of
/// boxes, their terms. With a chooser, only elements that its choice for the frame shows.
using ChooseElements = std::function<std::shared_ptr<const ChosenElements>(TimeWindow window)>;
void write_metric_csv(const Profile& profile, const ElementSources& sources, const ExportedFrames& frames,
                      TextOutput& out, ThreadPool& pool, const JobContext& job,
                      const ChooseElements& choose = {});

} // namespace hitmap
