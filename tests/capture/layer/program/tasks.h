#pragma once

#include <span>

namespace program {

struct Task {
    const char* name;
    void (*run)();
};

[[nodiscard]] std::span<const Task> tasks();

} // namespace program
