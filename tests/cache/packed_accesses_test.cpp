#include "core/base/error.h"
#include "core/cache/sdcm/sdcm.h"
#include "tests/base/scoped_variable.h"
#include "tests/cache/random_requests.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace hitmap {
namespace {

/// Everything that a simulation passes on, but for addresses.
class KeptCollector final : public OutcomeSink {
public:
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        for (std::size_t r = 0; r < block.entries.size(); ++r) {
            const RequestBlock::Entry& entry = block.entries[r];
            requests.emplace_back(block.first_request.value + r, entry.launch, entry.sm, entry.warp,
                                  entry.slot, entry.instruction, entry.mask);
        }
        for (std::size_t i = 0; i < accesses.size(); ++i) {
            const ElementAccess& access = accesses[i];
            const AccessOutcome& outcome = *outcomes[i];
            found.emplace_back(block.first_request.value + access.entry, access.kind, access.lane,
                               access.element, outcome.l1_hits, outcome.l1_lookups, outcome.l1_distance,
                               outcome.l1_cold, outcome.l2_hits, outcome.l2_lookups, outcome.l2_distance,
                               outcome.l2_cold);
        }
    }
    std::vector<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                           std::uint32_t, std::uint32_t>>
        requests;
    std::vector<std::tuple<std::uint64_t, unsigned, unsigned, std::uint32_t, std::uint32_t, unsigned,
                           std::uint32_t, unsigned, std::uint32_t, unsigned, std::uint32_t, unsigned>>
        found;
};

/// A source that fails if it is read.
class Unreadable final : public RequestSource {
public:
    explicit Unreadable(RequestSource& source) : source_(source) {}
    [[nodiscard]] const RecordingInfo& info() const override { return source_.info(); }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext& job) override {
        return source_.scene(job);
    }
    bool next(RequestBlock& /*block*/, const std::stop_token& /*stop*/) override {
        throw Error("the source was read");
    }
    void rewind() override {}

private:
    RequestSource& source_;
};

MemorySource source_of(const RandomRequests& random, std::size_t block_requests) {
    MemorySource source(random.info, random.scene);
    for (const Request& request : random.requests)
        source.add(request, block_requests);
    return source;
}

SdcmConfig small_caches() {
    return {parse_cache_geometry("128:32:2"), parse_cache_geometry("512:64:full")};
}

void expect_same_history(const AllocationHistory& a, const AllocationHistory& b, std::uint64_t accesses) {
    for (std::uint64_t first = 0; first <= accesses; first += 97)
        for (std::uint64_t last = first; last <= accesses; last += 131) {
            const auto of_a = a.between(first, last);
            const auto of_b = b.between(first, last);
            EXPECT_EQ(of_a.first, of_b.first);
            EXPECT_EQ(of_a.last, of_b.last);
            EXPECT_EQ(of_a.sums, of_b.sums);
        }
}

/// Simulates other caches, once from the source and once from what the default caches kept.
void expect_same_from_kept(const RandomRequests& random, std::size_t block_requests, unsigned threads) {
    MemorySource source = source_of(random, block_requests);
    ThreadPool pool(threads);
    const std::size_t rows = source.info().allocations.size();
    PackedAccesses kept;
    KeptCollector first;
    AllocationHistory first_history(rows);
    (void)simulate_sdcm(source, {}, first, pool, {}, &first_history, {nullptr, &kept});
    EXPECT_GT(kept.blocks(), 0U);

    KeptCollector expected;
    AllocationHistory expected_history(rows);
    const SdcmResult result = simulate_sdcm(source, small_caches(), expected, pool, {}, &expected_history);
    EXPECT_NE(expected.found, first.found) << "the caches make no difference";

    Unreadable unreadable(source);
    KeptCollector collector;
    AllocationHistory history(rows);
    const SdcmResult again =
        simulate_sdcm(unreadable, small_caches(), collector, pool, {}, &history, {&kept, nullptr});
    EXPECT_EQ(collector.requests, expected.requests);
    EXPECT_EQ(collector.found, expected.found);
    EXPECT_EQ(again.accesses, result.accesses);
    EXPECT_EQ(again.allocations, result.allocations);
    expect_same_history(history, expected_history, result.accesses);
}

TEST(PackedAccesses, GiveWhatTheSourceGives) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(seed);
        const RandomRequests random(seed);
        for (const std::size_t block_requests : {1U, 37U, 5000U})
            for (const unsigned threads : {1U, 3U})
                expect_same_from_kept(random, block_requests, threads);
    }
}

TEST(PackedAccesses, AreSmall) {
    const RandomRequests random(3, 4000);
    MemorySource source = source_of(random, 1000);
    ThreadPool pool(1);
    PackedAccesses kept;
    KeptCollector collector;
    AllocationHistory history(source.info().allocations.size());
    (void)simulate_sdcm(source, {}, collector, pool, {}, &history, {nullptr, &kept});
    // Nine bytes a request, at most three a random access of few elements, and sums and warps beside them.
    EXPECT_LT(kept.file_bytes(), collector.requests.size() * 12 + collector.found.size() * 4 + 20000);
}

TEST(PackedAccesses, AreNotCompleteIfTheyCannotBeWritten) {
    const RandomRequests random(5);
    MemorySource source = source_of(random, 37);
    ThreadPool pool(2);
    KeptCollector expected;
    const SdcmResult result = simulate_sdcm(source, {}, expected, pool);

    const ScopedVariable folder("TMPDIR", "/proc/no such folder");
    const auto kept = std::make_shared<PackedAccesses>();
    KeptCollector collector;
    AllocationHistory history(source.info().allocations.size());
    const SdcmResult same = simulate_sdcm(source, {}, collector, pool, {}, &history, {nullptr, kept.get()});
    EXPECT_FALSE(kept->complete());
    EXPECT_EQ(kept->file_bytes(), 0U);
    EXPECT_EQ(collector.found, expected.found);
    EXPECT_EQ(same.allocations, result.allocations);
    PackedAccessesSlot slot;
    slot.set(kept);
    EXPECT_EQ(slot.get(), nullptr);
}

TEST(PackedAccesses, SlotHasWhatWasSetLast) {
    PackedAccessesSlot slot;
    EXPECT_EQ(slot.get(), nullptr);
    const auto accesses = std::make_shared<const PackedAccesses>();
    slot.set(accesses);
    EXPECT_EQ(slot.get(), accesses);
}

} // namespace
} // namespace hitmap
