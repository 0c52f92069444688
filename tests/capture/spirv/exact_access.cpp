#include "tests/capture/spirv/exact_access.h"

#include <bit>

namespace hitmap::capture {

namespace {

// Offsets of the members of In under the rules of std430: a mat3 has columns (or rows) of 16 bytes.
constexpr std::uint32_t pair_at = 8;
constexpr std::uint32_t m_at = pair_at + 64 * 8 + 8; // aligned to 16
constexpr std::uint32_t r_at = m_at + 2 * 48;
constexpr std::uint32_t v_at = r_at + 2 * 48;
constexpr std::uint32_t v_count = 512;

} // namespace

ExactInput exact_input() {
    ExactInput input{.in = std::vector<std::uint32_t>(v_at / 4 + v_count),
                     .constants = std::vector<std::uint32_t>(16),
                     .texels = std::vector<std::uint32_t>(64),
                     .groups = {3, 2}};
    std::uint32_t random = 12345;
    const auto next = [&](std::uint32_t bound) {
        random = random * 1664525 + 1013904223;
        return (random >> 8) % bound;
    };
    for (std::uint32_t& word : input.in)
        word = next(1000);
    for (std::uint32_t at = m_at / 4; at < v_at / 4; ++at) {
        input.in[at] = std::bit_cast<std::uint32_t>(static_cast<float>(next(100)));
    }
    for (std::uint32_t& word : input.constants)
        word = next(1000);
    for (std::uint32_t& word : input.texels)
        word = next(1000);
    return input;
}

std::vector<std::string> exact_accesses(const ExactInput& input, std::uint32_t i) {
    std::vector<std::string> accesses;
    const auto load = [&](std::uint32_t at) {
        accesses.push_back("load In+" + std::to_string(at));
        return input.in[at / 4];
    };
    const auto number = [&](std::uint32_t at) {
        return static_cast<std::uint32_t>(std::bit_cast<float>(input.in[at / 4]));
    };
    std::uint32_t x = load(v_at + 4 * i);
    if ((i & 1) != 0) {
        x += load(pair_at + (i & 63) * 8 + 4);
    } else if ((i & 2) != 0) {
        x += load(pair_at + (x & 63) * 8);
        accesses.push_back("load Constants+" + std::to_string((i & 3) * 16 + 8));
        x += input.constants[(i & 3) * 4 + 2];
    } else {
        const std::uint32_t column = m_at + (i & 1) * 48 + 2 * 16 + i % 3 * 4;
        load(column);
        const std::uint32_t row = r_at + 48 + 16 + i % 3 * 4; // row 1 of column i % 3
        load(row);
        x += number(column) + number(row);
    }
    for (std::uint32_t k = 0; k < (i & 3); ++k) {
        if (k == 2 && (i & 8) != 0) break;
        accesses.push_back("load texels+" + std::to_string((x & 63) * 4));
        x = x * 5 + input.texels[x & 63];
    }
    accesses.push_back("atomic In+0");
    const std::uint32_t column = m_at + (i & 1) * 48 + i % 3 * 16;
    const std::uint32_t row = r_at + (i & 1) * 48 + i % 3 * 4;
    load(column);
    for (std::uint32_t component = 0; component < 3; ++component)
        load(row + component * 16);
    x += number(column) + number(row + 32);
    accesses.push_back("store Far+" + std::to_string(4 * i));
    accesses.push_back("store outs(" + std::to_string(i % 3) + ")+" + std::to_string(4 * i));
    if (i % 7 == 3) return accesses;
    accesses.push_back("store outs(1)+" + std::to_string(4 * (i + 512)));
    return accesses;
}

} // namespace hitmap::capture
