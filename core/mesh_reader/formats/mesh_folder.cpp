#include "core/mesh_reader/formats/mesh_folder.h"

#include "core/base/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace hitmap {

namespace fs = std::filesystem;

MeshFolder::MeshFolder(const std::string& mesh, const ImportOptions& options,
                       std::function<void(std::uint64_t bytes)> on_input)
    : mesh_(mesh), anywhere_(options.files_outside), on_input_(std::move(on_input)) {
    std::error_code error;
    folder_ = fs::canonical(fs::absolute(mesh).parent_path(), error).string();
    if (error) throw FileError(mesh, "", "its folder cannot be read: " + error.message());
    if (!folder_.ends_with('/')) folder_ += '/';
}

bool MeshFolder::allows(const std::string& real) const {
    return anywhere_ || real.starts_with(folder_);
}

int MeshFolder::open(const std::string& name) {
    const bool is_mesh = name == mesh_;
    const std::string path = is_mesh ? name : (fs::path(mesh_).parent_path() / name).string();
    if (!is_mesh && !allows((fs::path(folder_) / name).lexically_normal().string()) &&
        !allows(fs::path(path).lexically_normal().string()))
        refuse(name); // refused whether it exists or not, so that the message does not reveal that
    // O_NONBLOCK: opening a pipe or a device must not wait for the other end.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        if (errno == ENOENT || errno == ENOTDIR) return -1;
        throw FileError(mesh_, "", name + " cannot be read: " + std::strerror(errno));
    }
    // Checks the open file and not its name again, so that the file cannot be exchanged in between.
    std::error_code error;
    const std::string real = fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error).string();
    struct stat status {};
    const bool known = !error && fstat(descriptor, &status) == 0;
    if (known && S_ISREG(status.st_mode) && (is_mesh || allows(real))) {
        if (opened_.emplace(status.st_dev, status.st_ino).second) {
            bytes_ += static_cast<std::uint64_t>(status.st_size);
            on_input_(bytes_);
        }
        return descriptor;
    }
    close(descriptor);
    if (known && !S_ISREG(status.st_mode))
        throw FileError(mesh_, "", "expected a regular file as " + name + ", found something else");
    refuse(name);
}

void MeshFolder::add_unpacked(std::uint64_t bytes) {
    bytes_ += bytes;
    on_input_(bytes_);
}

void MeshFolder::refuse(const std::string& name) const {
    throw FileError(mesh_, "",
                    "expected only files in its own folder or below, found " + name +
                        " (--allow-files-outside lets it be read)");
}

} // namespace hitmap
