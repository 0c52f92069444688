#include "core/base/text/printable.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace hitmap {

namespace {

struct Character {
    std::uint32_t code = 0;
    std::size_t bytes = 0; ///< 0: the text does not begin with valid UTF-8
};

/// Decodes the first character of a non-empty text (RFC 3629).
Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
    std::uint32_t code = lead & (0x7fU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0U) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3fU);
    }
    // [bytes] below this, a shorter form exists.
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < least[bytes] || code > 0x10ffff || is_surrogate) return {};
    return {code, bytes};
}

bool is_control(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/// Separators of lines and paragraphs, and the formatting characters of the bidirectional algorithm (UAX 9).
bool changes_the_line(std::uint32_t code) {
    return code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

/// Characters without a glyph, such as the byte order mark: a text with one looks like another without it.
bool is_invisible(std::uint32_t code) {
    return code == 0x00ad || code == 0x034f || code == 0x180e || (code >= 0x200b && code <= 0x200d) ||
           (code >= 0x2060 && code <= 0x2064) || (code >= 0x206a && code <= 0x206f) || code == 0xfeff ||
           (code >= 0xfff9 && code <= 0xfffb) || (code >= 0xe0000 && code <= 0xe007f);
}

void append_escaped(std::string& out, std::string_view bytes) {
    for (const char each : bytes) {
        switch (each) {
        case '\n':
            out += "\\n";
            break;
        case '\r':
            out += "\\r";
            break;
        case '\t':
            out += "\\t";
            break;
        default:
            fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(each));
        }
    }
}

std::string escaped(std::string_view text, bool keeps_lines) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const Character character = first_character(text);
        const std::string_view bytes = text.substr(0, character.bytes == 0 ? 1 : character.bytes);
        if (keeps_lines && character.code == '\n')
            out += '\n';
        else if (character.bytes == 0 || is_control(character.code) || is_invisible(character.code))
            append_escaped(out, bytes);
        else if (changes_the_line(character.code))
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", character.code);
        else
            out += bytes;
        text.remove_prefix(bytes.size());
    }
    return out;
}

} // namespace

std::string printable(std::string_view text) {
    return escaped(text, false);
}

std::string printable_lines(std::string_view text) {
    return escaped(text, true);
}

} // namespace hitmap
