#include "tests/trace/import/imported.h"

#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/trace/memory_file.h"
#include "tests/trace/recording_text.h"

#include <cstddef>

namespace hitmap {

std::string imported_files(const ImportFiles& files, const ImportChoices& choices) {
    const RecordingFormat* const format = format_of(*files.files.front());
    if (format == nullptr) return "not recognised";
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), import_options);
    ThreadPool pool;
    try {
        import_recording(*format, files, *sink, pool, {}, choices);
    } catch (const FileError& error) {
        return error.what();
    }
    const HmtFile recording(open_memory(std::move(bytes), "a.hmt"));
    recording.validate(pool);
    return recording_text(recording);
}

std::string imported(const TextFiles& texts, const ImportChoices& choices) {
    ImportFiles files;
    for (const auto& [name, text] : texts)
        files.files.push_back(memory_file(text, name));
    return imported_files(files, choices);
}

std::string imported_body(const TextFiles& texts, const ImportChoices& choices) {
    const std::string text = imported(texts, choices);
    const std::size_t launch = text.find("\nlaunch ");
    return launch == std::string::npos ? text : text.substr(launch + 1);
}

} // namespace hitmap
