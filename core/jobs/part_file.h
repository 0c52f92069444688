#pragma once

#include "core/base/descriptor.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace hitmap {

/// A file while it is written: beside its place and under a name that no other writer has meanwhile, which is
/// PATH.part, or PATH.2.part and so on where another writer is at work on that. What a writer that was killed
/// has left under such a name is overwritten.
class PartFile {
public:
    /// @param path  where the file will be
    /// @param name  the same for messages, as the user has it
    /// Throws FileError.
    PartFile(std::filesystem::path path, std::string name);

    [[nodiscard]] const std::filesystem::path& part() const { return part_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    /// Throws FileError.
    void write(std::span<const std::byte> bytes);
    /// Hands everything to the system. Throws FileError where that reports that bytes were lost.
    void flush();
    /// Renames it to its path, over what is there. Throws FileError.
    void take_place();
    void remove() noexcept;

private:
    [[nodiscard]] bool open(const std::filesystem::path& part);
    [[nodiscard]] bool is_still_at(const std::filesystem::path& part) const;
    [[noreturn]] void fail_writing() const;

    std::filesystem::path path_;
    std::string name_;
    std::filesystem::path part_;
    Descriptor file_; ///< locked as long as the file has its own name
    std::uint64_t written_ = 0;
};

} // namespace hitmap
