#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

class OutputFiles;

/// Size of a picture or of a part of one, in device pixels.
struct FrameSize {
    int width = 0;
    int height = 0;
    friend bool operator==(const FrameSize&, const FrameSize&) = default;
};

/// An RGBA picture: 8 bits a channel, sRGB, straight (not premultiplied) alpha, row 0 on top, no row padding.
struct Image {
    FrameSize size;
    std::vector<std::uint8_t> rgba; ///< [4 * width * height]

    Image() = default;
    /// All bytes 0: transparent black.
    explicit Image(FrameSize image_size)
        : size(image_size),
          rgba(std::size_t{4} * static_cast<std::size_t>(size.width) *
               static_cast<std::size_t>(size.height)) {}

    [[nodiscard]] std::uint8_t* pixel(int x, int y) { return rgba.data() + offset(x, y); }
    [[nodiscard]] const std::uint8_t* pixel(int x, int y) const { return rgba.data() + offset(x, y); }
    friend bool operator==(const Image&, const Image&) = default;

private:
    [[nodiscard]] std::size_t offset(int x, int y) const {
        return 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                    static_cast<std::size_t>(x));
    }
};

/// The bytes of a PNG file. Same image, same bytes: no clock, no name of a program. An opaque image is
/// written without alpha channel.
[[nodiscard]] std::vector<std::uint8_t> encode_png(const Image& image);
/// Reads any PNG as RGBA; throws FileError naming `file`. Refuses more than 2^28 pixels.
[[nodiscard]] Image decode_png(std::span<const std::uint8_t> bytes, std::string_view file);
/// Writes a PNG file, as create_file (core/trace/io/byte_stream.h) does. Throws FileError.
void write_png(const Image& image, const std::string& file, OutputFiles* outputs = nullptr);
[[nodiscard]] Image read_png(const std::string& file);

} // namespace hitmap
