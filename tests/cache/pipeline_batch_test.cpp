#include "core/cache/pipeline/pending_outcomes.h"
#include "core/cache/pipeline/pipeline_batch.h"
#include "tests/cache/memory_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <set>
#include <string>

namespace hitmap {
namespace {

/// A source of blocks with the given numbers of requests; request i has i % 32 + 1 lanes that access address
/// i.
class SizedBlocks final : public RequestSource {
public:
    explicit SizedBlocks(std::deque<std::size_t> sizes) : sizes_(std::move(sizes)) {}
    [[nodiscard]] const RecordingInfo& info() const override { return info_; }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext& /*job*/) override {
        return {};
    }
    bool next(RequestBlock& block, const std::stop_token& /*stop*/) override {
        block.clear();
        if (sizes_.empty()) return false;
        block.first_request = RequestIndex(given);
        for (std::size_t i = 0; i < sizes_.front(); ++i, ++given) {
            Request request;
            request.launch = static_cast<std::uint32_t>(given / 5000);
            request.mask = ~std::uint32_t{0} >> (31 - given % 32);
            request.address.fill(given);
            block.append(request);
        }
        sizes_.pop_front();
        return true;
    }
    void rewind() override {}

    std::uint64_t given = 0;

private:
    RecordingInfo info_;
    std::deque<std::size_t> sizes_;
};

/// Reads everything and checks that it equals the source. Returns the number of pieces.
std::size_t read_all(std::deque<std::size_t> sizes) {
    SizedBlocks source(std::move(sizes));
    BatchReader reader(source, 1, 2);
    PipelineBatch before; // two batches are used in turn, as in the pipeline
    PipelineBatch batch;
    std::uint64_t read = 0;
    std::size_t pieces = 0;
    for (reader.read(batch, {}); !batch.blocks.empty(); reader.read(batch, {})) {
        for (const PipelineBlock* const piece : batch.blocks) {
            const RequestView& requests = piece->input.requests;
            EXPECT_EQ(requests.first_request, RequestIndex(read));
            EXPECT_LE(requests.entries.size(), PendingOutcomes::most_requests);
            for (std::size_t i = 0; i < requests.entries.size(); ++i, ++read) {
                const auto addresses = requests.addresses_of(requests.entries[i]);
                EXPECT_EQ(addresses.size(), read % 32 + 1);
                EXPECT_TRUE(std::ranges::all_of(addresses, [&](std::uint64_t at) { return at == read; }));
                EXPECT_EQ(piece->input.launch_ordinals[i], read / 5000);
                if (testing::Test::HasFailure()) return pieces;
            }
            ++pieces;
        }
        std::swap(before, batch);
    }
    EXPECT_EQ(read, source.given);
    return pieces;
}

TEST(BatchReader, CutsLongBlocks) {
    EXPECT_GE(read_all({60000, 20000}), 40U); // 16.5 addresses per request, 2^15 addresses per piece
}

TEST(BatchReader, JoinsShortOnes) {
    EXPECT_LE(read_all(std::deque<std::size_t>(3000, 3)), 20U);
}

TEST(BatchReader, TakesThemAsTheyCome) {
    read_all({});
    read_all({1});
    read_all({0, 9000, 0, 3, 0});
    read_all({1, 9000, 1, 1, 4096, 1, 30000, 2, 700, 700, 700, 12345, 1});
}

TEST(BatchReader, KeepsTheRequestsOfABatchWhileTheNextIsRead) {
    SizedBlocks source({40000, 40000, 40000});
    BatchReader reader(source, 1, 1);
    PipelineBatch first;
    PipelineBatch second;
    reader.read(first, {});
    std::uint64_t last = 0;
    for (int more = 0; more < 10; ++more) {
        reader.read(second, {});
        if (second.blocks.empty()) break;
        last = second.blocks.back()->input.requests.first_request.value;
    }
    ASSERT_GT(last, 40000U) << "another block of the source was read meanwhile";
    EXPECT_EQ(first.blocks.front()->input.requests.addresses.front(), 0U);
    EXPECT_EQ(first.blocks.front()->input.requests.entries.front().launch, 0U);
}

TEST(L1Output, ListsWriteBacksInOrder) {
    L1Output l1;
    for (int round = 0; round < 2; ++round) { // Blocks are reused.
        l1.prepare(21);
        l1.list_write_backs();
        EXPECT_TRUE(l1.write_backs.empty());
        for (const std::uint32_t line : {0U, 7U, 8U, 20U}) {
            l1.dirty[line] = static_cast<LineSectors>(1 + line);
            l1.evicted[line] = 100 + line;
        }
        l1.list_write_backs();
        std::string text;
        for (const WriteBack& back : l1.write_backs)
            text += std::to_string(back.line) + " by " + std::to_string(back.evicted_by) + ": " +
                    std::to_string(back.sectors) + "; ";
        EXPECT_EQ(text, "100 by 0: 1; 107 by 7: 8; 108 by 8: 9; 120 by 20: 21; ");
    }
}

TEST(L2Request, HasItsOriginInAByte) {
    using Kind = L2Request::Kind;
    for (const Kind kind : {Kind::load, Kind::store, Kind::write_back, Kind::atomic})
        for (const std::uint8_t partition : {std::uint8_t{0}, std::uint8_t{1}})
            for (const bool fills : {false, true}) {
                const L2Request::Origin origin(kind, partition, fills);
                EXPECT_EQ(origin.shift(), 0);
                for (int shift = -7; shift <= 7; ++shift) {
                    const L2Request::Origin moved = origin.shifted(shift);
                    EXPECT_EQ(moved.kind(), kind);
                    EXPECT_EQ(moved.partition(), partition);
                    EXPECT_EQ(moved.fills_l1(), fills);
                    EXPECT_EQ(moved.shift(), shift);
                }
            }
}

} // namespace
} // namespace hitmap
