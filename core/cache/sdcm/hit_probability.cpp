#include "core/cache/sdcm/hit_probability.h"

#include "core/cache/results/access_outcome.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace hitmap {

namespace {

using Real = long double;

/// Maximum length of the table; beyond it, P is interpolated between knots.
constexpr std::uint64_t max_entries = std::uint64_t{1} << 20;
/// Number of knots of one interpolating polynomial.
constexpr unsigned knots_used = 6;
/// Number of entries between two direct evaluations. The rounding errors of the recurrence then stay below
/// 1e-15.
constexpr std::uint64_t restart_interval = 4096;

/// ln n! - ln(sqrt(2 pi n) (n/e)^n), the error of Stirling's formula.
Real stirling_error(Real n) {
    if (n < 16)
        return std::lgamma(n + 1) - (n + 0.5L) * std::log(n) + n -
               0.5L * std::log(2 * std::numbers::pi_v<Real>);
    const Real r = 1 / (n * n);
    return (1 / 12.0L - (1 / 360.0L - (1 / 1260.0L - (1 / 1680.0L - (1 / 1188.0L) * r) * r) * r) * r) / n;
}

/// x ln(x / m) + m - x without cancellation if x is near m.
Real deviance(Real x, Real m) {
    if (std::fabs(x - m) > 0.1L * (x + m)) return x * std::log(x / m) + m - x;
    const Real v = (x - m) / (x + m);
    Real sum = (x - m) * v;
    Real term = 2 * x * v;
    for (int j = 3;; j += 2) {
        term *= v * v;
        const Real next = sum + term / j;
        if (next == sum) return sum;
        sum = next;
    }
}

/// The binomial distribution of eq. 2: how many of the D lines in between map to the set, with p = A / B.
struct Binomial {
    Real p;
    Real q;
    Binomial(std::uint64_t ways, std::uint64_t lines)
        : p(static_cast<Real>(ways) / static_cast<Real>(lines)),
          q(static_cast<Real>(lines - ways) / static_cast<Real>(lines)) {}

    /// C(n, x) p^x q^(n - x) by the saddle point expansion (Loader 2000): no factor overflows or underflows
    /// on its own.
    [[nodiscard]] Real mass(Real n, Real x) const {
        if (x == 0) return std::exp(n * (p < 0.5L ? std::log1p(-p) : std::log(q)));
        if (x == n) return std::exp(n * (q < 0.5L ? std::log1p(-q) : std::log(p)));
        const Real exponent = stirling_error(n) - stirling_error(x) - stirling_error(n - x) -
                              deviance(x, n * p) - deviance(n - x, n * q);
        return std::exp(exponent) * std::sqrt(n / (2 * std::numbers::pi_v<Real> * x * (n - x)));
    }
};

/// Sum of the masses of 0..x, x below the mean: terms fall towards 0.
double lower_tail(const Binomial& binomial, std::uint64_t n, std::uint64_t x) {
    const auto odds = static_cast<double>(binomial.q / binomial.p);
    const auto count = static_cast<double>(n);
    double term = 1;
    double sum = 1;
    for (auto a = static_cast<double>(x); a > 0 && term > sum * 1e-18; a -= 1) {
        term *= odds * (a / (count - a + 1));
        sum += term;
    }
    return static_cast<double>(binomial.mass(static_cast<Real>(n), static_cast<Real>(x)) * sum);
}

/// Sum of the masses of x..n, x above the mean: terms fall towards n.
double upper_tail(const Binomial& binomial, std::uint64_t n, std::uint64_t x) {
    const auto odds = static_cast<double>(binomial.p / binomial.q);
    const auto count = static_cast<double>(n);
    double term = 1;
    double sum = 1;
    for (auto a = static_cast<double>(x); a < count && term > sum * 1e-18; a += 1) {
        term *= odds * ((count - a) / (a + 1));
        sum += term;
    }
    return static_cast<double>(binomial.mass(static_cast<Real>(n), static_cast<Real>(x)) * sum);
}

std::uint32_t rounded(double probability) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(probability, 0.0, 1.0) * hit_unit));
}

/// Finds the least distance from which P rounds to 0 by bisection, since P never rises.
std::uint64_t find_end(std::uint64_t ways, std::uint64_t lines, const JobContext& job) {
    std::uint64_t hits = ways - 1;
    std::uint64_t misses = ways;
    while (rounded(sdcm_probability(misses, ways, lines)) != 0) {
        job.check();
        hits = misses;
        misses *= 2;
    }
    while (misses - hits > 1) {
        job.check();
        const std::uint64_t middle = hits + (misses - hits) / 2;
        (rounded(sdcm_probability(middle, ways, lines)) != 0 ? hits : misses) = middle;
    }
    return misses;
}

} // namespace

double sdcm_probability(std::uint64_t distance, std::uint64_t ways, std::uint64_t lines) {
    if (distance < ways) return 1; // even if all D lines are in the set, the line is still present
    if (ways == lines || distance == infinite_distance) return 0;
    const Binomial binomial(ways, lines);
    const Real mean = static_cast<Real>(distance) * binomial.p;
    if (static_cast<Real>(ways - 1) < mean) return std::min(1.0, lower_tail(binomial, distance, ways - 1));
    return std::max(0.0, 1 - upper_tail(binomial, distance, ways));
}

HitTable::HitTable(const CacheGeometry& geometry, const JobContext& job, std::uint64_t farthest)
    : ways_(geometry.ways) {
    end_ = find_end(ways_, geometry.lines(), job);
    const std::uint64_t asked_for = farthest < ways_ ? 0 : farthest - ways_ + 1;
    fill_entries(std::min({end_ - ways_, max_entries, asked_for}), geometry.lines(), job);
    if (std::min(end_ - ways_, asked_for) > max_entries) fill_knots(geometry.lines(), job);
}

void HitTable::fill_entries(std::uint64_t count, std::uint64_t lines, const JobContext& job) {
    entries_.resize(count);
    const Binomial binomial(ways_, lines);
    const auto a = static_cast<Real>(ways_ - 1);
    for (std::uint64_t begin = 0; begin < count; begin += restart_interval) {
        job.check();
        // One more line in between evicts the line if it is the A-th one in the set: P(D + 1) = P(D) - p C(D,
        // A - 1) p^(A - 1) q^(D - A + 1).
        auto d = static_cast<Real>(ways_ + begin);
        Real probability = sdcm_probability(ways_ + begin, ways_, lines);
        Real mass = binomial.mass(d, a);
        for (std::uint64_t i = begin; i < std::min(count, begin + restart_interval); ++i, d += 1) {
            entries_[i] = rounded(static_cast<double>(probability));
            probability -= binomial.p * mass;
            mass *= binomial.q * ((d + 1) / (d + 1 - a));
        }
    }
    // Most look-ups have small distances, which always hit: they share one entry. Distances beyond the last
    // entry share one, too.
    const auto unsure = std::find_if(entries_.begin(), entries_.end(), [](auto hits) { return hits != one; });
    first_ = ways_ - 1 + static_cast<std::uint64_t>(unsure - entries_.begin());
    std::vector<std::uint32_t> kept;
    kept.reserve(static_cast<std::size_t>(entries_.end() - unsure) + 2);
    kept.push_back(one);
    kept.insert(kept.end(), unsure, entries_.end());
    kept.push_back(0);
    entries_ = std::move(kept);
    last_entry_ = entries_.size() - 1;
}

void HitTable::fill_knots(std::uint64_t lines, const JobContext& job) {
    // P falls over an interval of about sigma = sqrt(A q) / p distances. The error of a polynomial through
    // six knots sigma / 64 apart is about (1 / 64)^6 / 6! times a small factor, far below 1e-9.
    const Binomial binomial(ways_, lines);
    const Real sigma = std::sqrt(static_cast<Real>(ways_) * binomial.q) / binomial.p;
    while (static_cast<Real>(std::uint64_t{2} << knot_shift_) <= sigma / 64)
        ++knot_shift_;
    const std::uint64_t count = ((end_ - ways_) >> knot_shift_) + knots_used;
    knots_.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        job.check(); // one value takes milliseconds for caches of terabytes
        knots_.push_back(sdcm_probability(ways_ + (i << knot_shift_), ways_, lines));
    }
}

std::uint32_t HitTable::in_tail(std::uint64_t distance) const {
    if (distance >= end_) return 0;
    const std::uint64_t offset = distance - ways_;
    const std::uint64_t before = (knots_used - 2) / 2;
    const std::uint64_t first = std::max(offset >> knot_shift_, before) - before;
    const double step = static_cast<double>(std::uint64_t{1} << knot_shift_);
    const double t = static_cast<double>(offset - (first << knot_shift_)) / step;
    double value = 0; // Lagrange interpolation
    for (unsigned i = 0; i < knots_used; ++i) {
        double weight = 1;
        for (unsigned j = 0; j < knots_used; ++j)
            if (j != i) weight *= (t - j) / (static_cast<double>(i) - j);
        value += weight * knots_[first + i];
    }
    return rounded(value);
}

std::uint64_t HitTable::memory_bytes() const {
    return entries_.capacity() * sizeof(entries_[0]) + knots_.capacity() * sizeof(knots_[0]);
}

} // namespace hitmap
