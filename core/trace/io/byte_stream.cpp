#include "core/trace/io/byte_stream.h"

#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/trace/io/source_change.h"

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
        written_ = status.st_mtim;
    }

    void refuse_changed() const {
        struct stat status {};
        if (::fstat(file_.get(), &status) != 0) return;
        const bool is_same = static_cast<std::uint64_t>(status.st_size) == size_ &&
                             status.st_mtim.tv_sec == written_.tv_sec &&
                             status.st_mtim.tv_nsec == written_.tv_nsec;
        if (!is_same)
            throw FileError(
                name_, "",
                fmt::format("has changed since it was opened: expected the {} bytes of then, found a "
                            "file of {} that was written later; open it again",
                            size_, status.st_size));
    }

    [[nodiscard]] std::uint64_t size() const override { return size_; }
    [[nodiscard]] const std::string& name() const override { return name_; }

    void read(std::uint64_t offset, std::span<std::byte> out) const override {
        check_range(*this, offset, out.size());
        while (!out.empty()) {
            const auto got = ::pread(file_.get(), out.data(), out.size(), static_cast<off_t>(offset));
            if (got < 0 && errno == EINTR) continue;
            if (got == 0) refuse_changed();
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
    timespec written_{};
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

void refuse_changed_file(const ByteSource& source) {
    if (const auto* const file = dynamic_cast<const FileSource*>(&source)) file->refuse_changed();
}

std::unique_ptr<ByteSource> open_memory(std::vector<std::byte> bytes, std::string name) {
    return std::make_unique<MemorySource>(std::move(bytes), std::move(name));
}

std::unique_ptr<ByteSink> create_memory(std::vector<std::byte>& out) {
    return std::make_unique<MemorySink>(out);
}

} // namespace hitmap
