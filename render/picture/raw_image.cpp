#include "render/picture/raw_image.h"

#include "core/base/text/npy_header.h"
#include "render/image/exr_file.h"
#include "render/picture/panels.h"

#include <vector>

namespace hitmap {

namespace {

template <class Number>
std::vector<Number> values_of(const CountedImage& image, const JobContext& job) {
    if (image.compared == nullptr) return pixel_values<Number>(image.pixels, image.quantity, job);
    return pixel_differences<Number>(image.pixels, *image.compared, image.quantity, image.letters, job);
}

std::string encode_npy(const WindowPixels& pixels, const std::vector<double>& values) {
    const std::string header = npy_header(numpy_type<double>(), {pixels.height, pixels.width});
    const auto* const bytes = reinterpret_cast<const char*>(values.data()); // NOLINT: the bytes of a file
    return header + std::string(bytes, values.size() * sizeof(double));
}

} // namespace

std::optional<RawFormat> raw_format_named(std::string_view name) {
    if (name == "exr") return RawFormat::exr;
    if (name == "npy") return RawFormat::npy;
    return std::nullopt;
}

std::string encode_raw_image(const CountedImage& image, RawFormat format, const JobContext& job) {
    if (format == RawFormat::npy) return encode_npy(image.pixels, values_of<double>(image, job));
    const ColourBarText words = image.compared == nullptr
                                    ? colour_bar_text(image.quantity)
                                    : difference_bar_text(image.quantity, image.letters);
    return encode_exr(image.pixels.width, image.pixels.height, values_of<float>(image, job), words.title);
}

} // namespace hitmap
