#pragma once

#include "core/base/salted_hash.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Numbers lines 0, 1, 2, ... in the order in which they are first asked for: a hash table with linear
/// probing. Places differ from run to run, so that no recording can be made whose lines all meet; numbers do
/// not.
class LineNumbers {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Lines numbered so far.
    [[nodiscard]] std::uint32_t size() const { return size_; }
    /// The line's number, or none.
    [[nodiscard]] std::uint32_t find(std::uint64_t line) const {
        if (places_.empty()) return none;
        const Place& place = places_[place_of(line)];
        return place.number == 0 ? none : place.number - 1;
    }
    /// The line's number; the next one where it has none yet.
    std::uint32_t number_of(std::uint64_t line) {
        if (size_ >= places_.size() / 2) grow();
        Place& place = places_[place_of(line)];
        if (place.number == 0) place = {line, ++size_};
        return place.number - 1;
    }
    void clear() {
        places_.clear();
        size_ = 0;
    }

private:
    struct Place {
        std::uint64_t line = 0;
        std::uint32_t number = 0; ///< + 1; 0: free
    };
    /// That has the line, or where it would be put.
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
    std::vector<Place> places_; ///< a power of two, at least twice as many as lines
    std::uint32_t size_ = 0;
};

} // namespace hitmap
