#include "core/trace/model/launch_requests.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace hitmap {

bool launches_interleave(std::span<const LaunchRequests> launches) {
    return std::ranges::any_of(
        launches, [](const LaunchRequests& each) { return each.count != each.end - each.first; });
}

void check_launch_requests(std::span<const LaunchRequests> found, std::span<const Launch> launches,
                           std::uint64_t requests) {
    if (found.size() != launches.size())
        throw Error(fmt::format("expected the requests of {} launches, found those of {}", launches.size(),
                                found.size()));
    std::uint64_t left = requests;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto [count, first, end] = found[i];
        const std::uint64_t begun = launches[i].first_request.value;
        if (first < begun || end < first || end > requests || count > end - first ||
            (count == 0 && end != begun))
            throw Error(
                fmt::format("launch {}: expected its requests between {} and {}, found {} from {} to {}", i,
                            begun, requests, count, first, end));
        if (count > left)
            throw Error(fmt::format("expected {} requests in all launches, found more", requests));
        left -= count;
    }
    if (left != 0)
        throw Error(fmt::format("expected {} requests in all launches, found {}", requests, requests - left));
}

} // namespace hitmap
