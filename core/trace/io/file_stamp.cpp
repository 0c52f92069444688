#include "core/trace/io/file_stamp.h"

#include <system_error>

namespace hitmap {

FileStamp file_stamp(const std::filesystem::path& path) {
    std::error_code gone;
    const std::uintmax_t bytes = std::filesystem::file_size(path, gone);
    if (gone) return {};
    const auto changed = std::filesystem::last_write_time(path, gone);
    if (gone) return {};
    return {bytes, changed};
}

} // namespace hitmap
