#pragma once

#include "core/cache/results/hit_unit.h"
#include "core/cache/sdcm/hit_probability.h"
#include "core/cache/sdcm/scene_lines.h"
#include "core/profile/preview/line_sample.h"
#include "core/profile/preview/sampled_stack.h"
#include "core/profile/preview/sparse_sums.h"
#include "core/profile/preview/unknown_distances.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/request.h"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace hitmap {

/// What all stretches share. Immutable.
struct SampledModel {
    const ElementAccessFinder& finder;
    std::array<const SceneLines*, 2> lines; ///< [levels]
    std::array<const HitTable*, 2> tables;  ///< [levels]
    LineSample sample;
};

/// Hits and look-ups of sampled lines.
struct SampledLookups {
    std::uint64_t hits = 0; ///< in units of 2^-24
    std::uint64_t lookups = 0;

    [[nodiscard]] double misses() const { return static_cast<double>(lookups * hit_unit - hits) / hit_unit; }
};

/// A look-up whose distance is not known: the first use of its line in a stretch.
struct UnknownLookup {
    std::uint32_t element;
    ReuseHistogram::Bin bound; ///< bin of the least distance that it can have
    ElementKindId kind;
    std::uint8_t level : 1;
    std::uint8_t group : 7; ///< LineSample::group_of()
};

/// What a stretch gives. Hits of unknown look-ups are not contained.
struct StretchResult {
    std::array<PerKind<CensoredDistances>, 2> distances;                    ///< [levels]
    std::array<SampledLookups, 2> sums;                                     ///< [levels]
    std::array<std::array<SampledLookups, LineSample::groups>, 2> by_group; ///< [levels][groups of lines]
    std::array<std::uint64_t, 2> all_lookups{}; ///< [levels] of sampled lines and all others
    std::vector<UnknownLookup> unknown;
};

/// Simulates the requests of one stretch, which follow each other. Used by one thread.
class StretchRun {
public:
    /// @param from_begin  whether the stretch is at the begin of the recording, where caches are empty
    StretchRun(const SampledModel& model, bool from_begin) : model_(model), l2_{.empty_before = from_begin} {}

    /// Adds the next requests. `out` gets the sums of an element for each group of its accesses. Throws Error
    /// if an element that names others is not in the scene.
    struct Part {
        ElementKindId kind;
        SparseSums::Entry sums;
    };
    void add(const RequestView& requests, std::vector<Part>& out);
    [[nodiscard]] StretchResult take_result() { return std::move(result_); }

private:
    struct Cache {
        SampledStack stack{};
        bool empty_before = false; ///< whether the cache is known to have been empty before its first look-up
        std::uint32_t launch = 0;
    };
    [[nodiscard]] Cache& l1_of(const RequestBlock::Entry& request);
    /// Looks up the lines of `count` consecutive accesses of an element.
    SampledLookups look_up(std::size_t level, Cache& cache, ElementKindId kind, std::uint32_t element,
                           std::uint32_t count);

    const SampledModel& model_;
    std::vector<std::unique_ptr<Cache>> l1_; ///< [SMs] null until the SM has look-ups
    Cache l2_;
    std::uint32_t first_launch_ = ~std::uint32_t{0};
    std::vector<ElementAccess> accesses_;
    StretchResult result_;
};

} // namespace hitmap
