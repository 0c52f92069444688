#include "tests/trace/import/checked_import.h"

#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/import/access_balance.h"
#include "tests/trace/memory_file.h"

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// The bytes of the recording; none if the file is refused, which is the correct reaction to invalid bytes.
std::vector<std::byte> import_or_refuse(const RecordingFormat& format, ImportFiles files, ThreadPool& pool) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), {.deflate = false, .quick = true, .tables_grow = true});
    try {
        import_recording(format, files, *sink, pool, {}, {.ignore_hash = true});
    } catch (const Error&) {
        return {};
    }
    return bytes;
}

} // namespace

std::string import_checked(std::string_view bytes, std::string_view only) {
    static ThreadPool pool(1);
    ImportFiles files;
    files.files.push_back(memory_file(bytes, "input"));
    const RecordingFormat* const format = format_of(*files.files.front());
    if (format == nullptr || (!only.empty() && format->name() != only)) return {};
    std::vector<std::byte> recording = import_or_refuse(*format, std::move(files), pool);
    if (recording.empty()) return {};
    try {
        const HmtFile file(open_memory(std::move(recording), "recording"));
        file.validate(pool);
        for (const auto& [name, value] : file.info().options)
            if (value.starts_with(lost_accesses) || value.starts_with(surplus_accesses))
                throw std::logic_error(std::string(format->name()) + ": " + value);
    } catch (const Error& error) {
        throw std::logic_error(std::string(format->name()) +
                               " was read into an invalid recording: " + error.what());
    }
    return std::string(format->name());
}

} // namespace hitmap
