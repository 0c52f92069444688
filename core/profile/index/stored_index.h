#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/query/profile.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/model/recording.h"

#include <memory>

namespace hitmap {

/// Changes whenever stored profiles of an older program must not be read.
inline constexpr unsigned stored_profile_format = 1;

/// Whether write_profile() can store the profile: one of the stack distance cache model.
[[nodiscard]] bool can_be_stored(const Profile& profile);

/// Writes a profile as it is in memory, for programs of the same version on the same machine: no format for
/// exchange. Terms of boxes are left out. Throws Error (cannot be stored), what `out` throws, Cancelled.
void write_profile(const Profile& profile, ByteSink& out, const JobContext& job = {});

/// Reads what write_profile() wrote. The bytes must be those that were written, which a hash of them tells;
/// sizes are checked all the same.
/// @param info   the recording that was simulated
/// @param terms  as for make_sdcm_profile()
/// @param pool   must outlive the profile
/// Throws FileError (ends too early, sizes that cannot be, another recording), Cancelled.
[[nodiscard]] std::shared_ptr<const Profile> read_profile(const ByteSource& source, const RecordingInfo& info,
                                                          ThreadPool& pool, const JobContext& job = {},
                                                          std::shared_ptr<const ElementTerms> terms = {});

} // namespace hitmap
