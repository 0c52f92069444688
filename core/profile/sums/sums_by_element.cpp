#include "core/profile/sums/sums_by_element.h"

#include "core/base/error.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>

#include <limits>

namespace hitmap {

namespace {

void require_room(const WholeElement& sums, const ElementAccess& access, const AccessOutcome& outcome) {
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    if (sums.lookups[0] > most - outcome.l1_lookups || sums.lookups[1] > most - outcome.l2_lookups ||
        sums.accesses == most)
        throw Error(fmt::format("{} {} has more than 2^32 - 1 look-ups in one cache",
                                element_kinds()[access.kind].name, access.element));
}

void add_outcome(WholeElement& sums, const AccessOutcome& outcome) {
    ++sums.accesses;
    sums.hits[0] += outcome.l1_hits;
    sums.hits[1] += outcome.l2_hits;
    sums.distance[0] += outcome.l1_distance;
    sums.distance[1] += outcome.l2_distance;
    sums.lookups[0] += outcome.l1_lookups;
    sums.lookups[1] += outcome.l2_lookups;
    sums.cold[0] += outcome.l1_cold;
    sums.cold[1] += outcome.l2_cold;
    sums.conflict[0] += outcome.l1_conflict;
    sums.conflict[1] += outcome.l2_conflict;
}

} // namespace

ElementSums WholeElement::sums() const {
    ElementSums sums;
    if (accesses == 0) return sums;
    sums.l1_hits = hits[0];
    sums.l2_hits = hits[1];
    sums.accesses = accesses;
    sums.l1_lookups = lookups[0];
    sums.l2_lookups = lookups[1];
    sums.last_access = last_access;
    return sums;
}

LevelSums WholeElement::level(Level level) const {
    const std::size_t l = index(level);
    return {hits[l], lookups[l], cold[l], distance[l], conflict[l]};
}

KindSums& operator+=(KindSums& sums, const WholeElement& element) {
    if (element.accesses == 0) return sums;
    sums.accesses += element.accesses;
    ++sums.elements_accessed;
    sums.l1 += element.level(Level::l1);
    sums.l2 += element.level(Level::l2);
    return sums;
}

SumsByElement::SumsByElement(const RecordingInfo& info) {
    const ElementAccessFinder finder(info);
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        elements_.emplace_back(finder.element_count(static_cast<ElementKindId>(kind)));
}

void SumsByElement::add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
                        const AccessOutcomes& outcomes) {
    constexpr std::size_t ahead = 16; // accesses for which a fetch from memory begins early enough
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        if (i + ahead < accesses.size()) {
            const ElementAccess& later = accesses[i + ahead];
            __builtin_prefetch(elements_[later.kind].data() + later.element);
        }
        const AccessOutcome* const outcome = outcomes[i];
        if (outcome == nullptr) continue;
        const ElementAccess& access = accesses[i];
        WholeElement& sums = elements_[access.kind][access.element];
        require_room(sums, access, *outcome);
        add_outcome(sums, *outcome);
        sums.last_access = static_cast<std::uint32_t>(accesses_ + i);
    }
    accesses_ += accesses.size();
}

} // namespace hitmap
