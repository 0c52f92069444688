#include "widgets/model/slider_numbers.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint64_t line_steps = 16; ///< per power of two

/// Both of a pair of divisors are found by the smaller one. Caches that a model can simulate have fewer lines
/// than the square of this.
constexpr std::uint64_t largest_small_divisor = 1U << 16;

std::vector<std::uint64_t> divisors(std::uint64_t number) {
    std::vector<std::uint64_t> found;
    for (std::uint64_t small = 1; small <= largest_small_divisor && small <= number / small; ++small) {
        if (number % small != 0) continue;
        found.push_back(small);
        if (small != number / small) found.push_back(number / small);
    }
    std::ranges::sort(found);
    return found;
}

} // namespace

std::vector<std::uint64_t> spaced_numbers(std::uint64_t last, std::uint64_t steps) {
    std::vector<std::uint64_t> numbers;
    std::uint64_t step = 1;
    for (std::uint64_t number = 1; number < last; number += step) {
        if (number >= 2 * steps * step) step *= 2;
        numbers.push_back(number);
    }
    numbers.push_back(last);
    return numbers;
}

CacheGeometry with_lines(CacheGeometry cache, std::uint64_t lines, std::uint64_t ways) {
    cache.capacity = lines * cache.line;
    cache.ways = ways == 0 ? lines : std::min(ways, lines);
    return cache;
}

std::vector<std::uint64_t> line_numbers(const CacheGeometry& cache, std::uint64_t ways, std::uint64_t last,
                                        const PossibleCache& possible) {
    // Up to the number of ways there is one set; from there on sets must be whole.
    std::vector<std::uint64_t> numbers = spaced_numbers(ways == 0 ? last : std::min(ways, last), line_steps);
    if (ways != 0 && last / ways > 1)
        for (const std::uint64_t sets : spaced_numbers(last / ways, line_steps))
            if (sets > 1) numbers.push_back(sets * ways);
    if (!possible) return numbers;
    std::erase_if(numbers, [&](std::uint64_t lines) { return !possible(with_lines(cache, lines, ways)); });
    return numbers.empty() ? spaced_numbers(last, line_steps) : numbers;
}

std::vector<std::uint64_t> line_stops(const std::vector<std::uint64_t>& numbers, std::uint64_t ways,
                                      std::uint64_t own) {
    std::vector<std::uint64_t> stops;
    for (const std::uint64_t lines : numbers) {
        const bool is_one_set = ways == 0 || lines < ways;
        if (lines == own || std::has_single_bit(is_one_set ? lines : lines / ways)) stops.push_back(lines);
    }
    return stops.empty() ? numbers : stops;
}

std::vector<std::uint64_t> way_numbers(CacheGeometry cache, const PossibleCache& possible) {
    const std::vector<std::uint64_t> all = divisors(cache.lines());
    if (!possible) return all;
    std::vector<std::uint64_t> numbers = all;
    std::erase_if(numbers, [&](std::uint64_t ways) {
        cache.ways = ways;
        return !possible(cache);
    });
    return numbers.empty() ? all : numbers;
}

} // namespace hitmap
