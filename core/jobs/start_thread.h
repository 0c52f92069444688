#pragma once

#include <functional>
#include <string_view>
#include <thread>

namespace hitmap {

/// Starts a thread that runs `work`. Throws Error, which says what the thread is for ("reading ahead"), where
/// the system starts no more of them.
[[nodiscard]] std::jthread start_thread(std::string_view purpose, std::function<void()> work);
[[nodiscard]] std::jthread start_thread(std::string_view purpose,
                                        std::function<void(const std::stop_token&)> work);

} // namespace hitmap
