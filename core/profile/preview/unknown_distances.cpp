#include "core/profile/preview/unknown_distances.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

void add_counts(const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to) {
    to.resize(std::max(to.size(), from.size()));
    for (std::size_t i = 0; i < from.size(); ++i)
        to[i] += from[i];
}

/// P(hit) at the middle of a bin.
double hits_of_bin(std::size_t bin, const HitTable& table) {
    const std::uint64_t first = ReuseHistogram::first_of(static_cast<ReuseHistogram::Bin>(bin));
    const std::uint64_t end = ReuseHistogram::first_of(static_cast<ReuseHistogram::Bin>(bin + 1));
    return table((first + end - 1) / 2);
}

} // namespace

void CensoredDistances::add(std::vector<std::uint64_t>& counts, std::uint32_t distance) {
    const std::size_t bin = ReuseHistogram::bin_of(distance);
    if (bin >= counts.size()) counts.resize(bin + 1);
    ++counts[bin];
}

CensoredDistances& CensoredDistances::operator+=(const CensoredDistances& more) {
    add_counts(more.known, known);
    add_counts(more.at_least, at_least);
    never += more.never;
    return *this;
}

UnknownHits::UnknownHits(const CensoredDistances& distances, const HitTable& table) {
    const std::size_t bins = std::max(distances.known.size(), distances.at_least.size());
    const auto count = [](const std::vector<std::uint64_t>& counts, std::size_t bin) {
        return bin < counts.size() ? static_cast<double>(counts[bin]) : 0.0;
    };
    // Look-ups whose distance is in this bin or farther, as far as is known. One with a bound in this bin
    // does not say whether its distance is in the bin.
    double at_risk = static_cast<double>(distances.never);
    std::vector<double> dies(bins); // share of those that reach a bin whose distance is in it
    for (std::size_t bin = bins; bin-- > 0;) {
        at_risk += count(distances.known, bin);
        if (at_risk > 0.0) dies[bin] = count(distances.known, bin) / at_risk;
        at_risk += count(distances.at_least, bin);
    }
    // Kaplan and Meier 1958: the share that survives a bin is the product over the bins until then.
    if (bins == 0) return;
    hits_.resize(bins);
    guesses_.resize(bins);
    double guess = hits_of_bin(bins - 1, table) / 2.0; // of a look-up that survives all bins
    double expected = guess;                           // of a look-up that reaches the next bin
    for (std::size_t bin = bins; bin-- > 0;) {
        guess *= 1.0 - dies[bin];
        expected = dies[bin] * hits_of_bin(bin, table) + (1.0 - dies[bin]) * expected;
        hits_[bin] = static_cast<std::uint32_t>(std::llround(expected));
        guesses_[bin] = static_cast<std::uint32_t>(std::llround(guess));
    }
}

} // namespace hitmap
