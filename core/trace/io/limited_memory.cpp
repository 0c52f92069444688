#include "core/trace/io/limited_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace hitmap {

namespace {

class LimitedMemory : public ByteSink {
public:
    LimitedMemory(std::vector<std::byte>& out, std::uint64_t limit)
        : out_(out), memory_(create_memory(out)), limit_(limit) {}
    void write(std::span<const std::byte> bytes) override {
        const std::uint64_t size = out_.size() + bytes.size();
        // A vector that grows has its old and its new storage for a moment, and the new one has twice the
        // size.
        const std::uint64_t taken = size > out_.capacity() ? 3 * std::uint64_t{out_.capacity()} : 0;
        if (std::max(size, taken) > limit_) throw MemoryNeeded(limit_, true);
        memory_->write(bytes);
    }
    void commit() override { memory_->commit(); }

private:
    std::vector<std::byte>& out_;
    std::unique_ptr<ByteSink> memory_;
    std::uint64_t limit_;
};

} // namespace

MemoryNeeded::MemoryNeeded(std::uint64_t bytes, bool is_least)
    : Error(fmt::format("expected enough memory, found that {} {} MiB are needed",
                        is_least ? "more than" : "about", (bytes >> 20) + (is_least ? 0 : 1))),
      bytes_(bytes),
      is_least_(is_least) {}

std::unique_ptr<ByteSink> create_limited_memory(std::vector<std::byte>& out, std::uint64_t limit) {
    return std::make_unique<LimitedMemory>(out, limit);
}

} // namespace hitmap
