#include "core/base/error.h"
#include "core/trace/elements/element_owners.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>

namespace hitmap {
namespace {

Allocation allocation(Role role, std::uint64_t address, std::uint64_t bytes, std::uint32_t stride,
                      Space space = Space::global) {
    Allocation result;
    result.role = role;
    result.address = address;
    result.bytes = bytes;
    result.stride = stride;
    result.space = space;
    return result;
}

Instruction instruction(Operation operation, std::uint16_t bytes, Space space = Space::global) {
    Instruction result;
    result.operation = operation;
    result.bytes_per_lane = bytes;
    result.space = space;
    return result;
}

/// "lane kind element" of every access of one request.
std::string found(const RecordingInfo& info, std::uint32_t instruction, std::uint32_t mask,
                  const std::vector<std::uint64_t>& addresses) {
    std::vector<ElementAccess> accesses;
    ElementAccessFinder(info).find(instruction, mask, addresses.data(), 0, accesses);
    std::string text;
    for (const ElementAccess& access : accesses)
        text += fmt::format("{} {} {}\n", access.lane, element_kinds()[access.kind].name, access.element);
    return text;
}

RecordingInfo small_scene() {
    RecordingInfo info;
    info.allocations = {allocation(Role::nodes, 0, 1000, 4),
                        allocation(Role::boxes, 1000, 240, 24),
                        allocation(Role::faces, 1240, 36, 12),
                        allocation(Role::framebuffer, 2000, 80, 8),
                        allocation(Role::vertices, 3000, 120, 12),
                        allocation(Role::faces, 4000, 64, 16),
                        allocation(Role::boxes, 0, 1000, 8, Space::local)};
    info.instructions = {instruction(Operation::load, 8),
                         instruction(Operation::load, 16),
                         instruction(Operation::store, 4),
                         instruction(Operation::atomic, 8),
                         instruction(Operation::load, 8, Space::local),
                         instruction(Operation::load, 0)};
    return info;
}

TEST(ElementAccess, Table) {
    const RecordingInfo info = small_scene();
    struct Row {
        const char* what;
        std::uint32_t instruction;
        std::uint32_t mask;
        std::vector<std::uint64_t> addresses;
        const char* expected;
    };
    const std::vector<Row> rows{
        {"the first of a box's three loads", 0, 0b101, {1000, 1024}, "0 box 0\n2 box 1\n"},
        {"the others hold no first byte", 0, 0b11, {1008, 1016}, ""},
        {"a load that straddles into the next box", 0, 1, {1020}, "0 box 1\n"},
        {"a load that straddles into another kind", 1, 1, {1230}, "0 face 0\n"},
        {"a load that begins before the buffer", 0, 1, {996}, "0 box 0\n"},
        {"a load that ends before the buffer", 0, 1, {992}, ""},
        {"two pixels in 16 bytes", 1, 1, {2000}, "0 pixel 0\n0 pixel 1\n"},
        {"16 bytes across three pixels", 1, 1, {2004}, "0 pixel 1\n0 pixel 2\n"},
        {"a store counts", 2, 0b10, {2008}, "1 pixel 1\n"},
        {"an atomic does not", 3, 1, {2008}, ""},
        {"local memory does not", 4, 1, {0}, ""},
        {"nodes and vertices do not", 0, 0b11, {0, 3000}, ""},
        {"the second buffer of faces goes on counting", 0, 1, {4016}, "0 face 4\n"},
        {"padding slots are elements", 0, 1, {4048}, "0 face 6\n"},
        {"after the last element", 0, 1, {4064}, ""},
        {"the end of the address space", 1, 1, {~std::uint64_t{0}}, ""},
        {"no bytes", 5, 1, {1000}, ""},
    };
    const ElementAccessFinder finder(info);
    for (const Row& row : rows) {
        EXPECT_EQ(found(info, row.instruction, row.mask, row.addresses), row.expected) << row.what;
        PerKind<std::uint64_t> counts;
        finder.add_counts(row.instruction, row.mask, row.addresses.data(), counts);
        std::vector<ElementAccess> accesses;
        finder.find(row.instruction, row.mask, row.addresses.data(), 0, accesses);
        PerKind<std::uint64_t> expected;
        for (const ElementAccess& access : accesses)
            ++expected[access.kind];
        EXPECT_EQ(counts, expected) << row.what;
    }
}

TEST(ElementOwners, AreTheAllocationsThatHoldTheElements) {
    const ElementOwners owners(small_scene());
    // Three faces are in the first buffer of faces, and four in the second.
    for (const std::uint64_t face : {0, 1, 2})
        EXPECT_EQ(owners.allocation_of(face_kind, face), 2U) << face;
    for (const std::uint64_t face : {3, 4, 6})
        EXPECT_EQ(owners.allocation_of(face_kind, face), 5U) << face;
    EXPECT_EQ(owners.allocation_of(face_kind, 7), std::nullopt);
    EXPECT_EQ(owners.allocation_of(box_kind, 9), 1U);
    EXPECT_EQ(owners.allocation_of(box_kind, 10), std::nullopt) << "local memory has no elements";
    // A buffer without elements, and one with the number of elements that is not known.
    RecordingInfo info;
    info.allocations = {allocation(Role::faces, 0, 0, 12), allocation(Role::faces, 100, 24, 0),
                        allocation(Role::faces, 200, 24, 12)};
    EXPECT_EQ(ElementOwners(info).allocation_of(face_kind, 0), 2U);
    EXPECT_EQ(ElementOwners(info).allocation_of(face_kind, 2), std::nullopt);
}

TEST(ElementAccess, RefusesWhatCannotBe) {
    RecordingInfo info;
    info.allocations = {allocation(Role::faces, 0, 24, 12), allocation(Role::boxes, 20, 24, 24)};
    EXPECT_THROW(ElementAccessFinder{info}, Error);
    info.allocations = {allocation(Role::faces, ~std::uint64_t{0} - 10, 24, 12)};
    EXPECT_THROW(ElementAccessFinder{info}, Error);
    info.allocations = {allocation(Role::faces, 0, std::uint64_t{1} << 40, 1)};
    EXPECT_THROW(ElementAccessFinder{info}, Error);
}

/// The definition of an element access (README.md), element by element.
std::vector<std::tuple<unsigned, unsigned, std::uint64_t>>
by_definition(const RecordingInfo& info, const Instruction& by, std::uint64_t address, unsigned lane) {
    std::vector<std::tuple<std::uint64_t, unsigned, std::uint64_t>> in_order;
    PerKind<std::uint64_t> before;
    for (const Allocation& a : info.allocations) {
        const auto kind = element_kind_of(a.role);
        if (!kind || a.space != Space::global || a.stride == 0) continue;
        for (std::uint64_t slot = 0; slot < a.element_count(); ++slot) {
            const std::uint64_t first = a.address + slot * a.stride;
            if (first >= address && first - address < by.bytes_per_lane)
                in_order.emplace_back(first, *kind, before[*kind] + slot);
        }
        before[*kind] += a.element_count();
    }
    std::sort(in_order.begin(), in_order.end());
    std::vector<std::tuple<unsigned, unsigned, std::uint64_t>> result;
    if (by.space == Space::global && by.operation != Operation::atomic)
        for (const auto& [first, kind, element] : in_order)
            result.emplace_back(lane, kind, element);
    return result;
}

TEST(ElementAccess, AgreesWithTheDefinition) {
    std::mt19937_64 random(7);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    for (int round = 0; round < 200; ++round) {
        RecordingInfo info;
        std::uint64_t address = below(50);
        for (std::uint64_t i = below(7); i > 0; --i) {
            const auto role = static_cast<Role>(below(role_count));
            const auto stride = static_cast<std::uint32_t>(round % 9 == 0 ? 65536 + below(9) : below(40));
            info.allocations.push_back(allocation(role, address, below(10 * std::uint64_t{stride} + 1),
                                                  stride, static_cast<Space>(below(4) / 3)));
            address += info.allocations.back().bytes + (below(2) == 0 ? below(60) : 0);
        }
        std::shuffle(info.allocations.begin(), info.allocations.end(), random);
        for (int i = 0; i < 5; ++i)
            info.instructions.push_back(instruction(static_cast<Operation>(below(3)),
                                                    static_cast<std::uint16_t>(below(70)),
                                                    static_cast<Space>(below(4) / 3)));
        const ElementAccessFinder finder(info);
        for (int i = 0; i < 20; ++i) {
            const auto by = static_cast<std::uint32_t>(below(5));
            const auto mask = static_cast<std::uint32_t>(random()) | 1U;
            std::vector<std::uint64_t> addresses;
            std::vector<std::tuple<unsigned, unsigned, std::uint64_t>> expected;
            for (unsigned lane = 0; lane < 32; ++lane) {
                if ((mask >> lane & 1) == 0) continue;
                addresses.push_back(below(address + 100));
                const auto more = by_definition(info, info.instructions[by], addresses.back(), lane);
                expected.insert(expected.end(), more.begin(), more.end());
            }
            std::vector<ElementAccess> accesses;
            finder.find(by, mask, addresses.data(), 5, accesses);
            std::vector<std::tuple<unsigned, unsigned, std::uint64_t>> actual;
            for (const ElementAccess& a : accesses)
                actual.emplace_back(a.lane, a.kind, a.element);
            ASSERT_EQ(actual, expected) << "round " << round;
        }
    }
}

} // namespace
} // namespace hitmap
