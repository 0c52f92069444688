#pragma once

#include "core/cache/coalescing/coalesced_requests.h"

#include <cstdint>

namespace hitmap {

/// Renumbers sectors, such that sector `shift` becomes 0.
[[nodiscard]] inline LineSectors shifted(LineSectors sectors, int shift) {
    return static_cast<LineSectors>(shift >= 0 ? sectors << shift : sectors >> -shift);
}

/// A request to L2: sectors of one of its lines.
struct L2Request {
    enum class Kind : std::uint8_t { load, store, write_back, atomic };
    /// Packed into one byte, since many requests are in memory at a time.
    class Origin {
    public:
        Origin() = default;
        /// `partition`: 0 or 1, that of the requesting SM. `fills_l1`: whether L1 stores the result.
        Origin(Kind kind, std::uint8_t partition, bool fills_l1)
            : bits_(static_cast<std::uint8_t>(static_cast<unsigned>(kind) | partition << 2U |
                                              (fills_l1 ? 1U : 0U) << 3U | 8U << shift_at)) {}
        /// The same request with sector s renumbered to s - `shift`, the sector of the line of L1; -8 < shift
        /// < 8.
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
    std::uint32_t at;      ///< index of the line of L1; for a write-back, of the WriteBack
    LineSectors sectors;   ///< sectors to look up
    LineSectors fill_only; ///< loaded with them, since L1 fills more at once; they are no look-ups
    LineSectors written;   ///< for a store, those of the sectors of which all bytes are written
    Origin origin;
};
static_assert(sizeof(L2Request) == 16);

} // namespace hitmap
