#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/live/kept_distances.h"
#include "core/profile/live/miss_table.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace hitmap {

/// The misses of one level in a window, in units of 2^-24.
struct WindowMisses {
    std::vector<std::uint64_t> elements; ///< [KeptTile::first_element + number of the element]
    std::vector<std::uint64_t> kinds;    ///< [kinds]
};

/// The counted accesses in a window: [KeptTile::first_element + number of the element].
using WindowAccesses = std::vector<std::uint32_t>;

/// The misses of one level by SM and interval of time, in units of 2^-24.
struct SmMisses {
    std::vector<std::uint64_t> cells; ///< [intervals][sms]
    std::size_t sms = 0;              ///< those above have no accesses

    [[nodiscard]] std::uint64_t of(std::size_t sm, std::uint64_t interval) const {
        return sm < sms ? cells[interval * sms + sm] : 0;
    }
};

/// The sums that profiles over the same distances share. The last ones are kept, so that a slider of one
/// level computes nothing for the other one, and several queries of a window compute its sums once.
/// Thread-safe.
class LiveSums {
public:
    /// `pool` must outlive the object.
    LiveSums(std::shared_ptr<const KeptDistances> kept, ThreadPool& pool)
        : kept_(std::move(kept)), pool_(pool) {}

    [[nodiscard]] const KeptDistances& kept() const { return *kept_; }
    [[nodiscard]] ThreadPool& pool() const { return pool_; }
    /// All four throw Cancelled.
    /// @param geometry  must have the line of the level
    [[nodiscard]] std::shared_ptr<const MissTable> table(std::size_t level, const CacheGeometry& geometry,
                                                         const JobContext& job) const;
    [[nodiscard]] std::shared_ptr<const WindowMisses> misses(std::size_t level, const MissTable& table,
                                                             TimeWindow window, const JobContext& job) const;
    [[nodiscard]] std::shared_ptr<const WindowAccesses> accesses(TimeWindow window,
                                                                 const JobContext& job) const;
    /// Returns the misses in each of the frames of the recording. kept().sms must not be null.
    [[nodiscard]] std::shared_ptr<const SmMisses> sm_misses(std::size_t level, const MissTable& table,
                                                            std::uint64_t intervals,
                                                            const JobContext& job) const;

private:
    struct MissesKey {
        CacheGeometry geometry;
        TimeWindow window;
        friend bool operator==(const MissesKey&, const MissesKey&) = default;
    };
    struct SmKey {
        CacheGeometry geometry;
        std::uint64_t intervals;
        friend bool operator==(const SmKey&, const SmKey&) = default;
    };
    /// The last results with their keys, newest first.
    template <class Key, class Value>
    using Recent = std::deque<std::pair<Key, std::shared_ptr<const Value>>>;
    /// Returns the result of `key`, or what make() returns.
    template <class Key, class Value, class Make>
    std::shared_ptr<const Value> recent(Recent<Key, Value>& held, const Key& key, const Make& make) const;

    std::shared_ptr<const KeptDistances> kept_;
    ThreadPool& pool_;
    mutable std::mutex mutex_; ///< guards the results
    mutable std::array<Recent<CacheGeometry, MissTable>, 2> tables_;
    mutable std::array<Recent<MissesKey, WindowMisses>, 2> misses_;
    mutable Recent<TimeWindow, WindowAccesses> accesses_;
    mutable std::array<Recent<SmKey, SmMisses>, 2> sm_misses_;
};

/// Adds the misses of the tile's look-ups in a window to `sums`, which has an entry for each element. Throws
/// Cancelled.
void add_misses(const KeptTile& tile, std::size_t level, const MissTable& table, TimeWindow window,
                std::uint64_t* sums, const JobContext& job);

} // namespace hitmap
