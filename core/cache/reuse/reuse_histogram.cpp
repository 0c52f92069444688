#include "core/cache/reuse/reuse_histogram.h"

#include "core/cache/reuse/reuse_stack.h"

#include <bit>

namespace hitmap {

namespace {

/// Distances below 2^12 have a bin each. Above, each power of two has 2^6 bins, so that the width of a bin is
/// at most 1.6 % of its distances.
constexpr unsigned exact_bits = 12;
constexpr unsigned step_bits = 6;
static_assert(1U << exact_bits == ReuseHistogram::exact);

} // namespace

ReuseHistogram::Bin ReuseHistogram::bin_of(std::uint32_t distance) {
    if (distance == ReuseStack::cold) return cold_bin;
    if (distance < exact) return static_cast<Bin>(distance);
    const auto power = static_cast<unsigned>(std::bit_width(distance)) - 1;
    const std::uint32_t step = distance >> (power - step_bits) & ((1U << step_bits) - 1);
    return static_cast<Bin>(exact + ((power - exact_bits) << step_bits) + step);
}

std::uint64_t ReuseHistogram::first_of(Bin bin) {
    if (bin < exact) return bin;
    const unsigned power = ((bin - exact) >> step_bits) + exact_bits;
    const std::uint64_t step = (bin - exact) & ((1U << step_bits) - 1);
    return (std::uint64_t{1} << power) + (step << (power - step_bits));
}

void ReuseHistogram::add(Bin bin, bool within) {
    ++lookups_;
    within_ += within ? 1 : 0;
    if (bin == cold_bin) {
        ++cold_;
        return;
    }
    const std::size_t chunk = bin / chunk_bins;
    if (chunk >= chunks_.size()) chunks_.resize(chunk + 1);
    if (chunks_[chunk].empty()) chunks_[chunk].resize(chunk_bins);
    ++chunks_[chunk][bin % chunk_bins];
}

ReuseHistogram& ReuseHistogram::operator+=(const ReuseHistogram& more) {
    lookups_ += more.lookups_;
    cold_ += more.cold_;
    within_ += more.within_;
    if (more.chunks_.size() > chunks_.size()) chunks_.resize(more.chunks_.size());
    for (std::size_t chunk = 0; chunk < more.chunks_.size(); ++chunk) {
        if (more.chunks_[chunk].empty()) continue;
        if (chunks_[chunk].empty()) chunks_[chunk].resize(chunk_bins);
        for (std::size_t i = 0; i < chunk_bins; ++i)
            chunks_[chunk][i] += more.chunks_[chunk][i];
    }
    return *this;
}

std::uint64_t ReuseHistogram::hits_of(std::uint64_t lines) const {
    std::uint64_t hits = 0;
    for_each([&](std::uint64_t /*first*/, std::uint64_t end, std::uint64_t lookups) {
        if (end <= lines) hits += lookups;
    });
    return hits;
}

std::uint64_t ReuseHistogram::memory_bytes() const {
    std::uint64_t bytes = chunks_.capacity() * sizeof(chunks_[0]);
    for (const auto& chunk : chunks_)
        bytes += chunk.capacity() * sizeof(std::uint64_t);
    return bytes;
}

ReuseHistogram LevelReuse::sum_of(std::span<const std::uint32_t> numbers) const {
    ReuseHistogram sum;
    for (const std::uint32_t number : numbers)
        if (number < instructions.size()) sum += instructions[number];
    return sum;
}

std::uint64_t ReuseReport::memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const LevelReuse* const level : {&l1, &l2}) {
        bytes += level->all.memory_bytes();
        for (const auto* const parts : {&level->allocations, &level->instructions}) {
            bytes += parts->capacity() * sizeof(ReuseHistogram);
            for (const ReuseHistogram& histogram : *parts)
                bytes += histogram.memory_bytes();
        }
    }
    return bytes;
}

std::vector<DistanceBin> by_powers_of_two(const ReuseHistogram& histogram) {
    std::vector<DistanceBin> bins;
    histogram.for_each([&](std::uint64_t first, std::uint64_t /*end*/, std::uint64_t lookups) {
        const std::uint64_t power = std::bit_floor(first);
        if (bins.empty() || bins.back().first != power)
            bins.push_back({power, power == 0 ? 0 : 2 * power - 1, 0});
        bins.back().lookups += lookups;
    });
    return bins;
}

std::vector<CapacityHits> miss_ratio_curve(const ReuseHistogram& histogram, std::uint64_t present_lines) {
    std::vector<CapacityHits> curve;
    bool is_put = false;
    std::uint64_t hits = 0;
    const auto put_present = [&](std::uint64_t before) {
        if (is_put || present_lines >= before) return;
        curve.push_back({present_lines, histogram.within(), true});
        is_put = true;
    };
    histogram.for_each([&](std::uint64_t /*first*/, std::uint64_t end, std::uint64_t lookups) {
        put_present(end);
        hits += lookups;
        curve.push_back({end, hits, end == present_lines});
        is_put = is_put || end == present_lines;
    });
    put_present(~std::uint64_t{0});
    return curve;
}

} // namespace hitmap
