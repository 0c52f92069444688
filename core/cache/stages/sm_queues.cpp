#include "core/cache/stages/sm_queues.h"

#include <algorithm>
#include <numeric>

namespace hitmap {

void SmQueues::fill(const PipelineInput& input, const CoalescedRequests& coalesced,
                    std::span<const MemoryPath> paths) {
    const auto& entries = input.requests.entries;
    const auto& first_line = coalesced.first_line;
    const auto has_lines = [&](std::size_t i) { return first_line[i] != first_line[i + 1]; };
    begin_.assign(input.sms + std::size_t{1}, 0);
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (has_lines(i)) ++begin_[entries[i].sm + std::size_t{1}];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    requests_.resize(begin_.back());
    // The loop advances begin_[sm] from the start to the end of the SM's requests, which is the start of the
    // next SM's requests.
    for (std::uint32_t i = 0; i < entries.size(); ++i)
        if (has_lines(i))
            requests_[begin_[entries[i].sm]++] = {i,
                                                  first_line[i],
                                                  first_line[i + 1],
                                                  input.launch_ordinals[i],
                                                  entries[i].slot,
                                                  paths[entries[i].instruction]};
    std::rotate(begin_.begin(), begin_.end() - 1, begin_.end());
    begin_.front() = 0;
}

} // namespace hitmap
