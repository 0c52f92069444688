#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace hitmap {

/// Calls examine(block, part) for the blocks of a recording on the pool, each with a new Part, and then
/// merge(part) for each block in order. Memory: one block and one Part for each thread. Throws what reading
/// throws; Cancelled.
template <class Part, class Examine, class Merge>
void survey_blocks(const HmtFile& file, ThreadPool& pool, const JobContext& job, const Examine& examine,
                   const Merge& merge) {
    const std::size_t blocks = file.blocks().size();
    for (std::size_t first = 0; first < blocks; first += pool.size()) {
        std::vector<Part> parts(std::min<std::size_t>(pool.size(), blocks - first));
        parallel_for(pool, parts.size(), 1, [&](std::size_t begin, std::size_t end) {
            RequestBlock block;
            for (std::size_t i = begin; i < end; ++i) {
                file.read_block(first + i, block, job.stop);
                examine(block, parts[i]);
                job.add(block.entries.size());
            }
        });
        for (Part& part : parts) {
            job.check();
            merge(std::move(part));
        }
    }
}

/// Calls visit(entry, addresses of its active lanes) for each request of a block. Throws Cancelled.
template <class Visit>
void for_each_request(const RequestBlock& block, const JobContext& job, const Visit& visit) {
    constexpr std::size_t requests_per_check = 4096;
    for (std::size_t i = 0; i < block.entries.size(); ++i) {
        if (i % requests_per_check == 0) job.check();
        visit(block.entries[i], block.addresses_of(block.entries[i]));
    }
}

} // namespace hitmap
