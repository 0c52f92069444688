#pragma once

#include <algorithm>
#include <cstdint>

namespace hitmap {

/// Limits the work of one paint event so that its duration stays near a target. It learns from the durations
/// of earlier ones.
class PaintBudget {
public:
    static constexpr std::uint64_t most = ~std::uint64_t{0} / 4;

    /// @param wanted_ms  target duration of a paint event, in milliseconds
    /// @param first      work of the first paint event
    PaintBudget(double wanted_ms, std::uint64_t first, std::uint64_t fewest)
        : wanted_ms_(wanted_ms), amount_(first), fewest_(fewest) {}

    [[nodiscard]] std::uint64_t amount() const { return amount_; }
    /// Sets the work of the next paint event.
    void begin_with(std::uint64_t amount) { amount_ = std::clamp(amount, fewest_, most); }
    /// Reports that a paint event with `done` work took `elapsed_ms`. None and quick small amounts are
    /// ignored, since they say nothing about the speed of the work.
    void learn(std::uint64_t done, double elapsed_ms) {
        if (done == 0 || (done < fewest_ && elapsed_ms < wanted_ms_)) return;
        const double change = std::clamp(wanted_ms_ / std::max(elapsed_ms, 1.0), 0.5, 2.0);
        amount_ =
            std::clamp(static_cast<std::uint64_t>(static_cast<double>(amount_) * change), fewest_, most);
    }

private:
    double wanted_ms_;
    std::uint64_t amount_;
    std::uint64_t fewest_;
};

} // namespace hitmap
