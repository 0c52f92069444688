#include "capture/layer/device/draw_numbers.h"

#include <numeric>
#include <span>
#include <stdexcept>

#include "capture/layer/device/device.h"

namespace hitmap::capture {

DrawNumbers::DrawNumbers(const DeviceObject& device)
    : device_(device),
      host_(make_host_buffer(device, count * sizeof(std::uint32_t), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT)) {
    if (host_.mapped == nullptr) throw std::runtime_error("there is no memory for the numbers of draws");
    const std::span<std::uint32_t> numbers(reinterpret_cast<std::uint32_t*>(host_.mapped), count);
    std::iota(numbers.begin(), numbers.end(), 0U);
}

DrawNumbers::~DrawNumbers() {
    free_host_buffer(device_, host_);
}

} // namespace hitmap::capture
