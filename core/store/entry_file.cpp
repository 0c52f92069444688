#include "core/store/entry_file.h"

#include "core/base/error.h"
#include "core/trace/io/bytes.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::string_view magic = "HMCACHE\n";
constexpr std::uint32_t entry_format = 1;
constexpr std::size_t tail_bytes = 8 + ContentHash().size();

Bytes head_of(std::string_view key) {
    ByteWriter head;
    head.raw(std::as_bytes(std::span(magic)));
    head.u32(entry_format);
    head.u32(static_cast<std::uint32_t>(key.size()));
    head.raw(std::as_bytes(std::span(key)));
    return head.take();
}

/// A range of the bytes of another source.
class RangeSource final : public ByteSource {
public:
    RangeSource(std::unique_ptr<ByteSource> whole, std::uint64_t first, std::uint64_t size, std::string name)
        : whole_(std::move(whole)), first_(first), size_(size), name_(std::move(name)) {}
    [[nodiscard]] std::uint64_t size() const override { return size_; }
    [[nodiscard]] const std::string& name() const override { return name_; }
    void read(std::uint64_t offset, std::span<std::byte> out) const override {
        if (offset > size_ || out.size() > size_ - offset)
            throw FileError(
                name_, fmt::format("byte {}", offset),
                fmt::format("expected {} bytes, found {}", out.size(), offset > size_ ? 0 : size_ - offset));
        whole_->read(first_ + offset, out);
    }

private:
    std::unique_ptr<ByteSource> whole_;
    std::uint64_t first_;
    std::uint64_t size_;
    std::string name_;
};

} // namespace

EntryWriter::EntryWriter(PartFile& file, std::string_view key, std::uint64_t most)
    : file_(file), most_(most) {
    file_.write(head_of(key));
}

void EntryWriter::write(std::span<const std::byte> bytes) {
    if (bytes.size() > most_ - written_)
        throw Error(fmt::format("expected at most {} bytes for the cache, found more", most_));
    file_.write(bytes);
    hasher_.add(bytes);
    written_ += bytes.size();
}

void EntryWriter::commit() {
    ByteWriter tail;
    tail.u64(written_);
    const ContentHash hash = hasher_.hash();
    tail.raw(std::as_bytes(std::span(hash)));
    file_.write(tail.bytes());
    file_.flush();
}

std::unique_ptr<ByteSource> entry_contents(std::unique_ptr<ByteSource> file, std::string_view key,
                                           const std::string& name, const JobContext& job) {
    const Bytes head = head_of(key);
    const auto fail = [&](std::string_view place, std::string_view message) {
        throw FileError(file->name(), place, message);
    };
    if (file->size() < head.size() + tail_bytes)
        fail("", "expected an entry of the cache, found fewer bytes");
    Bytes found(head.size());
    file->read(0, found);
    if (found != head) fail("", "expected an entry of this key, found another");
    const std::uint64_t size = file->size() - head.size() - tail_bytes;
    Bytes tail(tail_bytes);
    file->read(head.size() + size, tail);
    auto contents = std::make_unique<RangeSource>(std::move(file), head.size(), size, name);
    ByteWriter expected;
    expected.u64(size);
    const ContentHash hash = content_hash(*contents, job);
    expected.raw(std::as_bytes(std::span(hash)));
    if (tail != expected.bytes())
        throw FileError(contents->name(), "", "expected the hash of the contents, found another");
    return contents;
}

} // namespace hitmap
