#pragma once

#include "core/trace/hmt/blocks/warp_state.h"
#include "core/trace/hmt/events/event_columns.h"
#include "core/trace/model/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

/// What execution events and ray events have in common in the file (docs/trace-format.md, "Execution
/// events"): the head of a chunk, and the columns that say which warp an event is of, with which lanes, and
/// at which row of a table (a basic block, a place of rays).
namespace hitmap::hmt {

/// The most events of a chunk, which limits the memory for decoding one.
inline constexpr std::uint32_t max_chunk_events = 1U << 18;
/// Whether a chunk of this many stored bytes may have this many events, or lanes of events, so that a small
/// file cannot require much memory.
[[nodiscard]] constexpr std::uint64_t allowed_events(std::uint64_t stored_bytes) {
    constexpr std::uint64_t enough = max_chunk_events / 64;
    return stored_bytes > enough ? max_chunk_events
                                 : std::min<std::uint64_t>(max_chunk_events, 256 + 64 * stored_bytes);
}

struct EventHead {
    std::uint32_t events = 0;
    std::uint32_t launches = 0;      ///< begun so far
    std::uint64_t first_request = 0; ///< of the first event: requests of the recording before it
    std::uint64_t last_request = 0;  ///< of the last event
};
void encode_event_head(const EventHead& head, ByteWriter& out);
/// Reads what every head begins with. Throws FileError.
/// @param what          "execution events"
/// @param stored_bytes  of the chunk
[[nodiscard]] EventHead decode_event_head(ByteReader& in, std::string_view what, std::uint64_t stored_bytes);

/// The sizes of the recording's tables, against which events are checked.
struct EventLimits {
    std::uint32_t rows = 0;                     ///< of the table of basic blocks, or of places
    std::uint32_t sm_count = 0;                 ///< 0: not known
    std::uint32_t warp_slots_per_sm = 0;        ///< 0: not known
    std::uint32_t lanes = all_lanes(warp_size); ///< mask of a warp
};

enum class EventColumn : std::uint8_t { requests, warps, identities, rows, masks, mask_bytes };
inline constexpr std::size_t event_columns = 6;

struct CodedEvent {
    std::uint64_t request = 0;
    WarpIdentity warp;
    std::uint32_t row = 0;
    std::uint32_t mask = 0;
};

/// Encodes or decodes these columns for the events of a chunk. Writer and reader have the same state.
template <class Coder>
class EventSession {
public:
    /// @param row_name  "a basic block"
    EventSession(Coder& coder, const EventLimits& limits, std::string_view row_name, std::uint32_t launches,
                 std::uint64_t first_request)
        : coder_(coder),
          limits_(limits),
          row_name_(row_name),
          launches_(launches),
          request_(first_request),
          followers_(std::size_t{limits.rows} + 1) {}

    CodedEvent code(const CodedEvent& actual) {
        const std::uint64_t distance = coder_.number(EventColumn::requests, actual.request - request_);
        if (distance > ~std::uint64_t{0} - request_)
            coder_.fail(fmt::format("expected requests below 2^64, found {} after {}", distance, request_));
        request_ += distance;
        Warp& warp = warps_[code_warp(actual.warp)];
        const std::uint32_t row = code_row(warp, actual.row);
        return {request_, warp.identity, row, code_mask(warp, actual.mask)};
    }
    [[nodiscard]] std::uint64_t request() const { return request_; }
    /// The number of the last event's warp in the chunk: 0 for the first warp, 1 for the next new one, ...
    [[nodiscard]] std::uint32_t warp() const { return last_; }

private:
    static constexpr std::uint64_t same_warp = 0;
    static constexpr std::uint64_t next_warp = 1;
    static constexpr std::uint64_t new_warp = 2;
    static constexpr std::uint64_t first_warp = 3; ///< + number of the warp

    static constexpr unsigned recent_masks = 4;
    static constexpr std::uint8_t other_mask = 16; ///< + a bit for each byte that differs from the last mask

    /// What predicts the events of a warp.
    struct Warp {
        WarpIdentity identity;
        std::uint32_t next = 0;     ///< the warp that followed it
        std::uint32_t last_row = 0; ///< its last row, as one of the table of followers
        std::array<std::uint32_t, recent_masks> masks{~std::uint32_t{0}, 0, 0, 0}; ///< the last one first
    };
    struct WarpHash {
        std::size_t operator()(const WarpIdentity& of) const noexcept {
            std::uint64_t bits = (std::uint64_t{of.launch} << 32 | of.warp) * 0x9e37'79b9'7f4a'7c15U;
            bits ^= (std::uint64_t{of.sm} << 32 | of.slot) * 0xd6e8'feb8'6659'fd93U;
            return static_cast<std::size_t>(bits ^ bits >> 29);
        }
    };

    std::uint32_t code_warp(const WarpIdentity& actual) {
        const std::uint64_t code = coder_.number(EventColumn::warps, Coder::writes ? warp_code(actual) : 0);
        if (code < new_warp && warps_.empty()) coder_.fail("expected a new warp first, found none");
        std::uint32_t number = last_;
        if (code == next_warp) {
            number = warps_[last_].next;
        } else if (code == new_warp) {
            number = static_cast<std::uint32_t>(warps_.size());
            add_warp(actual);
        } else if (code >= first_warp) {
            if (code - first_warp >= warps_.size())
                coder_.fail(
                    fmt::format("expected a warp below {}, found {}", warps_.size(), code - first_warp));
            number = static_cast<std::uint32_t>(code - first_warp);
        }
        if (number != last_) warps_[last_].next = number;
        last_ = number;
        return number;
    }

    std::uint64_t warp_code(const WarpIdentity& actual) {
        const auto [place, is_new] = numbers_.try_emplace(actual, static_cast<std::uint32_t>(warps_.size()));
        if (is_new) return new_warp;
        if (place->second == last_) return same_warp;
        return place->second == warps_[last_].next ? next_warp : first_warp + place->second;
    }

    void add_warp(const WarpIdentity& actual) {
        const WarpIdentity before = warps_.empty() ? WarpIdentity() : warps_.back().identity;
        const auto of_limit = [](std::uint32_t count, std::uint32_t limit) {
            return count == 0 ? limit : count;
        };
        const auto next = [&](std::uint32_t value, std::uint32_t from, std::uint64_t limit) {
            return coder_.difference(EventColumn::identities, value, from, limit);
        };
        Warp warp;
        warp.identity.launch = next(actual.launch, before.launch, launches_);
        warp.identity.sm = next(actual.sm, before.sm, of_limit(limits_.sm_count, RecordingLimits::sms));
        warp.identity.warp = next(actual.warp, before.warp, std::uint64_t{1} << 32);
        warp.identity.slot = next(actual.slot, before.slot,
                                  of_limit(limits_.warp_slots_per_sm, RecordingLimits::warp_slots_per_sm));
        warp.last_row = limits_.rows;
        warps_.push_back(warp);
    }

    std::uint32_t code_row(Warp& warp, std::uint32_t actual) {
        std::uint32_t& expected = followers_[warp.last_row];
        const std::uint64_t code =
            coder_.number(EventColumn::rows, actual == expected ? 0 : std::uint64_t{actual} + 1);
        if (code > limits_.rows)
            coder_.fail(fmt::format("expected {} below {}, found {}", row_name_, limits_.rows, code - 1));
        if (code != 0) expected = static_cast<std::uint32_t>(code - 1);
        warp.last_row = expected;
        return expected;
    }

    std::uint32_t code_mask(Warp& warp, std::uint32_t actual) {
        auto& masks = warp.masks;
        const auto place = std::find(masks.begin(), masks.end(), actual);
        const std::uint32_t changed = actual ^ masks.front();
        std::uint8_t code = static_cast<std::uint8_t>(place - masks.begin());
        if (place == masks.end()) {
            code = other_mask;
            for (unsigned i = 0; i < 4; ++i)
                if ((changed >> (8 * i) & 0xffU) != 0) code = static_cast<std::uint8_t>(code | 1U << i);
        }
        code = coder_.byte(EventColumn::masks, code);
        std::uint32_t mask = 0;
        if (code < recent_masks) {
            mask = masks[code];
        } else if (code > other_mask && code < 2 * other_mask) {
            mask = masks.front();
            for (unsigned i = 0; i < 4; ++i)
                if ((code >> i & 1U) != 0)
                    mask ^= std::uint32_t{coder_.byte(EventColumn::mask_bytes,
                                                      static_cast<std::uint8_t>(changed >> (8 * i)))}
                            << (8 * i);
            code = recent_masks - 1;
        } else {
            coder_.fail(fmt::format("expected a code of a mask, below 4 or from 17 to 31, found {}", code));
        }
        if (mask == 0) coder_.fail("expected an active lane, found none");
        if ((mask & ~limits_.lanes) != 0)
            coder_.fail(fmt::format("expected active lanes within {:#x}, found {:#x}", limits_.lanes, mask));
        std::rotate(masks.begin(), masks.begin() + code, masks.begin() + code + 1);
        masks.front() = mask;
        return mask;
    }

    Coder& coder_;
    const EventLimits& limits_;
    std::string_view row_name_;
    std::uint32_t launches_;
    std::uint64_t request_;
    std::vector<std::uint32_t> followers_; ///< [rows + 1] the row that came after it, in any warp
    std::vector<Warp> warps_;
    std::uint32_t last_ = 0;                                            ///< warp
    std::unordered_map<WarpIdentity, std::uint32_t, WarpHash> numbers_; ///< of a writer
};

/// Decodes the events of a chunk: calls `next` for each, and compares the last one with the head.
template <class Next>
void decode_events(ByteReader& in, const EventHead& head, const EventSession<EventReader>& session,
                   const Next& next) {
    std::uint64_t first = 0;
    for (std::uint32_t i = 0; i < head.events; ++i) {
        next();
        if (i == 0) first = session.request();
    }
    if (session.request() != head.last_request || first != head.first_request)
        in.fail(fmt::format("expected events from request {} to {}, found {} to {}", head.first_request,
                            head.last_request, first, session.request()));
}

} // namespace hitmap::hmt
