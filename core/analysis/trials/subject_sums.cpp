#include "core/analysis/trials/subject_sums.h"

#include <algorithm>
#include <map>

namespace hitmap {

namespace {

void add_levels(const AccessOutcome& outcome, std::array<LevelSums, both_levels.size()>& sums) {
    sums[0].hits += outcome.l1_hits;
    sums[0].lookups += outcome.l1_lookups;
    sums[1].hits += outcome.l2_hits;
    sums[1].lookups += outcome.l2_lookups;
}

} // namespace

SubjectSums::SubjectSums(const RecordingInfo& info, SubjectBatch batch, std::span<const LaneTagRun> tags)
    : batch_(std::move(batch)),
      owners_(info),
      subjects_(info.allocations.size(), none),
      works_(distinct_works(tags)),
      by_element_(info) {
    for (std::size_t i = 0; i < batch_.allocations.size(); ++i)
        subjects_[batch_.allocations[i]] = i;
    sums_.assign(batch_.allocations.size(), std::vector<Levels>(works_.size() + 1));
    if (!tags.empty())
        lanes_.emplace(tags, [this](const LaneTag& tag) {
            return static_cast<std::uint32_t>(std::ranges::lower_bound(works_, work_of(tag)) -
                                              works_.begin());
        });
}

std::vector<SubjectSums::Work> SubjectSums::distinct_works(std::span<const LaneTagRun> tags) {
    // There may be very many runs, of few works.
    constexpr std::size_t instances = std::size_t{1} << 16;
    std::vector<bool> seen(instances << 8);
    for (const LaneTagRun& run : tags)
        seen[run.tag.ray_kind * instances + run.tag.instance] = true;
    std::vector<Work> works;
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (seen[i])
            works.emplace_back(static_cast<std::uint8_t>(i / instances), static_cast<std::uint16_t>(i));
    return works;
}

std::size_t SubjectSums::subject_of(ElementKindId kind, std::uint64_t element) const {
    if (batch_.is_of_vertices) return 0;
    const std::optional<std::size_t> owner = owners_.allocation_of(kind, element);
    return owner ? subjects_[*owner] : none;
}

void SubjectSums::add(const RequestView& block, std::span<const ElementAccess> accesses,
                      const AccessOutcomes& outcomes) {
    by_element_.add(block, accesses, outcomes);
    const LaneTagTracker::Warp* warp = nullptr;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const std::uint32_t entry = accesses[i].entry;
        if (lanes_ && (i == 0 || entry != accesses[i - 1].entry))
            warp = lanes_->at(block.first_request.value + entry, block.entries[entry]);
        const AccessOutcome* const outcome = outcomes[i];
        if (outcome == nullptr || (outcome->l1_lookups == 0 && outcome->l2_lookups == 0)) continue;
        const std::size_t subject = subject_of(accesses[i].kind, accesses[i].element);
        if (subject == none) continue;
        const std::uint32_t work = warp == nullptr ? LaneTagTracker::none : warp->lanes[accesses[i].lane];
        add_levels(*outcome, sums_[subject][std::min<std::size_t>(work, works_.size())]);
    }
}

std::size_t SubjectSums::place_of(std::size_t allocation) const {
    return static_cast<std::size_t>(std::ranges::find(batch_.allocations, allocation) -
                                    batch_.allocations.begin());
}

LevelLookUps SubjectSums::as_lookups(const Levels& sums) {
    LevelLookUps lookups;
    for (const Level level : both_levels) {
        const LevelSums& of = sums[index(level)];
        lookups[index(level)] = {static_cast<double>(of.lookups), of.miss_count()};
    }
    return lookups;
}

LevelLookUps SubjectSums::all(std::size_t allocation) const {
    Levels all{};
    for (const Levels& of_work : sums_.at(place_of(allocation)))
        for (const Level level : both_levels)
            all[index(level)] += of_work[index(level)];
    return as_lookups(all);
}

template <class Part>
std::vector<TagLookUps> SubjectSums::by(std::size_t allocation, const Part& part) const {
    std::map<std::uint16_t, Levels> sums;
    const std::vector<Levels>& of_works = sums_.at(place_of(allocation));
    for (std::size_t i = 0; i < works_.size(); ++i)
        for (const Level level : both_levels)
            sums[part(works_[i])][index(level)] += of_works[i][index(level)];
    std::vector<TagLookUps> parts;
    for (const auto& [number, levels] : sums)
        if (levels != Levels{}) parts.push_back({number, as_lookups(levels)});
    return parts;
}

std::vector<TagLookUps> SubjectSums::rays(std::size_t allocation) const {
    return by(allocation, [](const Work& work) { return std::uint16_t{work.first}; });
}

std::vector<TagLookUps> SubjectSums::instances(std::size_t allocation) const {
    return by(allocation, [](const Work& work) { return work.second; });
}

WindowSums SubjectSums::window(std::size_t allocation) const {
    const std::size_t subject = place_of(allocation);
    WindowSums window;
    const std::size_t kinds = by_element_.elements().size();
    window.elements.resize(kinds);
    window.totals.resize(kinds);
    for (ElementKindId kind = 0; kind < kinds; ++kind) {
        const std::vector<WholeElement>& all = by_element_.elements()[kind];
        std::vector<ElementSums>& elements = window.elements[kind];
        elements.resize(all.size());
        for (std::size_t element = 0; element < all.size(); ++element) {
            if (subject_of(kind, element) != subject) continue;
            elements[element] = all[element].sums();
            window.totals[kind] += all[element];
        }
    }
    return window;
}

} // namespace hitmap
