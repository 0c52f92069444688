#pragma once

namespace hitmap::capture {

struct DeviceObject;

/// Writes whole records into the spool while dispatches run (of a log that is a ring), and makes room.
/// @return whether there were any
bool drain_ring(DeviceObject& device);

/// Writes what the log holds into the spool, says what did not fit, and empties it. No dispatch may write
/// into the log.
void write_records(DeviceObject& device);

} // namespace hitmap::capture
