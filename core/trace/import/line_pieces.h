#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/io/byte_input.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

/// A piece of a text file that consists of complete lines.
struct LinePiece {
    std::string text;             ///< ends with "\n" unless the file does not
    std::uint64_t first_line = 1; ///< number of its first line in the file, from 1
};

/// The start of a file (RecordingFormat::recognises) without the incomplete line at its end.
[[nodiscard]] LinePiece complete_lines(std::string_view start);

/// Splits a text file into pieces at ends of lines. A byte order mark at its begin is left out.
class LinePieces {
public:
    /// @param input  must outlive the object
    explicit LinePieces(ByteInput& input) : input_(input) {}
    /// Replaces `piece` by the next one; returns false at the end. Throws FileError (a line of more than
    /// most_line bytes; what ByteInput::read() throws), Cancelled.
    bool next(LinePiece& piece);

    static constexpr std::size_t piece_bytes = std::size_t{1} << 20;
    static constexpr std::size_t most_line = std::size_t{1} << 16;

private:
    ByteInput& input_;
    std::string rest_; ///< the begin of a line whose end was not read yet
    std::uint64_t line_ = 1;
    bool is_first_ = true; ///< the next piece is the first one, which may have a byte order mark
};

/// Removes the next line from `text` and returns it without its end ("\n" or "\r\n").
[[nodiscard]] std::string_view take_line(std::string_view& text);

/// Parses pieces of input on all threads of the pool: calls parse(const Piece&), which returns a value, for
/// several pieces at the same time, and consume(value) for each value in the order of the pieces, in the
/// calling thread. The piece of a value exists until the value was consumed. next(piece) replaces a piece by
/// the next one; it returns false at the end. At most a few pieces for each thread are in memory. Throws what
/// `next`, `parse` and `consume` throw, and Cancelled; errors of `parse` are thrown in the order of the
/// pieces.
template <class Piece, class Next, class Parse, class Consume>
void parse_in_order(const Next& next, ThreadPool& pool, const JobContext& job, const Parse& parse,
                    const Consume& consume) {
    using Value = decltype(parse(std::declval<const Piece&>()));
    struct Pending {
        Piece piece;
        Value value{};
        std::unique_ptr<TaskGroup> group; // the last member: its destructor waits for the task
    };
    std::deque<std::unique_ptr<Pending>> pending;
    const std::size_t most_pending = pool.size() == 1 ? 1 : 2 * std::size_t{pool.size()};
    bool more = true;
    while (more || !pending.empty()) {
        while (more && pending.size() < most_pending) {
            job.check();
            auto added = std::make_unique<Pending>();
            more = next(added->piece);
            if (!more) break;
            Pending& task = *added;
            pending.push_back(std::move(added));
            task.group = std::make_unique<TaskGroup>(pool);
            task.group->run([&task, &parse] { task.value = parse(std::as_const(task.piece)); });
        }
        if (pending.empty()) break;
        const auto oldest = std::move(pending.front());
        pending.pop_front();
        oldest->group->wait();
        consume(std::move(oldest->value));
    }
}

/// parse_in_order() for the pieces of a text file. Also throws what LinePieces::next() throws.
template <class Parse, class Consume>
void for_each_piece(ByteInput& input, ThreadPool& pool, const JobContext& job, const Parse& parse,
                    const Consume& consume) {
    LinePieces pieces(input);
    parse_in_order<LinePiece>([&](LinePiece& piece) { return pieces.next(piece); }, pool, job, parse,
                              consume);
}

} // namespace hitmap
