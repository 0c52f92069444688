#include "core/trace/stream/request_spool.h"

#include "core/trace/stream/packed_request.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint64_t word_bytes = sizeof(std::uint64_t);

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
    std::vector<std::uint64_t> together; // so that few calls write many short queues
    constexpr std::size_t most_together = std::size_t{1} << 20;
    const auto write = [&](std::span<const std::uint64_t> words) {
        (void)file_.append(std::as_bytes(words));
    };
    const auto write_together = [&] {
        write(together);
        together.clear();
    };
    const auto add_range = [&](Requests& queue, std::span<const std::uint64_t> words) {
        if (words.empty()) return;
        queue.ranges.push_back({file_.size() / word_bytes + together.size(), words.size()});
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
    file_.read(range.first_word * word_bytes, std::as_writable_bytes(std::span(queue.front).subspan(kept)));
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
