#include "core/mesh_reader/formats/unpacked.h"

#include "core/base/error.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace hitmap {

namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 22U;

class Inflater {
public:
    explicit Inflater(const std::string& file) : file_(file) {
        constexpr int gzip_only = 16;
        if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// Unpacks at most a piece and appends it to `out`. Removes what was read from `rest`; returns false at
    /// the end of the last member.
    bool next(std::string_view& rest, std::string& out) {
        const std::size_t given = std::min<std::size_t>(rest.size(), std::numeric_limits<uInt>::max());
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest.data())); // not written through
        stream_.avail_in = static_cast<uInt>(given);
        stream_.next_out = reinterpret_cast<Bytef*>(piece_.data());
        stream_.avail_out = static_cast<uInt>(piece_.size());
        const int result = inflate(&stream_, Z_NO_FLUSH);
        const std::size_t taken = given - stream_.avail_in;
        out.append(piece_, 0, piece_.size() - stream_.avail_out);
        rest.remove_prefix(taken);
        at_ += taken;
        if (result == Z_MEM_ERROR) throw std::bad_alloc();
        if (result == Z_STREAM_END) {
            if (!is_gzip(rest)) return false; // the end, or padding behind it
            inflateReset(&stream_);
            return true;
        }
        if (result == Z_BUF_ERROR || (result == Z_OK && rest.empty() && stream_.avail_out != 0))
            fail("the end of the compressed data, found the end of the file");
        if (result != Z_OK) fail("compressed data of gzip, found other bytes");
        return true;
    }

private:
    [[noreturn]] void fail(std::string_view expected) const {
        throw FileError(file_, fmt::format("byte {}", at_), fmt::format("expected {}", expected));
    }

    const std::string& file_;
    z_stream stream_{};
    std::string piece_ = std::string(piece_bytes, '\0');
    std::uint64_t at_ = 0; // in the compressed file
};

} // namespace

bool is_gzip(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b");
}

std::string unpacked(std::string_view bytes, MeshFolder& folder, const JobContext& job) {
    job.begin("unpacking the mesh", bytes.size(), "bytes");
    const std::uint64_t most = unpacked_allowance + unpacked_ratio * std::uint64_t{bytes.size()};
    std::string out;
    Inflater inflater(folder.mesh());
    for (bool more = true; more;) {
        job.check();
        const std::size_t before = out.size();
        const std::size_t left = bytes.size();
        more = inflater.next(bytes, out);
        job.add(left - bytes.size());
        if (out.size() > most)
            throw FileError(
                folder.mesh(), "",
                fmt::format("expected at most {} bytes to unpack ({} for each of the file), found more", most,
                            unpacked_ratio));
        folder.add_unpacked(out.size() - before);
    }
    return out;
}

} // namespace hitmap
