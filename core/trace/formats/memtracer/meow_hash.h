#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hitmap {

/// Meow hash 0.5 ("calico") with its default seed, by which MemTracer files show damage. It is not a
/// cryptographic hash.
class MeowHash {
public:
    using Value = std::array<std::uint8_t, 16>;

    MeowHash();
    /// Adds bytes. The value does not depend on how they are split.
    void add(std::span<const std::byte> bytes);
    /// The hash of all bytes. Nothing may be added afterwards.
    [[nodiscard]] Value finish();

private:
    /// 128 bits, as two numbers of 64 bits: the first eight bytes, little endian, and the others.
    struct Word {
        std::uint64_t low = 0;
        std::uint64_t high = 0;
    };
    static constexpr std::size_t block_bytes = 256;
    static constexpr std::size_t chunk_bytes = 32;

    static Word load(const std::byte* bytes);
    static Word decrypt(const Word& a, const Word& key);
    static Word sum(const Word& a, const Word& b);
    static void flip(Word& a, const Word& b);
    void step(std::size_t at, const Word& added, const Word& flipped, const Word& added_later,
              const Word& flipped_later);
    void mix(std::size_t at, const std::byte* chunk);
    void mix_block(const std::byte* block);
    void mix_rest();

    std::array<Word, 8> state_;
    std::array<std::byte, block_bytes> rest_{}; ///< bytes that do not fill a block yet
    std::size_t rest_bytes_ = 0;
    std::uint64_t bytes_ = 0;
};

} // namespace hitmap
