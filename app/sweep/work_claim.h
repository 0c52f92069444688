#pragma once

#include "core/base/descriptor.h"
#include "core/jobs/output_files.h"

#include <filesystem>
#include <optional>

namespace hitmap {

/// A piece of work that this process does, out of those that several processes share, on one machine or on
/// several with one file system. It is a locked file: the system ends the lock when the process ends, also
/// when it is killed, so that others can claim the work then. Several machines must not share a file system
/// whose locks are local to each of them: each would get every claim.
class WorkClaim {
public:
    /// Returns nothing if another process or another WorkClaim of this process has the claim.
    /// @param file     stands for the work; it and its folder are created; the file is removed when the claim
    /// ends
    /// @param outputs  if there are some, their abandon() removes the file as well; must outlive the claim
    /// Throws FileError (it cannot be created or locked), Cancelled.
    [[nodiscard]] static std::optional<WorkClaim> take(const std::filesystem::path& file,
                                                       OutputFiles* outputs = nullptr);

    ~WorkClaim();
    WorkClaim(WorkClaim&& other) noexcept;
    WorkClaim& operator=(WorkClaim&&) = delete;
    WorkClaim(const WorkClaim&) = delete;
    WorkClaim& operator=(const WorkClaim&) = delete;

private:
    WorkClaim(std::filesystem::path file, Descriptor locked, OutputFiles* outputs);

    std::filesystem::path file_; ///< empty: moved from
    OutputFiles* outputs_;       ///< may be null
    Descriptor locked_;
};

} // namespace hitmap
