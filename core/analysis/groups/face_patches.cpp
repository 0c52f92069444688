#include "core/analysis/groups/face_patches.h"

#include "core/jobs/check_often.h"
#include "core/jobs/checked_sort.h"

#include <algorithm>
#include <numeric>

namespace hitmap {

namespace {

constexpr std::uint64_t fewest_rounds = 16;
constexpr std::uint64_t most_rounds = 32;
// Share of a difference that is exchanged between two neighbours. With at most two neighbours at each of
// three edges, no value becomes negative in any order.
constexpr double evened_out = 1.0 / 6.0;

struct Spread {
    double misses = 0.0;
    double area = 0.0;
};

/// More rounds if few faces have a miss, because there are few rays for the number of faces.
std::uint64_t rounds_for(std::span<const std::uint64_t> misses) {
    const auto some = static_cast<std::uint64_t>(
        std::ranges::count_if(misses, [](std::uint64_t count) { return count != 0; }));
    return some == 0 ? 0 : std::clamp(4 * misses.size() / some, fewest_rounds, most_rounds);
}

/// [face slots] Misses per area, smoothed over neighbours; 0 for faces without area.
std::vector<double> densities(const FaceSurface& surface, std::span<const std::uint64_t> misses,
                              const JobContext& job) {
    std::vector<Spread> spread(misses.size());
    for (std::size_t f = 0; f < misses.size(); ++f)
        spread[f] = {static_cast<double>(misses[f]), surface.areas[f]};
    const std::uint64_t rounds = rounds_for(misses);
    job.begin("spreading misses over neighbouring faces", rounds * surface.pairs.size(), "pairs");
    const auto even_out = [&](const FacePair& pair) {
        const double part = evened_out * static_cast<double>(pair.nearness);
        Spread& a = spread[pair.a];
        Spread& b = spread[pair.b];
        const Spread flow{part * (b.misses - a.misses), part * (b.area - a.area)};
        a = {a.misses + flow.misses, a.area + flow.area};
        b = {b.misses - flow.misses, b.area - flow.area};
    };
    const std::size_t count = surface.pairs.size();
    for (std::uint64_t round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < count; ++i) {
            check_often(i, job);
            // Forwards and backwards in turn, so that values do not drift with the order of the pairs.
            even_out(surface.pairs[round % 2 == 0 ? i : count - 1 - i]);
        }
        job.add(count);
    }
    std::vector<double> densities(misses.size());
    for (std::size_t f = 0; f < misses.size(); ++f)
        if (surface.areas[f] > 0.0) densities[f] = spread[f].misses / spread[f].area;
    return densities;
}

/// Union-find over faces.
class Components {
public:
    explicit Components(std::size_t faces) : parent_(faces) { reset(); }
    void reset() { std::iota(parent_.begin(), parent_.end(), 0U); }
    [[nodiscard]] std::uint32_t of(std::uint32_t face) {
        while (parent_[face] != face) {
            parent_[face] = parent_[parent_[face]];
            face = parent_[face];
        }
        return face;
    }
    /// The lower root represents both sets.
    void merge(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t of_a = of(a);
        const std::uint32_t of_b = of(b);
        parent_[std::max(of_a, of_b)] = std::min(of_a, of_b);
    }

private:
    std::vector<std::uint32_t> parent_;
};

class PatchGrower {
public:
    PatchGrower(const FaceSurface& surface, std::span<const std::uint64_t> misses, const JobContext& job)
        : surface_(surface),
          misses_(misses),
          job_(job),
          densities_(densities(surface, misses, job)),
          components_(misses.size()) {
        for (std::uint32_t f = 0; f < misses.size(); ++f)
            if (densities_[f] > 0.0) kept_.push_back(f);
        checked_sort(kept_, job, [&](std::uint32_t a, std::uint32_t b) {
            return densities_[a] != densities_[b] ? densities_[a] > densities_[b] : a < b;
        });
    }

    std::vector<std::vector<std::uint32_t>> grow(double largest_share) {
        // At first, all faces are one component; its denser half is kept.
        std::vector<std::uint64_t> sums(misses_.size());
        sums[0] = std::accumulate(misses_.begin(), misses_.end(), std::uint64_t{0});
        const auto limit = static_cast<std::uint64_t>(largest_share * static_cast<double>(sums[0]));
        std::vector<std::uint32_t> component(misses_.size(), 0);
        cut(component, sums, 0);
        do {
            connect();
            std::ranges::fill(sums, 0);
            for (const std::uint32_t f : kept_) {
                component[f] = components_.of(f);
                sums[component[f]] += misses_[f];
            }
        } while (cut(component, sums, limit));
        return patches(component);
    }

private:
    /// For each component above the limit, keeps the densest faces that have half of its misses, including
    /// all faces as dense as the last of them. Returns whether any face was left out.
    bool cut(const std::vector<std::uint32_t>& component, const std::vector<std::uint64_t>& sums,
             std::uint64_t limit) {
        struct Cut {
            std::uint64_t found = 0;
            double last_density = 0.0; ///< density of the last face that counts towards the first half
        };
        std::vector<Cut> cuts(sums.size());
        const auto left_out = [&](std::uint32_t f) {
            const std::uint64_t sum = sums[component[f]];
            if (sum <= limit) return false;
            Cut& cut = cuts[component[f]];
            if (cut.found < sum - sum / 2) {
                cut.found += misses_[f];
                cut.last_density = densities_[f];
                return false;
            }
            return densities_[f] != cut.last_density;
        };
        std::vector<std::uint32_t> kept;
        kept.reserve(kept_.size());
        for (const std::uint32_t f : kept_)
            if (!left_out(f)) kept.push_back(f);
        kept_.swap(kept);
        return kept_.size() != kept.size();
    }

    /// Merges kept faces that share an edge.
    void connect() {
        std::vector<bool> kept(misses_.size(), false);
        for (const std::uint32_t f : kept_)
            kept[f] = true;
        components_.reset();
        for (std::size_t i = 0; i < surface_.pairs.size(); ++i) {
            check_often(i, job_);
            const FacePair& pair = surface_.pairs[i];
            if (kept[pair.a] && kept[pair.b]) components_.merge(pair.a, pair.b);
        }
    }

    std::vector<std::vector<std::uint32_t>> patches(const std::vector<std::uint32_t>& component) {
        checked_sort(kept_, job_);
        std::vector<std::uint32_t> number(misses_.size(), ~std::uint32_t{0});
        std::vector<std::vector<std::uint32_t>> patches;
        for (const std::uint32_t f : kept_) {
            std::uint32_t& patch = number[component[f]];
            if (patch == ~std::uint32_t{0}) {
                patch = static_cast<std::uint32_t>(patches.size());
                patches.emplace_back();
            }
            patches[patch].push_back(f);
        }
        return patches;
    }

    const FaceSurface& surface_;
    std::span<const std::uint64_t> misses_;
    const JobContext& job_;
    std::vector<double> densities_;
    Components components_;
    std::vector<std::uint32_t> kept_; ///< faces, the densest first
};

} // namespace

std::vector<std::vector<std::uint32_t>> face_patches(const FaceSurface& surface,
                                                     std::span<const std::uint64_t> misses,
                                                     double largest_share, const JobContext& job) {
    if (misses.empty()) return {};
    return PatchGrower(surface, misses, job).grow(largest_share);
}

} // namespace hitmap
