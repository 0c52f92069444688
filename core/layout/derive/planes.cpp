#include "core/layout/derive/planes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint64_t plane_step = 4; ///< bytes of a component

/// Whether a lane always goes from a component to the next one at these sites.
bool is_step(const Site& from, const Site& to, const SitePair& pair) {
    constexpr std::uint64_t few = 4; // pairs, which may have one distance by chance
    if (!pair.constant || pair.times < few || pair.distance <= 0) return false;
    const auto distance = static_cast<std::uint64_t>(pair.distance);
    const std::uint64_t range = from.most - from.least + plane_step;
    return distance % plane_step == 0 && distance >= range && distance >= 2 * plane_step &&
           from.divisor == plane_step && to.divisor == plane_step;
}

/// The last site of the chain of steps of one distance that begins at `site`, and its number of planes.
std::pair<SiteKey, std::uint32_t>
end_of_chain(SiteKey site, std::int64_t distance,
             const std::map<SiteKey, std::pair<SiteKey, std::int64_t>>& steps) {
    std::uint32_t planes = 1;
    constexpr std::uint32_t most_planes = 16;
    for (auto step = steps.find(site);
         step != steps.end() && step->second.second == distance && planes < most_planes;
         step = steps.find(site)) {
        site = step->second.first;
        ++planes;
    }
    return {site, planes};
}

} // namespace

std::vector<Planes> find_planes(const AccessSurvey& survey) {
    std::map<SiteKey, std::pair<SiteKey, std::int64_t>> steps;
    std::set<SiteKey> later; // sites that a step leads to
    for (const auto& [sites, pair] : survey.pairs) {
        if (!is_step(survey.sites.at(sites.first), survey.sites.at(sites.second), pair)) continue;
        steps.emplace(sites.first, std::pair(sites.second, pair.distance));
        later.insert(sites.second);
    }
    std::vector<Planes> found;
    for (const auto& [site, step] : steps) {
        if (later.contains(site)) continue;
        const auto chain = end_of_chain(site, step.second, steps);
        const SiteKey last = chain.first;
        const std::uint32_t count = chain.second;
        if (count < 2) continue;
        std::set<std::uint32_t> buffers;
        for (SiteKey at = site; at != last; at = steps.at(at).first)
            buffers.insert(at.buffer);
        buffers.insert(last.buffer);
        const std::uint64_t first = survey.sites.at(site).least;
        const auto distance = static_cast<std::uint64_t>(step.second);
        const auto same = std::find_if(found.begin(), found.end(), [&](const Planes& planes) {
            return planes.distance == distance && planes.count == count && planes.buffers == buffers;
        });
        if (same == found.end())
            found.push_back({buffers, first, distance, count});
        else
            same->first = std::min(same->first, first);
    }
    return found;
}

} // namespace hitmap
