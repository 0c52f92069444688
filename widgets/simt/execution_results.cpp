#include "widgets/simt/execution_results.h"

#include "core/analysis/simt/sum_executions.h"
#include "widgets/framebuffer/pixel_selection.h"

#include <utility>

namespace hitmap {

std::shared_ptr<const ExecutionResults> count_executions(std::shared_ptr<const OpenRecording> recording,
                                                         ThreadPool& pool, const JobContext& job) {
    auto results = std::make_shared<ExecutionResults>();
    results->picture = framebuffer_size(*recording);
    const auto source = request_source(*recording->file, pool, 0, recording->scene);
    results->sums = sum_executions(*source, true, job);
    const QSize size = results->picture;
    const std::size_t pixels =
        size.isEmpty() ? 0 : static_cast<std::size_t>(size.width()) * static_cast<std::size_t>(size.height());
    results->paths = pixel_paths(source->lane_tags(job), ExecutionResults::listed_paths, pixels);
    results->recording = std::move(recording);
    return results;
}

} // namespace hitmap
