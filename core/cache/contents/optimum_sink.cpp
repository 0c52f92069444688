#include "core/cache/contents/optimum_sink.h"

#include "core/cache/array/cache_dispatch.h"
#include "core/cache/stages/use_owners.h"

#include <bit>

namespace hitmap {

namespace {

void add_allocations(const std::vector<OptimumSums>& allocations, std::vector<OptimumSums>& sum) {
    if (allocations.size() > sum.size()) sum.resize(allocations.size());
    for (std::size_t i = 0; i < allocations.size(); ++i)
        sum[i] += allocations[i];
}

} // namespace

void OptimumSink::begin(const LineUseSetup& setup) {
    coalescer_ = &setup.coalescer;
    l2_line_bits_ = static_cast<unsigned>(std::countr_zero(setup.config.l2.line));
    l1_units_ = setup.config.l1_units;
    l1_sets_ = check_sets(setup.config.l1);
    l1_ways_ = setup.config.l1.ways;
    slice_sets_ = setup.slice_sets;
    slices_ = std::vector<Arrays>(setup.l2_slices);
    for (Arrays& slice : slices_)
        for (std::uint32_t i = 0; i < setup.config.l2_partitions; ++i)
            slice.caches.emplace_back(slice_sets_, setup.config.l2.ways);
}

void OptimumSink::reserve(std::size_t sms) {
    if (sms > sms_.size()) sms_.resize(sms);
}

void OptimumSink::add_l1(std::size_t sm, const PipelineBlock& block, std::uint64_t /*first_position*/) {
    const std::vector<LineUse>& uses = block.uses.l1[sm];
    if (uses.empty()) return;
    if (!sms_[sm]) {
        sms_[sm] = std::make_unique<Arrays>();
        for (std::uint32_t i = 0; i < l1_units_; ++i)
            sms_[sm]->caches.emplace_back(l1_sets_, l1_ways_);
    }
    constexpr std::uint64_t all_bits = ~std::uint64_t{0};
    UseOwners owners(block, *coalescer_);
    run(*sms_[sm], uses, all_bits, [&](const LineUse& use) { return owners.of_l1(use); });
}

void OptimumSink::add_l2(std::size_t slice, const PipelineBlock& block, std::uint64_t /*first_position*/) {
    UseOwners owners(block, *coalescer_);
    run(slices_[slice], block.uses.l2.at(slice), slice_sets_ - 1,
        [&](const LineUse& use) { return owners.of_l2(slice, use, l2_line_bits_); });
}

template <class OwnerOf>
void OptimumSink::run(Arrays& arrays, std::span<const LineUse> uses, std::uint64_t set_mask,
                      const OwnerOf& owner_of) {
    for (const LineUse& use : uses) {
        if (use.empties_arrays()) {
            for (OptimalCache& cache : arrays.caches)
                cache.clear();
            continue;
        }
        const bool hits = arrays.caches[use.array].look_up(use.set & set_mask, use.line);
        const OptimumSums one{1, use.is_present ? 1U : 0U, hits ? 1U : 0U};
        arrays.sums += one;
        const std::uint16_t allocation = owner_of(use).allocation;
        if (allocation == CoalescedRequests::no_allocation) continue;
        if (allocation >= arrays.allocations.size()) arrays.allocations.resize(allocation + std::size_t{1});
        arrays.allocations[allocation] += one;
    }
}

OptimumReport OptimumSink::report() const {
    OptimumReport report;
    for (const auto& sm : sms_)
        if (sm) {
            report.l1 += sm->sums;
            add_allocations(sm->allocations, report.l1_allocations);
        }
    for (const Arrays& slice : slices_) {
        report.l2 += slice.sums;
        add_allocations(slice.allocations, report.l2_allocations);
    }
    return report;
}

std::uint64_t OptimumSink::estimated_bytes(const HierarchyConfig& config, std::uint64_t sms,
                                           unsigned threads) {
    constexpr std::uint64_t bytes_a_way = 32 + 4 * 110; // optimal_cache.h
    constexpr std::uint64_t bytes_a_set = 128;
    constexpr std::uint64_t bytes_a_thread = std::uint64_t{16} << 20;
    const std::uint64_t lines = config.l1.lines() * config.l1_units * sms + config.l2.lines();
    const std::uint64_t sets =
        check_sets(config.l1) * config.l1_units * sms + config.l2.lines() / config.l2.ways;
    return lines * bytes_a_way + sets * bytes_a_set + threads * bytes_a_thread;
}

} // namespace hitmap
