#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/io/limited_memory.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <string_view>

namespace hitmap {

/// The most SMs that blocks are dealt to.
inline constexpr std::uint32_t most_dealt_sms = 4096;

/// Passes a recording to `out`, from begin() to finish(), as if its thread blocks had been dealt to another
/// number of SMs by the rule of the simulated device (simt::launch(), docs/simt.md): blocks in the order of
/// their numbers go to the SMs in turn, and later to the SM where a block has ended; the SMs advance
/// together, a request each. Inside a block, requests stay in the order that was recorded. An SM has as many
/// slots of warps as before. Launches follow one another. Blocks without a request take no place.
///
/// Each lane does what it did: how warps of persistent threads would share the work on that many SMs does not
/// follow from the recording, nor how the warps of one block would take turns. Therefore the result is an
/// estimate (deal_blocks_estimate_option), except for a whole recording of `hitmap trace --kernel pixel`
/// whose blocks have one warp each: it then equals a trace with that number of SMs.
///
/// Reads the recording twice. What has to wait for its turn takes at most 128 MiB of memory; the rest is in a
/// scratch file.
/// @param sms  1 to most_dealt_sms
/// Throws Error if the recording has sums in the place of requests, blocks of more than 1024 warps or
/// allocations that begin or end within a launch; FileError, Cancelled, and what `out` throws.
void deal_blocks(const HmtFile& file, std::uint32_t sms, RecordingSink& out, ThreadPool& pool,
                 const JobContext& job = {});

/// The same as a recording in memory. Throws MemoryNeeded before it takes more than `limit` bytes, and what
/// deal_blocks() throws.
[[nodiscard]] HmtFile dealt_file(const HmtFile& file, std::uint32_t sms, std::uint64_t limit,
                                 ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
