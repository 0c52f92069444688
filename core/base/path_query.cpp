#include "core/base/path_query.h"

#include "core/base/error.h"
#include "core/base/text/printable.h"

#include <system_error>

namespace hitmap {

namespace fs = std::filesystem;

bool path_exists(const fs::path& path) {
    std::error_code unknown;
    return fs::exists(path, unknown);
}

bool is_file_path(const fs::path& path) {
    std::error_code unknown;
    return fs::is_regular_file(path, unknown);
}

bool is_folder_path(const fs::path& path) {
    std::error_code unknown;
    return fs::is_directory(path, unknown);
}

fs::path absolute_path(const fs::path& path) {
    if (path.empty()) return working_folder();
    std::error_code error;
    fs::path absolute = fs::absolute(path, error);
    if (error) throw FileError(path.string(), "", "the working folder cannot be found: " + error.message());
    return absolute;
}

fs::path working_folder() {
    std::error_code error;
    fs::path folder = fs::current_path(error);
    if (error) throw FileError(".", "", "the working folder cannot be found: " + error.message());
    return folder;
}

fs::path resolved_path(const fs::path& path) {
    std::error_code error;
    fs::path resolved = fs::weakly_canonical(path, error);
    return error ? absolute_path(path).lexically_normal() : resolved;
}

std::string failure_text(const std::exception& error) {
    const auto* const file = dynamic_cast<const fs::filesystem_error*>(&error);
    if (file == nullptr || file->path1().empty()) return printable(error.what());
    return printable(file->path1().string() + ": " + file->code().message());
}

} // namespace hitmap
