#pragma once

#include "core/base/scratch_file.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Queues of packed requests (packed_request.h), one for each warp. Memory is limited: what exceeds it waits
/// in a scratch file.
class RequestSpool {
public:
    using Queue = std::uint32_t;

    /// @param most_bytes  of the requests in memory, not counting what was read back
    explicit RequestSpool(std::uint64_t most_bytes = std::uint64_t{128} << 20);

    /// Returns an empty queue.
    [[nodiscard]] Queue open();
    /// Appends whole requests. Throws Error if the temporary file cannot be created or written.
    void append(Queue queue, std::span<const std::uint64_t> words);
    /// Removes the next request and returns it, valid until the next call; empty if there is none. Throws
    /// Error if the temporary file cannot be read.
    [[nodiscard]] std::span<const std::uint64_t> next(Queue queue);
    /// Ends a queue. Another one may get its number.
    void close(Queue queue);
    /// What the requests of all queues take at present, with what was read back.
    [[nodiscard]] std::uint64_t bytes_in_memory() const;

private:
    struct FileRange {
        std::uint64_t first_word = 0;
        std::uint64_t words = 0;
    };
    /// The order of the requests is: front, ranges, back.
    struct Requests {
        std::vector<std::uint64_t> front;
        std::size_t at = 0;        ///< in front
        bool front_counts = false; ///< in words_in_memory_, until all of it was taken; it was the back
        std::vector<FileRange> ranges;
        std::size_t range = 0; ///< the first that is not read completely
        std::vector<std::uint64_t> back;
    };
    /// Writes everything that counts as being in memory.
    void spill();
    void release_front(Requests& queue);
    [[nodiscard]] bool refill(Requests& queue);
    void read_range(Requests& queue);

    std::uint64_t most_words_;
    std::uint64_t words_in_memory_ = 0; ///< in the backs, and in the fronts that were backs
    std::vector<Requests> queues_;
    std::vector<Queue> closed_;
    ScratchFile file_;
};

} // namespace hitmap
