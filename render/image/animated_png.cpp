#include "render/image/animated_png.h"

#include "core/base/error.h"
#include "render/image/png_chunk.h"

#include <fmt/format.h>

#include <vector>

namespace hitmap {

void AnimatedPng::add(const Image& picture) {
    if (added_ == pictures_) throw Error(fmt::format("an animation of {} pictures gets one more", pictures_));
    if (added_ == 0) size_ = picture.size;
    if (picture.size != size_)
        throw Error(fmt::format("an animation of {}x{} pixels gets a picture of {}x{}", size_.width,
                                size_.height, picture.size.width, picture.size.height));
    const std::vector<std::uint8_t> png = encode_png(picture, alpha_ ? PngAlpha::always : PngAlpha::never);
    if (added_ == 0) write_start(png);
    write_control();
    for_each_chunk(png, [&](std::string_view type, std::span<const std::uint8_t> data, auto whole) {
        if (type != "IDAT") return;
        // The first picture is the still one, too, and therefore has chunks without numbers.
        if (added_ == 0)
            out_.write(std::as_bytes(whole));
        else
            write_numbered(data);
    });
    ++added_;
}

void AnimatedPng::finish() {
    if (added_ != pictures_)
        throw Error(fmt::format("an animation of {} pictures gets {}", pictures_, added_));
    write_chunk("IEND", {});
}

/// Everything before the pixels, and acTL, which must be before IDAT.
void AnimatedPng::write_start(std::span<const std::uint8_t> png) {
    out_.write(std::as_bytes(png.first(png_signature_bytes)));
    for_each_chunk(png, [&](std::string_view type, auto /*data*/, std::span<const std::uint8_t> whole) {
        if (type != "IDAT" && type != "IEND") out_.write(std::as_bytes(whole));
    });
    std::vector<std::uint8_t> control;
    append_png_number(control, pictures_);
    append_png_number(control, 0); // how often it is played; 0: without end
    write_chunk("acTL", control);
}

/// fcTL: the picture replaces all of the one before it, and is shown for 1 / per_second_ seconds.
void AnimatedPng::write_control() {
    std::vector<std::uint8_t> control;
    append_png_number(control, sequence_number_++);
    append_png_number(control, static_cast<std::uint32_t>(size_.width));
    append_png_number(control, static_cast<std::uint32_t>(size_.height));
    append_png_number(control, 0); // offsets of the picture
    append_png_number(control, 0);
    append_png_number(control, 1U << 16U | per_second_); // two numbers of 16 bits: the delay as a fraction
    control.push_back(0);                                // APNG_DISPOSE_OP_NONE
    control.push_back(0);                                // APNG_BLEND_OP_SOURCE
    write_chunk("fcTL", control);
}

void AnimatedPng::write_numbered(std::span<const std::uint8_t> data) {
    std::vector<std::uint8_t> numbered;
    append_png_number(numbered, sequence_number_++);
    numbered.insert(numbered.end(), data.begin(), data.end());
    write_chunk("fdAT", numbered);
}

void AnimatedPng::write_chunk(std::string_view type, std::span<const std::uint8_t> data) {
    const std::vector<std::uint8_t> chunk = png_chunk(type, data);
    out_.write(std::as_bytes(std::span(chunk)));
}

} // namespace hitmap
