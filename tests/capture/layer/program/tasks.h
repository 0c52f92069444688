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

} // namespace program
