#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

namespace hitmap {

/// A file without a name, for data that is read in another order than it is made. The system removes it when
/// it is closed. All functions throw FileError.
class TemporaryFile {
public:
    /// @param folder  where the data goes; on a file system that has no files without names it goes to the
    ///                folder of the system for temporary files
    explicit TemporaryFile(const std::filesystem::path& folder);

    void append(std::span<const std::byte> bytes);
    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Calls `take` with all bytes in order, in pieces of up to 1 MiB. Afterwards nothing can be appended.
    void read_all(const std::function<void(std::span<const std::byte>)>& take);
    /// The stream, for a library that writes to it and seeks in it.
    [[nodiscard]] std::FILE* stream() { return stream_.get(); }

private:
    struct Close {
        void operator()(std::FILE* stream) const { (void)std::fclose(stream); }
    };
    [[noreturn]] void fail() const;

    std::filesystem::path folder_;
    std::unique_ptr<std::FILE, Close> stream_;
    std::uint64_t size_ = 0;
};

} // namespace hitmap
