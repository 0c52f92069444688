#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/import/access_balance.h"
#include "core/trace/import/import_warnings.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_source.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Files of a folder or a list that are not of the recording. @see ImportWarnings::count()
struct LeftOutFile {
    std::string what;  ///< the kind, in the plural
    std::string which; ///< the name and the reason
};

/// The files of one recording.
struct ImportFiles {
    std::vector<std::unique_ptr<ByteSource>> files; ///< at least one
    /// The folder in which a list of files (kernelslist.g) finds them; empty: nowhere.
    std::filesystem::path folder;
    std::vector<LeftOutFile> left_out{}; ///< import_recording() counts them as warnings
};

/// What the user chose for fields that a file may not have.
struct ImportChoices {
    std::uint32_t sms = 0;           ///< number of SMs; 0: the importer decides
    std::uint32_t blocks_per_sm = 0; ///< blocks that are resident on an SM; 0: the importer decides
    /// Bytes of the vertices, faces, boxes and normals that stay in memory during the import; 0: half of the
    /// physical memory.
    std::uint64_t scene_bytes = 0;
    /// Number of the trace, from 1, whose scene is read from a file with traces of several scenes; those
    /// before it are left out.
    std::uint32_t trace = 1;
    bool ignore_hash = false; ///< a hash that differs from the content of the file is only a warning

    friend bool operator==(const ImportChoices&, const ImportChoices&) = default;
};

/// The fields of ImportChoices that an importer uses.
struct UsedChoices {
    bool sms = false;
    bool blocks_per_sm = false;
    bool scene_bytes = false;
    bool trace = false;
    bool ignore_hash = false;
};

/// What an importer gets besides the files. All references must outlive the import.
struct ImportContext {
    ThreadPool& pool;
    const JobContext& job;
    ImportWarnings& warnings; ///< anomalies that the importer tolerates
    AccessBalance& balance;   ///< of the accesses that the importer reads; import_recording() checks it
    ImportChoices choices{};
};

/// A format in which other programs write recordings. Formats are recognised by content, never by file name.
class RecordingFormat {
public:
    virtual ~RecordingFormat() = default;
    /// One word, such as "csv". It is the option `format` of imported recordings.
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// For messages: "CSV of accesses".
    [[nodiscard]] virtual std::string_view title() const = 0;
    /// Whether a file that begins with `start` has this format.
    /// @param start  the first most_start bytes of the file, decompressed, or all of a shorter one
    [[nodiscard]] virtual bool recognises(std::string_view start) const = 0;
    /// Whether one recording can consist of several files, such as one for each thread.
    [[nodiscard]] virtual bool takes_several_files() const { return false; }
    /// Whether its recordings are of programs that run on a CPU. Their warps are threads, which have one
    /// lane.
    [[nodiscard]] virtual bool is_of_cpu() const { return false; }
    [[nodiscard]] virtual UsedChoices used_choices() const { return {}; }
    /// The files that a list names (kernelslist.g), which belong to the recording, too.
    /// @param file    has this format
    /// @param folder  in which the list finds them
    /// Throws FileError, Cancelled.
    [[nodiscard]] virtual std::vector<std::filesystem::path>
    named_files(const ByteSource& /*file*/, const std::filesystem::path& /*folder*/,
                const JobContext& /*job*/) const {
        return {};
    }
    /// Reads the files into the sink: begin() and everything after it but complete() and finish(). Returns
    /// what complete() will get; an importer need not set its options. The sink takes add_instruction().
    /// Fields that the format does not have get the origin `derived` or `assumed`. Memory grows with the
    /// tables of the recording, not with the size of the files. Throws FileError (file, place, expected,
    /// found), Cancelled and whatever the sink throws.
    virtual FinalTables read(const ImportFiles& files, RecordingSink& sink,
                             const ImportContext& context) const = 0;

    static constexpr std::size_t most_start = 4096;
};

} // namespace hitmap
