#pragma once

#include "core/cache/sdcm/sdcm_config.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/preview/preview_plan.h"
#include "core/profile/preview/sparse_sums.h"
#include "core/profile/query/window_sums.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// What a sample of a recording tells about the results of the stack distance cache model.
struct Preview {
    PreviewOptions options;
    std::uint64_t requests_read = 0;
    std::uint64_t requests = 0; ///< of the recording
    std::size_t stretches = 0;  ///< that were read
    /// [element_kinds()] Sums of the sample: accesses in the requests that were read, and look-ups of sampled
    /// lines among them.
    std::vector<KindSums> totals;
    SparseSums elements; ///< the same by element
    /// By level, the estimated hit rate over all kinds; 0 without look-ups. It is not that of `totals`: the
    /// number of look-ups is known, and so the misses of the sample are divided by the number that the sample
    /// should have (make_preview()).
    std::array<double, 2> hit_rate{};
    /// By level, the estimated error of hit_rate: an interval of about 95 % for the sampling, twice the
    /// standard error to either side, plus what is guessed of distances that no stretch can show. No value if
    /// there is one stretch of several, whose spread is not known.
    std::array<std::optional<double>, 2> error;

    [[nodiscard]] double request_share() const {
        return requests == 0 ? 1.0 : static_cast<double>(requests_read) / static_cast<double>(requests);
    }
};

/// A preview without accesses, for a picture of the scene alone. Throws Error if the elements of `info` are
/// invalid.
[[nodiscard]] std::shared_ptr<const Preview> empty_preview(const RecordingInfo& info);

/// Estimates the results of the stack distance cache model from a sample: of evenly spaced stretches of
/// requests, the look-ups of lines whose hash is below a threshold. The distances of the sampled lines among
/// each other, divided by the rate of lines, are those that the model takes (docs/profile.md).
///
/// Each stretch begins with empty caches. The first use of a line in it has a distance of at least the number
/// of lines used until then; its hits are those that such look-ups are expected to have by the distances that
/// are known (UnknownHits). At the begin of the recording and, in L1, of a launch, caches are known to be
/// empty, so that first uses are misses there.
///
/// A few lines have a large part of all look-ups, and nearly all of these hit. Rates over the whole recording
/// therefore assume that the look-ups that the sample has too few or too many of are hits (the correction
/// of Waldspurger et al. 2015).
///
/// With rate 1 and share 1, all sums are exactly those of simulate_sdcm(). The result does not depend on the
/// number of threads. Memory: about 36 bytes per element in the sample, 4 bytes per element of the scene, and
/// for each thread one block of requests and its sampled lines. Throws UsageError (options, configuration),
/// FileError (errors while reading; no scene), and Cancelled within 100 ms of a request to cancel.
[[nodiscard]] std::shared_ptr<const Preview>
make_preview(const HmtFile& file, std::shared_ptr<const RecordedScene> scene, const SdcmConfig& config,
             const PreviewOptions& options, ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
