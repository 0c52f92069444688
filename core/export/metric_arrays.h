#pragma once

#include "core/export/npz_writer.h"
#include "core/profile/query/exported_frames.h"
#include "core/profile/query/profile.h"
#include "core/trace/elements/element_source.h"

namespace hitmap {

/// Writes sums and metrics of the elements of each kind that the profile has: face_source, face_accesses,
/// face_l1_hits, face_l1_lookups and face_l1_hit_rate and so on (all metrics that the profile can answer),
/// and the same for boxes and pixels. Items are elements, padding included; its source is -1. Arrays of
/// pixels are images with row 0 on top if the scene has a framebuffer of as many pixels. Undefined values are
/// NaN. If frames.several, the frames are the first axis of sums and metrics. frame_first and frame_count are
/// the windows of positions. Throws FileError, Cancelled.
/// @param scene  may be null
void write_metric_arrays(const Profile& profile, const RecordedScene* scene, const ElementSources& sources,
                         const ExportedFrames& frames, NpzWriter& out);

} // namespace hitmap
