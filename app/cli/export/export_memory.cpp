#include "app/cli/export/export_writers.h"
#include "core/profile/elements/rays_memory.h"
#include "core/profile/index/profile_memory.h"
#include "core/profile/models/element_profile.h"
#include "core/profile/models/pixel_tables.h"

#include <algorithm>

namespace hitmap {

namespace {

std::vector<ElementRange> ranges_of(const ExportOptions& options) {
    return parse_element_ranges(options.only_ranges, "--only-range");
}

std::uint64_t rays_bytes(const ExportOptions& options, const RecordingInfo& info) {
    return depend_on_rays(ranges_of(options)) ? estimate_rays_bytes(info) : 0;
}

std::uint64_t element_profile_bytes(const ExportOptions& options, const RecordingInfo& info) {
    return estimate_element_profile_bytes(info, element_parts(options.frame_count()));
}

} // namespace

std::uint64_t element_table_bytes(const ExportOptions& options, const ModelConfig& /*config*/,
                                  const RecordingInfo& info) {
    return rays_bytes(options, info) + element_profile_bytes(options, info);
}

std::uint64_t profile_table_bytes(const ExportOptions& /*options*/, const ModelConfig& /*config*/,
                                  const RecordingInfo& info) {
    return estimate_profile_bytes(info);
}

std::uint64_t pixel_table_bytes(const ExportOptions& options, const ModelConfig& /*config*/,
                                const RecordingInfo& info) {
    // The elements are chosen before their accesses are counted for pixels.
    const std::uint64_t choosing =
        depend_on_time(ranges_of(options)) ? element_profile_bytes(options, info) : 0;
    return rays_bytes(options, info) + std::max(estimate_pixel_table_bytes(info), choosing);
}

} // namespace hitmap
