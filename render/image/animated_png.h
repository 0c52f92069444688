#pragma once

#include "core/trace/io/byte_stream.h"
#include "render/image/image.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace hitmap {

/// Writes an animated PNG, picture by picture, that repeats without end (PNG specification 2025, third
/// edition: the chunks acTL, fcTL and fdAT). Programs that do not know the
/// animation show the first picture.
class AnimatedPng {
public:
    /// Writes nothing yet.
    /// @param out         outlives this
    /// @param pictures    their number, 1 to 2^31 - 1
    /// @param per_second  pictures a second, 1 to 65535
    /// @param alpha       whether the file has an alpha channel, the same for all pictures
    AnimatedPng(ByteSink& out, std::uint32_t pictures, std::uint16_t per_second, bool alpha)
        : out_(out), pictures_(pictures), per_second_(per_second), alpha_(alpha) {}

    /// Writes the next picture. Throws Error if it has another size than the first one or is one too many;
    /// FileError.
    void add(const Image& picture);
    /// Writes the end of the file. Throws Error if pictures are missing; FileError.
    void finish();

private:
    void write_start(std::span<const std::uint8_t> png);
    void write_control();
    void write_chunk(std::string_view type, std::span<const std::uint8_t> data);
    void write_numbered(std::span<const std::uint8_t> data);

    ByteSink& out_;
    std::uint32_t pictures_;
    std::uint16_t per_second_;
    bool alpha_;
    FrameSize size_;
    std::uint32_t added_ = 0;
    std::uint32_t sequence_number_ = 0; ///< of the next fcTL or fdAT chunk
};

} // namespace hitmap
