#include "core/profile/live/live_profile.h"

#include "core/base/error.h"
#include "core/profile/index/for_each_tile.h"
#include "core/profile/index/tile_log.h"
#include "core/profile/live/allocation_misses.h"
#include "core/profile/live/frame_misses.h"
#include "core/profile/query/frame_table.h"
#include "core/profile/sums/sm_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

/// The terms of elements do not depend on caches: those of another profile, which this keeps alive.
class TermsOfProfile final : public ElementTerms {
public:
    explicit TermsOfProfile(std::shared_ptr<const Profile> base) : base_(std::move(base)) {}
    [[nodiscard]] EnumSet<ElementTerm> known() const override { return base_->capabilities().terms; }
    [[nodiscard]] Values of(ElementTerm term, const JobContext& job) const override {
        return base_->terms(term, job).value();
    }

private:
    std::shared_ptr<const Profile> base_;
};

LevelSums& level_of(KindSums& sums, std::size_t level) {
    return level == 0 ? sums.l1 : sums.l2;
}

std::uint64_t hits_without(std::uint64_t lookups, std::uint64_t misses) {
    return lookups * hit_unit - misses;
}

void set_element_hits(ElementSums& element, std::uint64_t l1_misses, std::uint64_t l2_misses) {
    element.l1_hits = hits_without(element.l1_lookups, l1_misses);
    element.l2_hits = hits_without(element.l2_lookups, l2_misses);
}

} // namespace

LiveProfile::LiveProfile(std::shared_ptr<const Profile> base, std::shared_ptr<const LiveSums> sums,
                         const SdcmConfig& config, const JobContext& job)
    : Profile(facts_of(base)), base_(std::move(base)), sums_(std::move(sums)) {
    check_sdcm(config);
    for (std::size_t level = 0; level < tables_.size(); ++level) {
        const CacheGeometry& geometry = level == 0 ? config.l1 : config.l2;
        if (geometry.line != sums_->kept().line[level])
            throw UsageError(fmt::format("L{} cache: the kept distances are of lines of {} bytes, not of {}",
                                         level + 1, sums_->kept().line[level], geometry.line));
        tables_[level] = sums_->table(level, geometry, job);
    }
    if (sums_->kept().accesses != positions())
        throw Error(fmt::format("the kept distances are of {} element accesses, the profile has {}",
                                sums_->kept().accesses, positions()));
}

ProfileFacts LiveProfile::facts_of(const std::shared_ptr<const Profile>& base) {
    ProfileFacts facts;
    facts.positions = base->positions();
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        facts.element_counts.push_back(base->element_count(static_cast<ElementKindId>(kind)));
    facts.capabilities = base->capabilities();
    if (facts.capabilities.terms != EnumSet<ElementTerm>())
        facts.set_terms(std::make_shared<TermsOfProfile>(base));
    return facts;
}

LiveProfile::LevelMisses LiveProfile::misses(TimeWindow window, const JobContext& job) const {
    return {sums_->misses(0, *tables_[0], window, job), sums_->misses(1, *tables_[1], window, job)};
}

const KeptTile* LiveProfile::tile_of(ElementKindId kind, std::uint64_t element) const {
    if (element >= element_count(kind)) return nullptr;
    const auto tiles = sums_->kept().tiles_of(kind);
    const std::uint64_t t = element / tile_slots;
    if (t >= tiles.size()) return nullptr; // a kind without look-ups
    const KeptTile& tile = tiles[t];
    return tile.element_of(element % tile_slots) != KeptTile::no_element ? &tile : nullptr;
}

void LiveProfile::set_hits(std::vector<KindSums>& totals, const LevelMisses& misses) const {
    for (std::size_t kind = 0; kind < totals.size(); ++kind)
        for (std::size_t level = 0; level < misses.size(); ++level) {
            LevelSums& sums = level_of(totals[kind], level);
            sums.hits = hits_without(sums.lookups, misses[level]->kinds[kind]);
        }
}

void LiveProfile::window(TimeWindow window, WindowSums& out, const JobContext& job) const {
    base_->window(window, out, job);
    const LevelMisses found = misses(out.window, job);
    set_hits(out.totals, found);
    for (const KeptTile& tile : sums_->kept().tiles)
        for (std::size_t e = 0; e < tile.elements(); ++e)
            set_element_hits(out.elements[tile.kind][tile.first_slot + tile.slots()[e]],
                             found[0]->elements[tile.first_element + e],
                             found[1]->elements[tile.first_element + e]);
}

std::vector<KindSums> LiveProfile::totals(TimeWindow window, const JobContext& job) const {
    std::vector<KindSums> totals = base_->totals(window, job);
    set_hits(totals, misses(served(window), job));
    return totals;
}

std::vector<std::vector<KindSums>> LiveProfile::frame_totals(std::uint64_t q, const JobContext& job) const {
    auto totals = base_->frame_totals(q, job);
    if (q == 0 || positions() == 0) return totals;
    const FrameTable frames(positions(), q);
    using Sums = std::vector<std::vector<std::uint64_t>>; // [kinds][q]; empty for kinds without accesses
    for (std::size_t level = 0; level < tables_.size(); ++level) {
        Sums sums(element_kinds().size(), std::vector<std::uint64_t>(q));
        for_each_tile<Sums>(
            sums_->pool(), std::span(sums_->kept().by_size), job,
            [&](Sums& worker, std::uint32_t t) {
                const KeptTile& tile = sums_->kept().tiles[t];
                worker.resize(sums.size());
                worker[tile.kind].resize(q);
                auto& of_kind = worker[tile.kind];
                for_each_frame_misses(
                    tile, level, *tables_[level], frames,
                    [&](std::uint64_t f, const KeptRun&, std::uint64_t misses) { of_kind[f] += misses; },
                    job);
            },
            [&](const Sums& worker) {
                for (std::size_t kind = 0; kind < worker.size(); ++kind)
                    for (std::size_t f = 0; f < worker[kind].size(); ++f)
                        sums[kind][f] += worker[kind][f];
            });
        for (std::uint64_t f = 0; f < q; ++f)
            for (std::size_t kind = 0; kind < sums.size(); ++kind) {
                LevelSums& of_level = level_of(totals[f][kind], level);
                of_level.hits = hits_without(of_level.lookups, sums[kind][f]);
            }
    }
    return totals;
}

template <class Take>
void LiveProfile::for_each_hits(TimeWindow window, ElementKindId kind, Level level, const JobContext& job,
                                const Take& take) const {
    const std::size_t l = index(level);
    const auto accesses = sums_->accesses(window, job);
    const auto misses = sums_->misses(l, *tables_[l], window, job);
    QuantitySums sums;
    sums.positions = window.count();
    sums.elements_accessed = 1;
    for (const KeptTile& tile : sums_->kept().tiles_of(kind))
        for (std::size_t e = 0; e < tile.elements(); ++e) {
            const std::size_t i = tile.first_element + e;
            sums.accesses = (*accesses)[i];
            sums.level.lookups = sums.accesses * tile.lookups(l)[e];
            sums.level.hits = hits_without(sums.level.lookups, misses->elements[i]);
            take(tile.first_slot + tile.slots()[e], sums);
        }
}

TimeWindow LiveProfile::values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                               const JobContext& job) const {
    const QuantityInfo& info = info_of(metric.quantity);
    if (!info.sums.has(Sum::hits) || info.sums.intersects(reuse_sums))
        return base_->values(window, kind, metric, out, job);
    window = served(window);
    out.assign(element_count(kind), std::numeric_limits<float>::quiet_NaN());
    visit_metric(metric, [&]<std::size_t row, Level>() {
        for_each_hits(window, kind, *metric.level, job, [&](std::uint64_t element, const QuantitySums& sums) {
            out[element] = static_cast<float>(quantity_table[row].value(sums));
        });
    });
    return window;
}

TimeWindow LiveProfile::region_sums(TimeWindow window, const ElementRegions& regions, Metric metric,
                                    std::vector<QuantitySums>& out, const JobContext& job) const {
    const QuantityInfo& info = info_of(metric.quantity);
    if (!info.sums.has(Sum::hits) || info.sums.intersects(reuse_sums))
        return base_->region_sums(window, regions, metric, out, job);
    window = served(window);
    QuantitySums nothing;
    nothing.positions = window.count();
    out.assign(regions.count(), nothing);
    for_each_hits(window, regions.kind, *metric.level, job,
                  [&](std::uint64_t element, const QuantitySums& sums) {
                      if (const std::uint32_t region = regions.of(element); region != ElementRegions::none)
                          out[region].add(sums);
                  });
    return window;
}

ElementSums LiveProfile::element(TimeWindow window, ElementKindId kind, std::uint64_t element) const {
    ElementSums sums = base_->element(window, kind, element);
    if (const KeptTile* tile = tile_of(kind, element)) {
        const LevelMisses found = misses(served(window), {});
        const std::uint64_t i = tile->first_element + tile->element_of(element % tile_slots);
        set_element_hits(sums, found[0]->elements[i], found[1]->elements[i]);
    }
    return sums;
}

std::vector<ElementFrame> LiveProfile::element_frames(std::uint64_t q, ElementKindId kind,
                                                      std::uint64_t element, const JobContext& job) const {
    auto found = base_->element_frames(q, kind, element, job);
    const KeptTile* const tile = tile_of(kind, element);
    if (tile == nullptr || q == 0 || positions() == 0) return found;
    const FrameTable frames(positions(), q);
    for (std::size_t level = 0; level < tables_.size(); ++level) {
        std::vector<std::uint64_t> sums(q);
        const std::uint16_t number = tile->element_of(element % tile_slots);
        for_each_frame_misses(
            *tile, level, *tables_[level], frames,
            [&](std::uint64_t f, const KeptRun& run, std::uint64_t misses) {
                if (run.element == number) sums[f] += misses;
            },
            job);
        for (std::uint64_t f = 0; f < q; ++f) {
            LevelSums& of_level = level_of(found[f].sums, level);
            of_level.hits = hits_without(of_level.lookups, sums[f]);
        }
    }
    return found;
}

std::shared_ptr<const SmTable> LiveProfile::sm_table(const JobContext& job) const {
    const auto base = base_->sm_table(job);
    if (base == nullptr || sums_->kept().sms == nullptr) return nullptr;
    const auto make = [&] {
        std::array<std::shared_ptr<const SmMisses>, 2> found;
        for (std::size_t level = 0; level < found.size(); ++level)
            found[level] = sums_->sm_misses(level, *tables_[level], base->intervals(), job);
        return std::make_shared<const SmTable>(base->with_misses(
            [&](std::size_t level, std::size_t sm, std::uint64_t i) { return found[level]->of(sm, i); }));
    };
    return sm_table_.get(make, job);
}

std::optional<ValueExtent> LiveProfile::extent_over_frames(std::uint64_t q, Metric metric,
                                                           const JobContext& job) const {
    if (!info_of(metric.quantity).sums.has(Sum::hits)) return base_->extent_over_frames(q, metric, job);
    return Profile::extent_over_frames(q, metric, job);
}

std::optional<std::vector<PixelAccess>> LiveProfile::pixel_accesses(std::uint32_t pixel, TimeWindow window,
                                                                    const JobContext& job) const {
    return base_->pixel_accesses(pixel, window, job);
}

AllocationWindow LiveProfile::allocations(TimeWindow window) const {
    AllocationWindow found = base_->allocations(window);
    for (std::size_t level = 0; level < tables_.size(); ++level) {
        const auto misses = allocation_misses(sums_->kept(), level, *tables_[level], found.window,
                                              found.allocations.size(), sums_->pool());
        for (std::size_t a = 0; a < misses.size(); ++a) {
            LevelSums& sums = level == 0 ? found.allocations[a].l1 : found.allocations[a].l2;
            sums.hits = hits_without(sums.lookups, misses[a]);
        }
    }
    return found;
}

} // namespace hitmap
