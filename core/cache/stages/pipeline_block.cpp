#include "core/cache/stages/pipeline_block.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace hitmap {

void PipelineBlock::number_accesses() {
    first_access.assign(block.requests.entries.size() + 1, 0);
    for (const ElementAccess& access : block.accesses)
        ++first_access[access.entry + 1];
    std::partial_sum(first_access.begin(), first_access.end(), first_access.begin());
}

void PipelineBlock::find_sms() {
    const auto& entries = block.requests.entries;
    std::uint32_t last_sm = 0;
    for (const auto& entry : entries)
        last_sm = std::max(last_sm, entry.sm);
    if (last_sm >= RecordingLimits::sms)
        throw Error(
            fmt::format("a request of SM {}: the model has SMs 0 to {}", last_sm, RecordingLimits::sms - 1));
    sms = last_sm + 1;
}

void PipelineBlock::prepare_lines() {
    origins.clear();
    origins.end_at(origins.reserve_more(coalesced.line_count()) + coalesced.line_count());
    dirty.assign(coalesced.line_count() + CoalescedRequests::padding, 0);
    evicted.resize(coalesced.line_count());
}

void PipelineBlock::list_write_backs() {
    write_backs.clear();
    constexpr std::uint32_t at_once = CoalescedRequests::at_once;
    for (std::size_t first = 0; first < coalesced.line_count(); first += at_once)
        // Bytes after the last line are 0.
        for_each_byte(word_of(dirty.data() + first, at_once), [&](std::uint32_t i) {
            const std::size_t at = first + i;
            write_backs.push_back({evicted[at], static_cast<std::uint32_t>(at), dirty[at], 0});
        });
}

void PipelineBlock::sort_by_sm(std::span<const MemoryPath> paths) {
    const auto& entries = block.requests.entries;
    const auto& first_line = coalesced.first_line;
    const auto has_lines = [&](std::size_t i) { return first_line[i] != first_line[i + 1]; };
    sm_begin.assign(sms + std::size_t{1}, 0);
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (has_lines(i)) ++sm_begin[entries[i].sm + std::size_t{1}];
    std::partial_sum(sm_begin.begin(), sm_begin.end(), sm_begin.begin());
    sm_requests.resize(sm_begin.back());
    // The loop advances sm_begin[sm] from the start to the end of the SM's requests, which is the start of
    // the next SM's requests.
    for (std::uint32_t i = 0; i < entries.size(); ++i)
        if (has_lines(i))
            sm_requests[sm_begin[entries[i].sm]++] = {i,
                                                      first_line[i],
                                                      first_line[i + 1],
                                                      launch_ordinals[i],
                                                      entries[i].slot,
                                                      paths[entries[i].instruction]};
    std::rotate(sm_begin.begin(), sm_begin.end() - 1, sm_begin.end());
    sm_begin.front() = 0;
}

} // namespace hitmap
