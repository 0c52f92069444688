#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/sdcm/sdcm.h"
#include "core/profile/filter/restriction.h"
#include "core/profile/query/profile.h"

#include <memory>
#include <string_view>
#include <variant>

namespace hitmap {

/// A cache model and its configuration, where it does not matter which one it is.
using ModelConfig = std::variant<SdcmConfig, HierarchyConfig>;

[[nodiscard]] const CacheGeometry& l1_of(const ModelConfig& config);
[[nodiscard]] const CacheGeometry& l2_of(const ModelConfig& config);
/// An SM's L1 for a person: "2 x 24KiB:128/32:48" where it has two.
[[nodiscard]] std::string l1_text(const ModelConfig& config);
/// Returns "sdcm" or "hierarchy", the name of the model in JSON, CSV and options.
[[nodiscard]] std::string_view name_of(const ModelConfig& config);
/// "stack distance cache model", "hierarchy model": for a person.
[[nodiscard]] std::string_view title_of(const ModelConfig& config);

/// Outcomes of what counts, whichever the model. Throws what simulate_restricted throws.
void simulate_model(RequestSource& source, const ModelConfig& config, const Restriction& only,
                    OutcomeSink& sink, ThreadPool& pool, const JobContext& job = {});

/// simulate_sdcm with an AccessFilter before `sink`; without one where everything counts. Sums by allocation
/// are of everything. Throws what simulate_sdcm, require_rays and counted_parts throw.
SdcmResult simulate_restricted(RequestSource& source, const SdcmConfig& config, const Restriction& only,
                               OutcomeSink& sink, ThreadPool& pool, const JobContext& job = {});
/// simulate_hierarchy with an AccessFilter before sinks.outcomes, which get the look-ups that count. All else
/// is of everything.
HierarchyResult simulate_restricted(RequestSource& source, const HierarchyConfig& config,
                                    const Restriction& only, HierarchySinks sinks, ThreadPool& pool,
                                    const JobContext& job = {});

/// Runs the model and indexes its outcomes. positions() is N of the whole recording, and rates of access are
/// shares of it, whatever counts. allocations() and traffic() count everything. Pixels know what was accessed
/// for them of what counts. `pool` outlives the profile. Throws what simulate_restricted throws.
[[nodiscard]] std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source,
                                                               const SdcmConfig& config,
                                                               const Restriction& only, ThreadPool& pool,
                                                               const JobContext& job = {});
/// The same of everything.
[[nodiscard]] std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source,
                                                               const SdcmConfig& config, ThreadPool& pool,
                                                               const JobContext& job = {});
/// The same; it has no reuse distances.
[[nodiscard]] std::shared_ptr<const Profile> make_hierarchy_profile(RequestSource& source,
                                                                    const HierarchyConfig& config,
                                                                    const Restriction& only, ThreadPool& pool,
                                                                    const JobContext& job = {});
/// Whichever the model.
[[nodiscard]] std::shared_ptr<const Profile> make_profile(RequestSource& source, const ModelConfig& config,
                                                          const Restriction& only, ThreadPool& pool,
                                                          const JobContext& job = {});

} // namespace hitmap
