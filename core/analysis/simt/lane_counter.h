#pragma once

#include "core/analysis/simt/simt_table.h"
#include "core/trace/stream/request_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace hitmap {

/// Counts the active lanes of requests for one table.
class LaneCounter {
public:
    virtual ~LaneCounter() = default;
    /// Counts the requests of a block. The blocks of a recording follow one another. Throws Error if the
    /// element accesses of the recording cannot be found.
    virtual void count(const RequestView& block) = 0;
    [[nodiscard]] virtual SimtTable finish() = 0;
};

/// Histograms by number.
class HistogramsByNumber {
public:
    /// Returns the histogram of a number, which is new if the number is. Takes 4 bytes for each number up to
    /// the largest one, and those of a histogram for each number that occurs.
    [[nodiscard]] LaneHistogram& at(std::uint32_t number) {
        if (number >= places_.size()) places_.resize(std::size_t{number} + 1, none);
        std::uint32_t& place = places_[number];
        if (place == none) {
            place = static_cast<std::uint32_t>(histograms_.size());
            histograms_.emplace_back();
        }
        return histograms_[place];
    }
    /// Returns null if the number does not occur.
    [[nodiscard]] const LaneHistogram* find(std::uint32_t number) const {
        if (number >= places_.size() || places_[number] == none) return nullptr;
        return &histograms_[places_[number]];
    }
    /// Calls visit(number, histogram) for the numbers that occur, in ascending order.
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (std::uint32_t number = 0; number < places_.size(); ++number)
            if (places_[number] != none) visit(number, histograms_[places_[number]]);
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> places_; ///< [numbers]
    std::vector<LaneHistogram> histograms_;
};

/// Returns a row with the sums of its histogram.
[[nodiscard]] inline SimtRow simt_row(std::uint64_t number, std::string name,
                                      const LaneHistogram& histogram) {
    return {number, std::move(name), histogram.sums(), histogram};
}

/// Make a counter. `info` must outlive it. @param frames  number of frames, at least 1
[[nodiscard]] std::unique_ptr<LaneCounter> count_by_number(SimtBy by, const RecordingInfo& info,
                                                           std::uint64_t frames);
/// Throws what the constructor of AllocationMap throws.
[[nodiscard]] std::unique_ptr<LaneCounter> count_by_allocation(const RecordingInfo& info);
/// `tags`: all tags of the recording, sorted by request within each lane.
[[nodiscard]] std::unique_ptr<LaneCounter> count_by_tag(SimtBy by, const RecordingInfo& info,
                                                        std::span<const LaneTagRun> tags);

} // namespace hitmap
