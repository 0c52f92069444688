#pragma once

#include "core/trace/hmt/chunks/chunk.h"
#include "core/trace/hmt/chunks/scene_codec.h"

#include <cstdint>
#include <vector>

/// Recordings that are taken apart, changed, and put together again.
namespace hitmap {

/// The chunks of a whole recording without its table of contents.
[[nodiscard]] std::vector<hmt::PackedChunk> chunks_of(const Bytes& bytes);
/// A file of these chunks only. A reader takes it for an interrupted recording.
[[nodiscard]] Bytes file_of(const std::vector<hmt::PackedChunk>& chunks,
                            std::uint32_t file_version = hmt::version);
/// Adds a table of contents and a trailer.
[[nodiscard]] Bytes whole_file_of(const std::vector<hmt::PackedChunk>& chunks);
/// The first part of an array of the scene, which must be there.
[[nodiscard]] hmt::PackedChunk& scene_part(std::vector<hmt::PackedChunk>& chunks, hmt::SceneArray array);

} // namespace hitmap
