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

/// The stack distance cache model on blocks of element accesses, independent of recordings.
class SdcmEngine {
public:
    /// Throws UsageError if the model does not support the configuration, Error if the recording lacks data
    /// about elements that name others, and Cancelled.
    SdcmEngine(const RecordingInfo& info, const std::shared_ptr<const RecordedScene>& scene,
               const SdcmConfig& config, ThreadPool& pool, const JobContext& job = {});

    /// Groups the accesses of a block, whose entries and accesses are set. Thread-safe. The block becomes one
    /// interval; divide it afterwards. Throws Error if an element that names others is not in
    /// the scene.
    void prepare(AccessBlock& block) const;
    /// Computes l1 and l2 of prepared blocks, which must follow the blocks of the last call. The pool first
    /// runs the tasks in `beside`, at the same time. After an exception, the object can only be destroyed.
    void simulate(std::span<AccessBlock> blocks, const JobContext& job,
                  const std::vector<std::function<void()>>& beside = {});

    [[nodiscard]] const std::vector<LevelSums>& l1_sums() const { return l1_sums_; } ///< [info.allocations]
    [[nodiscard]] const std::vector<LevelSums>& l2_sums() const { return l2_sums_; }
    /// [intervals][info.allocations] Sums of the blocks of the last call.
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
