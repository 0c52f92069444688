#include "core/export/temporary_file.h"

#include "core/base/error.h"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace hitmap {

TemporaryFile::TemporaryFile(const std::filesystem::path& folder) : folder_(folder) {
    const int file = ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0) {
        stream_.reset(::fdopen(file, "w+b"));
        if (stream_ == nullptr) ::close(file);
    } else {
        stream_.reset(std::tmpfile());
    }
    if (stream_ == nullptr) fail();
}

void TemporaryFile::fail() const {
    throw FileError(folder_.empty() ? "." : folder_.string(), "temporary file",
                    std::error_code(errno, std::generic_category()).message());
}

void TemporaryFile::append(std::span<const std::byte> bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stream_.get()) != bytes.size()) fail();
    size_ += bytes.size();
}

void TemporaryFile::read_all(const std::function<void(std::span<const std::byte>)>& take) {
    if (std::fflush(stream_.get()) != 0 || std::fseek(stream_.get(), 0, SEEK_SET) != 0) fail();
    std::vector<std::byte> piece(std::size_t{1} << 20);
    while (true) {
        const std::size_t count = std::fread(piece.data(), 1, piece.size(), stream_.get());
        if (count == 0) break;
        take(std::span(piece).first(count));
    }
    if (std::ferror(stream_.get()) != 0) fail();
}

} // namespace hitmap
