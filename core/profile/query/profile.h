#pragma once

#include "core/jobs/progress.h"
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

struct ReuseReport;  // core/cache/reuse/reuse_histogram.h
struct StackTraffic; // core/profile/sums/stack_traffic.h

/// What a profile can answer. One that a cache model made can answer everything that the model was asked for;
/// one of sums per frame, recorded by another tool, knows no order and a finest number of frames.
struct ProfileCapabilities {
    bool can_resimulate = true;     ///< there are requests, which another configuration can be simulated with
    bool knows_order = true;        ///< the access order is defined, and accesses have positions
    bool has_reuse_distance = true; ///< metrics of reuse distances are defined
    bool has_miss_classes = false;  ///< the model was asked why look-ups missed
    /// Windows are served as whole frames of so many; nothing: every window is served as it is.
    std::optional<std::uint64_t> finest_frames;
};

/// Whether values() of the metric can be defined. Cold misses are those of look-ups without a reuse distance,
/// so that a profile with either knows them.
[[nodiscard]] bool can_answer(const ProfileCapabilities& capabilities, Metric metric);

/// What a profile knows of the whole recording.
struct ProfileFacts {
    std::uint64_t positions = 0;               ///< N
    std::vector<std::uint64_t> element_counts; ///< [kinds]
    ProfileCapabilities capabilities;
    std::shared_ptr<const ReuseReport> reuse;                   ///< may be null, as the next two
    std::shared_ptr<const std::vector<ElementSums>> pixel_sums; ///< [pixels]
    std::shared_ptr<const StackTraffic> stack_traffic;
};

/// Everything that is known of how a recording used the caches, indexed by time: made by a cache model, or
/// sums that another tool recorded. Immutable; all functions are thread-safe. [kinds] is
/// [element_kinds().size()].
///
/// A query of a window is answered for served(window). Only window() and allocations() have to be written for
/// another kind of profile; the other queries are answered from window() unless it knows a quicker way.
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
    /// Reuse distances of all look-ups of the whole recording; null where the model was not asked why
    /// look-ups missed.
    [[nodiscard]] const ReuseReport* reuse() const { return facts_.reuse.get(); }
    /// [pixels] Sums over all element accesses, of every kind, that lanes made while they served the pixel;
    /// over the whole recording. Null where that is not known: without lane tags, and where one pixel has
    /// 2^28 accesses or more.
    [[nodiscard]] const std::vector<ElementSums>* pixel_sums() const { return facts_.pixel_sums.get(); }
    /// The rays that stack (local memory) traffic belongs to, over the whole recording. Null where that is
    /// not known: without lane tags or local memory, and where another than the hierarchy model made the
    /// profile.
    [[nodiscard]] const StackTraffic* stack_traffic() const { return facts_.stack_traffic.get(); }

    /// The window that a query of `window` is answered for: clamped to [0, N] and, where capabilities() say
    /// finest_frames, rounded outwards to these.
    [[nodiscard]] TimeWindow served(TimeWindow window) const {
        return served_window(window, facts_.positions, facts_.capabilities.finest_frames);
    }

    /// Sums of every element of every kind. `out` is overwritten; given to several queries, it saves
    /// allocating. Throws Cancelled (then `out` holds no answer).
    virtual void window(TimeWindow window, WindowSums& out, const JobContext& job = {}) const = 0;
    /// Sums by allocation, over the window rounded outwards to positions at which the profile knows them: of
    /// a cache model 512 accesses or more (SumsHistory) apart, between two requests, both ends of the
    /// recording among them.
    [[nodiscard]] virtual AllocationWindow allocations(TimeWindow window) const = 0;
    /// The same for all that the hierarchy model counts; nothing where it did not make the profile.
    [[nodiscard]] virtual std::optional<TrafficWindow> traffic(TimeWindow /*window*/) const {
        return std::nullopt;
    }
    /// The accesses of the window that lanes made while they served the pixel, by rising position. Nothing
    /// where that is not known: without lane tags, or without order. Throws Cancelled.
    [[nodiscard]] virtual std::optional<std::vector<PixelAccess>>
    pixel_accesses(std::uint32_t pixel, TimeWindow window, const JobContext& job = {}) const;

    /// Totals alone: [kinds]. Throws Cancelled.
    [[nodiscard]] virtual std::vector<KindSums> totals(TimeWindow window, const JobContext& job = {}) const;
    /// totals() of all q frames, for a curve over time: [q][kinds]. Throws Cancelled.
    [[nodiscard]] virtual std::vector<std::vector<KindSums>> frame_totals(std::uint64_t q,
                                                                          const JobContext& job = {}) const;
    /// One value for each element of `kind`, NaN where undefined, of the metric over the window; what
    /// dragging the frame slider calls. `out` is resized and overwritten. Returns the window served. Throws
    /// Cancelled (then `out` holds no answer).
    virtual TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                              const JobContext& job = {}) const;
    /// Sums of one element, as window() has them; for hovering. All 0 beyond element_count(kind).
    [[nodiscard]] virtual ElementSums element(TimeWindow window, ElementKindId kind,
                                              std::uint64_t element) const;
    /// Smallest and largest finite value that values() has for a face or a box in any of the q frames;
    /// nothing where there is none. Throws Cancelled.
    [[nodiscard]] virtual std::optional<ValueExtent> extent_over_frames(std::uint64_t q, Metric metric,
                                                                        const JobContext& job = {}) const;

protected:
    explicit Profile(ProfileFacts facts) : facts_(std::move(facts)) {}

private:
    ProfileFacts facts_;
};

} // namespace hitmap
