#include "app/cli/base/input_file.h"

#include "core/trace/io/read_text.h"

#include <cstdint>

namespace hitmap {

std::string read_text_file(const std::string& path) {
    constexpr std::uint64_t limit = 64U << 20;
    return read_text(path, limit);
}

} // namespace hitmap
