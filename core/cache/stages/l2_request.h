#pragma once

#include "core/cache/coalescing/coalesced_requests.h"

#include <cstdint>

namespace hitmap {

/// Returns the sectors with numbers increased by `shift`, which may be negative. Sectors outside of a line
/// are dropped.
[[nodiscard]] inline LineSectors shifted(LineSectors sectors, int shift) {
    return static_cast<LineSectors>(shift >= 0 ? sectors << shift : sectors >> -shift);
}

/// A request to L2: sectors of one of its lines.
struct L2Request {
    enum class Kind : std::uint8_t { load, store, write_back, atomic };
    /// The origin of a request. It is packed into one byte, since many requests are in memory at a time.
    class Origin {
    public:
        Origin() = default;
        /// `partition`: partition of the requesting SM, 0 or 1. `fills_l1`: whether L1 stores the result.
        Origin(Kind kind, std::uint8_t partition, bool fills_l1)
            : bits_(static_cast<std::uint8_t>(static_cast<unsigned>(kind) | partition << 2U |
                                              (fills_l1 ? 1U : 0U) << 3U | 8U << shift_at)) {}
        /// Returns the origin of a request whose sector s is sector s - `shift` of the line of L1. Requires
        /// -8 < shift < 8.
        [[nodiscard]] Origin shifted(int shift) const {
            Origin moved;
            moved.bits_ = static_cast<std::uint8_t>((bits_ & ((1U << shift_at) - 1)) |
                                                    static_cast<unsigned>(shift + 8) << shift_at);
            return moved;
        }
        [[nodiscard]] Kind kind() const { return static_cast<Kind>(bits_ & 3U); }
        [[nodiscard]] std::uint8_t partition() const { return bits_ >> 2U & 1U; }
        [[nodiscard]] bool fills_l1() const { return (bits_ >> 3U & 1U) != 0; }
        [[nodiscard]] int shift() const { return (bits_ >> shift_at) - 8; }

    private:
        static constexpr unsigned shift_at = 4;
        std::uint8_t bits_ = 0;
    };

    std::uint64_t line;
    std::uint32_t at;      ///< index of the line of L1; for a write-back, index of the WriteBack
    LineSectors sectors;   ///< sectors to look up
    LineSectors fill_only; ///< sectors that L1 also fills; they are loaded but not counted as look-ups
    LineSectors written;   ///< for a store: the sectors of which all bytes are written
    Origin origin;
};
static_assert(sizeof(L2Request) == 16);

} // namespace hitmap
