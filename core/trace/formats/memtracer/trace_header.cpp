#include "core/trace/formats/memtracer/trace_header.h"

#include "core/base/error.h"
#include "core/trace/formats/memtracer/meow_hash.h"
#include "core/trace/io/bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace hitmap::memtracer {

namespace {

constexpr std::string_view trace_magic = "TRAC";
constexpr std::uint32_t first_version = 4;
constexpr std::uint32_t last_version = 5;
constexpr std::size_t whole_header_bytes = 144;
/// Version 4 counts the file header, and its oldest files have no offset and size of contents.
constexpr std::uint64_t least_version_4_bytes = file_header_bytes + 128;
constexpr std::uint64_t most_version_4_bytes = file_header_bytes + whole_header_bytes;
constexpr std::uint64_t most_stride = 4096;
constexpr std::size_t hash_bytes = 16;

struct FileHeader {
    std::array<std::byte, file_header_bytes> bytes{};
    std::uint32_t version = 0;
    std::uint64_t header_size = 0;
};

FileHeader read_file_header(SeekableInput& file) {
    FileHeader header;
    file.read(0, header.bytes);
    const BytesPlace place{file.name(), "file header"};
    ByteReader in(header.bytes, place);
    static_cast<void>(in.raw(trace_magic.size(), "the magic number"));
    header.version = in.u32("a version");
    if (header.version < first_version || header.version > last_version)
        in.fail(fmt::format("expected version {} or {} of a MemTracer trace, found {}", first_version,
                            last_version, header.version));
    header.header_size = in.u64("a header size");
    const bool fits = header.version == last_version
                          ? header.header_size == whole_header_bytes
                          : header.header_size >= least_version_4_bytes &&
                                header.header_size <= most_version_4_bytes && header.header_size % 8 == 0;
    if (!fits)
        in.fail(fmt::format("expected a header of {} bytes, found {}",
                            header.version == last_version
                                ? std::to_string(whole_header_bytes)
                                : fmt::format("{} to {}", least_version_4_bytes, most_version_4_bytes),
                            header.header_size));
    return header;
}

Section read_section(ByteReader& in) {
    Section section;
    section.stride = in.u64("the size of a row");
    section.count = in.u64("a number of rows");
    section.offset = in.u64("the offset of a table");
    return section;
}

/// The range of the file in which the tables are.
struct DataRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

class HeaderCheck {
public:
    HeaderCheck(const ByteReader& in, DataRange data, bool at_end) : in_(in), data_(data), at_end_(at_end) {}

    void section(std::string_view what, Section& section, std::uint64_t least, std::uint64_t most) const {
        // A file that was cut has other bytes in the place of a header at its end, such as zeros.
        const bool is_wrong = section.stride < least || section.stride > most;
        if (section.count == 0 && !(is_wrong && at_end_)) {
            section = {};
            return;
        }
        if (is_wrong)
            in_.fail(fmt::format(
                "expected rows of {} of {} bytes, found {}{}", what,
                least == most ? std::to_string(least) : fmt::format("{} to {}", least, most), section.stride,
                at_end_ ? ": the end of the file, where its header is, is missing or damaged" : ""));
        if (section.count > (data_.last - data_.first) / section.stride)
            in_.fail(fmt::format("expected at most {} {}, as many as fit the file, found {}",
                                 (data_.last - data_.first) / section.stride, what, section.count));
        range(what, section.offset, section.bytes());
    }
    void range(std::string_view what, std::uint64_t offset, std::uint64_t bytes) const {
        if (offset < data_.first || offset > data_.last || bytes > data_.last - offset)
            in_.fail(fmt::format("expected the {} between bytes {} and {}, found {} bytes at {}", what,
                                 data_.first, data_.last, bytes, offset));
    }

private:
    const ByteReader& in_;
    DataRange data_;
    bool at_end_; ///< the header is at the end of the file
};

/// Adds bytes [first, last) of the file to the hash.
void hash_range(SeekableInput& file, std::uint64_t first, std::uint64_t last, MeowHash& hash) {
    std::vector<std::byte> buffer(std::size_t{1} << 18);
    while (first < last) {
        const auto some = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), last - first));
        const std::size_t count = file.read_some(first, some);
        if (count == 0) return;
        hash.add(some.first(count));
        first += count;
    }
}

/// The hash of version 5: of all bytes in order, with zeros for the hash in the last bytes. The size of a
/// compressed file is not known before its end.
void hash_in_order(SeekableInput& file, MeowHash& hash) {
    std::vector<std::byte> buffer((std::size_t{1} << 18) + whole_header_bytes);
    std::size_t kept = 0;
    std::uint64_t offset = 0;
    while (true) {
        const auto some = std::span(buffer).subspan(kept);
        const std::size_t count = file.read_some(offset, some);
        offset += count;
        const std::size_t filled = kept + count;
        if (count < some.size()) {
            if (filled >= whole_header_bytes)
                std::ranges::fill(std::span(buffer).subspan(filled - whole_header_bytes, hash_bytes),
                                  std::byte{0});
            hash.add(std::span(buffer).first(filled));
            return;
        }
        hash.add(std::span(buffer).first(filled - whole_header_bytes));
        std::copy_n(buffer.end() - whole_header_bytes, whole_header_bytes, buffer.begin());
        kept = whole_header_bytes;
    }
}

} // namespace

TraceHeader read_header(SeekableInput& file) {
    const FileHeader file_header = read_file_header(file);
    const std::uint64_t size = file.size();
    TraceHeader header;
    header.version = file_header.version;
    const bool at_end = header.version == last_version;
    header.header_bytes = at_end ? whole_header_bytes : file_header.header_size - file_header_bytes;
    if (size < file_header_bytes + header.header_bytes)
        throw FileError(file.name(), "",
                        fmt::format("expected at least {} bytes, found {}",
                                    file_header_bytes + header.header_bytes, size));
    header.header_offset = at_end ? size - header.header_bytes : file_header_bytes;
    // Fields that an old header does not have are zeros.
    std::array<std::byte, whole_header_bytes> bytes{};
    file.read(header.header_offset, std::span(bytes).first(header.header_bytes));
    const BytesPlace place{file.name(), fmt::format("trace header at byte {}", header.header_offset)};
    ByteReader in(bytes, place);
    const auto hash = in.raw(hash_bytes, "a hash");
    std::ranges::transform(hash, header.hash.begin(),
                           [](std::byte byte) { return static_cast<std::uint8_t>(byte); });
    header.accesses = read_section(in);
    header.launches = read_section(in);
    header.regions = read_section(in);
    header.instructions = read_section(in);
    header.strings_offset = in.u64("the offset of the strings");
    header.strings_bytes = in.u64("the size of the strings");
    header.contents_offset = in.u64("the offset of the contents");
    header.contents_bytes = in.u64("the size of the contents");

    const HeaderCheck check(in,
                            at_end ? DataRange{file_header_bytes, header.header_offset}
                                   : DataRange{file_header.header_size, size},
                            at_end);
    check.section("accesses", header.accesses, access_bytes, access_bytes);
    check.section("launches", header.launches, launch_bytes, most_stride);
    check.section("regions", header.regions, least_region_bytes, most_stride);
    check.section("instructions", header.instructions, instruction_bytes, most_stride);
    if (header.strings_bytes != 0) check.range("strings", header.strings_offset, header.strings_bytes);
    if (header.contents_offset == 0) header.contents_bytes = 0;
    if (header.contents_bytes != 0) check.range("contents", header.contents_offset, header.contents_bytes);
    return header;
}

std::array<std::uint8_t, 16> hash_of(SeekableInput& file) {
    const FileHeader header = read_file_header(file);
    MeowHash hash;
    if (header.version == last_version) {
        hash_in_order(file, hash);
        return hash.finish();
    }
    hash_range(file, header.header_size, no_contents, hash);
    hash.add(header.bytes);
    std::vector<std::byte> trace_header(header.header_size - file_header_bytes);
    file.read(file_header_bytes, trace_header);
    std::fill_n(trace_header.begin(), hash_bytes, std::byte{0});
    hash.add(trace_header);
    return hash.finish();
}

} // namespace hitmap::memtracer
