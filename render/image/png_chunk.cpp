#include "render/image/png_chunk.h"

#include "core/base/error.h"

#include <zlib.h>

#include <cstring>

namespace hitmap {

void append_png_number(std::vector<std::uint8_t>& bytes, std::uint32_t number) {
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        bytes.push_back(static_cast<std::uint8_t>(number >> shift & 0xffU));
}

std::vector<std::uint8_t> png_chunk(std::string_view type, std::span<const std::uint8_t> data) {
    std::vector<std::uint8_t> chunk;
    chunk.reserve(data.size() + 12);
    append_png_number(chunk, static_cast<std::uint32_t>(data.size()));
    chunk.insert(chunk.end(), type.begin(), type.end());
    chunk.insert(chunk.end(), data.begin(), data.end());
    append_png_number(chunk, static_cast<std::uint32_t>(crc32_z(0, chunk.data() + 4, chunk.size() - 4)));
    return chunk;
}

void for_each_chunk(std::span<const std::uint8_t> png, const TakeChunk& take) {
    constexpr std::size_t around = 12; // length, type and CRC
    std::size_t at = png_signature_bytes;
    while (at + around <= png.size()) {
        std::uint32_t length = 0;
        for (std::size_t i = 0; i < 4; ++i)
            length = length << 8U | png[at + i];
        if (length > png.size() - at - around) break;
        char type[4];
        std::memcpy(type, png.data() + at + 4, sizeof type);
        take({type, sizeof type}, png.subspan(at + 8, length), png.subspan(at, length + around));
        at += length + around;
    }
    if (at != png.size()) throw Error("a PNG file of this program ends within a chunk");
}

} // namespace hitmap
