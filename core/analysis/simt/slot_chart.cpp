#include "core/analysis/simt/slot_chart.h"

#include "core/trace/elements/position_counter.h"

#include <algorithm>

namespace hitmap {

std::vector<std::uint64_t> request_positions(RequestSource& source, std::span<const RequestIndex> requests,
                                             const JobContext& job) {
    PositionCounter counter(source.info());
    std::vector<std::uint64_t> positions;
    positions.reserve(requests.size());
    job.begin("finding the times of requests", source.info().requests, "requests");
    source.rewind();
    constexpr std::uint64_t requests_per_check = 16384;
    std::uint64_t index = 0;
    for (RequestBlock block; positions.size() < requests.size() && source.next(block, job.stop);)
        for (const RequestBlock::Entry& entry : block.entries) {
            const std::uint64_t position = counter.next(block, entry);
            while (positions.size() < requests.size() && requests[positions.size()].value <= index)
                positions.push_back(position);
            if (++index % requests_per_check != 0) continue;
            job.check();
            job.add(requests_per_check);
        }
    positions.resize(requests.size(), counter.position());
    return positions;
}

SlotChart slot_chart(RequestSource& source, std::span<const WarpLife> lives, const JobContext& job) {
    std::vector<RequestIndex> requests;
    requests.reserve(2 * lives.size());
    for (const WarpLife& life : lives) {
        requests.push_back(life.first_request);
        requests.push_back(life.last_request);
    }
    std::ranges::sort(requests);
    requests.erase(std::unique(requests.begin(), requests.end()), requests.end());
    const std::vector<std::uint64_t> positions = request_positions(source, requests, job);
    const auto position_of = [&](RequestIndex request) {
        return positions[static_cast<std::size_t>(std::ranges::lower_bound(requests, request) -
                                                  requests.begin())];
    };
    SlotChart chart;
    chart.positions = source.info().positions();
    chart.lives.reserve(lives.size());
    for (const WarpLife& life : lives)
        chart.lives.push_back({life, position_of(life.first_request), position_of(life.last_request)});
    return chart;
}

} // namespace hitmap
