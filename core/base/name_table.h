#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace hitmap {

/// Names of the values of an enum in a file.
template <class Enum, std::size_t count>
using NameTable = std::array<std::pair<Enum, std::string_view>, count>;

template <class Enum, std::size_t count>
[[nodiscard]] std::string_view name_in(const NameTable<Enum, count>& table, Enum value) {
    for (const auto& [known, name] : table) {
        if (known == value) return name;
    }
    return {};
}

} // namespace hitmap
