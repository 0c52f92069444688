#include "core/probe/latency_sweep.h"

#include "core/probe/hierarchy_probe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

namespace hitmap {

namespace {

constexpr std::uint64_t least_bytes = 4096;
constexpr std::uint64_t page_bytes = 4096;

void shuffle_numbers(std::vector<std::uint64_t>& numbers, std::mt19937_64& random) {
    // The standard leaves the numbers of std::shuffle to the library; these are the same everywhere.
    for (std::size_t i = numbers.size(); i > 1; --i)
        std::swap(numbers[i - 1], numbers[random() % i]);
}

/// The source, and the points that it measured.
class Sweep {
public:
    Sweep(SweepSource& source, const JobContext& job) : source_(source), job_(job) {}

    void add(SweepOrder order, double bytes, std::uint64_t stride) {
        const std::uint64_t unit = order == SweepOrder::pairs ? pair_distance : stride;
        const auto size = static_cast<std::uint64_t>(bytes) / unit * unit;
        if (size < 2 * unit || size > source_.most_bytes()) return;
        points_.push_back(source_.measure(order, size, stride, job_));
        job_.add(1);
    }
    /// Sizes from `first` to `last`, `per_octave` between a size and its double.
    void add_sizes(double first, double last, double per_octave, std::uint64_t stride) {
        const auto steps = static_cast<int>(std::floor(std::log2(last / first) * per_octave + 0.001));
        for (int i = 0; i <= steps; ++i)
            add(SweepOrder::random, first * std::exp2(i / per_octave), stride);
    }
    [[nodiscard]] double most_bytes() const { return static_cast<double>(source_.most_bytes()); }
    [[nodiscard]] std::vector<SweepPoint>& points() { return points_; }

private:
    SweepSource& source_;
    const JobContext& job_;
    std::vector<SweepPoint> points_;
};

/// The size of the array of pairs that tells what a miss of a level fetches: it does not fit in the level,
/// and fits in the next one.
double bytes_of_pairs(const std::vector<ProbedLevel>& levels, std::size_t level, double most) {
    const auto capacity = static_cast<double>(levels[level].capacity);
    if (level + 1 == levels.size()) return std::min(4.0 * capacity, most);
    return std::min(4.0 * capacity, std::sqrt(capacity * static_cast<double>(levels[level + 1].capacity)));
}

} // namespace

std::string_view name_of(SweepOrder order) {
    static constexpr std::array<std::string_view, 2> names{"random", "pairs"};
    return names.at(static_cast<std::size_t>(order));
}

Chain sweep_chain(SweepOrder order, std::uint64_t bytes, std::uint64_t stride) {
    const std::uint64_t distance = order == SweepOrder::pairs ? pair_distance : stride;
    const std::uint64_t count = std::max<std::uint64_t>(bytes / distance, 1);
    const std::uint64_t in_page = std::max<std::uint64_t>(page_bytes / distance, 1);
    std::vector<std::uint64_t> pages((count + in_page - 1) / in_page);
    std::iota(pages.begin(), pages.end(), 0);
    std::mt19937_64 random(1);
    shuffle_numbers(pages, random);
    std::vector<std::uint64_t> words;
    words.reserve(order == SweepOrder::pairs ? 2 * count : count);
    std::vector<std::uint64_t> of_page;
    for (const std::uint64_t page : pages) {
        of_page.resize(std::min(in_page, count - page * in_page));
        std::iota(of_page.begin(), of_page.end(), page * in_page);
        shuffle_numbers(of_page, random);
        for (const std::uint64_t number : of_page) {
            words.push_back(number * distance / word_bytes);
            if (order == SweepOrder::pairs) words.push_back((number * distance + stride) / word_bytes);
        }
    }
    return Chain::of(std::move(words));
}

std::vector<SweepPoint> measure_sweep(SweepSource& source, const JobContext& job) {
    constexpr double coarse = 4.0; // points per octave
    constexpr double fine = 16.0;
    // A disturbance that lasts for seconds adds to one pass, and not to all.
    constexpr int passes = 3;
    Sweep sweep(source, job);
    const auto refine = [&](std::uint64_t stride) {
        const std::vector<LatencyRise> rises = latency_rises(sweep.points(), stride);
        for (int pass = 0; pass < passes; ++pass)
            for (const LatencyRise& rise : rises)
                sweep.add_sizes(rise.size * 0.7, std::min(rise.size * 1.4, sweep.most_bytes()), fine, stride);
    };
    job.begin("measuring sizes of arrays");
    for (int pass = 0; pass < passes; ++pass)
        sweep.add_sizes(least_bytes, sweep.most_bytes(), coarse, size_stride);
    job.begin("measuring sizes near capacities");
    refine(size_stride);
    job.begin("measuring pages");
    for (int pass = 0; pass < passes; ++pass)
        sweep.add_sizes(4.0 * page_stride, sweep.most_bytes(), coarse, page_stride);
    refine(page_stride);
    job.begin("measuring lines");
    const std::vector<ProbedLevel> levels = infer_hierarchy(sweep.points()).levels;
    for (int pass = 0; pass < passes; ++pass)
        for (std::size_t i = 0; i < levels.size(); ++i)
            for (std::uint64_t distance = 8; distance < pair_distance; distance *= 2)
                sweep.add(SweepOrder::pairs, bytes_of_pairs(levels, i, sweep.most_bytes()), distance);
    return std::move(sweep.points());
}

} // namespace hitmap
