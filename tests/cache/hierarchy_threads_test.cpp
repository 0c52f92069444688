#include "tests/cache/hierarchy_twin.h"
#include "tests/cache/memory_source.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace hitmap {
namespace {

/// Random requests of everything that an instruction can be, on few elements, so that lanes meet, come back
/// and straddle.
class RandomRequests {
public:
    explicit RandomRequests(unsigned seed) : random_(seed) {
        info.device.sm_count = 3;
        info.device.warp_slots_per_sm = 4;
        info.launches.resize(3);
        add("image", Role::framebuffer, Space::global, 0x1004, 160, 4, 4);
        add("boxes", Role::boxes, Space::global, 0x2000, 40 * 24, 24, 24);
        add("nodes", Role::nodes, Space::global, 0x23c0, 256, 4, 4); // begins in the last line of boxes
        add("faces", Role::faces, Space::global, 0x3010, 30 * 16, 16, 12);
        const bool planar = pick(2) == 0;
        add("vertices", Role::vertices, Space::global, 0x4000, 20 * 12, planar ? 4 : 12, 12);
        if (planar) info.allocations.back().layout = ElementLayout::planar;
        add("short-lived", Role::other, Space::global, 0x5000, 512, 0, 0);
        info.allocations.back().first_request = RequestIndex(100);
        info.allocations.back().last_request = RequestIndex(400);
        add("stack", Role::stack, Space::local, 0, 94, 0, 0);
        add("scratch", Role::other, Space::shared, 0, 256, 0, 0);
        for (unsigned i = 0; i < 40; ++i)
            info.instructions.push_back(instruction());
        scene = std::make_shared<RecordedScene>();
        for (unsigned i = 0; i < 30; ++i)
            scene->face_slots.emplace_back(pick(20), pick(20), pick(20));
        scene->vertices.resize(20);
        std::uint32_t launch = 0;
        for (unsigned i = 0; i < 600; ++i) {
            if (pick(200) == 0) launch = (launch + 1) % 3;
            requests.push_back(request(launch));
        }
    }

    RecordingInfo info;
    std::shared_ptr<RecordedScene> scene;
    std::vector<Request> requests;

    std::uint32_t pick(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

private:
    void add(const char* name, Role role, Space space, std::uint64_t address, std::uint64_t bytes,
             std::uint32_t stride, std::uint32_t element_bytes) {
        Allocation a;
        a.name = name;
        a.role = role;
        a.space = space;
        a.address = address;
        a.bytes = bytes;
        a.stride = stride;
        a.element_bytes = element_bytes;
        info.allocations.push_back(a);
    }
    Instruction instruction() {
        Instruction i;
        i.operation = pick(3) != 0 ? Operation::load : pick(3) != 0 ? Operation::store : Operation::atomic;
        i.space = pick(3) != 0 ? Space::global : pick(5) != 0 ? Space::local : Space::shared;
        if (i.space == Space::local && i.operation == Operation::atomic) i.operation = Operation::store;
        i.bytes_per_lane = static_cast<std::uint16_t>(1U << pick(6));
        constexpr std::array operators{CacheOperator::default_, CacheOperator::default_,
                                       CacheOperator::all,      CacheOperator::global,
                                       CacheOperator::last_use, CacheOperator::volatile_};
        i.cache = operators.at(pick(operators.size()));
        return i;
    }
    Request request(std::uint32_t launch) {
        Request r;
        r.launch = launch;
        r.warp = pick(10);
        r.sm = r.warp % 3; // a warp stays where it is
        r.slot = r.warp / 3;
        r.instruction = pick(40);
        r.mask = static_cast<std::uint32_t>(pick(2) == 0 ? ~0U : random_()) & (pick(3) == 0 ? 0xffU : ~0U);
        if (r.mask == 0) r.mask = 1;
        const Space space = info.instructions[r.instruction].space;
        const Allocation* a = nullptr;
        do
            a = &info.allocations[pick(static_cast<std::uint32_t>(info.allocations.size()))];
        while (a->space != space);
        const std::uint32_t way = pick(4);
        const std::uint32_t step =
            std::array{0U, 4U, a->stride + 0U, info.instructions[r.instruction].bytes_per_lane + 0U}.at(
                pick(4));
        const std::uint32_t first = pick(static_cast<std::uint32_t>(a->bytes));
        for (unsigned lane = 0; lane < warp_size; ++lane) {
            std::uint64_t offset = way == 0 ? pick(static_cast<std::uint32_t>(a->bytes))
                                            : (first / 4 * 4 + lane * step) % a->bytes;
            if (way == 1 && a->stride != 0) offset = offset / a->stride * a->stride;
            if (way == 2 && pick(8) == 0) offset += a->bytes; // beyond the end
            r.address[lane] = a->address + offset;
        }
        return r;
    }

    std::mt19937 random_;
};

/// Keeps all outcomes.
class Outcomes final : public OutcomeSink {
public:
    void add(const RequestBlock& block, std::span<const ElementAccess> accesses,
             std::span<const AccessOutcome> outcomes) override {
        for (std::size_t i = 0; i < accesses.size(); ++i) {
            const auto& entry = block.entries.at(accesses[i].entry);
            text += std::to_string(block.first_request.value + accesses[i].entry) + " " +
                    std::to_string(entry.launch) + " " + std::to_string(entry.sm) + " " +
                    std::to_string(entry.warp) + " " + std::to_string(accesses[i].lane) + " " +
                    std::to_string(accesses[i].kind) + " " + std::to_string(accesses[i].element) + "\n";
            all.push_back(outcomes[i]);
        }
    }
    std::vector<AccessOutcome> all;
    std::string text; ///< which accesses they are of
};

class Levels final : public RequestLevelsSink {
public:
    void add(const RequestBlock& /*block*/, std::span<const RequestLevels> levels,
             std::span<const ElementAccess> /*accesses*/, std::uint64_t /*first_position*/) override {
        all.insert(all.end(), levels.begin(), levels.end());
    }
    std::vector<RequestLevels> all;
};

bool same(const AccessOutcome& a, const AccessOutcome& b) {
    return a.l1_hits == b.l1_hits && a.l2_hits == b.l2_hits && a.l1_lookups == b.l1_lookups &&
           a.l2_lookups == b.l2_lookups;
}

HierarchyConfig random_config(RandomRequests& random) {
    constexpr std::array l1{
        "512:128/32:4",     "1KiB:128/32:full:plru", "768:64/32:3:fifo",           "512:128:2",
        "256:32:2:lru:xor", "1280:256/64:5",         "16KiB:128/32:4:lru:fermi-l1"};
    constexpr std::array l2{"4KiB:128/32:4",         "2KiB:32:4",
                            "3KiB:64/32:2:fifo",     "8KiB:256/32:4:plru",
                            "8KiB:128/64:8:lru:xor", "128KiB:128/32:16"};
    HierarchyConfig config;
    config.l1 = parse_cache_geometry(l1.at(random.pick(l1.size())));
    config.l2 = parse_cache_geometry(l2.at(random.pick(l2.size())));
    config.l1_units = 1 + random.pick(2);
    config.l1_loads = static_cast<L1Loads>(random.pick(3) == 0 ? random.pick(3) : 0);
    config.l1_stores = static_cast<L1Stores>(random.pick(3));
    config.l2_partitions = 1 + random.pick(2);
    config.l2_interleave = 256;
    return config;
}

void expect_laws(const HierarchyResult& result) {
    const TrafficSums& all = result.total;
    EXPECT_EQ(all.l1_lookups() + all.bypassing + all.atomics, all.sectors);
    EXPECT_EQ(all.l2_lookups, (all.l1_load_lookups - all.l1_load_hits) + all.bypassing + all.written_through +
                                  all.atomics + all.written_back);
    EXPECT_LE(all.l1_hits(), all.l1_lookups());
    EXPECT_LE(all.l2_hits, all.l2_lookups);
    TrafficSums instructions;
    for (const TrafficSums& sums : result.instructions)
        instructions += sums;
    EXPECT_EQ(instructions.sectors, all.sectors);
    EXPECT_EQ(instructions.l2_lookups + all.written_back, all.l2_lookups);
}

TEST(Hierarchy, AgreesWithItsTwinOnAnyNumberOfThreads) {
    for (unsigned seed = 0; seed < 24; ++seed) {
        RandomRequests random(seed);
        const HierarchyConfig config = random_config(random);
        const std::string label = "seed " + std::to_string(seed) + ": " + to_string(config.l1) + ", " +
                                  to_string(config.l2) + ", " + std::to_string(config.l2_partitions);
        const bool has_scene = seed % 7 != 0;
        const TwinResult twin =
            hierarchy_twin(random.info, has_scene ? random.scene.get() : nullptr, random.requests, config);
        std::string accesses;
        for (const unsigned threads : {1U, 2U, 5U}) {
            MemorySource source(random.info, has_scene ? random.scene : nullptr);
            for (const Request& request : random.requests)
                source.add(request, 37 * threads);
            ThreadPool pool(threads);
            Outcomes outcomes;
            Levels levels;
            AllocationHistory history(random.info.allocations.size());
            const HierarchyResult result =
                simulate_hierarchy(source, config, {&outcomes, &levels, &history}, pool);
            EXPECT_EQ(result.total, twin.total) << label;
            EXPECT_EQ(result.instructions, twin.instructions) << label;
            EXPECT_EQ(result.allocations, twin.allocations) << label;
            EXPECT_EQ(levels.all, twin.requests) << label;
            ASSERT_EQ(outcomes.all.size(), twin.outcomes.size()) << label;
            for (std::size_t i = 0; i < twin.outcomes.size(); ++i)
                ASSERT_TRUE(same(outcomes.all[i], twin.outcomes[i])) << label << ", access " << i;
            if (!accesses.empty()) {
                EXPECT_EQ(outcomes.text, accesses) << label;
            }
            accesses = outcomes.text;
            expect_laws(result);
            const auto whole = history.between(0, outcomes.all.size());
            for (std::size_t a = 0; a < whole.sums.size(); ++a)
                EXPECT_EQ(whole.sums[a], allocation_sums(result.allocations[a])) << label;
            if (HasFailure()) return;
        }
    }
}

TEST(Hierarchy, RandomVictimsDoNotDependOnThreads) {
    RandomRequests random(99);
    HierarchyConfig config;
    config.l1 = parse_cache_geometry("512:128/32:4:fermi");
    config.l2 = parse_cache_geometry("2KiB:128/32:4:random");
    std::optional<TrafficSums> first;
    for (const unsigned threads : {1U, 2U, 5U}) {
        MemorySource source(random.info, random.scene);
        for (const Request& request : random.requests)
            source.add(request, 50);
        ThreadPool pool(threads);
        const HierarchyResult result = simulate_hierarchy(source, config, {}, pool);
        if (!first) first = result.total;
        EXPECT_EQ(result.total, *first);
        expect_laws(result);
    }
    config.seed = 2;
    MemorySource source(random.info, random.scene);
    for (const Request& request : random.requests)
        source.add(request, 50);
    ThreadPool pool(1);
    EXPECT_NE(simulate_hierarchy(source, config, {}, pool).total, *first);
}

} // namespace
} // namespace hitmap
