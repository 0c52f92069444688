#pragma once

#include "core/cache/results/access_block.h"
#include "core/cache/sdcm/sdcm_caches.h"
#include "core/cache/sdcm/sdcm_config.h"
#include "core/jobs/thread_pool.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// The stack distance cache model without recordings: blocks of element accesses in, outcomes out.
class SdcmEngine {
public:
    /// Throws UsageError for a configuration that the model does not have, Error for a recording that lacks
    /// what faces need, Cancelled.
    SdcmEngine(const RecordingInfo& info, const std::shared_ptr<const RecordedScene>& scene,
               const SdcmConfig& config, ThreadPool& pool, const JobContext& job = {});

    /// Groups the accesses of a block: requests' entries and accesses are given. Thread-safe. The block is
    /// one interval; cut it afterwards. Throws Error for a face that the scene does not have.
    void prepare(AccessBlock& block) const;
    /// Fills l1 and l2 of prepared blocks, which follow one another and the ones before. `beside` are other
    /// tasks that the pool works on meanwhile, first. After a throw only destruction is allowed.
    void simulate(std::span<AccessBlock> blocks, const JobContext& job,
                  const std::vector<std::function<void()>>& beside = {});

    [[nodiscard]] const std::vector<LevelSums>& l1_sums() const { return l1_sums_; } ///< [info.allocations]
    [[nodiscard]] const std::vector<LevelSums>& l2_sums() const { return l2_sums_; }
    /// [intervals][info.allocations] of the blocks simulated last.
    [[nodiscard]] const std::vector<LevelSums>& l1_intervals() const { return l1_.sums(); }
    [[nodiscard]] const std::vector<LevelSums>& l2_intervals() const { return l2_.sums(); }

private:
    ThreadPool& pool_;
    CacheLevel l1_level_;
    CacheLevel l2_level_;
    SmCaches l1_;
    DeviceCache l2_;
    std::vector<LevelSums> l1_sums_;
    std::vector<LevelSums> l2_sums_;
};

} // namespace hitmap
