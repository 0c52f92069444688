#include "core/profile/models/worst_elements.h"

#include "core/cache/results/access_outcome.h"

#include <algorithm>
#include <span>

namespace hitmap {

namespace {

/// In units of 2^-24.
std::uint64_t misses_of(const ElementSums& sums, std::size_t level) {
    const std::uint64_t lookups = level == 0 ? sums.l1_lookups : sums.l2_lookups;
    return lookups * hit_unit - (level == 0 ? sums.l1_hits : sums.l2_hits);
}

struct Candidate {
    std::uint64_t misses; ///< misses in units of 2^-24
    std::uint64_t element;
};

bool worse(const Candidate& a, const Candidate& b) {
    return a.misses != b.misses ? a.misses > b.misses : a.element < b.element;
}

/// Returns the `count` elements with the most misses for which is_listed(element), most misses first. It uses
/// a heap of at most `count` elements with the fewest misses on top.
template <class IsListed>
std::vector<Candidate> worst_candidates(std::span<const ElementSums> elements, std::size_t level,
                                        std::size_t count, IsListed is_listed) {
    std::vector<Candidate> heap;
    if (count == 0) return heap;
    for (std::uint64_t e = 0; e < elements.size(); ++e) {
        const Candidate candidate{misses_of(elements[e], level), e};
        if (candidate.misses == 0) continue;
        const bool full = heap.size() == count;
        if ((full && !worse(candidate, heap.front())) || !is_listed(e)) continue;
        if (full) {
            std::pop_heap(heap.begin(), heap.end(), worse);
            heap.pop_back();
        }
        heap.push_back(candidate);
        std::push_heap(heap.begin(), heap.end(), worse);
    }
    std::sort_heap(heap.begin(), heap.end(), worse);
    return heap;
}

std::uint64_t all_misses(std::span<const KindSums> kinds, std::size_t level) {
    std::uint64_t misses = 0;
    for (const KindSums& kind : kinds) {
        const LevelSums& sums = level == 0 ? kind.l1 : kind.l2;
        misses += sums.lookups * hit_unit - sums.hits;
    }
    return misses;
}

std::vector<WorstElement> rows_of(const std::vector<Candidate>& worst, std::span<const ElementSums> elements,
                                  std::uint64_t all) {
    std::vector<WorstElement> rows;
    rows.reserve(worst.size());
    for (const Candidate& candidate : worst)
        rows.push_back({candidate.element, elements[candidate.element],
                        static_cast<double>(candidate.misses) / hit_unit,
                        static_cast<double>(candidate.misses) / static_cast<double>(all)});
    return rows;
}

} // namespace

std::vector<WorstElement> worst_elements(const WindowSums& sums, const ElementSources& sources,
                                         ElementKindId kind, std::size_t level, std::size_t count) {
    const std::span<const ElementSums> elements = sums.elements[kind];
    const auto worst = worst_candidates(elements, level, count, [&](std::uint64_t element) {
        return sources.source(kind, element).has_value();
    });
    return rows_of(worst, elements, all_misses(sums.totals, level));
}

std::vector<WorstElement> worst_elements(const Profile& profile, TimeWindow window,
                                         const ElementSources& sources, ElementKindId kind, std::size_t level,
                                         std::size_t count, const JobContext& job) {
    WindowSums sums;
    profile.window(window, sums, job);
    return worst_elements(sums, sources, kind, level, count);
}

std::vector<WorstElement> worst_pixels(const Profile& profile, std::size_t level, std::size_t count) {
    const std::vector<ElementSums>* pixels = profile.pixel_sums();
    if (pixels == nullptr) return {};
    const auto worst = worst_candidates(*pixels, level, count, [](std::uint64_t) { return true; });
    return rows_of(worst, *pixels, all_misses(profile.totals({0, profile.positions()}), level));
}

} // namespace hitmap
