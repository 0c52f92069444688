#include "core/profile/models/element_profile.h"

#include "core/profile/index/profile_memory.h"
#include "core/profile/models/recording_sums.h"

namespace hitmap {

namespace {

/// Sums without an index are made faster, but their memory grows with the elements instead of the accesses.
/// They may take this much more.
constexpr std::uint64_t most_for_speed = std::uint64_t{1} << 30;

ProfileParts affordable_parts(const RecordingInfo& info, ProfileParts parts) {
    const std::uint64_t sums = estimate_sums_bytes(info);
    const bool is_too_large = sums > most_for_speed && estimate_profile_bytes(info) < sums;
    return parts == ProfileParts::whole_elements && is_too_large ? ProfileParts::elements : parts;
}

} // namespace

std::shared_ptr<const Profile> make_element_profile(RequestSource& source, const ModelConfig& config,
                                                    const Restriction& only, ProfileParts parts,
                                                    ThreadPool& pool, const JobContext& job) {
    return make_profile(source, config, only, pool, job,
                        {.tree = nullptr, .parts = affordable_parts(source.info(), parts)});
}

std::uint64_t estimate_element_profile_bytes(const RecordingInfo& info, ProfileParts parts) {
    return affordable_parts(info, parts) == ProfileParts::whole_elements ? estimate_sums_bytes(info)
                                                                         : estimate_profile_bytes(info);
}

} // namespace hitmap
