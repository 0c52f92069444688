#pragma once

#include "core/jobs/progress.h"

#include <memory>
#include <string>

struct aiScene;

namespace hitmap {

/// A file as assimp read it: polygons triangulated, nothing else changed, merged or removed.
class AssimpFile {
public:
    /// Progress counts the bytes read. Throws FileError with assimp's reason, Cancelled.
    AssimpFile(const std::string& file, const JobContext& job);
    ~AssimpFile();
    AssimpFile(const AssimpFile&) = delete;
    AssimpFile& operator=(const AssimpFile&) = delete;

    [[nodiscard]] const aiScene& scene() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace hitmap
