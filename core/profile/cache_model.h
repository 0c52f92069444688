#pragma once

#include "core/cache/hierarchy.h"
#include "core/cache/sdcm.h"
#include "core/profile/profile.h"
#include "core/profile/ray_filter.h"

#include <memory>
#include <optional>
#include <string_view>
#include <variant>

namespace hitmap {

/// A cache model and its configuration, where it does not matter which one it is.
using ModelConfig = std::variant<SdcmConfig, HierarchyConfig>;

[[nodiscard]] const CacheGeometry& l1_of(const ModelConfig& config);
[[nodiscard]] const CacheGeometry& l2_of(const ModelConfig& config);
/// "stack distance cache model", "hierarchy model": for a person.
[[nodiscard]] std::string_view title_of(const ModelConfig& config);

/// Outcomes of the accesses of these rays, of all where `rays` is nothing, whichever the model
/// (ray_filter.h). Throws what simulate_sdcm, simulate_hierarchy and require_rays throw.
void simulate_model(RequestSource& source, const ModelConfig& config, const std::optional<RaySelection>& rays,
                    OutcomeSink& sink, ThreadPool& pool, const JobContext& job = {});

/// simulate_hierarchy with a RayFilter before sinks.outcomes; without one where `rays` is nothing. Everything
/// else is of all rays.
HierarchyResult simulate_hierarchy_rays(RequestSource& source, const HierarchyConfig& config,
                                        const std::optional<RaySelection>& rays, HierarchySinks sinks,
                                        ThreadPool& pool, const JobContext& job = {});

/// Runs the hierarchy model and indexes its outcomes, as make_sdcm_profile does. The profile has no reuse
/// distances. Throws what simulate_hierarchy and require_rays throw.
[[nodiscard]] std::shared_ptr<const Profile>
make_hierarchy_profile(RequestSource& source, const HierarchyConfig& config,
                       const std::optional<RaySelection>& rays, ThreadPool& pool, const JobContext& job = {});

/// Whichever the model.
[[nodiscard]] std::shared_ptr<const Profile> make_profile(RequestSource& source, const ModelConfig& config,
                                                          const std::optional<RaySelection>& rays,
                                                          ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
