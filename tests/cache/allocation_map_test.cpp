#include "core/base/error.h"
#include "core/cache/coalescing/allocation_map.h"

#include <gtest/gtest.h>

#include <random>

namespace hitmap {
namespace {

std::uint32_t first_owner(const RecordingInfo& info, Space space, std::uint64_t address,
                          std::uint64_t request) {
    for (std::uint32_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& a = info.allocations[i];
        if (a.space == space && address >= a.address && address - a.address < a.bytes &&
            request >= a.first_request.value && request < a.last_request.value)
            return i;
    }
    return AllocationMap::none;
}

TEST(AllocationMap, AgreesWithALoopOverAllAllocations) {
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        RecordingInfo info;
        for (std::size_t count = random() % 12; count != 0; --count) {
            Allocation& a = info.allocations.emplace_back();
            a.space = static_cast<Space>(random() % 3);
            a.address = random() % 60;
            a.bytes = random() % 30;
            a.first_request.value = random() % 20;
            if (random() % 2 == 0) a.last_request.value = random() % 25;
        }
        const AllocationMap map(info);
        for (const Space space : {Space::global, Space::local, Space::shared})
            for (std::uint64_t address = 0; address < 100; ++address)
                for (const std::uint64_t request : {0, 1, 7, 12, 19, 24, 30}) {
                    const auto* segment = map.segment(space, address);
                    ASSERT_EQ(segment != nullptr ? map.owner(*segment, request) : AllocationMap::none,
                              first_owner(info, space, address, request))
                        << "round " << round << ", address " << address << ", request " << request;
                }
    }
}

TEST(AllocationMap, ManyThatOverlapOftenAreRefused) {
    RecordingInfo info;
    for (std::uint64_t i = 0; i < RecordingLimits::allocations; ++i) {
        Allocation& a = info.allocations.emplace_back();
        a.address = 256 + i;
        a.bytes = 1U << 20;
    }
    try {
        const AllocationMap map(info);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()).substr(0, 27), "allocations overlap too oft");
    }
}

} // namespace
} // namespace hitmap
