#include "core/profile/sums/recorded_profile.h"

#include "core/base/error.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

namespace {

constexpr std::uint32_t most_lookups = std::numeric_limits<std::uint32_t>::max();

/// A number of hits as a multiple of the unit and the rest.
struct SplitHits {
    std::uint64_t units = 0;
    double rest = 0.0;
};

/// Exact: a float is a multiple of the unit from 1/2 on, and has at most 24 digits below the unit otherwise.
SplitHits split(float hits) {
    const double units = std::floor(double{hits} * hit_unit);
    return {static_cast<std::uint64_t>(units), double{hits} - units / hit_unit};
}

void add_to(ElementSums& sums, const RecordedSum& sum) {
    const SplitHits l1 = split(sum.l1_hits);
    const SplitHits l2 = split(sum.l2_hits);
    sums.l1_hits += l1.units;
    sums.l2_hits += l2.units;
    sums.l1_rest += static_cast<float>(l1.rest);
    sums.l2_rest += static_cast<float>(l2.rest);
    sums.l1_lookups += sum.l1_lookups;
    sums.l2_lookups += sum.l2_lookups;
    ++sums.accesses;
}

void add_to(KindSums& sums, const RecordedSum& sum) {
    const auto add_level = [](LevelSums& level, float hits, std::uint32_t lookups) {
        const SplitHits parts = split(hits);
        level.hits += parts.units;
        level.rest += parts.rest;
        level.lookups += lookups;
    };
    add_level(sums.l1, sum.l1_hits, sum.l1_lookups);
    add_level(sums.l2, sum.l2_hits, sum.l2_lookups);
    ++sums.accesses;
}

} // namespace

void require_requests(const RequestSource& source) {
    if (!source.info().has_sums()) return;
    throw FileError(source.name(), "",
                    "expected requests, found sums of hits for each frame in their place, "
                    "so that neither other caches nor single accesses are known");
}

ProfileFacts RecordedProfile::facts_of(const RecordingInfo& info, std::shared_ptr<const ElementTerms> terms) {
    ProfileFacts facts;
    facts.positions = info.sums.frames;
    const ElementAccessFinder finder(info);
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
        facts.element_counts.push_back(finder.element_count(kind));
    facts.capabilities.can_resimulate = false;
    facts.capabilities.knows_order = false;
    facts.capabilities.has_reuse_distance = false;
    facts.capabilities.counts_accesses = false;
    facts.capabilities.finest_frames = info.sums.frames;
    facts.set_terms(std::move(terms));
    return facts;
}

RecordedProfile::RecordedProfile(const RequestSource& source, const JobContext& job,
                                 std::shared_ptr<const ElementTerms> terms)
    : Profile(facts_of(source.info(), std::move(terms))), frames_(element_kinds().size()) {
    read(source, job);
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
        check_lookups(kind, source.name());
}

void RecordedProfile::read(const RequestSource& source, const JobContext& job) {
    for (std::vector<Sums>& frames : frames_)
        frames.resize(positions());
    job.begin("reading the sums", positions(), "frames");
    std::vector<RecordedSum> sums;
    for (std::uint64_t frame = 0; frame < positions(); ++frame) {
        job.check();
        source.read_sums(frame, sums);
        for (const RecordedSum& sum : sums)
            frames_[sum.kind][frame].push_back(sum);
        for (std::vector<Sums>& frames : frames_) {
            frames[frame].shrink_to_fit();
            std::ranges::sort(frames[frame], {}, &RecordedSum::element);
        }
        job.add(1);
    }
}

void RecordedProfile::check_lookups(ElementKindId kind, const std::string& file) const {
    std::uint64_t all = 0;
    for (const Sums& frame : frames_[kind])
        for (const RecordedSum& sum : frame)
            all += std::max(sum.l1_lookups, sum.l2_lookups);
    if (all <= most_lookups) return;
    std::vector<std::array<std::uint64_t, 2>> lookups(element_count(kind));
    for (const Sums& frame : frames_[kind])
        for (const RecordedSum& sum : frame) {
            auto& [l1, l2] = lookups[sum.element];
            l1 += sum.l1_lookups;
            l2 += sum.l2_lookups;
            if (std::max(l1, l2) > most_lookups)
                throw FileError(file, fmt::format("{} {}", element_kinds()[kind].name, sum.element),
                                fmt::format("expected at most 2^32 - 1 look-ups in one cache, found {}",
                                            std::max(l1, l2)));
        }
}

std::span<const RecordedProfile::Sums> RecordedProfile::frames_of(ElementKindId kind,
                                                                  TimeWindow window) const {
    return std::span(frames_[kind]).subspan(window.first, window.count());
}

void RecordedProfile::add(ElementKindId kind, TimeWindow window, std::vector<ElementSums>& elements,
                          const JobContext& job) const {
    for (const Sums& frame : frames_of(kind, window)) {
        job.check();
        for (const RecordedSum& sum : frame)
            add_to(elements[sum.element], sum);
    }
}

void RecordedProfile::window(TimeWindow window, WindowSums& out, const JobContext& job) const {
    out.window = served(window);
    out.totals.assign(element_kinds().size(), {});
    out.elements.resize(element_kinds().size());
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind) {
        out.elements[kind].assign(element_count(kind), {});
        add(kind, out.window, out.elements[kind], job);
    }
    out.totals = totals(out.window, job);
}

std::vector<KindSums> RecordedProfile::totals(TimeWindow window, const JobContext& job) const {
    window = served(window);
    std::vector<KindSums> totals(element_kinds().size());
    std::vector<bool> accessed;
    for (ElementKindId kind = 0; kind < totals.size(); ++kind) {
        totals[kind].counts_accesses = false;
        accessed.assign(element_count(kind), false);
        for (const Sums& frame : frames_of(kind, window)) {
            job.check();
            for (const RecordedSum& sum : frame) {
                add_to(totals[kind], sum);
                totals[kind].elements_accessed += accessed[sum.element] ? 0 : 1;
                accessed[sum.element] = true;
            }
        }
    }
    return totals;
}

TimeWindow RecordedProfile::values(TimeWindow window, ElementKindId kind, Metric metric,
                                   std::vector<float>& out, const JobContext& job) const {
    window = served(window);
    if (const QuantityInfo& quantity = info_of(metric.quantity); quantity.term) {
        term_values(quantity, kind, out, job);
        return window;
    }
    out.assign(element_count(kind), std::numeric_limits<float>::quiet_NaN());
    if (!can_answer(capabilities(), metric)) return window;
    std::vector<ElementSums> elements(element_count(kind));
    add(kind, window, elements, job);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<float>(metric_value(metric, elements[i], window.count()));
    return window;
}

ElementSums RecordedProfile::element(TimeWindow window, ElementKindId kind, std::uint64_t element) const {
    ElementSums sums;
    for (const Sums& frame : frames_of(kind, served(window))) {
        const auto found = std::ranges::lower_bound(frame, element, {}, &RecordedSum::element);
        if (found != frame.end() && found->element == element) add_to(sums, *found);
    }
    return sums;
}

} // namespace hitmap
