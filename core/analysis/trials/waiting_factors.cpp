#include "core/analysis/trials/waiting_factors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hitmap {

namespace {

double quotient(std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole); // NaN or infinite if there is no whole
}

/// waiting_of() as a product. What passes by L1 waits for L2 as if it had been looked up in L1 in vain.
double waiting_of_factors(const WaitingFactors& factors, const LevelLatencies& latencies) {
    const auto [requests, sectors, past_l1, fetched] = factors;
    const double from_l2 = latencies.l2 - latencies.l1 + fetched * (latencies.dram - latencies.l2);
    return requests * sectors * (latencies.l1 + past_l1 * from_l2);
}

} // namespace

bool known_factors(const TrafficSums& sums) {
    return sums.requests != 0 && sums.l1_load_lookups + sums.bypassing + sums.atomics != 0;
}

WaitingFactors factors_of(const TrafficSums& sums) {
    const std::uint64_t past_l1 = sums.l1_load_lookups - sums.l1_load_hits + sums.bypassing + sums.atomics;
    const std::uint64_t sectors = sums.l1_load_lookups + sums.bypassing + sums.atomics;
    return {static_cast<double>(sums.requests), quotient(sectors, sums.requests), quotient(past_l1, sectors),
            past_l1 != 0 ? quotient(sums.fetched, past_l1) : std::nan("")};
}

std::array<double, waiting_factors> waiting_changes(const TrafficSums& a, const TrafficSums& b,
                                                    const LevelLatencies& latencies) {
    std::array<double, waiting_factors> changes{};
    if (!known_factors(a) || !known_factors(b)) return changes;
    WaitingFactors before = factors_of(a);
    WaitingFactors after = factors_of(b);
    for (std::size_t i = 0; i < waiting_factors; ++i) {
        if (std::isnan(before[i])) before[i] = std::isnan(after[i]) ? 0.0 : after[i];
        if (std::isnan(after[i])) after[i] = before[i];
    }
    std::array<std::size_t, waiting_factors> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    int orders = 0;
    do {
        WaitingFactors factors = before;
        double waiting = waiting_of_factors(factors, latencies);
        for (const std::size_t factor : order) {
            factors[factor] = after[factor];
            const double changed = waiting_of_factors(factors, latencies);
            changes[factor] += changed - waiting;
            waiting = changed;
        }
        ++orders;
    } while (std::next_permutation(order.begin(), order.end()));
    for (double& change : changes)
        change /= orders;
    return changes;
}

} // namespace hitmap
