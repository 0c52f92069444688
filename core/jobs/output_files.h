#pragma once

#include "core/jobs/part_file.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace hitmap {

/// The files that one piece of work writes. Each is written as a PartFile; the complete ones are renamed to
/// their final paths together, at the end of the work. Until then no existing file changes, and the work can
/// be abandoned at any moment. Thread-safe.
class OutputFiles {
public:
    OutputFiles() = default;
    /// The files of one part of the work, which are published separately. abandon() of `whole`, which must
    /// outlive this object, abandons them too. Throws Cancelled if that has already happened.
    explicit OutputFiles(OutputFiles& whole);
    /// Removes the files that were not published.
    ~OutputFiles();
    OutputFiles(const OutputFiles&) = delete;
    OutputFiles& operator=(const OutputFiles&) = delete;

    /// See PartFile's constructor. Throws FileError; Cancelled after abandon().
    [[nodiscard]] std::shared_ptr<PartFile> create(const std::filesystem::path& path,
                                                   const std::string& name);
    /// Marks the file as complete, to be published. Throws Cancelled after abandon().
    void finish(const std::shared_ptr<PartFile>& file);
    /// Removes a file that will not be completed.
    void discard(const std::shared_ptr<PartFile>& file) noexcept;
    /// Keeps a file that will not be completed, under its temporary name.
    void leave(const std::shared_ptr<PartFile>& file);
    /// Creates a folder and its missing parents. abandon() removes those that are empty together with the
    /// files. Throws FileError; Cancelled after abandon().
    void create_folders(const std::filesystem::path& folder);

    /// abandon() also removes this file, which is no output, such as a lock. Throws Cancelled after
    /// abandon().
    void add_temporary(const std::filesystem::path& file);
    /// abandon() leaves the file alone from now on.
    void release_temporary(const std::filesystem::path& file) noexcept;

    /// Renames all complete files to their final paths, in the order in which they were finished. A file that
    /// cannot be renamed is removed, and the others are still published. Throws the first FileError;
    /// Cancelled after abandon().
    void publish();
    /// Calls publish() and ends the work: a later abandon() has no effect.
    void conclude();
    /// Removes everything that was not published; the work can write nothing more. After conclude() it does
    /// nothing and returns false.
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
    std::vector<std::filesystem::path> temporaries_;
    std::vector<std::filesystem::path> folders_; ///< created by this object, outer ones first
    OutputFiles* whole_ = nullptr;
    std::vector<OutputFiles*> parts_; ///< their mutexes are locked after this object's
};

/// Calls `outputs->create_folders(folder)`. Without outputs the folders are created and stay. Throws
/// FileError.
void create_folders(const std::filesystem::path& folder, OutputFiles* outputs);

} // namespace hitmap
