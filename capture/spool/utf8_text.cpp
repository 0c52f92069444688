#include "capture/spool/utf8_text.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hitmap::capture {

namespace {

/// Bytes of the character that a text begins with; 0: it is none.
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    const std::size_t count = first < 0x80         ? 1
                              : first >> 5 == 0x6  ? 2
                              : first >> 4 == 0xe  ? 3
                              : first >> 3 == 0x1e ? 4
                                                   : 0;
    if (count == 0 || count > text.size()) return 0;
    std::uint32_t code = count == 1 ? first : first & (0x7fU >> count);
    for (std::size_t i = 1; i < count; ++i) {
        if (byte(i) >> 6 != 0x2) return 0;
        code = code << 6 | (byte(i) & 0x3fU);
    }
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[count] || is_surrogate || code > 0x10ffff ? 0 : count;
}

} // namespace

std::string utf8_text(const std::string& text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t count = character_bytes(rest);
        if (count != 0) {
            result += rest.substr(0, count);
            rest.remove_prefix(count);
            continue;
        }
        const auto byte = static_cast<unsigned char>(rest.front());
        result += {'\\', 'x', digits[byte >> 4], digits[byte & 0xf]};
        rest.remove_prefix(1);
    }
    return result;
}

} // namespace hitmap::capture
