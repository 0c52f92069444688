#include "tests/capture/layer/lane_reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace hitmap::test {

namespace {

using Index = std::array<std::uint32_t, 3>;

constexpr std::uint32_t subgroup = 8;

/// The invocations of a work group, subgroup by subgroup.
std::vector<std::vector<Index>> subgroups_of(const Index& size, Subgroups subgroups) {
    std::vector<std::vector<Index>> found;
    for (std::uint32_t z = 0; z < size[2]; ++z)
        for (std::uint32_t y = 0; y < size[1]; ++y)
            for (std::uint32_t x = 0; x < size[0]; ++x) {
                const bool begins_row = x == 0 && subgroups == Subgroups::of_rows;
                if (found.empty() || found.back().size() == subgroup || begins_row) found.emplace_back();
                found.back().push_back({x, y, z});
            }
    return found;
}

void add_subgroup(const ReferenceLaunch& launch, const Index& group, const std::vector<Index>& lanes,
                  std::uint32_t warp, std::vector<std::string>& lines) {
    // By line, operation, buffer and how often the lane has been there: the mask and the addresses.
    using Key = std::tuple<unsigned, std::string, unsigned, std::string, unsigned>;
    std::map<Key, std::pair<std::uint32_t, std::string>> requests;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        std::map<std::tuple<unsigned, std::string, std::string>, unsigned> times;
        for (const LaneAccess& access : launch.accesses(group, lanes[lane])) {
            const unsigned time = times[{access.line, access.operation, access.buffer}]++;
            auto& [mask, addresses] =
                requests[{access.line, access.operation, access.bytes, access.buffer, time}];
            mask |= 1U << lane;
            addresses += fmt::format(" {}", access.offset);
        }
    }
    for (const auto& [key, request] : requests)
        lines.push_back(fmt::format("launch {} warp {} line {} {} of {} bytes, {}, lanes {:#04x}:{}",
                                    launch.number, warp, std::get<0>(key), std::get<1>(key), std::get<2>(key),
                                    std::get<3>(key), request.first, request.second));
}

} // namespace

std::vector<std::string> reference_requests(const ReferenceLaunch& launch, Subgroups subgroups) {
    std::vector<std::string> lines;
    std::uint32_t warp = 0;
    for (std::uint32_t z = 0; z < launch.groups[2]; ++z)
        for (std::uint32_t y = 0; y < launch.groups[1]; ++y)
            for (std::uint32_t x = 0; x < launch.groups[0]; ++x)
                for (const std::vector<Index>& lanes : subgroups_of(launch.size, subgroups))
                    add_subgroup(launch, {x, y, z}, lanes, warp++, lines);
    std::sort(lines.begin(), lines.end());
    return lines;
}

} // namespace hitmap::test
