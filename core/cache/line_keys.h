#pragma once

#include "core/cache/coalesce.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Collects the lines of one request, not yet sorted: a key is a line and, below it, its sectors. Neighbours
/// of one line become one key, and no branch depends on where they lie. Small, so that it stays in registers.
class LineKeys {
public:
    static constexpr std::uint64_t most_line = (std::uint64_t{1} << 56) - 2;

    /// `keys` has room for all that is added and for one more, in front.
    explicit LineKeys(std::uint64_t* keys) : last_(keys), begin_(keys + 1) {}
    /// `line` is at most most_line.
    void add(std::uint64_t line, LineSectors sectors) {
        const bool is_other = line != line_;
        line_ = line;
        last_ += is_other ? 1 : 0;
        sectors_ = (is_other ? 0U : sectors_) | sectors;
        *last_ = line << sector_bits | sectors_;
    }
    [[nodiscard]] std::span<std::uint64_t> keys() const {
        return {begin_, static_cast<std::size_t>(last_ + 1 - begin_)};
    }
    /// Sorts keys and appends their lines by rising address, each once.
    static void append(std::span<std::uint64_t> keys, std::uint16_t allocation,
                       std::vector<LineRequest>& lines) {
        unsigned falls = 0;
        for (std::size_t i = 1; i < keys.size(); ++i)
            falls += keys[i - 1] >= keys[i] ? 1U : 0U;
        if (falls != 0) sort(keys);
        const std::size_t begin = lines.size();
        lines.resize(begin + keys.size());
        std::size_t at = begin - 1; // one before the first is never written
        std::uint64_t line = ~std::uint64_t{0};
        unsigned sectors = 0;
        for (const std::uint64_t key : keys) {
            const bool is_other = key >> sector_bits != line;
            line = key >> sector_bits;
            at += is_other ? 1U : 0U;
            sectors = (is_other ? 0U : sectors) | static_cast<unsigned>(key & sector_mask);
            LineRequest& out = lines[at];
            out.line = line;
            out.sectors = static_cast<LineSectors>(sectors);
            out.allocation = allocation;
        }
        if (falls != 0) lines.resize(at + 1);
    }

private:
    static constexpr unsigned sector_bits = 8;
    static constexpr std::uint64_t sector_mask = (1U << sector_bits) - 1;

    /// Insertion: keys are few, and mostly near their places.
    static void sort(std::span<std::uint64_t> keys) {
        for (std::size_t i = 1; i < keys.size(); ++i) {
            const std::uint64_t key = keys[i];
            std::size_t at = i;
            for (; at > 0 && keys[at - 1] > key; --at)
                keys[at] = keys[at - 1];
            keys[at] = key;
        }
    }

    std::uint64_t* last_;
    std::uint64_t* begin_;
    std::uint64_t line_ = ~std::uint64_t{0}; ///< the last one
    unsigned sectors_ = 0;                   ///< of the last one
};

} // namespace hitmap
