#include "core/trace/import/recording_format.h"

#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/import/access_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace hitmap {

std::span<const RecordingFormat* const> recording_formats() {
    static const AccessCsvFormat access_csv;
    static const std::array<const RecordingFormat*, 1> formats{&access_csv};
    return formats;
}

const RecordingFormat* format_of(const ByteSource& file) {
    std::string start(std::min<std::uint64_t>(file.size(), RecordingFormat::most_start), '\0');
    file.read(0, std::as_writable_bytes(std::span(start)));
    const auto formats = recording_formats();
    const auto found = std::ranges::find_if(
        formats, [&](const RecordingFormat* format) { return format->recognises(start); });
    return found == formats.end() ? nullptr : *found;
}

std::string imported_formats() {
    std::string text;
    for (const RecordingFormat* format : recording_formats())
        text += fmt::format("{}{}", text.empty() ? "" : ", ", format->title());
    return text;
}

std::unique_ptr<ByteSource> open_any_recording(const std::filesystem::path& path, const JobContext& job) {
    auto file = open_file(path);
    if (is_named_as_recording(path) || begins_as_recording(*file)) return file;
    const RecordingFormat* const format = format_of(*file);
    if (format == nullptr) return nullptr;
    ThreadPool pool;
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), {}, &pool, job);
    format->read(*file, *sink, job);
    return open_memory(std::move(bytes), file->name());
}

} // namespace hitmap
