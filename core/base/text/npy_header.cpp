#include "core/base/text/npy_header.h"

#include <fmt/format.h>

#include <cstddef>

namespace hitmap {

std::string npy_header(const std::string& type, const ArrayShape& shape) {
    std::string lengths;
    for (const std::uint64_t length : shape)
        lengths += fmt::format("{}, ", length);
    std::string text =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, lengths);
    constexpr std::size_t before = 10; // magic, version, length of the text
    text.append(63 - (before + text.size()) % 64, ' ');
    text += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(text.size() & 0xff);
    header += static_cast<char>(text.size() >> 8);
    return header + text;
}

} // namespace hitmap
