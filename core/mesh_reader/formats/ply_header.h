#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

enum class PlyFormat { ascii, little_endian, big_endian };
enum class PlyType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

[[nodiscard]] std::size_t size_of(PlyType type);

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::float32; ///< type of the value, or of each item of a list
    bool is_list = false;
    PlyType count_type = PlyType::uint8; ///< type of the length of the list
};

struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;

    /// Index of the first property with one of the names; properties.size() if there is none.
    [[nodiscard]] std::size_t find(std::initializer_list<std::string_view> names) const;
    /// Smallest size in bytes of an element in a binary file, when all its lists are empty.
    [[nodiscard]] std::size_t least_bytes() const;
    [[nodiscard]] bool has_lists() const;
};

/// The header of a PLY file.
struct PlyHeader {
    PlyFormat format = PlyFormat::ascii;
    std::vector<PlyElement> elements;
    std::size_t bytes = 0; ///< size of the header, including its last line
    std::size_t lines = 0;
};

/// Throws FileError that names `file` and the line.
[[nodiscard]] PlyHeader parse_ply_header(std::string_view bytes, const std::string& file);

} // namespace hitmap
