#include "capture/layer/device/log_server.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <string>

#include "capture/layer/device/device.h"
#include "capture/layer/device/log_records.h"

namespace hitmap::capture {

LogServer::LogServer(DeviceObject& device)
    : device_(device), thread_([this](const std::stop_token& stop) { serve(stop); }) {}

LogServer::~LogServer() = default;

void LogServer::begin_submission() {
    const std::scoped_lock lock(mutex_);
    ++submissions_;
    changed_.notify_one();
}

void LogServer::end_submission() {
    const std::scoped_lock lock(mutex_);
    --submissions_;
}

bool LogServer::make_room() {
    if (device_.parts && !device_.parts->is_asked()) return false;
    bool moved = true;
    try {
        if (device_.parts)
            write_records(device_);
        else
            moved = drain_ring(device_);
    } catch (const std::exception& error) {
        device_.capture->note(std::string("records were lost: ") + error.what());
    }
    if (device_.parts) device_.parts->answer(); // the program goes on in any case
    return moved;
}

void LogServer::serve(const std::stop_token& stop) {
    using std::chrono::microseconds;
    constexpr microseconds shortest(50);
    constexpr microseconds longest(1000);
    microseconds pause = shortest;
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(mutex_);
            if (!changed_.wait(lock, stop, [&] { return submissions_ != 0; })) return;
        }
        pause = make_room() ? shortest : std::min(2 * pause, longest);
        std::this_thread::sleep_for(pause);
    }
}

} // namespace hitmap::capture
