#include "core/trace/io/byte_stream.h"

#include "core/base/descriptor.h"
#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hitmap {

namespace {

std::string reason() {
    return std::strerror(errno); // NOLINT(concurrency-mt-unsafe): glibc's is thread-safe
}

void check_range(const ByteSource& source, std::uint64_t offset, std::size_t count) {
    if (offset > source.size() || count > source.size() - offset)
        throw FileError(source.name(), fmt::format("byte {}", offset),
                        fmt::format("expected {} bytes, found {}", count,
                                    offset > source.size() ? 0 : source.size() - offset));
}

class FileSource : public ByteSource {
public:
    explicit FileSource(const std::filesystem::path& path)
        : name_(path.string()), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
        if (file_.get() < 0) throw FileError(name_, "", fmt::format("cannot be opened: {}", reason()));
        struct stat status {};
        if (::fstat(file_.get(), &status) != 0)
            throw FileError(name_, "", fmt::format("cannot be opened: {}", reason()));
        if (!S_ISREG(status.st_mode))
            throw FileError(name_, "",
                            S_ISDIR(status.st_mode) ? "expected a file, found a folder"
                                                    : "expected a file, found something without a size");
        size_ = static_cast<std::uint64_t>(status.st_size);
    }

    [[nodiscard]] std::uint64_t size() const override { return size_; }
    [[nodiscard]] const std::string& name() const override { return name_; }

    void read(std::uint64_t offset, std::span<std::byte> out) const override {
        check_range(*this, offset, out.size());
        while (!out.empty()) {
            const auto got = ::pread(file_.get(), out.data(), out.size(), static_cast<off_t>(offset));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0)
                throw FileError(
                    name_, fmt::format("byte {}", offset),
                    got < 0 ? fmt::format("cannot be read: {}", reason())
                            : fmt::format("expected {} bytes, found the end of the file", out.size()));
            out = out.subspan(static_cast<std::size_t>(got));
            offset += static_cast<std::uint64_t>(got);
        }
    }

private:
    std::string name_;
    Descriptor file_;
    std::uint64_t size_ = 0;
};

class MemorySource : public ByteSource {
public:
    MemorySource(std::vector<std::byte> bytes, std::string name)
        : bytes_(std::move(bytes)), name_(std::move(name)) {}
    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
    [[nodiscard]] const std::string& name() const override { return name_; }
    void read(std::uint64_t offset, std::span<std::byte> out) const override {
        check_range(*this, offset, out.size());
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
    }

private:
    std::vector<std::byte> bytes_;
    std::string name_;
};

/// Follows a symbolic link, repeatedly, to its target, which need not exist.
std::filesystem::path end_of_links(std::filesystem::path path) {
    constexpr int most_links = 40; // the limit of Linux
    std::error_code error;
    for (int i = 0; i < most_links && std::filesystem::is_symlink(path, error); ++i) {
        const std::filesystem::path next = std::filesystem::read_symlink(path, error);
        if (error) break;
        path = path.parent_path() / next; // an absolute target replaces the whole path
    }
    return path;
}

bool is_special(const std::filesystem::path& path) {
    std::error_code ignored; // raised for a path that does not exist
    return std::filesystem::is_other(path, ignored);
}

/// Writes a regular file, which replaces the existing one when it is complete.
class FileSink : public ByteSink {
public:
    FileSink(const std::filesystem::path& path, std::string name, OutputFiles* outputs)
        : outputs_(outputs),
          file_(outputs != nullptr ? outputs->create(path, name)
                                   : std::make_shared<PartFile>(path, std::move(name))) {}
    ~FileSink() override {
        if (committed_ || failed_) return;
        if (outputs_ != nullptr)
            outputs_->discard(file_);
        else
            file_->remove();
    }
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    void write(std::span<const std::byte> bytes) override {
        keeping_what_is_written([&] { file_->write(bytes); });
    }
    void commit() override {
        keeping_what_is_written([&] { file_->flush(); });
        if (outputs_ != nullptr)
            outputs_->finish(file_);
        else
            file_->take_place();
        committed_ = true;
    }

private:
    /// If the disk is full or gone, what was written may be all that can be saved, so the file is kept.
    template <class Work>
    void keeping_what_is_written(const Work& work) {
        try {
            work();
        } catch (const FileError&) {
            failed_ = true;
            if (outputs_ != nullptr) outputs_->leave(file_);
            throw;
        }
    }

    OutputFiles* outputs_;
    std::shared_ptr<PartFile> file_;
    bool committed_ = false;
    bool failed_ = false;
};

/// Writes to a device or a pipe, which cannot be replaced.
class SpecialSink : public ByteSink {
public:
    explicit SpecialSink(const std::filesystem::path& path)
        : name_(path.string()), file_(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
        if (file_.get() < 0) throw FileError(name_, "", fmt::format("cannot be written: {}", reason()));
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
        throw FileError(name_, fmt::format("byte {}", written_),
                        fmt::format("cannot be written: {}", reason()));
    }
    std::string name_;
    Descriptor file_;
    std::uint64_t written_ = 0;
};

class MemorySink : public ByteSink {
public:
    explicit MemorySink(std::vector<std::byte>& out) : out_(out), start_(out.size()) {}
    ~MemorySink() override {
        if (!committed_) out_.resize(start_);
    }
    MemorySink(const MemorySink&) = delete;
    MemorySink& operator=(const MemorySink&) = delete;
    void write(std::span<const std::byte> bytes) override {
        out_.insert(out_.end(), bytes.begin(), bytes.end());
    }
    void commit() override { committed_ = true; }

private:
    std::vector<std::byte>& out_;
    std::size_t start_;
    bool committed_ = false;
};

} // namespace

std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path) {
    return std::make_unique<FileSource>(path);
}

std::unique_ptr<ByteSource> open_memory(std::vector<std::byte> bytes, std::string name) {
    return std::make_unique<MemorySource>(std::move(bytes), std::move(name));
}

std::unique_ptr<ByteSink> create_file(const std::filesystem::path& path, OutputFiles* outputs) {
    std::error_code ignored; // raised for a path that does not exist
    if (std::filesystem::is_directory(path, ignored))
        throw FileError(path.string(), "", "cannot be written: it is a folder");
    const std::filesystem::path end = end_of_links(path);
    if (is_special(end)) return std::make_unique<SpecialSink>(end);
    return std::make_unique<FileSink>(end, path.string(), outputs);
}

std::unique_ptr<ByteSink> create_memory(std::vector<std::byte>& out) {
    return std::make_unique<MemorySink>(out);
}

} // namespace hitmap
