#include "capture/layer/device/log_records.h"

#include <cstdint>
#include <mutex>
#include <span>

#include "capture/layer/device/device.h"

namespace hitmap::capture {

namespace {

/// The caller holds DeviceObject::log_mutex.
bool drain(DeviceObject& device) {
    return device.log->drain([&](std::uint32_t position, std::span<const std::uint64_t> units) {
        if (SpoolWriter* spool = device.capture->spool())
            spool->write_records(device.number, position, units);
    });
}

} // namespace

bool drain_ring(DeviceObject& device) {
    const std::scoped_lock lock(device.log_mutex);
    return drain(device);
}

void write_records(DeviceObject& device) {
    const std::scoped_lock lock(device.log_mutex);
    DeviceLog& log = *device.log;
    if (device.waits()) {
        while (drain(device)) {
        }
    } else {
        const bool counts = device.capture->settings().instrumentation == Instrumentation::count;
        const std::uint64_t held = counts ? 0 : log.held_units();
        if (held != 0)
            if (SpoolWriter* spool = device.capture->spool())
                spool->write_records(device.number, 0, log.units());
        const std::uint64_t needed = log.needed_units();
        if (needed > held)
            device.capture->write(SpoolLost{device.number, held, needed,
                                            device.parts ? device.parts->units_for(needed) : needed});
    }
    log.reset();
}

} // namespace hitmap::capture
