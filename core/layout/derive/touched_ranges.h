#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

/// The bytes that each instruction accesses, as ranges in aligned windows of 2 MiB. If there are too many
/// such windows, larger ones are used, so that memory stays bounded.
class TouchedRanges {
public:
    struct Range {
        std::uint64_t begin = ~std::uint64_t{0};
        std::uint64_t end = 0;
    };
    struct Piece {
        std::uint32_t instruction;
        Range range;
    };

    void add(std::uint32_t instruction, std::uint64_t begin, std::uint64_t end);
    void merge(const TouchedRanges& other);
    /// The ranges of each instruction, where those of adjacent windows are joined; by rising first byte.
    [[nodiscard]] std::vector<Piece> pieces() const;

private:
    static constexpr std::size_t most_windows = std::size_t{1} << 20;

    [[nodiscard]] std::uint64_t key(std::uint32_t instruction, std::uint64_t address) const {
        return (std::uint64_t{instruction} << 48U) ^ (address >> bits_);
    }
    void widen();

    unsigned bits_ = 21; ///< log2 of the bytes of a window; at least 16, so that keys do not clash
    std::unordered_map<std::uint64_t, Range> windows_;
    std::uint64_t last_key_ = ~std::uint64_t{0};
    Range* last_ = nullptr;
};

} // namespace hitmap
