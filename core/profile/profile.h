#pragma once

#include "core/cache/sdcm.h"
#include "core/jobs/progress.h"
#include "core/profile/metric.h"
#include "core/trace/element_kind.h"
#include "core/trace/request_source.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Half-open range of positions.
struct TimeWindow {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    [[nodiscard]] std::uint64_t count() const { return last - first; }
    friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
};

/// Frame f of q over N positions: floor(f N / q) <= i < floor((f + 1) N / q), exact for all 64-bit N and q.
[[nodiscard]] TimeWindow frame_window(std::uint64_t positions, std::uint64_t q, std::uint64_t f);

/// Totals of one kind over a window.
struct KindSums {
    std::uint64_t accesses = 0;
    std::uint64_t elements_accessed = 0; ///< distinct elements
    LevelSums l1;
    LevelSums l2;
};

/// The answer to a window query. Reused by the caller to save allocations.
struct WindowSums {
    TimeWindow window;                              ///< the one really served
    std::vector<std::vector<ElementSums>> elements; ///< [kinds][elements of the kind]
    std::vector<KindSums> totals;                   ///< [kinds]
};

struct ProfileCapabilities {
    bool can_resimulate = true; ///< false for imported sums
    bool knows_order = true;    ///< access order is defined
    bool has_reuse_distance = true;
    std::uint64_t finest_frames = 0; ///< largest q that is served exactly; 0: any
};

/// Everything a cache model said about a recording, indexed by time. Immutable; all functions are
/// thread-safe.
class Profile {
public:
    virtual ~Profile() = default;
    [[nodiscard]] virtual const ProfileCapabilities& capabilities() const = 0;
    [[nodiscard]] virtual std::uint64_t positions() const = 0; ///< N
    [[nodiscard]] virtual std::uint64_t element_count(ElementKindId kind) const = 0;
    [[nodiscard]] virtual std::uint64_t memory_bytes() const = 0;
    [[nodiscard]] virtual const std::vector<AllocationSums>& allocations() const = 0; ///< whole recording

    /// Sums over positions [first, last), clamped to [0, N]. Throws Cancelled.
    virtual void window(TimeWindow window, WindowSums& out, const JobContext& job = {}) const = 0;
    /// Totals only (charts): [kinds]. Quicker than window().
    [[nodiscard]] virtual std::vector<KindSums> totals(TimeWindow window) const = 0;
    /// One value an element of `kind`, NaN where undefined, of the metric over the window. `out` is resized.
    virtual void values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                        const JobContext& job = {}) const = 0;
};

/// Runs the stack distance cache model and indexes its outcomes.
[[nodiscard]] std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source,
                                                               const SdcmConfig& config, ThreadPool& pool,
                                                               const JobContext& job = {});

/// Value of a metric for one element, NaN where undefined ("not accessed", or no look-ups for a rate).
/// `count` is N_f of the window. Not for reuse distances, which only Profile::values knows.
[[nodiscard]] double metric_value(Metric metric, const ElementSums& sums, std::uint64_t count);

} // namespace hitmap
