#pragma once

#include "core/export/npz_writer.h"
#include "core/trace/stream/request_source.h"

namespace hitmap {

/// Reads all requests and writes them as arrays with one item for each request: request_launch, request_sm,
/// request_warp, request_slot, request_instruction, request_mask and request_first_address, an index into
/// `address`. That array has the addresses of the active lanes of all requests, the lowest lane first.
/// Throws FileError, Cancelled.
void write_request_arrays(RequestSource& source, NpzWriter& out);

} // namespace hitmap
