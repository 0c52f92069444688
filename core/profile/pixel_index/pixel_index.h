#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/pixel_index/log_segment.h"
#include "core/profile/pixel_index/pixel_tiles.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/pixels/pixel_table.h"
#include "core/profile/query/time_window.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// The pixels of a recording over time, for one simulation and one restriction: serves any quantity of any
/// window without simulating, with the numbers of make_pixel_table(). Immutable and thread-safe.
///
/// It has a log of all requests, in segments that decode on their own, and the sums of the pixels over
/// intervals of one or several segments. A window consists of whole intervals and of the parts of the
/// segments at its ends.
class PixelIndex {
public:
    [[nodiscard]] const CountedFramebuffer& framebuffer() const { return framebuffer_; }
    [[nodiscard]] std::uint64_t memory_bytes() const;
    [[nodiscard]] std::size_t intervals() const;
    [[nodiscard]] std::size_t segments() const { return segments_.size(); }
    [[nodiscard]] std::uint64_t log_bytes() const;

    /// Sets the values of a quantity that is known, [pixels], as WindowPixels::values() does; NaN: no value.
    /// Throws Cancelled.
    /// @tparam Number  float or double
    template <class Number>
    void compute(const PixelQuantity& quantity, TimeWindow window, std::span<Number> values, ThreadPool& pool,
                 const JobContext& job = {}) const;
    /// Returns all numbers of all pixels. Throws Cancelled.
    [[nodiscard]] PixelTable table(TimeWindow window, ThreadPool& pool, const JobContext& job = {}) const;
    /// Returns all numbers of one pixel.
    [[nodiscard]] PixelCounts counts(TimeWindow window, std::size_t pixel) const;

private:
    friend class PixelIndexBuilder;
    /// Segments [first, last), of which what is in the window is added or subtracted.
    struct Part {
        std::size_t first = 0;
        std::size_t last = 0;
        TimeWindow window{};
        bool subtract = false;
    };
    /// A window is the sum of whole intervals and of the parts.
    struct Plan {
        IntervalRange intervals;
        std::vector<Part> parts;
    };
    /// The intervals before a position, and the part that is then missing, or too much.
    struct Until {
        std::size_t interval;
        Part part;
    };
    class Query;
    PixelIndex(const CountedFramebuffer& framebuffer, const LogReading& reading, PixelColumnSet stored)
        : framebuffer_(framebuffer),
          reading_(reading),
          stored_(stored),
          tiles_(std::size_t{framebuffer.width} * framebuffer.height, stored_.size()) {}
    [[nodiscard]] std::size_t whole_segments_before(std::uint64_t position) const;
    [[nodiscard]] Until until(std::uint64_t position) const;
    [[nodiscard]] Plan plan_of(TimeWindow window) const;

    CountedFramebuffer framebuffer_;
    LogReading reading_;
    WantedColumns stored_;
    std::vector<LogSegment> segments_; ///< by time
    std::size_t segments_an_interval_ = 1;
    PixelTiles tiles_;
};

/// A window of an index.
class IndexedPixels final : public WindowPixels {
public:
    /// @param pool  must outlive this object
    IndexedPixels(std::shared_ptr<const PixelIndex> index, TimeWindow window, ThreadPool& pool)
        : WindowPixels(index->framebuffer()), index_(std::move(index)), window_(window), pool_(pool) {}
    [[nodiscard]] PixelCounts counts(std::size_t pixel) const override {
        return index_->counts(window_, pixel);
    }

private:
    void compute(const PixelQuantity& quantity, std::span<float> values,
                 const JobContext& job) const override {
        index_->compute(quantity, window_, values, pool_, job);
    }
    void compute(const PixelQuantity& quantity, std::span<double> values,
                 const JobContext& job) const override {
        index_->compute(quantity, window_, values, pool_, job);
    }

    std::shared_ptr<const PixelIndex> index_;
    TimeWindow window_;
    ThreadPool& pool_;
};

} // namespace hitmap
