#pragma once

#include <span>

#include "capture/layer/vulkan/functions.h"

namespace hitmap::capture {

// The functions that the layer takes the place of, by subject.
[[nodiscard]] std::span<const Interception> instance_interceptions();
[[nodiscard]] std::span<const Interception> buffer_interceptions();
[[nodiscard]] std::span<const Interception> structure_interceptions();
[[nodiscard]] std::span<const Interception> name_interceptions();
[[nodiscard]] std::span<const Interception> descriptor_interceptions();
[[nodiscard]] std::span<const Interception> pipeline_interceptions();
[[nodiscard]] std::span<const Interception> command_interceptions();
[[nodiscard]] std::span<const Interception> draw_interceptions();
[[nodiscard]] std::span<const Interception> graphics_interceptions();
[[nodiscard]] std::span<const Interception> ray_interceptions();
[[nodiscard]] std::span<const Interception> build_interceptions();
[[nodiscard]] std::span<const Interception> ray_tracing_interceptions();
[[nodiscard]] std::span<const Interception> submission_interceptions();

/// An entry of such a list. Vulkan has one type for all functions, to which each is cast.
template <class Function>
[[nodiscard]] Interception intercept(const char* name, Function* function) {
    return {name, reinterpret_cast<PFN_vkVoidFunction>(function)};
}

} // namespace hitmap::capture
