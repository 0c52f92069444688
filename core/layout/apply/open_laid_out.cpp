#include "core/layout/apply/open_laid_out.h"

#include "core/jobs/thread_pool.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/model/layout_json.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstddef>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace hitmap {

std::unique_ptr<ByteSource> laid_out(std::unique_ptr<ByteSource> bytes, const RecordingLayout& layout,
                                     const JobContext& job, std::uint64_t limit) {
    std::string name = bytes->name();
    const HmtFile file(std::move(bytes), job);
    std::vector<std::byte> written;
    ThreadPool pool;
    apply_layout(file, layout, create_limited_memory(written, limit), pool, job);
    return open_memory(std::move(written), std::move(name));
}

LaidOutRecording open_laid_out(const std::filesystem::path& path, const std::filesystem::path& layout,
                               const JobContext& job, std::uint64_t limit) {
    LaidOutRecording opened{open_any_recording(path, job, limit), layout};
    if (opened.bytes == nullptr) return opened;
    if (opened.layout.empty()) {
        std::error_code unknown;
        const std::filesystem::path beside = layout_path(path);
        if (!std::filesystem::is_regular_file(beside, unknown)) return opened;
        opened.layout = beside;
    }
    opened.bytes = laid_out(std::move(opened.bytes), read_layout(opened.layout), job, limit);
    return opened;
}

} // namespace hitmap
