#pragma once

#include "core/cache/results/traffic_sums.h"
#include "core/cache/sdcm/sdcm.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/query/metric.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

struct ReuseReport; // core/cache/reuse/reuse_histogram.h

/// Totals of one kind over a window.
struct KindSums {
    std::uint64_t accesses = 0;
    std::uint64_t elements_accessed = 0; ///< distinct elements
    LevelSums l1;
    LevelSums l2;
    friend bool operator==(const KindSums&, const KindSums&) = default;

    [[nodiscard]] const LevelSums& of(Level level) const { return level == Level::l1 ? l1 : l2; }
};

/// The answer to a window query. Given to the next query again, unchanged, it saves allocating the arrays and
/// clearing elements that no window of the profile accesses.
struct WindowSums {
    TimeWindow window;                              ///< the one really served
    std::vector<std::vector<ElementSums>> elements; ///< [kinds][elements of the kind]
    std::vector<KindSums> totals;                   ///< [kinds]
    std::shared_ptr<const void> answered_by;        ///< for the profile alone: whose answer `elements` holds
};

/// Sums by allocation over a window.
struct AllocationWindow {
    TimeWindow window;                       ///< the one really served: holds the one asked for
    std::vector<AllocationSums> allocations; ///< [info.allocations]
};

struct StackTraffic;

/// What went through the caches in a window, by allocation and by instruction.
struct TrafficWindow {
    TimeWindow window; ///< the one really served: holds the one asked for
    TrafficSums total;
    std::vector<TrafficSums> allocations;  ///< [info.allocations]
    std::vector<TrafficSums> instructions; ///< [info.instructions]; without what L1 writes back
    bool knows_written = false; ///< TrafficSums::written is known for the whole recording alone, else 0
};

/// Smallest and largest value.
struct ValueExtent {
    float min = 0.0F;
    float max = 0.0F;
    friend bool operator==(const ValueExtent&, const ValueExtent&) = default;
};

/// An element access made by a lane while it served some pixel (lane tags).
struct PixelAccess {
    std::uint64_t position = 0;
    std::uint64_t request = 0; ///< its number over the whole recording
    std::uint32_t element = 0;
    ElementKindId kind = 0;
    friend bool operator==(const PixelAccess&, const PixelAccess&) = default;
};

struct ProfileCapabilities {
    bool can_resimulate = true; ///< false for imported sums
    bool knows_order = true;    ///< access order is defined
    bool has_reuse_distance = true;
    bool has_miss_classes = false;   ///< the model was asked why look-ups missed
    std::uint64_t finest_frames = 0; ///< largest q that is served exactly; 0: any
};

/// Whether values() of the metric can be defined. Cold misses are those of look-ups without a reuse distance,
/// so that a profile with either knows them.
[[nodiscard]] bool can_answer(const ProfileCapabilities& capabilities, Metric metric);

/// Everything a cache model said about a recording, indexed by time. Immutable; all functions are
/// thread-safe. Every function that takes a window serves [first, last) clamped to [0, N]. [kinds] is
/// [element_kinds().size()].
class Profile {
public:
    virtual ~Profile() = default;
    [[nodiscard]] virtual const ProfileCapabilities& capabilities() const = 0;
    [[nodiscard]] virtual std::uint64_t positions() const = 0; ///< N
    [[nodiscard]] virtual std::uint64_t element_count(ElementKindId kind) const = 0;
    [[nodiscard]] virtual std::uint64_t memory_bytes() const = 0;
    [[nodiscard]] virtual const std::vector<AllocationSums>& allocations() const = 0; ///< whole recording

    /// Sums of every element of every kind. Arrays of `out` are resized and overwritten. Throws Cancelled
    /// (then `out` holds no answer).
    virtual void window(TimeWindow window, WindowSums& out, const JobContext& job = {}) const = 0;
    /// Totals only: [kinds]. Quicker than window().
    [[nodiscard]] virtual std::vector<KindSums> totals(TimeWindow window) const = 0;
    /// Totals of all q frames, for a curve over time: [q][kinds]. One pass over everything, so quicker than
    /// q calls of totals(). Throws Cancelled.
    [[nodiscard]] virtual std::vector<std::vector<KindSums>>
    frame_totals(std::uint64_t q, const JobContext& job = {}) const = 0;
    /// One value an element of `kind`, NaN where undefined, of the metric over the window; what a slider
    /// drag calls. `out` is resized and overwritten. Returns the window really served. Throws Cancelled
    /// (then `out` holds no answer).
    virtual TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                              const JobContext& job = {}) const = 0;

    // What follows can be had from the functions above, and is answered from them unless a profile knows a
    // quicker way.

    /// Sums of one element, as window() has them; for hovering. All 0 beyond element_count(kind).
    [[nodiscard]] virtual ElementSums element(TimeWindow window, ElementKindId kind,
                                              std::uint64_t element) const;
    /// Smallest and largest finite value that values() has for a face or a box in any of the q frames;
    /// nothing where there is none. Costs about one pass over everything, whatever q. Throws Cancelled.
    [[nodiscard]] virtual std::optional<ValueExtent> extent_over_frames(std::uint64_t q, Metric metric,
                                                                        const JobContext& job = {}) const;
    /// Sums by allocation over the window, rounded outwards to positions at which the profile knows them:
    /// 512 accesses or more (SumsHistory) apart, between two requests, both ends of the recording among them.
    [[nodiscard]] virtual AllocationWindow allocations(TimeWindow window) const;
    /// The same for all that the hierarchy model counts; nothing where another model made the profile.
    [[nodiscard]] virtual std::optional<TrafficWindow> traffic(TimeWindow /*window*/) const {
        return std::nullopt;
    }

    /// Reuse distances of all look-ups of the whole recording; null where nobody asked why look-ups missed.
    [[nodiscard]] virtual const ReuseReport* reuse() const { return nullptr; }

    /// [pixels] Sums over all element accesses, of every kind, that lanes made while they served the pixel;
    /// over the whole recording. Null where that is not known: without lane tags, and where one pixel has
    /// 2^28 accesses or more.
    [[nodiscard]] virtual const std::vector<ElementSums>* pixel_sums() const { return nullptr; }
    /// Whose stack (local memory) it was, over the whole recording. Null where that is not known: without
    /// lane tags or local memory, and where another than the hierarchy model made the profile.
    [[nodiscard]] virtual const StackTraffic* stack_traffic() const { return nullptr; }
    /// The accesses of the window that lanes made while they served the pixel, by rising position. Nothing
    /// where that is not known: without lane tags. Throws Cancelled.
    [[nodiscard]] virtual std::optional<std::vector<PixelAccess>>
    pixel_accesses(std::uint32_t pixel, TimeWindow window, const JobContext& job = {}) const;
};

/// Runs the stack distance cache model and indexes its outcomes. `pool` outlives the profile, which answers
/// on it. Throws what simulate_sdcm throws.
[[nodiscard]] std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source,
                                                               const SdcmConfig& config, ThreadPool& pool,
                                                               const JobContext& job = {});

/// Bytes that a profile of such a recording takes, for asking before it is made.
[[nodiscard]] std::uint64_t estimate_profile_bytes(const RecordingInfo& info);

} // namespace hitmap
