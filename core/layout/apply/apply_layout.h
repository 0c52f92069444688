#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/layout_scene.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/io/byte_stream.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// An option of recordings with a layout that was applied: what was found and what is missing.
inline constexpr std::string_view layout_note_option = "layout-note";
/// A value of import_warning_option: the layout gives roles, and no request accesses such a buffer.
inline constexpr std::string_view unused_layout_warning =
    "no request accesses an allocation that has a role in the layout, which may be that of another recording";

/// Whether a value of import_warning_option is about the layout: unused_layout_warning, what requests and
/// layout contradict each other in, or why a layout is not applied.
[[nodiscard]] bool is_layout_warning(std::string_view value);

/// A recording under a layout.
struct LaidOut {
    LayoutScene made;
    RecordingInfo info; ///< the tables that the recording gets
};

/// Makes the scene and the tables. Throws Error if layout and recording contradict each other, FileError,
/// Cancelled.
[[nodiscard]] LaidOut make_laid_out(const HmtFile& file, const RecordingLayout& layout, ThreadPool& pool,
                                    const JobContext& job);

/// Writes the recording again with the allocations, roles and elements of a layout, with a scene where one
/// can be had (see scene_of_layout()), and with lane tags from the layout's order of pixels. The requests
/// stay as they are. Without a scene, the role `faces` becomes `other`, because a face is looked up with its
/// vertices.
///
/// Throws what make_laid_out() throws.
/// @param notes  further notes for the user
void apply_layout(const HmtFile& file, const RecordingLayout& layout, std::unique_ptr<ByteSink> out,
                  ThreadPool& pool, const JobContext& job, const std::vector<std::string>& notes = {});

/// Writes the recording again as it is, with a warning about its layout.
void write_without_layout(const HmtFile& file, const std::string& warning, std::unique_ptr<ByteSink> out,
                          ThreadPool& pool, const JobContext& job);

/// Whether a request accesses a buffer that has a role, or no buffer has one. Reads up to the first such
/// request. Throws FileError, Cancelled.
[[nodiscard]] bool accesses_roles(const HmtFile& file, const RecordingLayout& layout, const JobContext& job);

} // namespace hitmap
