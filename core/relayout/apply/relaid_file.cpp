#include "core/relayout/apply/relaid_file.h"

#include "core/trace/hmt/file/hmt_writer.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace hitmap {

HmtFile relaid_file(const HmtFile& file, const RelayoutOptions& options, const SourceMesh& mesh,
                    ThreadPool& pool, const JobContext& job, std::uint64_t limit) {
    job.begin("moving the addresses");
    std::vector<std::byte> bytes;
    {
        const auto sink = write_hmt(create_limited_memory(bytes, limit), {}, &pool, job);
        (void)relayout_recording(file, options, mesh, *sink, pool, job);
    }
    return HmtFile(open_memory(std::move(bytes), file.name()), job);
}

} // namespace hitmap
