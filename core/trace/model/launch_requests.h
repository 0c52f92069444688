#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace hitmap {

/// The requests of a launch: those that have its number. Most recordings have the requests of one launch
/// after those of the other; launches that ran at the same time have theirs interleaved.
struct LaunchRequests {
    std::uint64_t count = 0;
    /// The requests [first, end) contain all of the launch. Both are its first_request if it has none.
    std::uint64_t first = 0;
    std::uint64_t end = 0;

    friend bool operator==(const LaunchRequests&, const LaunchRequests&) = default;
};

/// Counts the requests of launches, which it gets in their order.
class LaunchCounter {
public:
    /// The next launch begins before this request.
    void begin_launch(std::uint64_t first_request) { launches_.push_back({0, first_request, first_request}); }
    /// @param launch  below the number of launches that have begun
    void add(std::uint32_t launch, std::uint64_t request) {
        LaunchRequests& of = launches_[launch];
        if (of.count++ == 0) of.first = request;
        of.end = request + 1;
    }
    /// [launches]
    [[nodiscard]] const std::vector<LaunchRequests>& launches() const { return launches_; }

private:
    std::vector<LaunchRequests> launches_;
};

/// What the cache models make of launches that interleave, for the user.
inline constexpr std::string_view interleaved_launches_text =
    "launches ran at the same time; a request of another launch empties the L1 caches of the model, so that "
    "L1 "
    "hit rates are too low";

/// Whether a request of one launch is between two of another one.
[[nodiscard]] bool launches_interleave(std::span<const LaunchRequests> launches);

/// Throws Error unless these can be the requests of the launches of a recording with `requests` requests.
void check_launch_requests(std::span<const LaunchRequests> found, std::span<const Launch> launches,
                           std::uint64_t requests);

} // namespace hitmap
