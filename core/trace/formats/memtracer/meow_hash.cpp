#include "core/trace/formats/memtracer/meow_hash.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

namespace hitmap {

namespace {

/// The default seed: the first 256 hexadecimal digits of pi, including the leading 3, two in each byte.
constexpr std::string_view pi_digits = "3243F6A8885A308D313198A2E03707344A4093822299F31D0082EFA98EC4E6C8"
                                       "9452821E638D01377BE5466CF34E90C6CC0AC29B7C97C50DD3F84D5B5B547091"
                                       "79216D5D98979FB1BD1310BA698DFB5AC2FFD72DBD01ADFB7B8E1AFED6A267E9"
                                       "6BA7C9045F12C7F9924A19947B3916CF70801F2E2858EFC16636920D871574E6";

constexpr std::uint64_t digit_of(char c) {
    return static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'A' + 10);
}

/// Eight bytes of the seed as a little-endian number.
constexpr std::uint64_t seed_number(std::size_t index) {
    std::uint64_t value = 0;
    for (std::size_t byte = 0; byte < 8; ++byte) {
        const std::size_t at = 16 * index + 2 * byte;
        value |= (digit_of(pi_digits[at]) << 4U | digit_of(pi_digits[at + 1])) << 8 * byte;
    }
    return value;
}

/// The product of two elements of the field of AES.
constexpr std::uint32_t product(std::uint32_t a, std::uint32_t b) {
    std::uint32_t result = 0;
    for (; b != 0; b >>= 1U) {
        if ((b & 1U) != 0) result ^= a;
        a = (a << 1U) ^ ((a & 0x80U) != 0 ? 0x11bU : 0U);
    }
    return result;
}

/// The inverse of the substitution of bytes of AES.
constexpr std::array<std::uint8_t, 256> inverse_substitution() {
    std::array<std::uint8_t, 256> table{};
    table[0x63] = 0;
    std::uint8_t p = 1; // runs through all powers of 3, and q through their inverses
    std::uint8_t q = 1;
    do {
        p = static_cast<std::uint8_t>(product(p, 3));
        q = static_cast<std::uint8_t>(product(q, 0xf6));
        const int substituted = q ^ std::rotl(q, 1) ^ std::rotl(q, 2) ^ std::rotl(q, 3) ^ std::rotl(q, 4);
        table[static_cast<std::uint8_t>(substituted ^ 0x63)] = p;
    } while (p != 1);
    return table;
}

using ColumnTable = std::array<std::uint32_t, 256>;

/// What a byte in row 0 of a column adds to the column in a round of decryption. The table of row r is the
/// same, rotated by r bytes.
constexpr ColumnTable column_table() {
    ColumnTable table{};
    const auto inverse = inverse_substitution();
    for (std::size_t i = 0; i < table.size(); ++i) {
        const std::uint32_t byte = inverse[i];
        table[i] =
            product(byte, 14) | product(byte, 9) << 8U | product(byte, 13) << 16U | product(byte, 11) << 24U;
    }
    return table;
}

constexpr std::array<ColumnTable, 4> column_tables() {
    std::array<ColumnTable, 4> tables{};
    tables[0] = column_table();
    for (std::size_t row = 1; row < tables.size(); ++row)
        for (std::size_t i = 0; i < tables[row].size(); ++i)
            tables[row][i] = std::rotl(tables[0][i], static_cast<int>(8 * row));
    return tables;
}
constexpr std::array<ColumnTable, 4> decryption = column_tables();

/// One column after a round of decryption without the key, from the columns of its four rows.
constexpr std::uint32_t decrypted_column(std::uint32_t row0, std::uint32_t row1, std::uint32_t row2,
                                         std::uint32_t row3) {
    return decryption[0][row0 & 0xffU] ^ decryption[1][row1 >> 8U & 0xffU] ^
           decryption[2][row2 >> 16U & 0xffU] ^ decryption[3][row3 >> 24U];
}

constexpr std::uint64_t joined(std::uint32_t low, std::uint32_t high) {
    return low | std::uint64_t{high} << 32U;
}

} // namespace

MeowHash::MeowHash() : state_() {
    for (std::size_t i = 0; i < state_.size(); ++i)
        state_[i] = {seed_number(2 * i), seed_number(2 * i + 1)};
}

MeowHash::Word MeowHash::load(const std::byte* bytes) {
    static_assert(std::endian::native == std::endian::little);
    Word word;
    std::memcpy(&word.low, bytes, sizeof word.low);
    std::memcpy(&word.high, bytes + sizeof word.low, sizeof word.high);
    return word;
}

/// One round of AES decryption.
MeowHash::Word MeowHash::decrypt(const Word& a, const Word& key) {
    const auto c0 = static_cast<std::uint32_t>(a.low);
    const auto c1 = static_cast<std::uint32_t>(a.low >> 32U);
    const auto c2 = static_cast<std::uint32_t>(a.high);
    const auto c3 = static_cast<std::uint32_t>(a.high >> 32U);
    return {joined(decrypted_column(c0, c3, c2, c1), decrypted_column(c1, c0, c3, c2)) ^ key.low,
            joined(decrypted_column(c2, c1, c0, c3), decrypted_column(c3, c2, c1, c0)) ^ key.high};
}

MeowHash::Word MeowHash::sum(const Word& a, const Word& b) {
    return {a.low + b.low, a.high + b.high};
}

void MeowHash::flip(Word& a, const Word& b) {
    a.low ^= b.low;
    a.high ^= b.high;
}

void MeowHash::step(std::size_t at, const Word& added, const Word& flipped, const Word& added_later,
                    const Word& flipped_later) {
    const auto word = [&](std::size_t offset) -> Word& { return state_[(at + offset) % state_.size()]; };
    word(0) = decrypt(word(0), word(4));
    word(6) = sum(word(6), added);
    flip(word(4), flipped);
    word(4) = decrypt(word(4), word(1));
    word(2) = sum(word(2), added_later);
    flip(word(1), flipped_later);
}

void MeowHash::mix(std::size_t at, const std::byte* chunk) {
    step(at, load(chunk + 15), load(chunk), load(chunk + 1), load(chunk + 16));
}

void MeowHash::mix_block(const std::byte* block) {
    for (std::size_t i = 0; i < block_bytes / chunk_bytes; ++i)
        mix(i, block + i * chunk_bytes);
}

void MeowHash::add(std::span<const std::byte> bytes) {
    bytes_ += bytes.size();
    while (!bytes.empty()) {
        if (rest_bytes_ == 0 && bytes.size() >= block_bytes) {
            mix_block(bytes.data());
            bytes = bytes.subspan(block_bytes);
            continue;
        }
        const std::size_t some = std::min(bytes.size(), block_bytes - rest_bytes_);
        std::copy_n(bytes.begin(), some, rest_.begin() + static_cast<std::ptrdiff_t>(rest_bytes_));
        bytes = bytes.subspan(some);
        rest_bytes_ += some;
        if (rest_bytes_ < block_bytes) break;
        mix_block(rest_.data());
        rest_bytes_ = 0;
    }
}

/// Mixes the bytes behind the last block and the number of bytes.
void MeowHash::mix_rest() {
    const std::size_t tail_bytes = rest_bytes_ % chunk_bytes;
    const std::byte* const tail = rest_.data() + (rest_bytes_ - tail_bytes);
    std::array<std::byte, chunk_bytes> padded{}; // its first half is mixed last
    const bool fills_half = tail_bytes >= 16;
    const std::size_t first = fills_half ? 16 : tail_bytes;
    std::copy_n(tail, first, padded.begin() + 16);
    std::copy_n(tail + first, tail_bytes - first, padded.begin());
    step(0, load(padded.data() + 15), load(padded.data() + 16), load(padded.data() + 1), load(padded.data()));

    std::array<std::byte, chunk_bytes> length{};
    std::memcpy(length.data(), &bytes_, sizeof bytes_);
    step(1, load(length.data() + 15), {}, load(length.data() + 1), load(length.data()));

    for (std::size_t i = 0; i < rest_bytes_ / chunk_bytes; ++i)
        mix(i + 2, rest_.data() + i * chunk_bytes);
}

MeowHash::Value MeowHash::finish() {
    mix_rest();
    for (std::size_t i = 0; i < 12; ++i) {
        const auto word = [&](std::size_t offset) -> Word& { return state_[(i + offset) % state_.size()]; };
        word(0) = decrypt(word(0), word(4));
        word(1) = sum(word(1), word(5));
        flip(word(4), word(6));
        word(4) = decrypt(word(4), word(1));
        word(5) = sum(word(5), word(6));
        flip(word(1), word(2));
    }
    Word first = sum(state_[0], state_[2]);
    flip(first, sum(state_[1], state_[3]));
    Word second = sum(state_[4], state_[6]);
    flip(second, sum(state_[5], state_[7]));
    const Word result = sum(first, second);
    Value value;
    std::memcpy(value.data(), &result.low, sizeof result.low);
    std::memcpy(value.data() + sizeof result.low, &result.high, sizeof result.high);
    return value;
}

} // namespace hitmap
