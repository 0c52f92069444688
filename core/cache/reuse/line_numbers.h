#pragma once

#include "core/base/salted_hash.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Numbers lines 0, 1, 2, ... in the order of their first look-up, in a hash table with linear probing. The
/// hash is randomised in each run, so that no recording can be constructed whose lines all collide; the
/// numbers are the same in every run.
class LineNumbers {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Number of lines that have a number.
    [[nodiscard]] std::uint32_t size() const { return size_; }
    /// Returns the line's number, or none.
    [[nodiscard]] std::uint32_t find(std::uint64_t line) const {
        if (places_.empty()) return none;
        const Place& place = places_[place_of(line)];
        return place.number == 0 ? none : place.number - 1;
    }
    /// Returns the line's number; a new line gets the next number.
    std::uint32_t number_of(std::uint64_t line) {
        if (size_ >= places_.size() / 2) grow();
        Place& place = places_[place_of(line)];
        if (place.number == 0) place = {line, ++size_};
        return place.number - 1;
    }
    [[nodiscard]] std::uint64_t memory_bytes() const { return places_.capacity() * sizeof(Place); }
    void clear() {
        places_.clear();
        size_ = 0;
    }

private:
    struct Place {
        std::uint64_t line = 0;
        std::uint32_t number = 0; ///< number + 1; 0: free
    };
    /// Returns the entry of the line, or the free entry for it.
    [[nodiscard]] std::size_t place_of(std::uint64_t line) const {
        const std::size_t mask = places_.size() - 1;
        std::size_t at = hash_(line) & mask;
        while (places_[at].number != 0 && places_[at].line != line)
            at = (at + 1) & mask;
        return at;
    }
    void grow() {
        std::vector<Place> old(places_.empty() ? 256 : 2 * places_.size());
        old.swap(places_);
        for (const Place& place : old)
            if (place.number != 0) places_[place_of(place.line)] = place;
    }

    SaltedHash hash_;
    std::vector<Place> places_; ///< the size is a power of two, at least twice the number of lines
    std::uint32_t size_ = 0;
};

} // namespace hitmap
