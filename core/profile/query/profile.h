#pragma once

#include "core/jobs/progress.h"
#include "core/profile/query/element_regions.h"
#include "core/profile/query/metric.h"
#include "core/profile/query/time_window.h"
#include "core/profile/query/window_sums.h"
#include "core/trace/model/element_kind.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace hitmap {

struct AccessMatrix; // core/cache/results/access_matrix.h
struct MatrixWindow; // core/cache/results/matrix_history.h
struct ReuseReport;  // core/cache/reuse/reuse_histogram.h
struct StackTraffic; // core/profile/sums/stack_traffic.h
class SmTable;       // core/profile/sums/sm_table.h

/// The questions that a profile can answer. A profile of a cache model answers everything that the model was
/// configured for. A profile of sums per frame, recorded by another tool, has no access order and a finest
/// number of frames.
struct ProfileCapabilities {
    bool can_resimulate = true; ///< the requests are available, so that other configurations can be simulated
    bool knows_order = true;    ///< the access order is defined, and accesses have positions
    bool has_reuse_distance = true; ///< metrics of reuse distances are defined
    bool has_miss_classes = false;  ///< the model gave the reasons of misses
    /// The number of accesses is known. If not, ElementSums::accesses and KindSums::accesses only say whether
    /// there were any: they count the recorded frames in which each element was accessed.
    bool counts_accesses = true;
    EnumSet<ElementTerm> terms{}; ///< those that are known: metrics of these are defined
    /// If set, windows are rounded to whole frames of this number of frames; otherwise all windows are exact.
    std::optional<std::uint64_t> finest_frames;
};

/// Whether values() of the metric can be defined. Cold misses are known if either reuse distances or classes
/// of misses are, since look-ups without a reuse distance are cold.
[[nodiscard]] bool can_answer(const ProfileCapabilities& capabilities, Metric metric);

/// Facts about the whole recording.
struct ProfileFacts {
    std::uint64_t positions = 0;               ///< N
    std::vector<std::uint64_t> element_counts; ///< [kinds]
    ProfileCapabilities capabilities;
    std::shared_ptr<const ReuseReport> reuse; ///< this and the next three may be null
    std::shared_ptr<const AccessMatrix> matrix;
    std::shared_ptr<const std::vector<ElementSums>> pixel_sums; ///< [pixels]
    std::shared_ptr<const StackTraffic> stack_traffic;
    std::shared_ptr<const SmTable> sm_table;
    std::shared_ptr<const ElementTerms> terms; ///< null: none is known; set it by set_terms()

    /// Sets what is known of elements beside accesses, and the capabilities with it.
    void set_terms(std::shared_ptr<const ElementTerms> known) {
        capabilities.terms = known == nullptr ? EnumSet<ElementTerm>() : known->known();
        terms = std::move(known);
    }
};

/// The sums of a recording's cache accesses, indexed by time. They come from a cache model, or were recorded
/// by another tool. Immutable; all functions are thread-safe. [kinds] is [element_kinds().size()].
///
/// A query of a window is answered for served(window). Another kind of profile only has to implement window()
/// and allocations(). The default implementations of the other queries use window(); a profile overrides them
/// if it knows a faster way.
class Profile {
public:
    virtual ~Profile() = default;
    Profile(const Profile&) = delete;
    Profile& operator=(const Profile&) = delete;

    [[nodiscard]] const ProfileCapabilities& capabilities() const { return facts_.capabilities; }
    [[nodiscard]] std::uint64_t positions() const { return facts_.positions; } ///< N
    [[nodiscard]] std::uint64_t element_count(ElementKindId kind) const {
        return facts_.element_counts[kind];
    }
    /// Returns the reuse distances of all look-ups in the whole recording; null if the model did not explain
    /// misses.
    [[nodiscard]] const ReuseReport* reuse() const { return facts_.reuse.get(); }
    /// Returns the traffic by instruction and allocation together, over the whole recording. Null for models
    /// other than the hierarchy model.
    [[nodiscard]] const AccessMatrix* matrix() const { return facts_.matrix.get(); }
    /// [pixels] Returns the sums over all element accesses, of every kind, that lanes made while they served
    /// the pixel, over the whole recording. Null without lane tags, and if one pixel has 2^28 accesses or
    /// more.
    [[nodiscard]] const std::vector<ElementSums>* pixel_sums() const { return facts_.pixel_sums.get(); }
    /// Returns the local memory traffic by ray, over the whole recording. Null without lane tags, without
    /// local memory, and for models other than the hierarchy model.
    [[nodiscard]] const StackTraffic* stack_traffic() const { return facts_.stack_traffic.get(); }
    /// Returns the terms of all elements of the scene of their kind, whose number may differ from
    /// element_count(). No value if they are not known. Measures the scene at the first call. Throws
    /// Cancelled.
    [[nodiscard]] std::optional<ElementTerms::Values> terms(ElementTerm term,
                                                            const JobContext& job = {}) const;

    /// Returns the window for which a query of `window` is answered: clamped to [0, N] and, if capabilities()
    /// have finest_frames, rounded outwards to whole frames.
    [[nodiscard]] TimeWindow served(TimeWindow window) const {
        return served_window(window, facts_.positions, facts_.capabilities.finest_frames);
    }

    /// Computes the sums of every element of every kind. `out` is overwritten; reusing it for several queries
    /// saves allocations. Throws Cancelled; then the contents of `out` are unspecified.
    virtual void window(TimeWindow window, WindowSums& out, const JobContext& job = {}) const = 0;
    /// Returns the sums by allocation. The window is rounded outwards to positions at which the profile knows
    /// them. With a cache model these are 512 or more accesses apart (SumsHistory), between two requests, and
    /// include both ends of the recording.
    [[nodiscard]] virtual AllocationWindow allocations(TimeWindow window) const = 0;
    /// Returns the sums by SM and interval of time. Null for recordings of sums. With the hierarchy model,
    /// they count everything, regardless of a restriction. Throws Cancelled.
    [[nodiscard]] virtual std::shared_ptr<const SmTable> sm_table(const JobContext& job = {}) const;
    /// Returns all sums of the hierarchy model over the window; no value for other models.
    [[nodiscard]] virtual std::optional<TrafficWindow> traffic(TimeWindow /*window*/) const {
        return std::nullopt;
    }
    /// Returns matrix() over the window, rounded outwards to positions at which it is known. These may differ
    /// from those of traffic(). No value if there is none; the whole recording if it has too many cells.
    [[nodiscard]] virtual std::optional<MatrixWindow> matrix(TimeWindow /*window*/) const;
    /// Returns the accesses in the window that lanes made while they served the pixel, sorted by position. No
    /// value without lane tags or without access order. Throws Cancelled.
    [[nodiscard]] virtual std::optional<std::vector<PixelAccess>>
    pixel_accesses(std::uint32_t pixel, TimeWindow window, const JobContext& job = {}) const;

    /// Returns the totals of the window: [kinds]. Throws Cancelled.
    [[nodiscard]] virtual std::vector<KindSums> totals(TimeWindow window, const JobContext& job = {}) const;
    /// Returns totals() of all q frames, for a curve over time: [q][kinds]. Throws Cancelled.
    [[nodiscard]] virtual std::vector<std::vector<KindSums>> frame_totals(std::uint64_t q,
                                                                          const JobContext& job = {}) const;
    /// Computes the metric of each element of `kind` over the window; NaN if undefined. Terms are
    /// the same in all windows; the first call measures the scene. Otherwise this is called while the frame
    /// slider is dragged and must be fast. `out` is resized and overwritten. Returns the served window.
    /// Throws Cancelled; then the contents of `out` are unspecified.
    virtual TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                              const JobContext& job = {}) const;
    /// Computes, for each region, the sums that the metric is made of: of all elements of the region that
    /// were accessed. QuantityInfo::value() of them is the value of the region: sum first, divide last. The
    /// default implementation rounds sums of reuse distances, since it has the means of elements alone. There
    /// are no accesses if values() of the metric cannot be defined, and for terms. `out` is resized and
    /// overwritten: [regions]. Returns the served window. Throws Cancelled.
    virtual TimeWindow region_sums(TimeWindow window, const ElementRegions& regions, Metric metric,
                                   std::vector<QuantitySums>& out, const JobContext& job = {}) const;
    /// Returns the sums of one element, as window() does. All 0 if element >= element_count(kind). Called
    /// while the pointer moves.
    [[nodiscard]] virtual ElementSums element(TimeWindow window, ElementKindId kind,
                                              std::uint64_t element) const;
    /// Returns the sums of one element in each of q frames, for a curve over time: [q]. Reuse distances and
    /// classes of misses are 0 unless the profile knows them by element. All 0 if element >=
    /// element_count(kind). Throws Cancelled.
    [[nodiscard]] virtual std::vector<ElementFrame> element_frames(std::uint64_t q, ElementKindId kind,
                                                                   std::uint64_t element,
                                                                   const JobContext& job = {}) const;
    /// Returns the smallest and largest finite value of values(), of all kinds with look-ups, in any of the q
    /// frames;
    /// no value if there is none. Throws Cancelled.
    [[nodiscard]] virtual std::optional<ValueExtent> extent_over_frames(std::uint64_t q, Metric metric,
                                                                        const JobContext& job = {}) const;

protected:
    explicit Profile(ProfileFacts facts) : facts_(std::move(facts)) {}
    /// Computes values() of a quantity with a term.
    void term_values(const QuantityInfo& quantity, ElementKindId kind, std::vector<float>& out,
                     const JobContext& job) const;

private:
    ProfileFacts facts_;
};

} // namespace hitmap
