#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "capture/layer/device/device.h"

namespace hitmap::capture {

/// The buffers that the shader of a dispatch can access through descriptors, each once.
[[nodiscard]] std::vector<std::shared_ptr<BufferObject>> buffers_of(DeviceObject& device,
                                                                    const DispatchCommand& command);

/// Writes the descriptors that a dispatch can use, as they are now, into the spool, unless a table of the
/// same descriptors is there. @return the number of the table
[[nodiscard]] std::uint32_t write_table(DeviceObject& device, const DispatchCommand& command);

} // namespace hitmap::capture
