#pragma once

#include "core/analysis/findings/find_causes.h"
#include "core/raytracer/options/trace_options.h"

#include <functional>
#include <string>

namespace hitmap {

// Recordings of small scenes, and caches so small that faults matter in them.

[[nodiscard]] const GpuPreset& turing();
[[nodiscard]] HierarchyConfig small_hierarchy();

[[nodiscard]] HmtFile recording_by(const std::function<void(RecordingSink&)>& produce);
/// Options that leave little to gain but for a planted fault.
[[nodiscard]] TraceOptions good_options();
[[nodiscard]] TraceOptions with(TraceOptions options, const std::string& name, const std::string& value);
void trace_to(RecordingSink& sink, const std::string& scene, const TraceOptions& options);
[[nodiscard]] HmtFile traced(const std::string& scene, const TraceOptions& options);
/// A small recording whose vertices are in random order.
[[nodiscard]] const HmtFile& teapot();

/// The findings of a recording whose scene is built in.
[[nodiscard]] FoundCauses causes_of(const HmtFile& file, const HierarchyConfig& config = small_hierarchy(),
                                    const PendingTold& told = {});

} // namespace hitmap
