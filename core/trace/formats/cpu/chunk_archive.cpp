#include "core/trace/formats/cpu/chunk_archive.h"

#include "core/base/error.h"
#include "core/base/text/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <minizip/unzip.h>
#include <span>
#include <string>
#include <utility>

namespace hitmap {

namespace {

constexpr std::string_view chunk_prefix = "chunk.";
constexpr std::size_t chunk_name_offset = 30; // in the header of a file in an archive

/// What minizip reads the archive from. Exceptions wait until minizip has returned.
struct ArchiveStream {
    const ByteSource& file;
    const JobContext& job;
    std::uint64_t at = 0;
    std::uint64_t consumed = 0;
    std::exception_ptr error{};

    uLong read(void* to, uLong bytes) {
        try {
            job.check();
            const std::uint64_t some =
                std::min<std::uint64_t>(bytes, file.size() - std::min(at, file.size()));
            file.read(at, {static_cast<std::byte*>(to), static_cast<std::size_t>(some)});
            at += some;
            const std::uint64_t counted = std::min(some, file.size() - consumed);
            consumed += counted; // Tables of the archive are read more than once.
            job.add(counted);
            return static_cast<uLong>(some);
        } catch (...) {
            error = std::current_exception();
            return 0;
        }
    }
    long seek(std::uint64_t offset, int origin) {
        const std::uint64_t from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? at
                                   : origin == ZLIB_FILEFUNC_SEEK_END ? file.size()
                                                                      : 0;
        if (offset > std::numeric_limits<std::uint64_t>::max() - from || from + offset > file.size())
            return -1;
        at = from + offset;
        return 0;
    }
};

zlib_filefunc64_def archive_functions(ArchiveStream& stream) {
    zlib_filefunc64_def functions{};
    functions.opaque = &stream;
    functions.zopen64_file = [](voidpf opaque, const void* /*name*/, int /*mode*/) { return opaque; };
    functions.zread_file = [](voidpf /*opaque*/, voidpf opened, void* to, uLong bytes) {
        return static_cast<ArchiveStream*>(opened)->read(to, bytes);
    };
    functions.ztell64_file = [](voidpf /*opaque*/, voidpf opened) {
        return ZPOS64_T{static_cast<ArchiveStream*>(opened)->at};
    };
    functions.zseek64_file = [](voidpf /*opaque*/, voidpf opened, ZPOS64_T offset, int origin) {
        return static_cast<ArchiveStream*>(opened)->seek(offset, origin);
    };
    functions.zclose_file = [](voidpf /*opaque*/, voidpf /*opened*/) { return 0; };
    functions.zerror_file = [](voidpf /*opaque*/, voidpf opened) {
        return static_cast<ArchiveStream*>(opened)->error ? 1 : 0;
    };
    return functions;
}

class ChunkInput final : public ByteInput {
public:
    ChunkInput(const ByteSource& file, const JobContext& job) : job_(job), stream_{file, job_} {
        zlib_filefunc64_def functions = archive_functions(stream_);
        archive_.reset(unzOpen2_64("", &functions));
        rethrow();
        if (archive_ == nullptr) refuse("expected a zip archive, found no table of its files");
        opened_ = open(unzGoToFirstFile(archive_.get()));
    }

    std::size_t read(std::span<std::byte> out) override {
        std::size_t filled = 0;
        while (filled < out.size() && opened_) {
            const auto some = std::min(out.size() - filled, most_at_once);
            const int got =
                unzReadCurrentFile(archive_.get(), out.data() + filled, static_cast<unsigned>(some));
            rethrow();
            if (got < 0)
                refuse(fmt::format("expected data of the archive, found damaged ones (error {} of minizip)",
                                   got));
            filled += static_cast<std::size_t>(got);
            produced_ += static_cast<std::uint64_t>(got);
            check_limits();
            if (got == 0) next();
        }
        return filled;
    }
    [[nodiscard]] std::uint64_t consumed() const override { return stream_.consumed; }
    [[nodiscard]] const std::string& name() const override { return stream_.file.name(); }

private:
    static constexpr std::size_t most_at_once = std::size_t{1} << 18;

    struct Close {
        void operator()(void* archive) const { unzClose(archive); }
    };
    [[noreturn]] void refuse(const std::string& message) const {
        throw FileError(
            name(), chunk_.empty() ? "" : fmt::format("file {} of the archive", printable(chunk_)), message);
    }
    void rethrow() {
        if (stream_.error) std::rethrow_exception(std::exchange(stream_.error, nullptr));
    }
    /// Opens the current file. Returns false at the end of the archive.
    bool open(int found) {
        rethrow();
        if (found == UNZ_END_OF_LIST_OF_FILE) return false;
        std::array<char, 256> name{};
        unz_file_info64 info{};
        if (found != UNZ_OK || unzGetCurrentFileInfo64(archive_.get(), &info, name.data(), name.size() - 1,
                                                       nullptr, 0, nullptr, 0) != UNZ_OK) {
            rethrow();
            refuse("expected a table of the files of the archive, found damaged data");
        }
        chunk_ = name.data();
        if (!chunk_.starts_with(chunk_prefix)) refuse("expected the pieces of a trace, chunk.0000 and so on");
        constexpr uLong encrypted = 1;
        if ((info.flag & encrypted) != 0) refuse("expected a file that is not encrypted");
        const int result = unzOpenCurrentFile(archive_.get());
        rethrow();
        if (result != UNZ_OK)
            refuse(fmt::format("expected a stored or deflated file, found another (error {} of minizip)",
                               result));
        return true;
    }
    void next() {
        const int closed = unzCloseCurrentFile(archive_.get());
        rethrow();
        if (closed == UNZ_CRCERROR) refuse("expected data of the stored checksum, found damaged ones");
        opened_ = open(unzGoToNextFile(archive_.get()));
    }
    void check_limits() const {
        if (produced_ > InputLimits::bytes)
            refuse(fmt::format("expected at most {} decompressed bytes, found more", InputLimits::bytes));
        if (produced_ > InputLimits::ratio_allowance &&
            (produced_ - InputLimits::ratio_allowance) / InputLimits::ratio > stream_.file.size())
            refuse(
                fmt::format("expected at most {} decompressed bytes for each byte of the archive, found more",
                            InputLimits::ratio));
    }

    JobContext job_;
    ArchiveStream stream_;
    std::unique_ptr<void, Close> archive_;
    std::string chunk_; ///< the name of the file that is read
    bool opened_ = false;
    std::uint64_t produced_ = 0;
};

} // namespace

bool is_chunk_archive(std::string_view start) {
    return start.starts_with("PK\x03\x04") && start.size() > chunk_name_offset &&
           start.substr(chunk_name_offset).starts_with(chunk_prefix);
}

std::unique_ptr<ByteInput> open_chunk_archive(const ByteSource& file, const JobContext& job) {
    return std::make_unique<ChunkInput>(file, job);
}

} // namespace hitmap
