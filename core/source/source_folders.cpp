#include "core/source/source_folders.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace hitmap {

namespace {

namespace fs = std::filesystem;

/// Returns an empty path if the file does not exist or cannot be reached.
fs::path without_links(const fs::path& path) {
    std::error_code error;
    fs::path real = fs::canonical(path, error);
    return error ? fs::path() : real;
}

/// Hidden files, such as keys below a home folder, are no sources.
bool is_open_below(const fs::path& real, const fs::path& folder) {
    const fs::path below = real.lexically_relative(folder);
    return !below.empty() && std::none_of(below.begin(), below.end(), [](const fs::path& name) {
        return name.native().starts_with('.');
    });
}

class FileSearch {
public:
    explicit FileSearch(const SourceFolders& folders) {
        add(folders.recording.empty() ? fs::path(".") : folders.recording);
        // Below the root is every file.
        std::erase_if(allowed_, [](const fs::path& folder) { return folder == folder.root_path(); });
        for (const fs::path& folder : folders.named)
            add(folder);
    }
    [[nodiscard]] std::optional<fs::path> at(const fs::path& path) const {
        const fs::path real = without_links(path);
        std::error_code error;
        const bool is_allowed = !real.empty() && fs::is_regular_file(real, error) &&
                                std::any_of(allowed_.begin(), allowed_.end(), [&](const fs::path& folder) {
                                    return is_open_below(real, folder);
                                });
        return is_allowed ? std::optional(real) : std::nullopt;
    }

private:
    void add(const fs::path& folder) {
        if (fs::path real = without_links(folder); !real.empty()) allowed_.push_back(std::move(real));
    }
    std::vector<fs::path> allowed_;
};

} // namespace

std::optional<fs::path> find_source_file(const std::string& file, const SourceFolders& folders) {
    if (file.empty() || file.find('\0') != std::string::npos) return std::nullopt;
    const FileSearch search(folders);
    if (auto found = search.at(folders.recording / file)) return found; // `file` if that is absolute
    for (const fs::path& folder : folders.named)
        for (std::string_view end = file; !end.empty();) {
            const std::size_t name = std::min(end.find_first_not_of("/\\"), end.size());
            end.remove_prefix(name);
            if (end.empty()) break;
            if (auto found = search.at(folder / end)) return found;
            end.remove_prefix(std::min(end.find_first_of("/\\"), end.size()));
        }
    return std::nullopt;
}

} // namespace hitmap
