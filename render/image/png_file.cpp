#include "core/base/error.h"
#include "core/trace/io/write_file.h"
#include "render/image/image.h"
#include "render/image/png_chunk.h"

#include <fmt/format.h>
#include <png.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>

namespace hitmap {
namespace {

constexpr std::uint64_t most_pixels = std::uint64_t{1} << 28;

bool is_opaque(const Image& image) {
    for (std::size_t at = 3; at < image.rgba.size(); at += 4) {
        if (image.rgba[at] != 255) return false;
    }
    return true;
}

std::vector<std::uint8_t> without_alpha(const Image& image) {
    std::vector<std::uint8_t> rgb;
    rgb.reserve(image.rgba.size() / 4 * 3);
    for (std::size_t at = 0; at < image.rgba.size(); at += 4) {
        rgb.insert(rgb.end(), image.rgba.begin() + static_cast<std::ptrdiff_t>(at),
                   image.rgba.begin() + static_cast<std::ptrdiff_t>(at + 3));
    }
    return rgb;
}

/// Owns a png_image of libpng's simplified interface and frees it on every path.
struct PngImage {
    png_image image{};
    PngImage() { image.version = PNG_IMAGE_VERSION; }
    ~PngImage() { png_image_free(&image); }
    PngImage(const PngImage&) = delete;
    PngImage& operator=(const PngImage&) = delete;
    PngImage(PngImage&&) = delete;
    PngImage& operator=(PngImage&&) = delete;
};

} // namespace

std::vector<std::uint8_t> encode_png(const Image& image, PngAlpha alpha) {
    PngImage png;
    png.image.width = static_cast<png_uint_32>(image.size.width);
    png.image.height = static_cast<png_uint_32>(image.size.height);
    const bool opaque = alpha == PngAlpha::never || (alpha == PngAlpha::if_needed && is_opaque(image));
    png.image.format = opaque ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
    const std::vector<std::uint8_t> rgb = opaque ? without_alpha(image) : std::vector<std::uint8_t>{};
    const std::uint8_t* pixels = opaque ? rgb.data() : image.rgba.data();

    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(png.image);
    std::vector<std::uint8_t> out(bytes);
    if (png_image_write_to_memory(&png.image, out.data(), &bytes, 0, pixels, 0, nullptr) == 0) {
        throw Error(fmt::format("cannot make a PNG of {}x{} pixels: {}", image.size.width, image.size.height,
                                png.image.message));
    }
    out.resize(bytes);
    return out;
}

std::vector<std::uint8_t> with_resolution(std::vector<std::uint8_t> png, double dots_per_inch) {
    constexpr double inches_per_metre = 1000.0 / 25.4;
    constexpr std::ptrdiff_t signature_and_header = png_signature_bytes + 25;
    const auto density = static_cast<std::uint32_t>(std::lround(dots_per_inch * inches_per_metre));
    std::vector<std::uint8_t> data;
    append_png_number(data, density);
    append_png_number(data, density);
    data.push_back(1); // the unit: metres
    const std::vector<std::uint8_t> chunk = png_chunk("pHYs", data);
    png.insert(png.begin() + signature_and_header, chunk.begin(), chunk.end());
    return png;
}

Image decode_png(std::span<const std::uint8_t> bytes, std::string_view file) {
    PngImage png;
    if (png_image_begin_read_from_memory(&png.image, bytes.data(), bytes.size()) == 0) {
        throw FileError(file, "", fmt::format("expected a PNG picture: {}", png.image.message));
    }
    if (std::uint64_t{png.image.width} * png.image.height > most_pixels) {
        throw FileError(file, "header",
                        fmt::format("expected at most {} pixels, found {}x{}", most_pixels, png.image.width,
                                    png.image.height));
    }
    png.image.format = PNG_FORMAT_RGBA;
    Image image(FrameSize{static_cast<int>(png.image.width), static_cast<int>(png.image.height)});
    if (png_image_finish_read(&png.image, nullptr, image.rgba.data(), 0, nullptr) == 0) {
        throw FileError(file, "", fmt::format("broken PNG picture: {}", png.image.message));
    }
    return image;
}

void write_png(const Image& image, const std::string& file, OutputFiles* outputs) {
    const std::vector<std::uint8_t> bytes = encode_png(image);
    write_file(file, std::as_bytes(std::span(bytes)), outputs);
}

Image read_png(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw FileError(file, "", "cannot be opened");
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    return decode_png({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, file); // NOLINT
}

} // namespace hitmap
