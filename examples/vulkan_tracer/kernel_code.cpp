#include <cstdint>

#include "examples/vulkan_tracer/tracer_kernel.h"

namespace hitmap::vulkan {

namespace {

// Arrays that glslangValidator wrote.
#include "if_if.h"
#include "if_if_notes.h"
#include "one_thread_a_pixel.h"
#include "one_thread_a_pixel_notes.h"
#include "while_while.h"
#include "while_while_notes.h"

} // namespace

std::span<const std::uint32_t> kernel_code(Kernel kernel, bool notes) {
    using Code = std::span<const std::uint32_t>;
    switch (kernel) {
    case Kernel::while_while:
        return notes ? Code(while_while_notes_code) : Code(while_while_code);
    case Kernel::if_if:
        return notes ? Code(if_if_notes_code) : Code(if_if_code);
    case Kernel::pixel:
        break;
    }
    return notes ? Code(one_thread_a_pixel_notes_code) : Code(one_thread_a_pixel_code);
}

} // namespace hitmap::vulkan
