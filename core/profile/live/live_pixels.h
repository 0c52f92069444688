#pragma once

#include "core/profile/live/kept_pixels.h"
#include "core/profile/live/live_sums.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/pixels/window_pixels.h"

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace hitmap {

/// The pixels of a window with other caches than those that were simulated: hits come from kept distances,
/// everything else from the pixels of the simulation. Equal to those of another simulation.
class LivePixels final : public WindowPixels {
public:
    using Tables = std::array<std::shared_ptr<const MissTable>, 2>; ///< [levels]
    /// @param base  the pixels of the window with the simulated caches, of the same lines
    LivePixels(std::shared_ptr<const WindowPixels> base, std::shared_ptr<const KeptPixels> pixels,
               std::shared_ptr<const LiveSums> sums, Tables tables, TimeWindow window);

    [[nodiscard]] PixelCounts counts(std::size_t pixel) const override;

private:
    template <class Number>
    void compute_values(const PixelQuantity& quantity, std::span<Number> values, const JobContext& job) const;
    void compute(const PixelQuantity& quantity, std::span<float> values,
                 const JobContext& job) const override {
        compute_values(quantity, values, job);
    }
    void compute(const PixelQuantity& quantity, std::span<double> values,
                 const JobContext& job) const override {
        compute_values(quantity, values, job);
    }

    /// Returns the misses of a level, [pixels], which the first call finds.
    [[nodiscard]] const std::vector<std::uint64_t>& misses(std::size_t level, const JobContext& job) const;

    std::shared_ptr<const WindowPixels> base_;
    std::shared_ptr<const KeptPixels> pixels_;
    std::shared_ptr<const LiveSums> sums_;
    Tables tables_;
    TimeWindow window_;
    mutable std::mutex mutex_;                                 ///< guards misses_
    mutable std::array<std::vector<std::uint64_t>, 2> misses_; ///< [levels][pixels], or empty
};

} // namespace hitmap
