#pragma once

#include "core/base/salted_hash.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace hitmap {

/// Byte masks: which bytes a cache has of sectors that were stored in part, beside a cache that knows which
/// sectors these are (SectoredCache::store). What is said of others is of former times, and means nothing.
class ByteMasks {
public:
    /// `most`: sectors of the cache.
    explicit ByteMasks(std::size_t most = 0) : most_(most) {}

    /// Stores bytes (bit b: byte b) of a sector that is not valid, of which there were some before, or none.
    /// Whether all are there now; the sector is valid then.
    bool store(std::uint64_t line, unsigned sector, std::uint32_t bytes, bool had_some) {
        std::uint32_t& kept = bytes_[line * sectors_a_line + sector];
        kept = had_some ? kept | bytes : bytes;
        return kept == all_bytes;
    }
    /// Forgets what is of former times, if that is more than there can be sectors.
    /// @param is_partly  (line, sector) whether the cache has some bytes of it
    template <class IsPartly>
    void tidy(const IsPartly& is_partly) {
        if (bytes_.size() <= 2 * most_) return;
        std::erase_if(bytes_, [&](const auto& each) {
            return !is_partly(each.first / sectors_a_line,
                              static_cast<unsigned>(each.first % sectors_a_line));
        });
    }

    /// Of how many sectors something is said.
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }

private:
    static constexpr std::uint64_t sectors_a_line = 8;
    static constexpr std::uint32_t all_bytes = ~std::uint32_t{0};

    std::size_t most_;
    std::unordered_map<std::uint64_t, std::uint32_t, SaltedHash> bytes_; ///< by number of the sector
};

} // namespace hitmap
