#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/layout_scene.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/io/byte_stream.h"

#include <memory>
#include <string_view>

namespace hitmap {

/// An option of recordings with a layout that was applied: what was found and what is missing.
inline constexpr std::string_view layout_note_option = "layout-note";
/// A value of import_warning_option: the layout gives roles, and no request accesses such a buffer.
inline constexpr std::string_view unused_layout_warning =
    "no request accesses an allocation that has a role in the layout, which may be that of another recording";

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
void apply_layout(const HmtFile& file, const RecordingLayout& layout, std::unique_ptr<ByteSink> out,
                  ThreadPool& pool, const JobContext& job);

} // namespace hitmap
