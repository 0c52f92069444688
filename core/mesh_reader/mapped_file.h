#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hitmap {

/// A regular file as memory, for reading. If another program makes it shorter meanwhile, reading what is gone
/// ends this program (SIGBUS): for the process that reads mesh files alone.
class MappedFile {
public:
    /// Takes over `descriptor`. Throws Error with the system's reason.
    explicit MappedFile(int descriptor);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] std::string_view bytes() const { return bytes_; }

private:
    std::string_view bytes_;
};

} // namespace hitmap
