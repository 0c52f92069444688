#pragma once

#include "core/geometry/import_report.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>

namespace hitmap {

/// The files that a mesh file may open: itself, and what lies in its folder or below. What counts is where a
/// file really is, after symbolic links.
class MeshFolder {
public:
    /// @param on_input  is told the bytes of all different files opened so far, whenever that is more
    MeshFolder(const std::string& mesh, const ImportOptions& options,
               std::function<void(std::uint64_t bytes)> on_input);

    /// Opens a regular file for reading. `name` is absolute or relative to the mesh's folder.
    /// @return a descriptor, which is the caller's, or -1: no such file
    /// Throws FileError naming the mesh and the file that was refused.
    [[nodiscard]] int open(const std::string& name);
    [[nodiscard]] const std::string& mesh() const { return mesh_; }

private:
    [[noreturn]] void refuse(const std::string& name) const;
    [[nodiscard]] bool allows(const std::string& real) const;

    std::string mesh_;
    std::string folder_; ///< with a final slash, without symbolic links
    bool anywhere_;
    std::function<void(std::uint64_t)> on_input_;
    std::set<std::pair<std::uint64_t, std::uint64_t>> opened_; ///< device and inode
    std::uint64_t bytes_ = 0;
};

} // namespace hitmap
