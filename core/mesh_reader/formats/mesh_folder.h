#pragma once

#include "core/geometry/import_report.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>

namespace hitmap {

/// The files that reading a mesh file may open: the file itself, and files in its folder or below. The place
/// of a file is the one after symbolic links are resolved.
class MeshFolder {
public:
    /// @param on_input  is called with the total size in bytes of all distinct files opened so far, whenever
    /// it grows
    MeshFolder(const std::string& mesh, const ImportOptions& options,
               std::function<void(std::uint64_t bytes)> on_input);

    /// Opens a regular file for reading. `name` is absolute or relative to the mesh's folder.
    /// @return a descriptor, which the caller owns, or -1: no such file
    /// Throws FileError that names the mesh and the refused file.
    [[nodiscard]] int open(const std::string& name);
    [[nodiscard]] const std::string& mesh() const { return mesh_; }
    /// Counts bytes that were unpacked from a file as bytes of files: time and memory depend on them.
    void add_unpacked(std::uint64_t bytes);

private:
    [[noreturn]] void refuse(const std::string& name) const;
    [[nodiscard]] bool allows(const std::string& real) const;

    std::string mesh_;
    std::string folder_; ///< with a final slash, symbolic links resolved
    bool anywhere_;
    std::function<void(std::uint64_t)> on_input_;
    std::set<std::pair<std::uint64_t, std::uint64_t>> opened_; ///< device and inode
    std::uint64_t bytes_ = 0;
};

} // namespace hitmap
