#pragma once

#include "core/base/descriptor.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace hitmap {

/// A file while it is being written: next to its final path, under a name that no other writer uses, which is
/// PATH.part, or PATH.2.part and so on if another writer is using that. A file that a killed writer left
/// under such a name is removed first. Commands and the window write through create_file() and write_file()
/// (core/trace/io), which use this class.
class PartFile {
public:
    /// @param path  where the file will be
    /// @param name  the same path for messages, as the user gave it
    /// Throws WriteError (core/jobs/write_error.h), as all functions below do where they say FileError.
    PartFile(std::filesystem::path path, std::string name);

    [[nodiscard]] const std::filesystem::path& part() const { return part_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    /// Throws FileError.
    void write(std::span<const std::byte> bytes);
    /// Passes everything to the system, and to the disk if there is a file at the path, whose permissions
    /// this one gets. Throws FileError if the system reports that bytes were lost.
    void flush();
    /// Renames the file to its path and replaces what is there. Throws FileError.
    void take_place();
    void remove() noexcept;

private:
    [[nodiscard]] bool open(const std::filesystem::path& part);
    [[nodiscard]] bool is_still_at(const std::filesystem::path& part) const;
    [[noreturn]] void fail_writing() const;

    std::filesystem::path path_;
    std::string name_;
    std::filesystem::path part_;
    Descriptor file_; ///< locked as long as the file has its temporary name
    std::uint64_t written_ = 0;
};

} // namespace hitmap
