#pragma once

#include <cstdint>
#include <vector>

namespace hitmap {

/// A byte of an element whose bytes are stored in several arrays.
struct PartByte {
    std::uint32_t part = 0;   ///< number of the array
    std::uint32_t offset = 0; ///< from the beginning of the element in this array

    friend bool operator==(const PartByte&, const PartByte&) = default;
};

/// Where the bytes of each element of an allocation are after a relayout that stores them in another form.
struct ByteMap {
    std::vector<PartByte> bytes;       ///< [element bytes]; empty: elements keep their form
    std::vector<std::uint32_t> arrays; ///< [parts] the allocations that they are in, in the table after

    [[nodiscard]] bool is_same() const { return bytes.empty(); }
    /// A byte behind the element is moved with its last byte. The map must not be is_same().
    [[nodiscard]] const PartByte& at(std::uint64_t offset) const {
        return offset < bytes.size() ? bytes[offset] : bytes.back();
    }
};

} // namespace hitmap
