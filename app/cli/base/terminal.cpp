#include "app/cli/base/terminal.h"

#include "core/base/error.h"
#include "core/base/text/printable.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace hitmap {

namespace {

void write_out(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        throw FileError("standard output", "", std::string("cannot be written: ") + std::strerror(errno));
}

} // namespace

void print_lines(std::string_view lines) {
    write_out(printable_lines(lines));
}

void tell_lines(std::string_view lines) {
    const std::string text = printable_lines(lines);
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_document(std::string_view text) {
    write_out(text);
    write_out("\n");
}

} // namespace hitmap
