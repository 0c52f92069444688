#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hitmap {

/// L2 of GTX 1070 and 1080 (Jain et al. 2019): 1024 sets of 128-byte lines. Bit i of the set is the XOR of
/// the address bits in row i of the matrix.
class Gtx1080L2Index {
public:
    static constexpr std::string_view name = "gtx1080-l2";
    static constexpr std::string_view needs = "1024 sets and lines of 128 bytes";
    [[nodiscard]] static bool allows(std::uint64_t sets, std::uint32_t line_bytes) {
        return sets == 1024 && line_bytes == 128;
    }

    explicit Gtx1080L2Index(std::uint64_t /*sets*/) {}
    [[nodiscard]] std::uint64_t operator()(std::uint64_t line) const {
        // The hash is linear over XOR, so that one table per byte of the line number suffices.
        return tables[0][line & 255] ^ tables[1][line >> 8 & 255] ^ tables[2][line >> 16 & 255] ^
               tables[3][line >> 24 & 255];
    }

private:
    static constexpr std::size_t row_length = 12;
    /// Numbers of address bits; a 0 ends a row.
    static constexpr std::array<std::array<std::uint8_t, row_length>, 10> matrix{{
        {10, 12, 16, 20, 23, 26, 29, 30},
        {11, 12, 13, 15, 17, 20, 21, 23, 25, 26, 30},
        {12, 13, 18, 19, 22, 25, 26, 27, 30, 31},
        {7, 8, 16, 17, 23, 26, 31},
        {8, 10, 12, 16, 17, 21, 24, 25, 26, 27},
        {9, 10, 18, 25, 29, 30, 31},
        {13, 14, 20, 23, 28, 29, 30},
        {14, 15, 17, 20, 21, 23, 24, 28, 31},
        {15, 16, 19, 20, 23, 24, 25, 26, 28, 29, 30, 32},
        {16, 17, 18, 19, 21, 22, 23, 25, 27, 28, 30},
    }};
    using Tables = std::array<std::array<std::uint16_t, 256>, 4>;

    static constexpr Tables make_tables() {
        std::array<std::uint16_t, 32> column{}; // [bit of the line number] bits of the set that it inverts
        for (std::size_t row = 0; row < matrix.size(); ++row)
            for (const std::uint8_t bit : matrix[row])
                if (bit != 0) column[bit - 7U] = static_cast<std::uint16_t>(column[bit - 7U] | 1U << row);
        Tables made{};
        for (std::size_t byte = 0; byte < made.size(); ++byte)
            for (std::size_t value = 0; value < 256; ++value)
                for (std::size_t bit = 0; bit < 8; ++bit)
                    if ((value >> bit & 1) != 0) made[byte][value] ^= column[byte * 8 + bit];
        return made;
    }
    static const Tables tables;
};

inline constexpr Gtx1080L2Index::Tables Gtx1080L2Index::tables = Gtx1080L2Index::make_tables();

} // namespace hitmap
