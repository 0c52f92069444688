#include "core/base/error.h"

namespace hitmap {

namespace {

std::string join(std::string_view file, std::string_view place, std::string_view message) {
    std::string text(file);
    if (!place.empty()) {
        text += ": ";
        text += place;
    }
    text += ": ";
    text += message;
    return text;
}

} // namespace

FileError::FileError(std::string_view file, std::string_view place, std::string_view message)
    : Error(join(file, place, message)), file_(file), place_(place) {}

Cancelled::Cancelled() : Error("cancelled") {}

} // namespace hitmap
