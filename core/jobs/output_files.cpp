#include "core/jobs/output_files.h"

#include "core/base/error.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

void take_out(std::vector<std::shared_ptr<PartFile>>& files, const std::shared_ptr<PartFile>& file) {
    files.erase(std::remove(files.begin(), files.end(), file), files.end());
}

/// Creates a folder and its missing parents, and appends those that it created to `made`.
void make_folders(const std::filesystem::path& folder, std::vector<std::filesystem::path>& made) {
    std::filesystem::path above;
    for (const std::filesystem::path& part : folder) {
        above /= part;
        std::error_code error;
        if (std::filesystem::create_directory(above, error)) made.push_back(above);
        std::error_code ignored; // raised for a path that does not exist
        if (!error || std::filesystem::is_directory(above, ignored)) continue;
        throw FileError(folder.string(), above == folder ? "" : above.string(),
                        std::filesystem::exists(above, ignored) ? "expected a folder, found a file"
                                                                : "cannot be made: " + error.message());
    }
}

} // namespace

OutputFiles::OutputFiles(OutputFiles& whole) : whole_(&whole) {
    const std::lock_guard lock(whole.mutex_);
    whole.expect_open();
    whole.parts_.push_back(this);
}

OutputFiles::~OutputFiles() {
    if (whole_ != nullptr) {
        const std::lock_guard lock(whole_->mutex_);
        std::erase(whole_->parts_, this);
    }
    if (state_ == State::open) remove_all();
}

std::shared_ptr<PartFile> OutputFiles::create(const std::filesystem::path& path, const std::string& name) {
    const std::lock_guard lock(mutex_);
    expect_open();
    return unfinished_.emplace_back(std::make_shared<PartFile>(path, name));
}

void OutputFiles::finish(const std::shared_ptr<PartFile>& file) {
    const std::lock_guard lock(mutex_);
    expect_open();
    finished_.push_back(file);
    take_out(unfinished_, file);
}

void OutputFiles::discard(const std::shared_ptr<PartFile>& file) noexcept {
    const std::lock_guard lock(mutex_);
    if (state_ == State::abandoned) return; // already removed
    take_out(unfinished_, file);
    file->remove();
}

void OutputFiles::leave(const std::shared_ptr<PartFile>& file) {
    const std::lock_guard lock(mutex_);
    take_out(unfinished_, file);
}

void OutputFiles::create_folders(const std::filesystem::path& folder) {
    const std::lock_guard lock(mutex_);
    expect_open();
    make_folders(folder, folders_);
}

void OutputFiles::add_temporary(const std::filesystem::path& file) {
    const std::lock_guard lock(mutex_);
    expect_open();
    temporaries_.push_back(file);
}

void OutputFiles::release_temporary(const std::filesystem::path& file) noexcept {
    const std::lock_guard lock(mutex_);
    std::erase(temporaries_, file);
}

void OutputFiles::publish() {
    const std::lock_guard lock(mutex_);
    expect_open();
    publish_finished();
}

void OutputFiles::conclude() {
    const std::lock_guard lock(mutex_);
    expect_open();
    publish_finished();
    state_ = State::concluded;
}

bool OutputFiles::abandon() {
    const std::lock_guard lock(mutex_);
    if (state_ == State::concluded) return false;
    for (OutputFiles* part : parts_)
        (void)part->abandon(); // does nothing to files that conclude() has published
    remove_all();
    state_ = State::abandoned;
    return true;
}

void OutputFiles::expect_open() const {
    if (state_ == State::abandoned) throw Cancelled();
}

void OutputFiles::publish_finished() {
    std::exception_ptr first;
    for (const auto& file : std::exchange(finished_, {})) {
        try {
            file->take_place();
        } catch (const FileError&) {
            file->remove();
            if (first == nullptr) first = std::current_exception();
        }
    }
    if (first != nullptr) std::rethrow_exception(first);
}

void OutputFiles::remove_all() noexcept {
    for (auto* const files : {&unfinished_, &finished_}) {
        for (const auto& file : *files)
            file->remove();
        files->clear();
    }
    std::error_code ignored; // raised for folders that are not empty
    for (; !temporaries_.empty(); temporaries_.pop_back())
        std::filesystem::remove(temporaries_.back(), ignored);
    for (; !folders_.empty(); folders_.pop_back())
        std::filesystem::remove(folders_.back(), ignored);
}

void create_folders(const std::filesystem::path& folder, OutputFiles* outputs) {
    std::vector<std::filesystem::path> made;
    if (outputs != nullptr)
        outputs->create_folders(folder);
    else
        make_folders(folder, made);
}

} // namespace hitmap
