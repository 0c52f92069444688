#include "tests/capture/layer/lane_reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace hitmap::test {

namespace {

constexpr std::uint32_t subgroup = 8;

/// The requests of the subgroup whose first lane is `local`.
void add_subgroup(const ReferenceLaunch& launch, const std::array<std::uint32_t, 3>& group,
                  std::array<std::uint32_t, 3> local, std::uint32_t warp, std::vector<std::string>& lines) {
    // By line, operation, buffer and how often the lane has been there: the mask and the addresses.
    using Key = std::tuple<unsigned, std::string, unsigned, std::string, unsigned>;
    std::map<Key, std::pair<std::uint32_t, std::string>> requests;
    for (std::uint32_t lane = 0; lane < subgroup && local[0] < launch.size[0]; ++lane, ++local[0]) {
        std::map<std::tuple<unsigned, std::string, std::string>, unsigned> times;
        for (const LaneAccess& access : launch.accesses(group, local)) {
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

std::vector<std::string> reference_requests(const ReferenceLaunch& launch) {
    std::vector<std::string> lines;
    std::uint32_t warp = 0;
    for (std::uint32_t gz = 0; gz < launch.groups[2]; ++gz)
        for (std::uint32_t gy = 0; gy < launch.groups[1]; ++gy)
            for (std::uint32_t gx = 0; gx < launch.groups[0]; ++gx)
                for (std::uint32_t z = 0; z < launch.size[2]; ++z)
                    for (std::uint32_t y = 0; y < launch.size[1]; ++y)
                        for (std::uint32_t x = 0; x < launch.size[0]; x += subgroup)
                            add_subgroup(launch, {gx, gy, gz}, {x, y, z}, warp++, lines);
    std::sort(lines.begin(), lines.end());
    return lines;
}

} // namespace hitmap::test
