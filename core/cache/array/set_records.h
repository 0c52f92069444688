#pragma once

#include "core/base/prefetch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace hitmap {

/// What a cache has of its sets: of each the lines in its ways, what is known of their sectors, how many ways
/// are in use, and a few words more. A set's lie side by side, so that whoever looks for a line touches as
/// few lines of the processor's cache as can be.
/// @tparam Sectors  of one line
template <class Sectors>
class SetRecords {
public:
    static_assert(std::is_trivially_copyable_v<Sectors> && alignof(Sectors) <= alignof(std::uint64_t));

    /// `words`: more of each set. All ways have line ~0, the rest is 0. Throws std::bad_alloc.
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

    /// Ways in use, from the first.
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
    /// Has the processor fetch a set.
    [[gnu::always_inline]] void prefetch(std::uint64_t set) const {
        prefetch_all(at<std::byte>(set, 0), bytes_);
    }

private:
    /// In arrays of bytes, objects of such types as are kept here begin to live where they are used.
    struct alignas(64) CacheLine {
        std::byte bytes[64];
    };
    [[nodiscard]] static constexpr std::uint64_t rounded(std::uint64_t bytes, std::uint64_t multiple) {
        return (bytes + multiple - 1) / multiple * multiple;
    }
    /// Whole lines of the processor's cache, where that adds little.
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
    std::uint64_t sectors_at_; ///< bytes from the begin of a set's record
    std::uint64_t lines_at_;
    std::uint64_t bytes_; ///< of a record
    std::vector<CacheLine> storage_;
};

} // namespace hitmap
