#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// How the lanes of a recording access the bytes of the elements of one allocation, added up over the
/// elements.
class FieldUse {
public:
    /// @param element_bytes  size of an element, at least 1
    explicit FieldUse(std::uint32_t element_bytes)
        : begins_(element_bytes), ends_(std::size_t{element_bytes} + 1), widest_(element_bytes) {}

    /// Counts an access of `bytes` bytes, at least 1, from a byte of an element on. Bytes behind the element
    /// are not counted. `offset` must be in the element.
    void add(std::uint64_t offset, std::uint32_t bytes);

    [[nodiscard]] std::uint32_t element_bytes() const { return static_cast<std::uint32_t>(begins_.size()); }
    /// [element bytes] accesses that touch the byte
    [[nodiscard]] std::vector<std::uint64_t> accesses() const;
    /// [element bytes] accesses that touch the byte and the one before it; of the first byte 0
    [[nodiscard]] std::vector<std::uint64_t> joined() const;
    /// The largest access that begins at the byte, in bytes; 0: none.
    [[nodiscard]] std::uint32_t widest_at(std::uint32_t offset) const { return widest_[offset]; }

private:
    std::vector<std::uint64_t> begins_; ///< [element bytes] accesses that begin at the byte
    std::vector<std::uint64_t> ends_;   ///< [element bytes + 1] accesses that end before the byte
    std::vector<std::uint32_t> widest_; ///< [element bytes]
};

} // namespace hitmap
