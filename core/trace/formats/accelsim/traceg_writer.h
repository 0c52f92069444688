#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace hitmap::accelsim {

/// What a trace does not carry of the recording.
struct TracegLosses {
    std::uint64_t widened_requests = 0; ///< whose bytes per lane became the next power of two
    std::uint64_t local_atomics = 0;    ///< requests that became stores
};

/// Creates a file of a trace by its name.
using CreateTraceFile = std::function<std::unique_ptr<ByteSink>(const std::string& name)>;

/// Writes a recording as a trace of Accel-Sim: the list kernelslist.g and a file kernel-N.traceg for each
/// launch, in the order of warps. Global allocations become copies to the device.
/// @param xz  compress the kernels; their names then end in .traceg.xz
/// Throws FileError (a recording that a trace cannot hold: addresses from 2^63 on, blocks of more than 1024
/// threads), Cancelled, and what the source and the files throw.
TracegLosses write_traceg(RequestSource& source, const CreateTraceFile& create, bool xz,
                          const JobContext& job);

} // namespace hitmap::accelsim
