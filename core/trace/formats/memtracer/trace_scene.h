#pragma once

#include "core/trace/formats/memtracer/trace_input.h"
#include "core/trace/import/import_warnings.h"
#include "core/trace/import/scene_budget.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap::rtmemtracer {

/// The name of the allocation whose contents are the camera block of an imported trace.
inline constexpr const char* camera_allocation = "camera";
/// Bytes of the camera block that are understood: position, matrix, opening angle, width, height.
inline constexpr std::uint32_t camera_bytes = 60;
inline constexpr std::uint32_t face_bytes = 12;
inline constexpr std::uint32_t box_bytes = 24;
inline constexpr std::uint32_t least_vertex_bytes = 12;

/// What a trace says about its scene. Two traces with equal scenes are launches of one recording.
struct TraceScene {
    std::vector<std::byte> camera;                   ///< camera_bytes or more
    std::uint32_t vertex_bytes = least_vertex_bytes; ///< distance of two vertices
    RecordedScene scene;
    /// Links of boxes are not compared: they follow from the boxes.
    friend bool operator==(const TraceScene&, const TraceScene&);
};

/// Whether bytes begin as the header of a trace does.
[[nodiscard]] bool begins_as_header(std::span<const std::byte> start);

/// Reads header, camera, vertices, faces and boxes. Memory grows with what was read. Throws FileError,
/// Cancelled.
/// @param budget  for the arrays; FileError if they exceed it
[[nodiscard]] TraceScene read_trace_scene(TraceInput& in, SceneBudget& budget, ImportWarnings& warnings);

} // namespace hitmap::rtmemtracer
