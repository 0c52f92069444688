#pragma once

#include "core/export/element_cells.h"
#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

namespace hitmap {

// Writers of elements with values for other programs. Each throws Error (wrong attributes, or elements
// that the format cannot hold), FileError (the sink) and Cancelled. The caller calls out.commit().

/// Binary PLY: faces as triangles, boxes as edges. Properties of each: the colour (red, green, blue),
/// `quality` (the first attribute, which MeshLab colours by), all attributes by their names, and `element`
/// and `source`. Undefined values are NaN.
void write_ply(const AttributedElements& elements, ByteSink& out, const JobContext& job);

/// VTK XML PolyData (.vtp): faces as polygons, boxes as lines. Cell data are all attributes, `element` and
/// `source`; the first attribute is the active one. Undefined values are NaN.
void write_vtp(const AttributedElements& elements, ByteSink& out, const JobContext& job);

/// glTF 2.0, binary (.glb). Vertices are not shared between elements, so that each can have the values of its
/// element: the attributes _L1_HIT_RATE and so on, _ELEMENT, _SOURCE, and COLOR_0. As the format has no NaN,
/// undefined values are -1, which no metric has; the extras of the primitive say so. Numbers of elements from
/// 2^24 on are rounded, since they are floats.
void write_gltf(const AttributedElements& elements, ByteSink& out, const JobContext& job);

} // namespace hitmap
