#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace hitmap {

/// Prints lines of text for users on standard output. Control characters are escaped (printable_lines of
/// core/base/text/printable.h). A name that must not start a new line must be made printable() first.
/// Throws FileError.
void print_lines(std::string_view lines);
/// Prints lines of text on standard error, escaped in the same way. Errors are ignored.
void tell_lines(std::string_view lines);

/// Calls print_lines with the result of fmt::format.
template <class... Arguments>
void print_text(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    print_lines(fmt::format(form, std::forward<Arguments>(arguments)...));
}
/// Calls tell_lines with the result of fmt::format.
template <class... Arguments>
void tell(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    tell_lines(fmt::format(form, std::forward<Arguments>(arguments)...));
}

/// Prints a text for programs (JSON) and a line feed on standard output, without escaping. Throws FileError.
void print_document(std::string_view text);

} // namespace hitmap
