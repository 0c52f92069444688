#include "core/base/text/shell_word.h"

namespace hitmap {

std::string shell_word(const std::string& text) {
    const bool is_plain =
        !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                "0123456789_-+=:,./@%") == std::string::npos;
    if (is_plain) return text;
    std::string word = "'";
    for (const char each : text)
        word += each == '\'' ? std::string("'\\''") : std::string(1, each);
    return word + "'";
}

} // namespace hitmap
