#pragma once

#include <functional>
#include <string_view>
#include <thread>

namespace hitmap {

/// Starts a thread that runs `work`. If the system refuses to start one, throws Error with the purpose of
/// the thread ("reading ahead").
[[nodiscard]] std::jthread start_thread(std::string_view purpose, std::function<void()> work);
[[nodiscard]] std::jthread start_thread(std::string_view purpose,
                                        std::function<void(const std::stop_token&)> work);

/// Calls `second` on a thread of its own and `first` meanwhile in this thread; where no thread can be
/// started, one after the other in this one. Returns when both have. If both throw, what `first` threw is
/// thrown.
void side_by_side(std::string_view purpose, const std::function<void()>& first,
                  const std::function<void()>& second);

/// Lowers the priority of the calling thread, and of the threads that it starts from now on. Threads that
/// answer the user, such as the one that draws, then go first where there are fewer cores than work.
void give_way();
/// The same, behind threads that give way, too: for work that the user has not asked for.
void give_way_to_all();
/// Calls `work` on a thread of its own that gives way to all others, and returns when it has ended; where no
/// thread can be started, in this one. Throws what it throws. So a thread that is used again keeps its
/// priority, which no thread can raise.
void run_behind_all(std::string_view purpose, const std::function<void()>& work);

} // namespace hitmap
