#include "core/layout/apply/open_laid_out.h"

#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/apply/moved_layout.h"
#include "core/layout/model/layout_json.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace hitmap {

AppliedLayout apply_layout_file(const std::filesystem::path& path, LayoutFiles files, const HmtFile& file,
                                std::unique_ptr<ByteSink> out, ThreadPool& pool, const JobContext& job) {
    const RecordingLayout layout = read_layout(path);
    try {
        if (files == LayoutFiles::inside_folder) require_files_inside(path.parent_path(), layout);
        MovedLayout moved = moved_to(file.info(), layout);
        if (!file.info().has_sums() && moved.is_doubtful && !accesses_roles(file, layout, job))
            moved.refusal = refusal_of(layout);
        if (files == LayoutFiles::inside_folder && !moved.refusal.empty()) {
            write_without_layout(file, moved.refusal, std::move(out), pool, job);
            return {moved.refusal, {}};
        }
        if (!moved.refusal.empty()) {
            apply_layout(file, layout, std::move(out), pool, job);
            return {};
        }
        std::vector<std::string> notes;
        if (moved.moved != 0) notes.push_back(moved.note());
        apply_layout(file, moved.layout, std::move(out), pool, job, notes);
        return {{}, moved.note()};
    } catch (const Cancelled&) {
        throw;
    } catch (const MemoryNeeded&) {
        throw;
    } catch (const FileError& error) {
        if (error.file() != layout.mesh.file && error.file() != layout.mesh.faces) throw;
        throw FileError(path.string(), "", error.what());
    } catch (const Error& error) {
        throw FileError(path.string(), "", fmt::format("applied to {}: {}", file.name(), error.what()));
    }
}

std::filesystem::path layout_used(const std::filesystem::path& path, const std::filesystem::path& layout) {
    if (!layout.empty()) return layout;
    std::error_code unknown;
    const std::filesystem::path beside = layout_path(path);
    return std::filesystem::is_regular_file(beside, unknown) ? beside : std::filesystem::path();
}

std::filesystem::path layout_applied(const std::filesystem::path& path, const std::filesystem::path& layout,
                                     const RecordingInfo& info) {
    const auto is_refusal = [](const auto& option) {
        return option.first == import_warning_option && option.second.starts_with(layout_not_applied);
    };
    if (layout.empty() && std::ranges::any_of(info.options, is_refusal)) return {};
    return layout_used(path, layout);
}

LaidOutRecording open_laid_out(const std::filesystem::path& path, const std::filesystem::path& layout,
                               const JobContext& job, const RecordingPart& part, std::uint64_t limit) {
    LaidOutRecording opened;
    opened.bytes = open_any_recording(path, job, limit);
    if (opened.bytes == nullptr) return opened;
    opened.layout = layout_used(path, layout);
    if (opened.layout.empty()) return opened;
    // Positions count the accesses that the layout makes known.
    opened.is_part = !part.is_whole() && part.positions.is_whole();
    HmtFile file(std::move(opened.bytes), job);
    if (opened.is_part) file = file.part(part, job);
    std::vector<std::byte> written;
    ThreadPool pool;
    AppliedLayout applied =
        apply_layout_file(opened.layout, layout.empty() ? LayoutFiles::inside_folder : LayoutFiles::anywhere,
                          file, create_limited_memory(written, limit), pool, job);
    opened.refusal = std::move(applied.refusal);
    opened.note = std::move(applied.note);
    if (!opened.refusal.empty()) opened.layout.clear();
    opened.bytes = open_memory(std::move(written), file.name());
    return opened;
}

} // namespace hitmap
