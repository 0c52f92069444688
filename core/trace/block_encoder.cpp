#include "core/trace/block_codec.h"
#include "core/trace/block_model.h"
#include "core/trace/block_planner.h"

namespace hitmap::hmt {

namespace {

/// Takes part in walk() as the one who knows the requests, and writes down what the model did not expect.
class Encoder {
public:
    Encoder(const RequestBlock& block, const RequestNumbers& numbers,
            std::array<ByteWriter, column_count>& columns)
        : block_(block), numbers_(numbers), columns_(columns) {}

    std::uint32_t warp(BlockModel& model, std::uint32_t expected) {
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
        return index;
    }

    std::uint32_t mask(std::uint32_t expected) {
        const std::uint32_t actual = block_.entries[request_].mask;
        const std::uint32_t difference = actual ^ expected;
        std::uint8_t bytes = 0;
        for (unsigned i = 0; i < 4; ++i)
            if (const auto b = static_cast<std::uint8_t>(difference >> (8 * i)); b != 0) {
                bytes |= static_cast<std::uint8_t>(1U << i);
                column(Column::mask_bytes).u8(b);
            }
        column(Column::masks).u8(bytes);
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
        column(Column::address_flags).u8(codes == 0 ? 0 : 1);
        if (codes != 0)
            for (unsigned at = 0; at < shift; at += 8)
                column(Column::address_codes).u8(static_cast<std::uint8_t>(codes >> at));
    }

    void finish() { column(Column::warps).varint(run_); }

private:
    ByteWriter& column(Column name) { return columns_[static_cast<std::size_t>(name)]; }

    /// From the base that leaves least to write.
    void put_difference(std::uint64_t address, const Candidates& candidates) {
        std::uint64_t smallest = ~std::uint64_t{0};
        std::size_t base = 0;
        for (std::size_t i = 0; i < Candidates::base_count; ++i) {
            const std::uint64_t difference =
                zigzag_encode(static_cast<std::int64_t>(address - candidates.base(i)));
            if (difference >= smallest) continue;
            smallest = difference;
            base = i;
        }
        column(Column::address_bases).u8(static_cast<std::uint8_t>(base));
        column(Column::address_deltas).varint(smallest);
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
    std::array<ByteWriter, column_count>& columns_;
    std::size_t request_ = 0;
    std::uint64_t run_ = 0; ///< requests whose warp was expected
    WarpIdentity last_;
};

} // namespace

EncodedBlock encode_block(const RequestBlock& block, std::span<const Instruction> instructions) {
    std::array<ByteWriter, column_count> columns;
    BlockPlan plan;
    const RequestNumbers numbers = plan_block(block, instructions, plan);
    encode_plan(plan, columns[static_cast<std::size_t>(Column::plan)]);
    BlockModel model(plan);
    Encoder encoder(block, numbers, columns);
    walk(model, encoder, static_cast<std::uint32_t>(block.entries.size()));
    encoder.finish();

    EncodedBlock encoded;
    ByteWriter body;
    for (const ByteWriter& column : columns)
        body.varint(column.size());
    for (std::size_t i = 0; i < column_count; ++i) {
        encoded.borders[i] = body.size();
        body.raw(columns[i].bytes());
    }
    encoded.body = body.take();
    return encoded;
}

} // namespace hitmap::hmt
