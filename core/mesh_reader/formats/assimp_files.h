#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/formats/mesh_folder.h"

#include <assimp/IOSystem.hpp>

#include <set>
#include <string>

namespace hitmap {

class WatchedStream;

/// The part of the file system that assimp may see, read-only: the mesh and the files that its folder allows,
/// without materials and pictures.
class WatchedFiles final : public Assimp::IOSystem {
public:
    WatchedFiles(MeshFolder& folder, const JobContext& job) : folder_(folder), job_(job) {}
    ~WatchedFiles() override;
    WatchedFiles(const WatchedFiles&) = delete;
    WatchedFiles& operator=(const WatchedFiles&) = delete;

    [[nodiscard]] bool Exists(const char* file) const override;
    [[nodiscard]] char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* file, const char* mode) override;
    void Close(Assimp::IOStream* stream) override;
    /// Throws the first refusal of a file, which assimp may have ignored.
    void check() const;

private:
    [[nodiscard]] int open(const char* file) const;

    MeshFolder& folder_;
    const JobContext& job_;
    std::set<WatchedStream*> open_; ///< some loaders close, some delete, some leak the streams that they open
    mutable std::string refusal_;
};

} // namespace hitmap
