#include "core/profile/derived/element_profile.h"

#include "core/profile/derived/recording_sums.h"
#include "core/profile/index/profile_memory.h"

namespace hitmap {

namespace {

ProfileParts smaller_parts(const RecordingInfo& info, ProfileParts parts) {
    const bool is_index_smaller = estimate_profile_bytes(info) < estimate_sums_bytes(info);
    return parts == ProfileParts::whole_elements && is_index_smaller ? ProfileParts::elements : parts;
}

} // namespace

std::shared_ptr<const Profile> make_element_profile(RequestSource& source, const ModelConfig& config,
                                                    const Restriction& only, ProfileParts parts,
                                                    ThreadPool& pool, const JobContext& job) {
    return make_profile(source, config, only, pool, job,
                        {.tree = nullptr, .parts = smaller_parts(source.info(), parts)});
}

std::uint64_t estimate_element_profile_bytes(const RecordingInfo& info, ProfileParts parts) {
    return smaller_parts(info, parts) == ProfileParts::whole_elements ? estimate_sums_bytes(info)
                                                                      : estimate_profile_bytes(info);
}

} // namespace hitmap
