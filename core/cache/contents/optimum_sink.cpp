#include "core/cache/contents/optimum_sink.h"

#include "core/cache/array/cache_dispatch.h"

namespace hitmap {

void OptimumSink::begin(const LineUseSetup& setup) {
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
    run(*sms_[sm], uses, all_bits);
}

void OptimumSink::add_l2(std::size_t slice, const PipelineBlock& block, std::uint64_t /*first_position*/) {
    run(slices_[slice], block.uses.l2.at(slice), slice_sets_ - 1);
}

/// @param set_mask  the bits of the number of a set that are its number in the arrays
void OptimumSink::run(Arrays& arrays, std::span<const LineUse> uses, std::uint64_t set_mask) {
    for (const LineUse& use : uses) {
        if (use.empties_arrays()) {
            for (OptimalCache& cache : arrays.caches)
                cache.clear();
            continue;
        }
        ++arrays.sums.lookups;
        if (use.is_present) ++arrays.sums.hits;
        if (arrays.caches[use.array].look_up(use.set & set_mask, use.line)) ++arrays.sums.optimal_hits;
    }
}

OptimumReport OptimumSink::report() const {
    OptimumReport report;
    for (const auto& sm : sms_)
        if (sm) report.l1 += sm->sums;
    for (const Arrays& slice : slices_)
        report.l2 += slice.sums;
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
