#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace hitmap {

/// Lines of text on standard output, for people. What a terminal would obey is escaped (printable_lines of
/// core/base/printable.h); a name that must not begin a line of its own is made printable() before. Throws
/// FileError.
void print_lines(std::string_view lines);
/// Lines of text on standard error, escaped alike. What cannot be written is lost.
void tell_lines(std::string_view lines);

/// print_lines of what fmt::format makes of it.
template <class... Arguments>
void print_text(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    print_lines(fmt::format(form, std::forward<Arguments>(arguments)...));
}
/// tell_lines of what fmt::format makes of it.
template <class... Arguments>
void tell(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    tell_lines(fmt::format(form, std::forward<Arguments>(arguments)...));
}

/// A text for programs (JSON) and a line feed on standard output, as it is. Throws FileError.
void print_document(std::string_view text);

} // namespace hitmap
