#pragma once

#include "app/cli/export/export_output.h"

namespace hitmap {

// The writers of the rows of export_outputs(). Each is named after its output and is in the file of its
// subject.

/// Tables of elements and of groups of elements.
WriteTable export_accesses, export_metrics, export_groups, export_regions, export_tree;
/// Tables of sums of the hierarchy model.
WriteTable export_traffic, export_miss_ratio, export_reuse_histogram, export_stack, export_addresses;
/// Tables of what lines enter and leave the caches.
WriteTable export_evictions, export_occupancy, export_held_lines;
/// Tables of pixels, SMs and curves over time.
WriteTable export_pixels, export_sms, export_curves;

WriteFile export_npz, export_ply, export_vtp, export_gltf;

WriteAlone export_simt, export_rays, export_rtmemtracer, export_traceg, export_annotated_source;

/// Of a table of all elements, of their profile, of pixels, of arrays and of held lines.
OutputMemory element_table_bytes, profile_table_bytes, pixel_table_bytes, array_bytes, eviction_table_bytes,
    held_line_table_bytes;

/// What an output of rays says of a recording without places of rays.
inline constexpr std::string_view no_rays_recorded =
    "expected a recording with ray events, found one without (docs/recorder.md)";

} // namespace hitmap
