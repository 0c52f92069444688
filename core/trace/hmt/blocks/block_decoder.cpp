#include "core/base/error.h"
#include "core/trace/hmt/blocks/block_codec.h"
#include "core/trace/hmt/blocks/block_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <vector>

namespace hitmap::hmt {

namespace {

/// Reads a column with a single comparison per byte.
class ColumnReader {
public:
    ColumnReader() = default;
    ColumnReader(std::span<const std::byte> bytes, std::string_view name, const BytesPlace& place)
        : at_(bytes.data()), end_(bytes.data() + bytes.size()), name_(name), place_(&place) {}

    std::uint8_t u8() {
        if (at_ == end_) fail("expected more bytes, found the end");
        return static_cast<std::uint8_t>(*at_++);
    }
    std::uint64_t varint() {
        std::uint64_t value = u8();
        if (value < 0x80) return value;
        value &= 0x7f;
        for (unsigned shift = 7; shift < 64; shift += 7) {
            const std::uint64_t b = u8();
            value |= (b & 0x7f) << shift;
            if (b < 0x80) return value;
        }
        fail("expected a number of at most 64 bits, found more");
    }
    [[nodiscard]] bool empty() const { return at_ == end_; }
    void expect_end() const {
        if (at_ != end_) fail(fmt::format("expected the end, found {} more bytes", end_ - at_));
    }
    [[noreturn]] void fail(std::string_view message) const {
        throw FileError(place_->file, fmt::format("{}, {}", place_->place, name_), message);
    }

private:
    const std::byte* at_ = nullptr;
    const std::byte* end_ = nullptr;
    std::string_view name_;
    const BytesPlace* place_ = nullptr;
};

/// The side of walk() that reads what really happened from the file.
class RequestDecoder {
public:
    RequestDecoder(const BlockHead& head, const RequestLimits& limits, const BlockPlan& plan,
                   RequestBlock& out, const std::stop_token& stop)
        : head_(head), limits_(limits), plan_(plan), out_(out), stop_(stop) {}

    std::array<ColumnReader, first_split_column> columns;
    struct Pieces {
        std::array<ColumnReader, split_column_count> columns;
        std::uint64_t unit = 0; ///< unit of the deltas
    };
    std::vector<Pieces> pieces; ///< [plan]

    void begin() {
        run_ = column(Column::warps).varint();
        for (Pieces& of : pieces)
            if (ColumnReader& deltas = of.columns.back(); !deltas.empty()) of.unit = deltas.varint();
    }

    /// The next `requests` requests replace what `out` holds.
    void begin_piece(std::uint32_t requests) {
        requests_before_ += request_;
        addresses_before_ += address_;
        request_ = address_ = 0;
        out_.first_request.value = head_.first_request + requests_before_;
        out_.entries.resize(requests);
        out_.addresses.resize(std::min<std::uint64_t>(std::uint64_t{requests} * warp_size,
                                                      head_.lane_accesses - addresses_before_));
    }
    /// The requests since begin_piece().
    [[nodiscard]] RequestView piece() const {
        RequestView view(out_);
        view.addresses = view.addresses.first(address_);
        return view;
    }

    std::uint32_t warp(BlockModel& model, std::uint32_t expected) {
        if (request_ % 4096 == 0 && stop_.stop_requested()) throw Cancelled();
        std::uint32_t index = expected;
        if (run_ != 0) {
            --run_;
            if (expected == BlockModel::none) column(Column::warps).fail("expected a warp, found none");
        } else {
            const std::uint64_t code = column(Column::warps).varint();
            if (code > model.warp_count())
                column(Column::warps)
                    .fail(fmt::format("expected a warp of at most {}, found {}", model.warp_count(), code));
            index = code == 0 ? add_warp(model) : static_cast<std::uint32_t>(code - 1);
            run_ = column(Column::warps).varint();
        }
        const WarpIdentity& identity = model.identity(index);
        auto& entry = out_.entries[request_];
        entry.launch = identity.launch;
        entry.sm = identity.sm;
        entry.warp = identity.warp;
        entry.slot = identity.slot;
        return index;
    }

    std::uint32_t instruction(const Recent<std::uint32_t>& expected) {
        const std::uint8_t symbol = column(Column::instructions).u8();
        std::uint64_t index = std::uint64_t{symbol == 0 ? expected.first : expected.second} - 1;
        if (symbol >= 2) index = column(Column::instruction_escapes).varint();
        if (symbol > 2 || index >= plan_.instructions.size())
            column(Column::instructions)
                .fail(fmt::format("expected an instruction of the block's {}, found another",
                                  plan_.instructions.size()));
        pieces_ = &pieces[index];
        out_.entries[request_].instruction = plan_.instructions[index].instruction;
        return static_cast<std::uint32_t>(index);
    }

    std::uint32_t mask(std::uint32_t expected) {
        std::uint32_t mask = expected;
        if (const unsigned bytes = piece(Column::masks).u8(); bytes != 0) {
            if (bytes > 15) piece(Column::masks).fail(fmt::format("expected at most 15, found {}", bytes));
            for (unsigned i = 0; i < 4; ++i)
                if ((bytes >> i & 1) != 0) mask ^= std::uint32_t{piece(Column::mask_bytes).u8()} << (8 * i);
        }
        if (mask == 0)
            piece(Column::masks)
                .fail(fmt::format("expected an active lane in request {}, found none",
                                  requests_before_ + request_));
        if ((mask & ~limits_.lanes) != 0)
            piece(Column::masks)
                .fail(fmt::format("expected active lanes within {:#x} in request {}, found {:#x}",
                                  limits_.lanes, requests_before_ + request_, mask));
        out_.entries[request_].mask = mask;
        return mask;
    }

    void addresses(BlockModel& model, std::uint32_t warp, std::uint32_t instruction, std::uint32_t mask) {
        const auto count = static_cast<unsigned>(std::popcount(mask));
        if (count > out_.addresses.size() - address_)
            piece(Column::masks)
                .fail(fmt::format("expected {} lane accesses, found more", head_.lane_accesses));
        out_.entries[request_++].first_address = static_cast<std::uint32_t>(address_);
        std::uint64_t* out = out_.addresses.data() + address_;
        address_ += count;
        if (piece(Column::address_flags).u8() == 0) {
            model.addresses(warp, instruction, mask, [&](const Candidates& candidates) {
                *out++ = candidates.first();
                return Choice{candidates.first(), false};
            });
            return;
        }
        std::uint64_t codes = 0;
        for (unsigned at = 0; at < 2 * count; at += 8)
            codes |= std::uint64_t{piece(Column::address_codes).u8()} << at;
        model.addresses(warp, instruction, mask, [&](const Candidates& candidates) {
            const auto code = static_cast<unsigned>(codes & 3);
            codes >>= 2;
            const std::uint64_t address = code == 0   ? candidates.first()
                                          : code == 1 ? candidates.second()
                                          : code == 2 ? candidates.stepped()
                                                      : measured(candidates);
            *out++ = address;
            return Choice{address, code == 3};
        });
    }

    void finish() {
        if (run_ != 0) column(Column::warps).fail("expected the end of the block, found more requests");
        if (const std::uint64_t found = addresses_before_ + address_; found != head_.lane_accesses)
            column(Column::warps)
                .fail(fmt::format("expected {} lane accesses, found {}", head_.lane_accesses, found));
        for (const ColumnReader& reader : columns)
            reader.expect_end();
        for (const Pieces& of : pieces)
            for (const ColumnReader& reader : of.columns)
                reader.expect_end();
    }

private:
    ColumnReader& column(Column name) { return columns[static_cast<std::size_t>(name)]; }
    /// The piece of a column for the current instruction.
    ColumnReader& piece(Column name) {
        return pieces_->columns[static_cast<std::size_t>(name) - first_split_column];
    }

    std::uint64_t measured(const Candidates& candidates) {
        const std::uint64_t base = candidates.base(piece(Column::address_bases).u8() & 3);
        const std::int64_t units = zigzag_decode(piece(Column::address_deltas).varint());
        return base + static_cast<std::uint64_t>(units) * pieces_->unit;
    }

    std::uint32_t add_warp(BlockModel& model) {
        ColumnReader& in = column(Column::identities);
        const auto take = [&](std::uint32_t& last, std::string_view what, std::uint64_t limit) {
            const auto value =
                static_cast<std::uint64_t>(last) + static_cast<std::uint64_t>(zigzag_decode(in.varint()));
            if (value >= limit) in.fail(fmt::format("expected {} below {}, found {}", what, limit, value));
            last = static_cast<std::uint32_t>(value);
        };
        constexpr std::uint64_t any = std::uint64_t{1} << 32; // no limit except 32 bits
        take(last_.launch, "a launch", limits_.launches);
        take(last_.sm, "an SM", limits_.sm_count != 0 ? limits_.sm_count : RecordingLimits::sms);
        take(last_.warp, "a warp", any);
        take(last_.slot, "a warp slot",
             limits_.warp_slots_per_sm != 0 ? limits_.warp_slots_per_sm : RecordingLimits::warp_slots_per_sm);
        return model.add_warp(last_);
    }

    const BlockHead& head_;
    const RequestLimits& limits_;
    const BlockPlan& plan_;
    RequestBlock& out_;
    const std::stop_token& stop_;
    std::size_t request_ = 0;            ///< in the piece
    std::size_t address_ = 0;            ///< in the piece
    std::uint64_t requests_before_ = 0;  ///< in earlier pieces
    std::uint64_t addresses_before_ = 0; ///< in earlier pieces
    std::uint64_t run_ = 0;
    WarpIdentity last_;
    Pieces* pieces_ = nullptr; ///< pieces of the current instruction
};

constexpr std::array<std::string_view, column_count> column_names{
    "plan",       "warps",         "identities",    "instructions",  "instruction escapes", "masks",
    "mask bytes", "address flags", "address codes", "address bases", "address deltas"};

/// Makes the readers of all columns and of their pieces.
void read_columns(ByteReader& in, const BytesPlace& place, std::size_t instructions,
                  RequestDecoder& decoder) {
    std::array<std::size_t, first_split_column> sizes{};
    for (std::size_t i = 1; i < sizes.size(); ++i)
        sizes[i] = in.count(column_names[i]);
    std::vector<std::array<std::size_t, split_column_count>> piece_sizes(instructions);
    for (std::size_t i = 0; i < split_column_count; ++i)
        for (auto& of : piece_sizes)
            of[i] = in.count(column_names[first_split_column + i]);
    const auto reader = [&](std::size_t size, std::string_view name) {
        return ColumnReader(in.raw(size, name), name, place);
    };
    for (std::size_t i = 1; i < sizes.size(); ++i)
        decoder.columns[i] = reader(sizes[i], column_names[i]);
    decoder.pieces.resize(instructions);
    for (std::size_t i = 0; i < split_column_count; ++i)
        for (std::size_t k = 0; k < piece_sizes.size(); ++k)
            decoder.pieces[k].columns[i] = reader(piece_sizes[k][i], column_names[first_split_column + i]);
    in.expect_end();
}

} // namespace

void decode_pieces(std::span<const std::byte> body, const BlockHead& head, const RequestLimits& limits,
                   const BytesPlace& place, std::uint32_t piece_requests, RequestBlock& out,
                   const PieceVisitor& visit, const std::stop_token& stop) {
    ByteReader in(body, place);
    const BlockPlan plan = decode_plan(in, limits.instructions);
    RequestDecoder decoder(head, limits, plan, out, stop);
    read_columns(in, place, plan.instructions.size(), decoder);
    BlockModel model(plan);
    decoder.begin();
    for (std::uint32_t done = 0; done < head.requests;) {
        const std::uint32_t requests = std::min(piece_requests, head.requests - done);
        decoder.begin_piece(requests);
        walk(model, decoder, requests);
        done += requests;
        if (done == head.requests) decoder.finish();
        if (!visit(decoder.piece())) return;
    }
}

void decode_launches(std::span<const std::byte> body, const BlockHead& head, const RequestLimits& limits,
                     const BytesPlace& place, std::vector<std::uint32_t>& out, const std::stop_token& stop) {
    ByteReader in(body, place);
    const BlockPlan plan = decode_plan(in, limits.instructions);
    RequestBlock
        one; // Warps are predicted from warps alone, so that each request can take the place of the last.
    RequestDecoder decoder(head, limits, plan, one, stop);
    read_columns(in, place, plan.instructions.size(), decoder);
    BlockModel model(plan);
    decoder.begin();
    decoder.begin_piece(1);
    out.resize(head.requests);
    for (std::uint32_t& launch : out) {
        model.learn_warp(decoder.warp(model, model.expected_warp()));
        launch = one.entries.front().launch;
    }
}

void decode_block(std::span<const std::byte> body, const BlockHead& head, const RequestLimits& limits,
                  const BytesPlace& place, RequestBlock& out, const std::stop_token& stop) {
    decode_pieces(
        body, head, limits, place, head.requests, out, [](const RequestView&) { return true; }, stop);
}

} // namespace hitmap::hmt
