#include "core/trace/stream/request_spool.h"

#include "core/base/error.h"
#include "core/trace/stream/packed_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint64_t word_bytes = sizeof(std::uint64_t);

[[noreturn]] void fail(std::string_view what) {
    throw Error(fmt::format("a temporary file for the requests of resident warps cannot be {}: {}; the "
                            "variable TMPDIR names its folder",
                            what, std::strerror(errno)));
}

/// Creates a file without a name. /var/tmp is on a disk, while /tmp can be memory.
Descriptor temporary_file() {
    const char* const folder = std::getenv("TMPDIR");
    std::string name = folder != nullptr ? folder : "/var/tmp";
    name += "/hitmap-XXXXXX";
    Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
    if (file.get() < 0) fail("created");
    ::unlink(name.c_str());
    return file;
}

void write_words(const Descriptor& file, std::span<const std::uint64_t> words, std::uint64_t first) {
    auto bytes = std::as_bytes(words);
    std::uint64_t at = first * word_bytes;
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail("written");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        at += static_cast<std::uint64_t>(written);
    }
}

void read_words(const Descriptor& file, std::span<std::uint64_t> words, std::uint64_t first) {
    auto bytes = std::as_writable_bytes(words);
    std::uint64_t at = first * word_bytes;
    while (!bytes.empty()) {
        const ssize_t read = ::pread(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (read < 0 && errno == EINTR) continue;
        if (read <= 0) fail("read");
        bytes = bytes.subspan(static_cast<std::size_t>(read));
        at += static_cast<std::uint64_t>(read);
    }
}

} // namespace

RequestSpool::RequestSpool(std::uint64_t most_bytes) : most_words_(most_bytes / word_bytes) {}

RequestSpool::Queue RequestSpool::open() {
    if (!closed_.empty()) {
        const Queue queue = closed_.back();
        closed_.pop_back();
        return queue;
    }
    queues_.emplace_back();
    return static_cast<Queue>(queues_.size() - 1);
}

void RequestSpool::append(Queue queue, std::span<const std::uint64_t> words) {
    if (words_in_memory_ + words.size() > most_words_) spill();
    auto& back = queues_[queue].back;
    back.insert(back.end(), words.begin(), words.end());
    words_in_memory_ += words.size();
}

void RequestSpool::spill() {
    if (words_in_memory_ == 0) return;
    if (file_.get() < 0) file_ = temporary_file();
    std::vector<std::uint64_t> together; // so that few calls write many short queues
    constexpr std::size_t most_together = std::size_t{1} << 20;
    const auto write = [&](std::span<const std::uint64_t> words) {
        write_words(file_, words, words_in_file_);
        words_in_file_ += words.size();
    };
    const auto write_together = [&] {
        write(together);
        together.clear();
    };
    const auto add_range = [&](Requests& queue, std::span<const std::uint64_t> words) {
        if (words.empty()) return;
        queue.ranges.push_back({words_in_file_ + together.size(), words.size()});
        if (words.size() >= most_together) {
            write_together();
            return write(words);
        }
        together.insert(together.end(), words.begin(), words.end());
        if (together.size() >= most_together) write_together();
    };
    for (Requests& queue : queues_) {
        if (queue.front_counts) { // no range is left, because the front was a back
            add_range(queue, std::span<const std::uint64_t>(queue.front).subspan(queue.at));
            release_front(queue);
        }
        add_range(queue, queue.back);
        words_in_memory_ -= queue.back.size();
        std::vector<std::uint64_t>().swap(queue.back);
    }
    write_together();
}

void RequestSpool::release_front(Requests& queue) {
    words_in_memory_ -= queue.front.size();
    queue.front_counts = false;
    queue.at = 0;
    std::vector<std::uint64_t>().swap(queue.front);
}

/// Reads a piece of the first range behind the words that are left in the front.
void RequestSpool::read_range(Requests& queue) {
    // All queues may have such a piece in memory.
    constexpr std::uint64_t most_words_of_all = std::uint64_t{8} << 20;
    constexpr std::uint64_t least_piece = 512;
    constexpr std::uint64_t most_piece = std::uint64_t{1} << 15;
    const std::uint64_t piece = std::clamp<std::uint64_t>(
        most_words_of_all / std::max<std::size_t>(1, queues_.size()), least_piece, most_piece);
    FileRange& range = queue.ranges[queue.range];
    const std::uint64_t words = std::min(piece, range.words);
    queue.front.erase(queue.front.begin(), queue.front.begin() + static_cast<std::ptrdiff_t>(queue.at));
    queue.at = 0;
    const std::size_t kept = queue.front.size();
    queue.front.resize(kept + words);
    read_words(file_, std::span(queue.front).subspan(kept), range.first_word);
    range.first_word += words;
    range.words -= words;
    if (range.words == 0) ++queue.range;
}

/// Returns false if no request is left.
bool RequestSpool::refill(Requests& queue) {
    if (queue.front_counts) release_front(queue); // it ends with a whole request, which was taken
    if (queue.range < queue.ranges.size()) {
        read_range(queue);
        return true;
    }
    if (queue.back.empty()) return false;
    queue.front = std::exchange(queue.back, {});
    queue.front_counts = true;
    queue.at = 0;
    return true;
}

std::span<const std::uint64_t> RequestSpool::next(Queue number) {
    Requests& queue = queues_[number];
    while (true) {
        const auto left = std::span<const std::uint64_t>(queue.front).subspan(queue.at);
        if (left.size() >= packed_head) {
            const std::size_t size = packed_size(left);
            if (left.size() >= size) {
                queue.at += size;
                return left.first(size);
            }
        }
        if (!refill(queue)) return {};
    }
}

std::uint64_t RequestSpool::bytes_in_memory() const {
    std::uint64_t words = 0;
    for (const Requests& queue : queues_)
        words += queue.front.size() + queue.back.size();
    return words * word_bytes;
}

void RequestSpool::close(Queue queue) {
    words_in_memory_ -= queues_[queue].back.size();
    if (queues_[queue].front_counts) release_front(queues_[queue]);
    queues_[queue] = {};
    closed_.push_back(queue);
}

} // namespace hitmap
