#pragma once

#include "core/trace/io/byte_input.h"

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

/// The decompressors behind open_input().
namespace hitmap::decoding {

/// A decoder decompresses a piece of its input.
struct Step {
    std::size_t consumed = 0; ///< bytes of the input
    std::size_t produced = 0; ///< bytes of the output
    bool member_ended = false;
};

/// Invalid compressed data. what() says what was expected and found.
class DataError : public std::runtime_error {
public:
    /// @param at  offset of the error in the input of the step
    explicit DataError(const std::string& message, std::size_t at = 0)
        : std::runtime_error(message), at_(at) {}
    [[nodiscard]] std::size_t at() const { return at_; }

private:
    std::size_t at_;
};

/// Decompresses one member after another.
class Decoder {
public:
    virtual ~Decoder() = default;
    /// Consumes and produces as much as possible. Stops at the end of a member; the next call begins another.
    /// Throws DataError.
    virtual Step step(std::span<const std::byte> in, std::span<std::byte> out) = 0;
};

[[nodiscard]] std::unique_ptr<Decoder> gzip_decoder();
[[nodiscard]] std::unique_ptr<Decoder> xz_decoder();
[[nodiscard]] std::unique_ptr<Decoder> zstd_decoder();

} // namespace hitmap::decoding
