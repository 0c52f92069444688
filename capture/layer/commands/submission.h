#pragma once

#include "capture/layer/commands/dispatch.h"

namespace hitmap::capture {

/// Takes the records of submissions, in their order, if all have ended. @param wait  for each of them
/// The caller holds DeviceObject::submission_mutex, or no thread submits.
void take_pending(DeviceObject& device, bool wait);

} // namespace hitmap::capture
