#pragma once

#include "tests/trace/recording_chunks.h"

#include <string>

namespace hitmap {

// What tests of recordings that are broken start from, and what they look at.

/// A whole recording with uncompressed chunks of a few hundred bytes each, so that places in it can be named.
[[nodiscard]] Bytes small_recording();
/// Returns the error of opening and validating a recording of the name x.hmt; empty if there is none.
[[nodiscard]] std::string complaint(Bytes bytes);
/// The chunk of tables that say nothing.
[[nodiscard]] hmt::PackedChunk empty_info();

} // namespace hitmap
