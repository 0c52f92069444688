#include "core/base/text/base64.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace hitmap {

std::string base64(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8U | (i < count ? bytes[at + i] : 0U);
        for (std::size_t i = 0; i < 4; ++i)
            out += i <= count ? digits[bits >> (18U - 6U * i) & 63U] : '=';
    }
    return out;
}

} // namespace hitmap
