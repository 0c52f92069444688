#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/recording.h"

#include <span>
#include <vector>

/// The encoding of copies of faces in the file (docs/trace-format.md).
namespace hitmap::hmt {

void encode_face_copies(std::span<const FaceCopy> copies, ByteWriter& out);
/// Throws FileError, also if there are none or a number is out of its range.
[[nodiscard]] std::vector<FaceCopy> decode_face_copies(ByteReader& in);

} // namespace hitmap::hmt
