#include "core/base/error.h"
#include "core/trace/hmt/blocks/block_codec.h"
#include "core/trace/hmt/blocks/block_model.h"
#include "core/trace/hmt/blocks/block_planner.h"

#include <bit>
#include <numeric>

namespace hitmap::hmt {

namespace {

std::uint64_t magnitude_of(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? ~bits + 1 : bits;
}

/// The side of walk() that knows the requests, and writes what the model did not predict.
class Encoder {
public:
    Encoder(const RequestBlock& block, const RequestNumbers& numbers, std::size_t instructions,
            const std::stop_token& stop)
        : block_(block), numbers_(numbers), stop_(stop), pieces(instructions), deltas_(instructions) {}

    std::uint32_t warp(BlockModel& model, std::uint32_t expected) {
        if (request_ % 4096 == 0 && stop_.stop_requested()) throw Cancelled();
        const std::uint32_t index = numbers_.warps[request_];
        const bool is_new = numbers_.is_new[request_];
        if (is_new) add_warp(model);
        if (!is_new && index == expected) {
            ++run_;
            return index;
        }
        column(Column::warps).varint(run_);
        column(Column::warps).varint(is_new ? 0 : std::uint64_t{index} + 1);
        run_ = 0;
        return index;
    }

    std::uint32_t instruction(const Recent<std::uint32_t>& expected) {
        const std::uint32_t index = numbers_.instructions[request_];
        const std::uint8_t symbol = index + 1 == expected.first ? 0 : index + 1 == expected.second ? 1 : 2;
        column(Column::instructions).u8(symbol);
        if (symbol == 2) column(Column::instruction_escapes).varint(index);
        instruction_ = index;
        return index;
    }

    std::uint32_t mask(std::uint32_t expected) {
        const std::uint32_t actual = block_.entries[request_].mask;
        const std::uint32_t difference = actual ^ expected;
        std::uint8_t bytes = 0;
        for (unsigned i = 0; i < 4; ++i)
            if (const auto b = static_cast<std::uint8_t>(difference >> (8 * i)); b != 0) {
                bytes |= static_cast<std::uint8_t>(1U << i);
                piece(Column::mask_bytes).u8(b);
            }
        piece(Column::masks).u8(bytes);
        return actual;
    }

    void addresses(BlockModel& model, std::uint32_t warp, std::uint32_t instruction, std::uint32_t mask) {
        const std::uint64_t* actual = block_.addresses.data() + block_.entries[request_++].first_address;
        std::uint64_t codes = 0;
        unsigned shift = 0;
        model.addresses(warp, instruction, mask, [&](const Candidates& candidates) {
            const std::uint64_t address = *actual++;
            const std::uint64_t code = address == candidates.first()     ? 0
                                       : address == candidates.second()  ? 1
                                       : address == candidates.stepped() ? 2
                                                                         : 3;
            if (code == 3) put_difference(address, candidates);
            codes |= code << shift;
            shift += 2;
            return Choice{address, code == 3};
        });
        piece(Column::address_flags).u8(codes == 0 ? 0 : 1);
        if (codes != 0)
            for (unsigned at = 0; at < shift; at += 8)
                piece(Column::address_codes).u8(static_cast<std::uint8_t>(codes >> at));
    }

    void finish() {
        column(Column::warps).varint(run_);
        for (std::size_t i = 0; i < deltas_.size(); ++i)
            write_deltas(deltas_[i], pieces[i].back());
    }

    ByteWriter& column(Column name) { return columns[static_cast<std::size_t>(name)]; }

private:
    /// The piece of a column for the current instruction.
    ByteWriter& piece(Column name) {
        return pieces[instruction_][static_cast<std::size_t>(name) - first_split_column];
    }
    /// Writes the deltas divided by their greatest common divisor.
    static void write_deltas(std::span<const std::int64_t> deltas, ByteWriter& out) {
        if (deltas.empty()) return;
        const std::uint64_t unit = common_divisor(deltas);
        out.varint(unit);
        const int shift = std::countr_zero(unit);
        const bool shifts = std::has_single_bit(unit); // so that most columns are written without divisions
        for (const std::int64_t delta : deltas) {
            std::uint64_t units = magnitude_of(delta);
            if (shifts)
                units >>= shift;
            else if (unit != 0)
                units /= unit;
            out.zigzag(static_cast<std::int64_t>(delta < 0 ? ~units + 1 : units));
        }
    }
    static std::uint64_t common_divisor(std::span<const std::int64_t> deltas) {
        std::uint64_t divisor = 0;
        for (const std::int64_t delta : deltas) {
            if (divisor == 1) break;
            const std::uint64_t magnitude = magnitude_of(delta);
            // Computing a greatest common divisor takes many times as long as this check.
            if (divisor == 0 || magnitude % divisor != 0) divisor = std::gcd(divisor, magnitude);
        }
        return divisor;
    }

    /// Writes the difference from the base that takes the fewest bytes.
    void put_difference(std::uint64_t address, const Candidates& candidates) {
        std::uint64_t smallest = ~std::uint64_t{0};
        std::size_t base = 0;
        for (std::size_t i = 0; i < Candidates::base_count; i += candidates.has_visit() ? 1 : 2) {
            const std::uint64_t difference =
                zigzag_encode(static_cast<std::int64_t>(address - candidates.base(i)));
            if (difference >= smallest) continue;
            smallest = difference;
            base = i;
        }
        piece(Column::address_bases).u8(static_cast<std::uint8_t>(base));
        deltas_[instruction_].push_back(zigzag_decode(smallest));
    }

    void add_warp(BlockModel& model) {
        const auto& entry = block_.entries[request_];
        const WarpIdentity identity{entry.launch, entry.sm, entry.warp, entry.slot};
        model.add_warp(identity);
        ByteWriter& out = column(Column::identities);
        const auto put = [&](std::uint32_t value, std::uint32_t last) {
            out.zigzag(std::int64_t{value} - std::int64_t{last});
        };
        put(identity.launch, last_.launch);
        put(identity.sm, last_.sm);
        put(identity.warp, last_.warp);
        put(identity.slot, last_.slot);
        last_ = identity;
    }

    const RequestBlock& block_;
    const RequestNumbers& numbers_;
    const std::stop_token& stop_;
    std::size_t request_ = 0;
    std::uint64_t run_ = 0; ///< number of consecutive requests whose warp was predicted
    WarpIdentity last_;

public:
    std::array<ByteWriter, first_split_column> columns;
    std::vector<std::array<ByteWriter, split_column_count>> pieces; ///< [plan]

private:
    std::vector<std::vector<std::int64_t>> deltas_; ///< [plan]
    std::size_t instruction_ = 0;                   ///< index into the plan
};

} // namespace

Bytes encode_block(const RequestBlock& block, std::span<const Instruction> instructions, bool quick,
                   const std::stop_token& stop) {
    BlockPlan plan;
    const RequestNumbers numbers =
        quick ? plan_block_quickly(block, plan) : plan_block(block, instructions, plan, stop);
    BlockModel model(plan);
    Encoder encoder(block, numbers, plan.instructions.size(), stop);
    encode_plan(plan, encoder.column(Column::plan));
    walk(model, encoder, static_cast<std::uint32_t>(block.entries.size()));
    encoder.finish();

    ByteWriter sizes;
    for (const ByteWriter& column : std::span(encoder.columns).subspan(1))
        sizes.varint(column.size());
    for (std::size_t column = 0; column < split_column_count; ++column)
        for (const auto& pieces : encoder.pieces)
            sizes.varint(pieces[column].size());
    ByteWriter body;
    body.raw(encoder.columns.front().bytes());
    body.raw(sizes.bytes());
    for (const ByteWriter& column : std::span(encoder.columns).subspan(1))
        body.raw(column.bytes());
    for (std::size_t column = 0; column < split_column_count; ++column)
        for (const auto& pieces : encoder.pieces)
            body.raw(pieces[column].bytes());
    return body.take();
}

} // namespace hitmap::hmt
