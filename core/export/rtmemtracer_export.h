#pragma once

#include "core/cache/sdcm/sdcm_config.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>

namespace hitmap {

/// The variants of rtmemtracer's files (docs/import.md): everything compressed, or the header before it.
enum class RtmemtracerVariant : std::uint8_t { plain, gbla };

/// Writes the sums of a recording that has them in the place of requests, one trace for each launch. A
/// recording that was imported from such a file gives the same bytes before compression, unless the import
/// had warnings. The caller commits `out`. Throws Error (no scene, camera or image size), FileError,
/// Cancelled.
void export_recorded_sums(const HmtFile& file, RtmemtracerVariant variant, ByteSink& out,
                          const JobContext& job = {});

/// Simulates a recording and writes the sums of 16 frames of each launch, as rtmemtracer makes them: of the
/// boxes only those that were accessed, in the order of their buffer; accesses of boxes below level 13 count
/// for the ancestor at that level; faces without the padding of the tree. The caller commits `out`. Throws
/// Error (no scene, camera, image size or element accesses; launches that overlap in time), what
/// simulate_sdcm throws, Cancelled.
void export_simulated_sums(RequestSource& source, const SdcmConfig& config, RtmemtracerVariant variant,
                           ByteSink& out, ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
