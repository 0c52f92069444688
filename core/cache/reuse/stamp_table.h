#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

namespace hitmap {

/// A 32-bit stamp for each line 0..lines-1, at first 0. Chunks of 16 lines get memory in the order in which
/// they are first written, so that a cache which sees some lines of every page of the recording's memory
/// does not take memory for all others: 4 bytes per line of such a chunk, and 1/4 byte per other line.
class StampTable {
public:
    /// Throws std::bad_alloc.
    /// @param lines  at most 2^30 (ReuseStack::max_lines), so that places fit into 32 bits
    explicit StampTable(std::uint64_t lines)
        : lines_(lines), chunks_(zeroes(chunks())), stamps_(zeroes((chunks() + 1) * chunk_lines)) {}

    [[nodiscard]] std::uint64_t lines() const { return lines_; }
    /// line < lines(), here and below.
    [[nodiscard]] std::uint32_t operator[](std::uint32_t line) const {
        return stamps_[chunks_[line / chunk_lines] + line % chunk_lines];
    }
    /// For writing.
    [[nodiscard]] std::uint32_t& at(std::uint32_t line) {
        std::uint32_t& chunk = chunks_[line / chunk_lines];
        if (chunk == 0) chunk = used_ += chunk_lines;
        return stamps_[chunk + line % chunk_lines];
    }
    void fetch(std::uint32_t line) const {
        __builtin_prefetch(&stamps_[chunks_[line / chunk_lines] + line % chunk_lines], 1);
    }
    /// Sets all stamps to 0.
    void clear() { std::fill_n(stamps_.get(), used_ + chunk_lines, 0U); }
    /// Increases the number of lines. Throws std::bad_alloc.
    void grow(std::uint64_t lines) {
        StampTable grown(lines);
        std::copy_n(chunks_.get(), chunks(), grown.chunks_.get());
        std::copy_n(stamps_.get(), used_ + chunk_lines, grown.stamps_.get());
        grown.used_ = used_;
        *this = std::move(grown);
    }

private:
    static constexpr std::uint32_t chunk_lines = 16;

    struct Freed {
        void operator()(std::uint32_t* p) const { std::free(p); }
    };
    using Words = std::unique_ptr<std::uint32_t[], Freed>;

    /// calloc is used since pages that are never used are then never committed.
    [[nodiscard]] static Words zeroes(std::uint64_t count) {
        Words made(static_cast<std::uint32_t*>(std::calloc(count, sizeof(std::uint32_t))));
        if (!made) throw std::bad_alloc();
        return made;
    }
    [[nodiscard]] std::uint64_t chunks() const { return (lines_ + chunk_lines - 1) / chunk_lines; }

    std::uint64_t lines_;
    Words chunks_;           ///< [chunks] index of the chunk's first stamp; 0: never written
    Words stamps_;           ///< the first chunk is that of all lines that were never written
    std::uint32_t used_ = 0; ///< index of the first stamp of the last chunk
};

} // namespace hitmap
