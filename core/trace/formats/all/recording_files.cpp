#include "core/trace/formats/all/recording_files.h"

#include "core/base/error.h"
#include "core/jobs/write_error.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/import/without_folders.h"
#include "core/trace/io/pipe_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

namespace fs = std::filesystem;

/// Limits the time to look through a folder that is not one of a recording.
constexpr std::size_t most_folder_files = std::size_t{1} << 16;

constexpr const char* other_kind = "files of the folder that are not of the recording, left out";

/// A file that may be one of the recording.
struct Candidate {
    std::unique_ptr<ByteSource> file;
    const RecordingFormat* format = nullptr;
    bool of_folder = false; ///< it was not given itself
};

/// DynamoRIO writes the order in which threads ran beside their traces.
bool is_schedule(const std::string& name) {
    return name.find("_schedule.bin") != std::string::npos;
}

class RecordingFinder {
public:
    explicit RecordingFinder(const JobContext& job) : job_(job) {}

    void add(const fs::path& path) {
        std::error_code unknown;
        if (path != standard_input && fs::is_directory(path, unknown)) return add_folder(path);
        Candidate added;
        added.file = open_file_or_pipe(path, job_);
        add(std::move(added), path);
    }
    FoundRecording take(const std::vector<fs::path>& paths) {
        FoundRecording found;
        found.name = paths.front().string();
        if (candidates_.size() == 1 && candidates_.front().file != nullptr && paths.size() == 1 &&
            !candidates_.front().of_folder && is_hmt(paths.front(), *candidates_.front().file)) {
            found.hmt = std::move(candidates_.front().file);
            return found;
        }
        const auto first =
            std::ranges::find_if(candidates_, [](const Candidate& each) { return each.format != nullptr; });
        found.format = first == candidates_.end() ? nullptr : first->format;
        if (found.format == nullptr && has_folder_) throw no_recording(paths.front());
        if (candidates_.empty())
            throw FileError(paths.front().string(), "",
                            "expected a trace, found a schedule of DynamoRIO, which belongs to traces");
        // The first file names the recording.
        std::stable_partition(candidates_.begin(), candidates_.end(),
                              [&](const Candidate& each) { return each.format == found.format; });
        for (Candidate& each : candidates_)
            if (each.of_folder && each.format != found.format)
                leave_out(other_kind, name_of(each));
            else
                found.files.files.push_back(std::move(each.file));
        found.files.folder = list_folder_.empty() ? paths.front().parent_path() : list_folder_;
        found.files.left_out = std::move(left_out_);
        return found;
    }

private:
    static bool is_hmt(const fs::path& path, const ByteSource& file) {
        return is_named_as_recording(path) || begins_as_recording(file);
    }
    static std::string name_of(const Candidate& candidate) {
        return fs::path(candidate.file->name()).filename().string();
    }
    static FileError no_recording(const fs::path& folder) {
        return {
            folder.string(), "",
            "expected a file or a folder with a recording of another program, found a folder without one"};
    }
    void leave_out(std::string_view what, std::string_view which) {
        left_out_.push_back({std::string(what), std::string(which)});
    }
    void add(Candidate candidate, const fs::path& path) {
        if (is_schedule(path.filename().string()))
            return leave_out("schedules of DynamoRIO, which are not read, left out", name_of(candidate));
        candidate.format = format_of(*candidate.file, job_);
        // A folder can have more files than can be open.
        if (candidate.of_folder && candidate.format == nullptr)
            return leave_out(other_kind, name_of(candidate));
        candidates_.push_back(std::move(candidate));
    }
    void add_folder(const fs::path& folder) {
        std::error_code unknown;
        for (const char* const list : {"kernelslist.g", "kernelslist"}) {
            if (!fs::is_regular_file(folder / list, unknown)) continue;
            list_folder_ = folder;
            return add(folder / list);
        }
        has_folder_ = true;
        const std::size_t before = candidates_.size();
        const std::size_t left_out_before = left_out_.size();
        for (const fs::path& path : files_in_folder(folder)) {
            job_.check();
            Candidate added;
            added.of_folder = true;
            try {
                added.file = open_file(path);
            } catch (const FileError& error) {
                // A part of the files would be taken for the recording.
                if (std::string_view(error.what()).ends_with(system_reason(EMFILE))) throw;
                leave_out("files of the folder that cannot be opened, left out",
                          without_folders(error, path.filename().string()));
                continue;
            }
            if (added.file->size() == 0) {
                leave_out("empty files, left out", name_of(added));
                continue;
            }
            add(std::move(added), path);
        }
        if (candidates_.size() > before) return;
        for (const char* const inner : {"trace", "traces"}) {
            if (!fs::is_directory(folder / inner, unknown)) continue;
            left_out_.resize(left_out_before);
            return add_folder(folder / inner);
        }
    }

    const JobContext& job_;
    std::vector<Candidate> candidates_;
    std::vector<LeftOutFile> left_out_;
    fs::path list_folder_; ///< of a list of kernels in a folder
    bool has_folder_ = false;
};

} // namespace

std::vector<fs::path> files_in_folder(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator next(folder, error), end; !error && next != end; next.increment(error)) {
        std::error_code unknown;
        if (!next->is_regular_file(unknown)) continue;
        if (files.size() == most_folder_files)
            throw FileError(
                folder.string(), "",
                fmt::format("expected at most {} files in the folder, found more", most_folder_files));
        files.push_back(next->path());
    }
    if (error) throw FileError(folder.string(), "", "cannot be read: " + error.message());
    std::ranges::sort(files, [](const fs::path& a, const fs::path& b) {
        const int order = ::strverscmp(a.filename().c_str(), b.filename().c_str());
        return order < 0;
    });
    return files;
}

FoundRecording find_recording(const std::vector<fs::path>& paths, const JobContext& job) {
    RecordingFinder finder(job);
    for (const fs::path& path : paths)
        finder.add(path);
    return finder.take(paths);
}

} // namespace hitmap
