#include "core/cache/array/tlb.h"

#include "core/base/error.h"
#include "core/cache/array/indices/linear.h"
#include "core/cache/array/replacement.h"
#include "core/cache/array/sectored_cache.h"

#include <fmt/format.h>

#include <bit>
#include <numeric>

namespace hitmap {

namespace {

constexpr std::uint64_t most_entries = std::uint64_t{1} << 20;

/// [entries] The set of each entry.
std::vector<std::uint32_t> sets_of_places(std::vector<std::uint32_t> free_ways) {
    std::vector<std::uint32_t> sets;
    for (bool any = true; any;) {
        any = false;
        for (std::uint32_t set = 0; set < free_ways.size(); ++set) {
            if (free_ways[set] == 0) continue;
            --free_ways[set];
            sets.push_back(set);
            any = true;
        }
    }
    return sets;
}

template <class Policy>
class UnequalSets final : public TlbLevel {
public:
    UnequalSets(const TlbLevelGeometry& geometry, std::uint64_t seed)
        : page_bits_(static_cast<unsigned>(std::countr_zero(geometry.page))),
          set_of_place_(sets_of_places(geometry.set_entries)),
          place_of_(set_of_place_.size()) {
        for (const std::uint32_t entries : geometry.set_entries)
            sets_.emplace_back(1, entries, seed++);
    }
    bool access(std::uint64_t address) override {
        const std::uint64_t page = address >> page_bits_;
        return sets_[set_of_place_[place_of_(page)]].access(page, 1, 1).hits != 0;
    }
    void access_all(std::span<const std::uint64_t> addresses, std::vector<std::uint32_t>& missed) override {
        for (std::size_t i = 0; i < addresses.size(); ++i)
            if (!UnequalSets::access(addresses[i])) missed.push_back(static_cast<std::uint32_t>(i));
    }
    void clear() override {
        for (auto& set : sets_)
            set.clear();
    }

private:
    unsigned page_bits_;
    std::vector<std::uint32_t> set_of_place_;
    LinearIndex place_of_;
    std::vector<SectoredCache<Policy, LinearIndex>> sets_; ///< each has one set
};

} // namespace

std::uint64_t TlbLevelGeometry::entries() const {
    return std::accumulate(set_entries.begin(), set_entries.end(), std::uint64_t{0});
}

void check_tlb_level(const TlbLevelGeometry& geometry) {
    if (geometry.set_entries.empty() || geometry.entries() > most_entries)
        throw UsageError(fmt::format("TLB: {} sets with {} entries; expected 1 to {} entries",
                                     geometry.set_entries.size(), geometry.entries(), most_entries));
    if (!std::has_single_bit(geometry.page))
        throw UsageError(fmt::format("TLB: page of {} bytes is not a power of two", geometry.page));
    for (const std::uint32_t entries : geometry.set_entries) {
        if (entries == 0) throw UsageError("TLB: a set has no entry");
        check_replacement_policy(geometry.policy, entries);
    }
}

std::unique_ptr<TlbLevel> make_tlb_level(const TlbLevelGeometry& geometry, std::uint64_t seed) {
    check_tlb_level(geometry);
    std::unique_ptr<TlbLevel> made;
    ReplacementPolicies::visit(geometry.policy, [&]<class Policy>(std::type_identity<Policy> /*policy*/) {
        made = std::make_unique<UnequalSets<Policy>>(geometry, seed);
    });
    return made;
}

} // namespace hitmap
