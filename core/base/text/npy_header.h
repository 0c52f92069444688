#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace hitmap {

/// The type of an array's items as NumPy writes it: "<u4".
template <class T>
[[nodiscard]] std::string numpy_type() {
    static_assert(std::is_arithmetic_v<T>);
    const char kind = std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
    return (sizeof(T) == 1 ? '|' : '<') + (kind + std::to_string(sizeof(T)));
}

/// The lengths of an array's dimensions.
using ArrayShape = std::vector<std::uint64_t>;

/// Returns the bytes of a .npy file (version 1.0 of the format) before the items, which follow in row-major
/// order. Their number is a multiple of 64.
/// @param type  result of numpy_type()
[[nodiscard]] std::string npy_header(const std::string& type, const ArrayShape& shape);

} // namespace hitmap
