#include "core/profile/sums/stack_traffic.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hitmap {

StackSums& StackSums::operator+=(const StackSums& more) {
    accesses += more.accesses;
    sectors += more.sectors;
    l1_hits += more.l1_hits;
    l1_lookups += more.l1_lookups;
    l2_hits += more.l2_hits;
    l2_lookups += more.l2_lookups;
    return *this;
}

StackSums StackTraffic::total() const {
    StackSums sum = untagged;
    for (const StackRay& ray : rays)
        sum += ray.sums;
    return sum;
}

std::vector<StackRay> StackTraffic::kinds() const {
    std::map<std::pair<std::uint8_t, std::uint8_t>, StackSums> sums;
    for (const StackRay& ray : rays)
        sums[{ray.kind, ray.bounce}] += ray.sums;
    std::vector<StackRay> kinds;
    for (const auto& [kind, sum] : sums)
        kinds.push_back({0, kind.first, kind.second, sum});
    return kinds;
}

StackSums StackTraffic::pixel(std::uint32_t pixel) const {
    StackSums sum;
    auto ray = std::lower_bound(rays.begin(), rays.end(), pixel,
                                [](const StackRay& each, std::uint32_t of) { return each.pixel < of; });
    for (; ray != rays.end() && ray->pixel == pixel; ++ray)
        sum += ray->sums;
    return sum;
}

std::vector<StackSums> StackTraffic::pixels(std::uint64_t count) const {
    std::vector<StackSums> sums(count);
    for (const StackRay& ray : rays)
        if (ray.pixel < count) sums[ray.pixel] += ray.sums;
    return sums;
}

} // namespace hitmap
