#pragma once

#include "core/jobs/part_file.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace hitmap {

/// The files that a piece of work writes. Each is written as a PartFile; those that are complete take their
/// places together, at the end of the work. Until then nothing that exists changes, and the work can be
/// abandoned at any moment. Thread-safe.
class OutputFiles {
public:
    OutputFiles() = default;
    /// Those of a part of the work, which take their places apart from the others; abandon() of `whole`,
    /// which outlives them, is theirs, too. Throws Cancelled after it.
    explicit OutputFiles(OutputFiles& whole);
    /// Removes what has not taken its place.
    ~OutputFiles();
    OutputFiles(const OutputFiles&) = delete;
    OutputFiles& operator=(const OutputFiles&) = delete;

    /// As PartFile's constructor. Throws FileError; Cancelled after abandon().
    [[nodiscard]] std::shared_ptr<PartFile> create(const std::filesystem::path& path,
                                                   const std::string& name);
    /// It is complete and will take its place. Throws Cancelled after abandon().
    void finish(const std::shared_ptr<PartFile>& file);
    /// It will not be completed, and is removed.
    void discard(const std::shared_ptr<PartFile>& file) noexcept;
    /// It will not be completed, and stays under the name that it has.
    void leave(const std::shared_ptr<PartFile>& file);
    /// A folder and those above it that do not exist yet; removed with the files while they are empty. Throws
    /// FileError; Cancelled after abandon().
    void create_folders(const std::filesystem::path& folder);

    /// All files that are complete take their places, in the order in which they were finished; one that
    /// cannot is removed, and the others go on. Throws FileError of the first such, Cancelled after
    /// abandon().
    void publish();
    /// publish(), and the work is done: abandon() has come too late from now on.
    void conclude();
    /// Removes everything that has not taken its place; the work can write nothing more. False, and nothing
    /// happens, after conclude().
    [[nodiscard]] bool abandon();

private:
    enum class State : std::uint8_t { open, concluded, abandoned };
    void expect_open() const;
    void publish_finished();
    void remove_all() noexcept;

    std::mutex mutex_;
    State state_ = State::open;
    std::vector<std::shared_ptr<PartFile>> unfinished_;
    std::vector<std::shared_ptr<PartFile>> finished_;
    std::vector<std::filesystem::path> folders_; ///< that were made, outer ones first
    OutputFiles* whole_ = nullptr;
    std::vector<OutputFiles*> parts_; ///< locked after this one
};

/// `outputs->create_folders(folder)`; without outputs, the folders stay. Throws FileError.
void create_folders(const std::filesystem::path& folder, OutputFiles* outputs);

} // namespace hitmap
