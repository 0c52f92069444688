#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/results/access_outcome.h"
#include "core/profile/pixel_index/pixel_index.h"
#include "core/profile/pixels/pixel_lanes.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

namespace hitmap {

/// Thrown when an index would take more memory than its limit. It is no Error, since the caller has another
/// way to count pixels and users do not see it.
class PixelIndexTooLarge : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The sizes of an index.
struct PixelIndexSizes {
    std::uint64_t limit = 0;            ///< memory of the index in bytes
    std::uint64_t segment_requests = 0; ///< requests of a segment of the log
};
/// Returns the usual sizes: at most 8 bytes for each position of the recording, and segments that decode in a
/// few milliseconds.
[[nodiscard]] PixelIndexSizes pixel_index_sizes(const RecordingInfo& info);
/// Estimates the memory that an index of the recording takes while it is made, in bytes: its limit, and the
/// lane tags.
[[nodiscard]] std::uint64_t estimate_pixel_index_bytes(const RecordingInfo& info);

/// Builds a PixelIndex while a model runs, as PixelTableBuilder builds a table. The requests are encoded as
/// they come; the sums of each segment are added up by tasks of the pool beside the model.
class PixelIndexBuilder final : public OutcomeSink, public RequestTrafficSink {
public:
    struct Options {
        bool traffic = false; ///< whether the hierarchy model fills it, otherwise the other one
        bool misses = false;  ///< whether the model explains misses
        PixelIndexSizes sizes;
    };
    /// @param info  with its final counts; must outlive the builder
    /// @param tags  sorted by request within each lane; empty: pixels follow from the launches
    /// @param pool  must outlive the builder
    /// Throws Error as PixelTableBuilder does.
    PixelIndexBuilder(const RecordingInfo& info, const CountedForPixels& counted,
                      std::span<const LaneTagRun> tags, const Options& options, ThreadPool& pool,
                      const JobContext& job);
    ~PixelIndexBuilder() override;
    PixelIndexBuilder(const PixelIndexBuilder&) = delete;
    PixelIndexBuilder& operator=(const PixelIndexBuilder&) = delete;

    /// Both throw PixelIndexTooLarge as soon as the limit cannot be kept.
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;
    void add(const RequestView& block, std::span<const RequestTraffic> traffic,
             std::span<const ElementAccess> accesses, std::uint64_t first_position) override;

    /// Call once, after the last add(). Throws PixelIndexTooLarge, Cancelled.
    [[nodiscard]] std::shared_ptr<const PixelIndex> finish();

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace hitmap
