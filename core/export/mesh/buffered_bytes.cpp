#include "core/export/mesh/buffered_bytes.h"

namespace hitmap {

void BufferedBytes::bytes(std::span<const std::byte> bytes) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    if (buffer_.size() >= piece) flush();
}

void BufferedBytes::flush() {
    job_.check();
    out_.write(buffer_);
    buffer_.clear();
}

} // namespace hitmap
