#pragma once

#include "core/export/rtmemtracer_export.h"
#include "core/trace/formats/memtracer/trace_scene.h"
#include "core/trace/io/gzip_output.h"
#include "core/trace/model/recorded_sums.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap::rtmemtracer {

/// Returns the camera block of a camera: the columns of its matrix are right, up and backward.
[[nodiscard]] std::vector<std::byte> camera_block(const Camera& camera, std::uint32_t width,
                                                  std::uint32_t height);

/// Writes traces, one after the other. Throws what the sink throws, and Error if a number does not fit in the
/// format.
class TraceWriter {
public:
    /// `scene` and `out` must outlive the object.
    TraceWriter(const TraceScene& scene, RtmemtracerVariant variant, ByteSink& out);

    /// Begins a trace: header and scene.
    /// @param frames   number of frames that follow
    /// @param records  number of sums in all of them
    void begin(std::uint32_t frames, std::uint64_t records);
    void add_frame(std::span<const RecordedSum> sums);
    void end() { gzip_.end_member(); }

private:
    void write_scene();

    const TraceScene& scene_;
    RtmemtracerVariant variant_;
    ByteSink& out_;
    GzipOutput gzip_;
};

} // namespace hitmap::rtmemtracer
