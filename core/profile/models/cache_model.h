#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/sdcm/sdcm.h"
#include "core/profile/query/profile.h"
#include "core/profile/sums/restriction.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>

namespace hitmap {

class TreeOnce; // core/tree/tree_shape.h

/// The configuration of either cache model.
using ModelConfig = std::variant<SdcmConfig, HierarchyConfig>;

[[nodiscard]] const CacheGeometry& l1_of(const ModelConfig& config);
[[nodiscard]] const CacheGeometry& l2_of(const ModelConfig& config);
/// Returns the L1 of an SM as text, for example "2 x 24KiB:128/32:48" if the SM has two.
[[nodiscard]] std::string l1_text(const ModelConfig& config);
/// Returns "sdcm" or "hierarchy", the name of the model in JSON, CSV and options.
[[nodiscard]] std::string_view name_of(const ModelConfig& config);
/// Returns "stack distance cache model" or "hierarchy model", the name of the model in texts.
[[nodiscard]] std::string_view title_of(const ModelConfig& config);
/// Whether the model gives the reasons of misses.
[[nodiscard]] bool explains_misses(const ModelConfig& config);

/// Runs either model and passes the outcomes of the counted accesses to `sink`. Throws the errors of
/// simulate_restricted.
void simulate_model(RequestSource& source, const ModelConfig& config, const Restriction& only,
                    OutcomeSink& sink, ThreadPool& pool, const JobContext& job = {});

/// Calls simulate_sdcm with an AccessFilter in front of `sink` if `only` restricts anything. Sums by
/// allocation count everything. Throws the errors of simulate_sdcm, require_requests, require_rays and
/// counted_parts.
SdcmResult simulate_restricted(RequestSource& source, const SdcmConfig& config, const Restriction& only,
                               OutcomeSink& sink, ThreadPool& pool, const JobContext& job = {});
/// Calls simulate_hierarchy with an AccessFilter in front of sinks.outcomes, which receive the counted
/// look-ups only. All other results count everything.
HierarchyResult simulate_restricted(RequestSource& source, const HierarchyConfig& config,
                                    const Restriction& only, HierarchySinks sinks, ThreadPool& pool,
                                    const JobContext& job = {});

/// What a profile contains. Each part takes time and memory while the model runs.
enum class ProfileParts : std::uint8_t {
    all,
    /// No sums by pixel, SM, ray of the stack, instruction and allocation: their queries answer as if the
    /// recording did not know them.
    elements,
    /// The same over the whole recording only (WholeProfile): windows of time are rounded to it, and no index
    /// is built.
    whole_elements,
};

/// Return the parts that answer queries of elements in the least time: in single frames of a recording that
/// is divided into this number of frames, or in this window alone. make_element_profile() also considers
/// their memory.
[[nodiscard]] constexpr ProfileParts element_parts(std::uint64_t frames) {
    return frames <= 1 ? ProfileParts::whole_elements : ProfileParts::elements;
}
[[nodiscard]] inline ProfileParts element_parts(const RecordingInfo& info, TimeWindow window) {
    return window == TimeWindow{0, info.positions()} ? ProfileParts::whole_elements : ProfileParts::elements;
}

/// How a profile is made.
struct ProfileSettings {
    /// The tree of the source's scene, which several profiles may share; null: one of its own, if the scene
    /// has one.
    std::shared_ptr<TreeOnce> tree;
    ProfileParts parts = ProfileParts::all;
    /// The stack distance cache model starts from what is here, or puts it here, if the profile has all
    /// parts. Null: nothing is kept. It must be of the same source.
    PackedAccessesSlot* kept = nullptr;
};

/// Runs the model and indexes its outcomes. Independently of the restriction, positions() is the number N of
/// the whole recording, rates of access are shares of N, and allocations() and traffic() count everything.
/// Sums of pixels contain the counted accesses only. `pool` must outlive the profile. Throws the errors of
/// simulate_restricted.
[[nodiscard]] std::shared_ptr<const Profile>
make_sdcm_profile(RequestSource& source, const SdcmConfig& config, const Restriction& only, ThreadPool& pool,
                  const JobContext& job = {}, const ProfileSettings& settings = {});
/// The same without a restriction.
[[nodiscard]] std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source,
                                                               const SdcmConfig& config, ThreadPool& pool,
                                                               const JobContext& job = {});
/// The same for the hierarchy model. The profile has no reuse distances.
[[nodiscard]] std::shared_ptr<const Profile>
make_hierarchy_profile(RequestSource& source, const HierarchyConfig& config, const Restriction& only,
                       ThreadPool& pool, const JobContext& job = {}, const ProfileSettings& settings = {});
/// The same for either model. The profile of a recording with sums in the place of requests contains these.
/// Throws the error of require_requests if a model other than the default or a restriction is asked of it.
[[nodiscard]] std::shared_ptr<const Profile> make_profile(RequestSource& source, const ModelConfig& config,
                                                          const Restriction& only, ThreadPool& pool,
                                                          const JobContext& job = {},
                                                          ProfileSettings settings = {});

} // namespace hitmap
