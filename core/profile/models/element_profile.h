#pragma once

#include "core/profile/models/cache_model.h"

#include <cstdint>
#include <memory>

namespace hitmap {

/// make_profile() for queries of elements alone, with a tree of its own. Values are the same with either way
/// of counting: if the sums of the whole recording take more than 1 GiB and more than an index, as those of a
/// large scene with few accesses do, the profile has ProfileParts::elements.
/// @param parts  result of element_parts()
[[nodiscard]] std::shared_ptr<const Profile>
make_element_profile(RequestSource& source, const ModelConfig& config, const Restriction& only,
                     ProfileParts parts, ThreadPool& pool, const JobContext& job = {});

/// Estimates the memory of such a profile in bytes, before it is made.
[[nodiscard]] std::uint64_t estimate_element_profile_bytes(const RecordingInfo& info, ProfileParts parts);

} // namespace hitmap
