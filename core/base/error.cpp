#include "core/base/error.h"

#include "core/base/text/printable.h"

namespace hitmap {

namespace {

std::string join(std::string_view file, std::string_view place, std::string_view message) {
    std::string text(file.empty() ? "''" : file); // the user gave an empty name
    if (!place.empty()) {
        text += ": ";
        text += place;
    }
    text += ": ";
    text += message;
    return text;
}

} // namespace

Error::Error(std::string_view message) : std::runtime_error(printable(message)) {}

FileError::FileError(std::string_view file, std::string_view place, std::string_view message)
    : Error(join(file, place, message)), file_(file), place_(place) {}

Cancelled::Cancelled() : Error("cancelled") {}

} // namespace hitmap
