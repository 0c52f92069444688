#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hitmap {

/// Maps a regular file into memory for reading. If another program truncates the file meanwhile, reading
/// beyond its new end terminates the process (SIGBUS). It may therefore be used only in the process that
/// reads mesh files.
class MappedFile {
public:
    /// Takes ownership of `descriptor`. Throws Error with the system's reason.
    explicit MappedFile(int descriptor);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] std::string_view bytes() const { return bytes_; }

private:
    std::string_view bytes_;
};

} // namespace hitmap
