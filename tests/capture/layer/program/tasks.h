#pragma once

#include <span>

namespace program {

struct Task {
    const char* name;
    void (*run)();
};

[[nodiscard]] std::span<const Task> tasks();
/// With more records than a small log has room for.
[[nodiscard]] std::span<const Task> split_tasks();
/// Ways to make and use objects.
[[nodiscard]] std::span<const Task> object_tasks();

/// Ways to end, and to begin, a process and its device.
[[nodiscard]] std::span<const Task> process_tasks();

} // namespace program
