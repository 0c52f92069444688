#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/recording.h"

#include <span>
#include <vector>

/// The encoding of the faces of instances in the file (docs/trace-format.md).
namespace hitmap::hmt {

void encode_instance_faces(std::span<const InstanceFaces> instances, ByteWriter& out);
/// Throws FileError, also if there are none or more than RecordingLimits::instance_faces.
[[nodiscard]] std::vector<InstanceFaces> decode_instance_faces(ByteReader& in);

} // namespace hitmap::hmt
