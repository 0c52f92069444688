#pragma once

#include "capture/layer/commands/dispatch.h"

namespace hitmap::capture {

/// Takes the records of submissions that have ended, in their order. @param wait  for all of them
/// The caller holds DeviceObject::submission_mutex, or no thread submits.
void take_pending(DeviceObject& device, bool wait);

} // namespace hitmap::capture
