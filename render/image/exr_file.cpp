#include "render/image/exr_file.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <tinyexr.h>

namespace hitmap {

namespace {

struct FreeBytes {
    void operator()(unsigned char* bytes) const { std::free(bytes); } // NOLINT: of the library
};

template <std::size_t size>
void copy_name(std::string_view name, char (&target)[size]) { // NOLINT: arrays of the library
    const std::size_t length = std::min(name.size(), size - 1);
    std::copy_n(name.begin(), length, target);
    target[length] = '\0';
}

} // namespace

std::string encode_exr(std::uint32_t width, std::uint32_t height, std::span<const float> values,
                       const std::string& name) {
    constexpr std::uint32_t longest = 1U << 16;
    const std::size_t pixels = std::size_t{width} * height;
    if (width == 0 || height == 0 || width > longest || height > longest || values.size() < pixels)
        throw Error(fmt::format("an EXR image of {} x {} pixels cannot be written", width, height));
    EXRHeader header;
    InitEXRHeader(&header);
    EXRChannelInfo channel{};
    copy_name("Y", channel.name);
    int type = TINYEXR_PIXELTYPE_FLOAT;
    header.num_channels = 1;
    header.channels = &channel;
    header.pixel_types = &type;
    header.requested_pixel_types = &type;
    header.compression_type = TINYEXR_COMPRESSIONTYPE_ZIP;
    EXRAttribute attribute{};
    copy_name("hitmap.metric", attribute.name);
    copy_name("string", attribute.type);
    std::string text = name;
    attribute.value = reinterpret_cast<unsigned char*>(text.data()); // NOLINT: bytes of the library
    attribute.size = static_cast<int>(text.size());
    header.num_custom_attributes = 1;
    header.custom_attributes = &attribute;

    EXRImage image;
    InitEXRImage(&image);
    // The library reads the values and takes a pointer that is not const.
    auto* plane = reinterpret_cast<unsigned char*>(const_cast<float*>(values.data())); // NOLINT
    image.images = &plane;
    image.num_channels = 1;
    image.width = static_cast<int>(width);
    image.height = static_cast<int>(height);
    unsigned char* memory = nullptr;
    const char* problem = nullptr;
    const std::size_t size = SaveEXRImageToMemory(&image, &header, &memory, &problem);
    const std::unique_ptr<unsigned char, FreeBytes> owned(memory);
    if (size == 0) {
        const std::string reason = problem != nullptr ? problem : "the library gives no reason";
        FreeEXRErrorMessage(problem);
        throw Error("the EXR image cannot be written: " + reason);
    }
    return {reinterpret_cast<const char*>(memory), size}; // NOLINT: bytes
}

} // namespace hitmap
