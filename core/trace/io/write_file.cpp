#include "core/trace/io/write_file.h"

#include "core/base/descriptor.h"
#include "core/jobs/write_error.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace hitmap {

namespace {

/// Follows a symbolic link, repeatedly, to its target, which need not exist. Throws WriteError if the links
/// lead in a circle.
std::filesystem::path end_of_links(std::filesystem::path path) {
    constexpr int most_links = 40; // the limit of Linux
    std::error_code error;
    for (int i = 0; i < most_links && std::filesystem::is_symlink(path, error); ++i) {
        const std::filesystem::path next = std::filesystem::read_symlink(path, error);
        if (error) throw WriteError(path.string(), "", error.message());
        path = path.parent_path() / next; // an absolute target replaces the whole path
    }
    if (std::filesystem::is_symlink(path, error)) throw WriteError(path.string(), "", system_reason(ELOOP));
    return path;
}

bool is_special(const std::filesystem::path& path) {
    std::error_code ignored; // raised for a path that does not exist
    return std::filesystem::is_other(path, ignored);
}

/// What happens to the bytes of a file that cannot be written to its end.
enum class Unfinished : std::uint8_t { kept, removed };

/// Writes a regular file, which replaces the existing one when it is complete.
class FileSink : public ByteSink {
public:
    FileSink(const std::filesystem::path& path, std::string name, OutputFiles* outputs, Unfinished unfinished)
        : outputs_(outputs),
          file_(outputs != nullptr ? outputs->create(path, name)
                                   : std::make_shared<PartFile>(path, std::move(name))),
          unfinished_(unfinished) {}
    ~FileSink() override {
        if (committed_ || left_) return;
        if (outputs_ != nullptr)
            outputs_->discard(file_);
        else
            file_->remove();
    }
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    void write(std::span<const std::byte> bytes) override {
        leaving_what_is_written([&] { file_->write(bytes); });
    }
    void commit() override {
        leaving_what_is_written([&] { file_->flush(); });
        if (outputs_ != nullptr)
            outputs_->finish(file_);
        else
            file_->take_place();
        committed_ = true;
    }

private:
    template <class Work>
    void leaving_what_is_written(const Work& work) {
        try {
            work();
        } catch (const WriteError& error) {
            if (unfinished_ == Unfinished::removed) throw;
            left_ = true;
            if (outputs_ != nullptr) outputs_->leave(file_);
            throw WriteError(error.file(), error.place(),
                             fmt::format("{}; what was written is in {}", error.reason(),
                                         file_->part().filename().string()));
        }
    }

    OutputFiles* outputs_;
    std::shared_ptr<PartFile> file_;
    Unfinished unfinished_;
    bool committed_ = false;
    bool left_ = false;
};

/// Writes to a device or a pipe, which cannot be replaced.
class SpecialSink : public ByteSink {
public:
    explicit SpecialSink(const std::filesystem::path& path)
        : name_(path.string()), file_(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
        if (file_.get() < 0) throw WriteError(name_, "", system_reason(errno));
    }
    void write(std::span<const std::byte> bytes) override {
        while (!bytes.empty()) {
            const auto put = ::write(file_.get(), bytes.data(), bytes.size());
            if (put < 0 && errno == EINTR) continue;
            if (put < 0) fail();
            bytes = bytes.subspan(static_cast<std::size_t>(put));
            written_ += static_cast<std::uint64_t>(put);
        }
    }
    void commit() override {
        if (!file_.close()) fail();
    }

private:
    [[noreturn]] void fail() const {
        const int error = errno;
        throw WriteError(name_, fmt::format("byte {}", written_), system_reason(error));
    }
    std::string name_;
    Descriptor file_;
    std::uint64_t written_ = 0;
};

std::unique_ptr<ByteSink> create_sink(const std::filesystem::path& path, OutputFiles* outputs,
                                      Unfinished unfinished) {
    std::error_code ignored; // raised for a path that does not exist
    if (std::filesystem::is_directory(path, ignored)) throw WriteError(path.string(), "", "it is a folder");
    const std::filesystem::path end = end_of_links(path);
    if (is_special(end)) return std::make_unique<SpecialSink>(end);
    return std::make_unique<FileSink>(end, path.string(), outputs, unfinished);
}

} // namespace

std::unique_ptr<ByteSink> create_file(const std::filesystem::path& path, OutputFiles* outputs) {
    return create_sink(path, outputs, Unfinished::kept);
}

std::unique_ptr<ByteSink> create_whole_file(const std::filesystem::path& path, OutputFiles* outputs) {
    return create_sink(path, outputs, Unfinished::removed);
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes, OutputFiles* outputs) {
    const auto sink = create_whole_file(path, outputs);
    sink->write(bytes);
    sink->commit();
}

void write_file(const std::filesystem::path& path, std::string_view text, OutputFiles* outputs) {
    write_file(path, std::as_bytes(std::span(text)), outputs);
}

} // namespace hitmap
