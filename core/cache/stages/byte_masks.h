#pragma once

#include "core/base/salted_hash.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace hitmap {

/// Byte masks of a cache: which bytes it has of sectors that were stored in part. SectoredCache::store tells
/// which sectors these are; entries of other sectors are obsolete and ignored.
class ByteMasks {
public:
    /// `most`: number of sectors of the cache.
    explicit ByteMasks(std::size_t most = 0) : most_(most) {}

    /// Stores bytes (bit b: byte b) of a sector that is not valid. `had_some`: whether the cache has some of
    /// its bytes already. Returns whether all bytes are present now; the sector is then valid.
    bool store(std::uint64_t line, unsigned sector, std::uint32_t bytes, bool had_some) {
        std::uint32_t& kept = bytes_[line * sectors_a_line + sector];
        kept = had_some ? kept | bytes : bytes;
        return kept == all_bytes;
    }
    /// Removes obsolete entries once there are twice as many entries as sectors.
    /// @param is_partly  (line, sector) whether the cache has some bytes of the sector
    template <class IsPartly>
    void tidy(const IsPartly& is_partly) {
        if (bytes_.size() <= 2 * most_) return;
        std::erase_if(bytes_, [&](const auto& each) {
            return !is_partly(each.first / sectors_a_line,
                              static_cast<unsigned>(each.first % sectors_a_line));
        });
    }

    /// Number of entries.
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }

private:
    static constexpr std::uint64_t sectors_a_line = 8;
    static constexpr std::uint32_t all_bytes = ~std::uint32_t{0};

    std::size_t most_;
    std::unordered_map<std::uint64_t, std::uint32_t, SaltedHash> bytes_; ///< by sector number
};

} // namespace hitmap
