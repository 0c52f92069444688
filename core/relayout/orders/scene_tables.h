#pragma once

#include "core/geometry/mesh/memory_order.h"
#include "core/jobs/progress.h"
#include "core/trace/model/recording.h"

/// The tables of a recorded scene when elements get other places in memory: what names the elements follows.
/// All functions throw Cancelled.
namespace hitmap {

/// Moves the boxes, and names them anew as parents.
void move_boxes(RecordedScene& scene, const Places& places, const JobContext& job);
/// Removes the table of sources of boxes if each box is its own source, as the tracer does for compact nodes.
void drop_same_sources(RecordedScene& scene);
/// Moves the slots of faces, with the normals of their corners.
void move_face_slots(RecordedScene& scene, const Places& places, const JobContext& job);
/// Moves the elements of a kind that have a PrimitiveBuffer.
void move_primitives(RecordedScene& scene, ElementKindId kind, const Places& places, const JobContext& job);
/// Moves the vertices, and names them anew in the faces and other elements; padding names vertex 0.
void move_vertices(RecordedScene& scene, const Places& places, const JobContext& job);
/// Moves the normals, and names them anew in the faces; nothing if `places` is empty.
void move_normals(RecordedScene& scene, const Places& places, const JobContext& job);

} // namespace hitmap
