#pragma once

#include "core/analysis/findings/finding.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/query/profile.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// What a page of a recording shows. The objects that it refers to must outlive it.
struct PageSubject {
    std::string path; ///< of the recording
    const HmtFile& file;
    const ModelConfig& config; ///< the model of the profile
    const Profile& profile;
    std::shared_ptr<const RecordedScene> scene; ///< null: the recording has none
    std::size_t worst = 10;                     ///< rows of the tables of worst elements
    std::vector<Finding> findings{};            ///< empty: they were not looked for
};

/// Returns one HTML page of the whole recording, without scripts, and without files or addresses outside of
/// it: findings, facts, sums by level, kind of element, allocation and source line, the elements with the
/// most misses, plots and pictures. What the recording or the model does not know is left out. The same input
/// gives the same bytes on the same GL implementation. Throws Error (no OpenGL), Cancelled.
[[nodiscard]] std::string recording_page(const PageSubject& subject, const JobContext& job = {});

} // namespace hitmap
