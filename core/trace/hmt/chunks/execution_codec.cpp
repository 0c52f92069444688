#include "core/trace/hmt/chunks/execution_codec.h"

#include "core/base/error.h"
#include "core/trace/hmt/chunks/info_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace hitmap::hmt {

namespace {

enum class EventColumn : std::uint8_t { requests, warps, identities, blocks, masks, mask_bytes };
constexpr std::size_t event_columns = 6;

constexpr std::uint64_t same_warp = 0;
constexpr std::uint64_t next_warp = 1;
constexpr std::uint64_t new_warp = 2;
constexpr std::uint64_t first_warp = 3; ///< + number of the warp

constexpr unsigned recent_masks = 4;
constexpr std::uint8_t other_mask = 16; ///< + a bit for each byte that differs from the last mask

class EventWriter {
public:
    static constexpr bool writes = true;
    std::uint64_t number(EventColumn column, std::uint64_t actual) {
        at(column).varint(actual);
        return actual;
    }
    std::uint32_t difference(EventColumn column, std::uint32_t actual, std::uint32_t before,
                             std::uint64_t /*limit*/) {
        at(column).zigzag(std::int64_t{actual} - std::int64_t{before});
        return actual;
    }
    std::uint8_t byte(EventColumn column, std::uint8_t actual) {
        at(column).u8(actual);
        return actual;
    }
    [[noreturn]] static void fail(const std::string& message) { throw Error(message); }
    Bytes take() {
        ByteWriter out;
        for (const ByteWriter& column : columns_)
            out.varint(column.size());
        for (const ByteWriter& column : columns_)
            out.raw(column.bytes());
        return out.take();
    }

private:
    ByteWriter& at(EventColumn column) { return columns_[static_cast<std::size_t>(column)]; }
    std::array<ByteWriter, event_columns> columns_;
};

class EventReader {
public:
    static constexpr bool writes = false;
    explicit EventReader(ByteReader& in) : in_(in) {
        std::array<std::size_t, event_columns> sizes{};
        for (std::size_t& size : sizes)
            size = in.count("bytes of a column");
        columns_.reserve(event_columns);
        for (const std::size_t size : sizes)
            columns_.push_back(in.part(size, "a column"));
        in.expect_end();
    }
    std::uint64_t number(EventColumn column, std::uint64_t) { return at(column).varint("a number"); }
    std::uint32_t difference(EventColumn column, std::uint32_t, std::uint32_t before, std::uint64_t limit) {
        const std::uint64_t found =
            std::uint64_t{before} + static_cast<std::uint64_t>(at(column).zigzag("a difference"));
        if (found >= limit) fail(fmt::format("expected a number below {}, found {}", limit, found));
        return static_cast<std::uint32_t>(found);
    }
    std::uint8_t byte(EventColumn column, std::uint8_t) { return at(column).u8("a code"); }
    [[noreturn]] void fail(const std::string& message) const { in_.fail(message); }
    void finish() const {
        for (const ByteReader& column : columns_)
            column.expect_end();
    }

private:
    ByteReader& at(EventColumn column) { return columns_[static_cast<std::size_t>(column)]; }
    ByteReader& in_;
    std::vector<ByteReader> columns_;
};

/// What predicts the events of a warp.
struct EventWarp {
    std::uint32_t launch = 0;
    std::uint32_t sm = 0;
    std::uint32_t warp = 0;
    std::uint32_t slot = 0;
    std::uint32_t next = 0;     ///< the warp that followed it
    std::uint32_t last_row = 0; ///< its last block, as a row of the table of followers
    std::array<std::uint32_t, recent_masks> masks{~std::uint32_t{0}, 0, 0, 0}; ///< the last one first
};

struct WarpHash {
    std::size_t operator()(const BlockExecution& event) const noexcept {
        std::uint64_t bits = (std::uint64_t{event.launch} << 32 | event.warp) * 0x9e37'79b9'7f4a'7c15U;
        bits ^= (std::uint64_t{event.sm} << 32 | event.slot) * 0xd6e8'feb8'6659'fd93U;
        return static_cast<std::size_t>(bits ^ bits >> 29);
    }
};
struct SameWarp {
    bool operator()(const BlockExecution& a, const BlockExecution& b) const noexcept {
        return std::tie(a.launch, a.sm, a.warp, a.slot) == std::tie(b.launch, b.sm, b.warp, b.slot);
    }
};

/// Encodes or decodes the events of a chunk. Writer and reader have the same state.
template <class Coder>
class EventSession {
public:
    EventSession(Coder& coder, const ExecutionLimits& limits, std::uint32_t launches, std::uint64_t first)
        : coder_(coder),
          limits_(limits),
          launches_(launches),
          request_(first),
          followers_(std::size_t{limits.basic_blocks} + 1) {}

    BlockExecution code(const BlockExecution& actual) {
        BlockExecution event;
        const std::uint64_t distance = coder_.number(EventColumn::requests, actual.request.value - request_);
        if (distance > ~std::uint64_t{0} - request_)
            coder_.fail(fmt::format("expected requests below 2^64, found {} after {}", distance, request_));
        request_ += distance;
        event.request.value = request_;
        EventWarp& warp = warps_[code_warp(actual)];
        std::tie(event.launch, event.sm, event.warp, event.slot) =
            std::tie(warp.launch, warp.sm, warp.warp, warp.slot);
        event.block = code_block(warp, actual.block);
        event.mask = code_mask(warp, actual.mask);
        return event;
    }
    [[nodiscard]] std::uint64_t request() const { return request_; }

private:
    std::uint32_t code_warp(const BlockExecution& actual) {
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

    std::uint64_t warp_code(const BlockExecution& actual) {
        const auto [place, is_new] = numbers_.try_emplace(actual, static_cast<std::uint32_t>(warps_.size()));
        if (is_new) return new_warp;
        if (place->second == last_) return same_warp;
        return place->second == warps_[last_].next ? next_warp : first_warp + place->second;
    }

    void add_warp(const BlockExecution& actual) {
        const EventWarp before = warps_.empty() ? EventWarp() : warps_.back();
        const auto of_limit = [](std::uint32_t count, std::uint32_t limit) {
            return count == 0 ? limit : count;
        };
        const auto next = [&](std::uint32_t value, std::uint32_t from, std::uint64_t limit) {
            return coder_.difference(EventColumn::identities, value, from, limit);
        };
        EventWarp warp;
        warp.launch = next(actual.launch, before.launch, launches_);
        warp.sm = next(actual.sm, before.sm, of_limit(limits_.sm_count, RecordingLimits::sms));
        warp.warp = next(actual.warp, before.warp, std::uint64_t{1} << 32);
        warp.slot = next(actual.slot, before.slot,
                         of_limit(limits_.warp_slots_per_sm, RecordingLimits::warp_slots_per_sm));
        warp.last_row = limits_.basic_blocks;
        warps_.push_back(warp);
    }

    std::uint32_t code_block(EventWarp& warp, std::uint32_t actual) {
        std::uint32_t& expected = followers_[warp.last_row];
        const std::uint64_t code =
            coder_.number(EventColumn::blocks, actual == expected ? 0 : std::uint64_t{actual} + 1);
        if (code > limits_.basic_blocks)
            coder_.fail(
                fmt::format("expected a basic block below {}, found {}", limits_.basic_blocks, code - 1));
        if (code != 0) expected = static_cast<std::uint32_t>(code - 1);
        warp.last_row = expected;
        return expected;
    }

    std::uint32_t code_mask(EventWarp& warp, std::uint32_t actual) {
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
    const ExecutionLimits& limits_;
    std::uint32_t launches_;
    std::uint64_t request_;
    std::vector<std::uint32_t> followers_; ///< [basic blocks + 1] the block that came after it, in any warp
    std::vector<EventWarp> warps_;
    std::uint32_t last_ = 0;                                                        ///< warp
    std::unordered_map<BlockExecution, std::uint32_t, WarpHash, SameWarp> numbers_; ///< of a writer
};

} // namespace

void encode_basic_blocks(std::span<const BasicBlock> blocks, ByteWriter& out) {
    out.varint(blocks.size());
    for (const BasicBlock& block : blocks) {
        out.u8(static_cast<std::uint8_t>(block.entry));
        out.varint(block.instructions);
        encode_location(block.location, out);
    }
}

std::vector<BasicBlock> decode_basic_blocks(ByteReader& in) {
    std::vector<BasicBlock> blocks;
    std::size_t left = in.count("basic blocks", 6, RecordingLimits::table_rows);
    if (left == 0) in.fail("expected a basic block, found none");
    for (; left != 0; --left) {
        BasicBlock& block = blocks.emplace_back();
        block.entry = static_cast<BlockEntry>(in.varint("an entry", block_entry_count - 1));
        block.instructions = static_cast<std::uint32_t>(
            in.varint("a number of instructions", RecordingLimits::block_instructions));
        block.location = decode_location(in);
    }
    return blocks;
}

void encode_execution_head(const ExecutionHead& head, ByteWriter& out) {
    out.u32(head.executions);
    out.u32(head.launches);
    out.u64(head.first_request);
    out.u64(head.last_request);
}

ExecutionHead decode_execution_head(ByteReader& in, std::uint64_t stored_bytes) {
    ExecutionHead head;
    head.executions = in.u32("a number of execution events");
    head.launches = in.u32("a number of launches");
    head.first_request = in.u64("a first request");
    head.last_request = in.u64("a last request");
    in.expect_end();
    if (head.executions == 0 || !execution_count_allowed(head.executions, stored_bytes))
        in.fail(fmt::format("expected 1 to {} execution events in {} bytes, found {}",
                            std::min<std::uint64_t>(max_chunk_executions, 256 + 64 * stored_bytes),
                            stored_bytes, head.executions));
    if (head.last_request < head.first_request)
        in.fail(fmt::format("expected a last request from {} on, found {}", head.first_request,
                            head.last_request));
    return head;
}

Bytes encode_executions(std::span<const BlockExecution> executions, std::uint64_t first_request,
                        std::uint32_t basic_blocks) {
    EventWriter out;
    const ExecutionLimits limits{basic_blocks, 0, 0, all_lanes(warp_size)};
    EventSession<EventWriter> session(out, limits, 0, first_request);
    for (const BlockExecution& event : executions)
        session.code(event);
    return out.take();
}

void decode_executions(ByteReader& in, const ExecutionHead& head, const ExecutionLimits& limits,
                       std::vector<BlockExecution>& out) {
    out.clear();
    out.reserve(head.executions);
    EventReader reader(in);
    EventSession<EventReader> session(reader, limits, head.launches, head.first_request);
    for (std::uint32_t i = 0; i < head.executions; ++i)
        out.push_back(session.code({}));
    if (session.request() != head.last_request || out.front().request.value != head.first_request)
        in.fail(fmt::format("expected events from request {} to {}, found {} to {}", head.first_request,
                            head.last_request, out.front().request.value, session.request()));
    reader.finish();
}

} // namespace hitmap::hmt
