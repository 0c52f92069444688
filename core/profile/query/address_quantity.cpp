#include "core/profile/query/address_quantity.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace hitmap {

namespace {

using Sums = AddressSums;
constexpr std::string_view no_sectors = "no sectors";
constexpr std::string_view no_l1 = "no L1 look-ups";
constexpr std::string_view no_l2 = "no L2 look-ups";

/// Sum first, divide last; undefined without look-ups.
double rate_of(std::uint64_t hits, std::uint64_t lookups) {
    return lookups == 0 ? undefined_value : static_cast<double>(hits) / static_cast<double>(lookups);
}
/// A count that is undefined without what it is counted among.
double count_among(std::uint64_t count, std::uint64_t all) {
    return all == 0 ? undefined_value : static_cast<double>(count);
}

constexpr std::array cell_quantities{
    AddressQuantity{"sectors", "Sectors", NumberKind::count, false, no_sectors,
                    [](const Sums& s) { return count_among(s.sectors, s.sectors); }},
    AddressQuantity{"l1-hit-rate", "L1 hit rate", NumberKind::share, false, no_l1,
                    [](const Sums& s) { return rate_of(s.l1_hits, s.l1_lookups); }},
    AddressQuantity{"l1-lookups", "L1 look-ups", NumberKind::count, false, no_l1,
                    [](const Sums& s) { return count_among(s.l1_lookups, s.l1_lookups); }},
    AddressQuantity{"l1-misses", "L1 misses", NumberKind::count, false, no_l1,
                    [](const Sums& s) { return count_among(s.l1_lookups - s.l1_hits, s.l1_lookups); }},
    AddressQuantity{"l1-cold-misses", "L1 cold misses", NumberKind::count, true, no_l1,
                    [](const Sums& s) { return count_among(s.l1_misses.cold, s.l1_lookups); }},
    AddressQuantity{"l1-capacity-misses", "L1 capacity misses", NumberKind::count, true, no_l1,
                    [](const Sums& s) { return count_among(s.l1_misses.capacity, s.l1_lookups); }},
    AddressQuantity{"l1-conflict-misses", "L1 conflict misses", NumberKind::count, true, no_l1,
                    [](const Sums& s) { return count_among(s.l1_misses.conflict, s.l1_lookups); }},
    AddressQuantity{"l2-hit-rate", "L2 hit rate", NumberKind::share, false, no_l2,
                    [](const Sums& s) { return rate_of(s.l2_hits, s.l2_lookups); }},
    AddressQuantity{"l2-lookups", "L2 look-ups", NumberKind::count, false, no_l2,
                    [](const Sums& s) { return count_among(s.l2_lookups, s.l2_lookups); }},
    AddressQuantity{"l2-misses", "L2 misses", NumberKind::count, false, no_l2,
                    [](const Sums& s) { return count_among(s.l2_lookups - s.l2_hits, s.l2_lookups); }},
    AddressQuantity{"l2-cold-misses", "L2 cold misses", NumberKind::count, true, no_l2,
                    [](const Sums& s) { return count_among(s.l2_misses.cold, s.l2_lookups); }},
    AddressQuantity{"l2-capacity-misses", "L2 capacity misses", NumberKind::count, true, no_l2,
                    [](const Sums& s) { return count_among(s.l2_misses.capacity, s.l2_lookups); }},
    AddressQuantity{"l2-conflict-misses", "L2 conflict misses", NumberKind::count, true, no_l2,
                    [](const Sums& s) { return count_among(s.l2_misses.conflict, s.l2_lookups); }},
};

} // namespace

std::span<const AddressQuantity> address_quantities() {
    return cell_quantities;
}

const AddressQuantity* address_quantity_named(std::string_view name) {
    const auto found = std::find_if(cell_quantities.begin(), cell_quantities.end(),
                                    [&](const auto& q) { return q.name == name; });
    return found == cell_quantities.end() ? nullptr : &*found;
}

} // namespace hitmap
