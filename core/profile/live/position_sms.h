#pragma once

#include "core/cache/results/access_block.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// The SM of each element access, by position. All accesses of a request have the same one, so that a bit for
/// each position tells where a request begins, and the number of bits before a position is the index of its
/// request (Jacobson 1989, rank). Takes about 0.4 bytes an access.
class PositionSms {
public:
    /// Adds the accesses of the next block, whose SMs are less than 65,536.
    void add(const AccessBlock& block);
    /// Releases memory that was reserved for more.
    void finish();

    [[nodiscard]] std::uint64_t positions() const { return positions_; }
    /// The highest SM with an access, and 1; 0 without accesses.
    [[nodiscard]] std::size_t sms() const { return sms_; }
    /// @param position  less than positions()
    [[nodiscard]] std::size_t sm_at(std::uint64_t position) const {
        const Word& word = words_[position / 64];
        const std::uint64_t until = word.begins << (63 - position % 64);
        return of_request_[word.before + static_cast<unsigned>(std::popcount(until)) - 1];
    }
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    struct Word {
        std::uint64_t begins = 0; ///< bit i: the position is the first one of a request
        std::uint64_t before = 0; ///< requests that begin before the word
    };
    std::vector<Word> words_;
    std::vector<std::uint16_t> of_request_; ///< [requests with accesses]
    std::uint64_t positions_ = 0;
    std::size_t sms_ = 0;
};

} // namespace hitmap
