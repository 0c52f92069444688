#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace hitmap {

/// Places, each with the time since which it is free. Times are given in rising order, from 1.
/// Takes memory for at most twice the places, and of places that were never taken none.
class FreePlaces {
public:
    explicit FreePlaces(std::uint64_t places) : unused_(places) {}

    /// Takes the place that is free since the latest time not after `time`. Returns false if there is none.
    bool take(std::uint64_t time);
    /// Adds a place that is free since `time`, which is after all times that were given.
    void give(std::uint64_t time);
    /// Returns the earliest time since which a place is free: take() fails for earlier ones from now on. 0 if
    /// a place was never taken, and the highest number if there are no places.
    [[nodiscard]] std::uint64_t earliest() const;

    [[nodiscard]] std::uint64_t memory_bytes() const {
        return since_.capacity() * sizeof(std::uint64_t) + is_free_.capacity() * sizeof(std::uint64_t);
    }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    static constexpr unsigned word_bits = 64;

    /// Returns the last free place before index `end`, or none.
    [[nodiscard]] std::size_t last_before(std::size_t end) const;
    /// Removes the places that were taken.
    void compact();

    std::uint64_t unused_;               ///< places that were never taken
    std::uint64_t free_ = 0;             ///< places in since_ that are free
    std::vector<std::uint64_t> since_;   ///< ascending; with places that were taken since
    std::vector<std::uint64_t> is_free_; ///< bit i of word w: whether place 64 w + i of since_ is free
};

} // namespace hitmap
