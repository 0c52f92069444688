#pragma once

#include "core/base/prefetch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace hitmap {

/// The sets of a cache. The record of a set has the lines in its ways, the state of their sectors, the number
/// of ways in use, and a few words for other purposes. All of it is contiguous, so that an access touches as
/// few cache lines of the processor as possible.
/// @tparam Sectors  the state of the sectors of one line
template <class Sectors>
class SetRecords {
public:
    static_assert(std::is_trivially_copyable_v<Sectors> && alignof(Sectors) <= alignof(std::uint64_t));

    /// `words`: number of additional words per set. Initially all ways have line ~0, and everything else is
    /// 0. Throws std::bad_alloc.
    SetRecords(std::uint64_t sets, std::uint64_t ways, std::uint64_t words)
        : sets_(sets),
          ways_(ways),
          words_(words),
          sectors_at_(sizeof(std::uint64_t) * (1 + words)),
          lines_at_(rounded(sectors_at_ + ways * sizeof(Sectors), sizeof(std::uint64_t))),
          bytes_(stride_of(lines_at_ + ways * sizeof(std::uint64_t))),
          storage_((sets * bytes_ + sizeof(CacheLine) - 1) / sizeof(CacheLine)) {
        clear();
    }

    /// Number of ways in use. The first ways are in use.
    [[nodiscard]] std::uint64_t& filled(std::uint64_t set) { return *at<std::uint64_t>(set, 0); }
    [[nodiscard]] std::uint64_t* words(std::uint64_t set) {
        return at<std::uint64_t>(set, sizeof(std::uint64_t));
    }
    [[nodiscard]] const std::uint64_t* words(std::uint64_t set) const {
        return at<std::uint64_t>(set, sizeof(std::uint64_t));
    }
    [[nodiscard]] Sectors* sectors(std::uint64_t set) { return at<Sectors>(set, sectors_at_); }
    [[nodiscard]] const Sectors* sectors(std::uint64_t set) const { return at<Sectors>(set, sectors_at_); }
    [[nodiscard]] std::uint64_t* lines(std::uint64_t set) { return at<std::uint64_t>(set, lines_at_); }
    [[nodiscard]] const std::uint64_t* lines(std::uint64_t set) const {
        return at<std::uint64_t>(set, lines_at_);
    }

    void clear() {
        for (std::uint64_t set = 0; set < sets_; ++set) {
            filled(set) = 0;
            std::fill_n(words(set), words_, 0);
            std::fill_n(sectors(set), ways_, Sectors{});
            std::fill_n(lines(set), ways_, ~std::uint64_t{0});
        }
    }
    /// Prefetches the record of a set.
    [[gnu::always_inline]] void prefetch(std::uint64_t set) const {
        prefetch_all(at<std::byte>(set, 0), bytes_);
    }

private:
    /// In arrays of bytes, objects of the types used here are created implicitly by their first use (C++20).
    struct alignas(64) CacheLine {
        std::byte bytes[64];
    };
    [[nodiscard]] static constexpr std::uint64_t rounded(std::uint64_t bytes, std::uint64_t multiple) {
        return (bytes + multiple - 1) / multiple * multiple;
    }
    /// Rounds up to whole cache lines of the processor, if that adds little memory.
    [[nodiscard]] static constexpr std::uint64_t stride_of(std::uint64_t bytes) {
        const std::uint64_t whole = rounded(bytes, sizeof(CacheLine));
        return whole - bytes <= bytes / 8 ? whole : bytes;
    }
    template <class T>
    [[nodiscard]] T* at(std::uint64_t set, std::uint64_t offset) {
        return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(storage_.data()) + set * bytes_ + offset);
    }
    template <class T>
    [[nodiscard]] const T* at(std::uint64_t set, std::uint64_t offset) const {
        return reinterpret_cast<const T*>(reinterpret_cast<const std::byte*>(storage_.data()) + set * bytes_ +
                                          offset);
    }

    std::uint64_t sets_;
    std::uint64_t ways_;
    std::uint64_t words_;
    std::uint64_t sectors_at_; ///< offset of the sectors in the record of a set, in bytes
    std::uint64_t lines_at_;
    std::uint64_t bytes_; ///< size of a record
    std::vector<CacheLine> storage_;
};

} // namespace hitmap
