#include "app/cli/report/simt_input.h"

#include "core/analysis/simt/active_lanes.h"
#include "core/base/error.h"

#include <algorithm>

namespace hitmap {

SimtSums count_simt(const std::string& path, const HmtFile& file, const std::vector<SimtBy>& tables,
                    std::uint64_t frames, ThreadPool& pool, const JobContext& job) {
    if (file.info().has_sums())
        throw FileError(path, "requests",
                        "expected requests, whose lanes are counted, found sums of frames in their place");
    const auto source = request_source(file, pool);
    return sum_active_lanes(*source, tables, std::max<std::uint64_t>(1, frames), job);
}

} // namespace hitmap
