#include "core/jobs/write_error.h"

#include <cstring>

namespace hitmap {

WriteError::WriteError(std::string_view file, std::string_view place, std::string_view reason)
    : FileError(file, place, "cannot be written: " + std::string(reason)), reason_(reason) {}

std::string system_reason(int error) {
    return std::strerror(error); // NOLINT(concurrency-mt-unsafe): glibc's is thread-safe
}

} // namespace hitmap
