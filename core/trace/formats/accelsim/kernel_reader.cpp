#include "core/trace/formats/accelsim/kernel_reader.h"

#include "core/base/error.h"
#include "core/trace/formats/accelsim/block_schedule.h"
#include "core/trace/formats/accelsim/kernel_blocks.h"
#include "core/trace/formats/accelsim/kernel_input.h"
#include "core/trace/formats/accelsim/kernel_piece.h"
#include "core/trace/formats/accelsim/local_extent.h"
#include "core/trace/import/copy_pairs.h"
#include "core/trace/import/line_pieces.h"
#include "core/trace/stream/packed_request.h"
#include "core/trace/stream/request_spool.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hitmap::accelsim {

namespace {

constexpr std::uint32_t no_instruction = ~0U;

/// Where a request goes.
struct WarpPlace {
    std::uint32_t sm = 0;
    std::uint32_t slot = 0;
    std::uint32_t block = 0; ///< linear index in the grid
    std::uint32_t warp = 0;  ///< index in the block
};

class KernelReader {
public:
    KernelReader(const ByteSource& file, const KernelHeader& header, const LaunchModel& model,
                 SassInstructions& instructions, RecordingSink& sink, const ImportContext& context)
        : file_(file),
          header_(header),
          model_(model),
          instructions_(instructions),
          sink_(sink),
          context_(context),
          blocks_(header, file.name()) {
        request_.launch = model.launch;
        // Otherwise, all blocks keep the SM that is recorded.
        if (!header.in_order)
            schedule_.emplace(header.columns.core ? RecordingLimits::sms : model.sms, model.blocks_per_sm,
                              header.warps());
    }

    LaunchExtent read() {
        const auto input = open_kernel(file_, context_.job);
        for_each_piece(
            *input, context_.pool, context_.job, [this](const LinePiece& piece) { return parsed(piece); },
            [this](Parsed piece) { take(std::move(piece)); });
        if (header_.in_order) {
            if (!complete_)
                throw FileError(file_.name(), fmt::format("line {}", lines_),
                                "expected the end of a line, found the end of the file, which is incomplete");
        } else {
            blocks_.end(lines_);
            while (turn()) {
            }
            context_.warnings.count("thread blocks that are not in their file",
                                    header_.blocks() - blocks_.blocks());
        }
        copies_.finish(context_.warnings);
        if (copies_shared_ > copies_global_)
            context_.warnings.count(incomplete_copies, copies_shared_ - copies_global_);
        return extent_;
    }

private:
    struct Parsed {
        KernelPiece piece;
        std::uint64_t lines = 0; ///< to the end of the piece
        bool complete = true;    ///< it ends with the end of a line
    };
    /// A block whose requests wait for their turn.
    struct Block {
        std::uint32_t number = 0;                ///< linear index in the grid
        std::vector<RequestSpool::Queue> queues; ///< [warps]
        std::vector<std::uint64_t> requests;     ///< [warps]
        RequestPlace recorded;                   ///< of its first request, with Columns::core
        std::vector<std::uint32_t> slots;        ///< [warps] with Columns::core
    };

    [[nodiscard]] Parsed parsed(const LinePiece& piece) const {
        const auto lines = static_cast<std::uint64_t>(std::count(piece.text.begin(), piece.text.end(), '\n'));
        return {parse_kernel_piece(piece, header_, file_.name()), piece.first_line + lines,
                piece.text.ends_with('\n')};
    }
    void take(Parsed parsed) {
        lines_ = parsed.lines;
        complete_ = parsed.complete;
        KernelPiece& piece = parsed.piece;
        for (std::size_t i = 0; i < anomaly_count; ++i)
            context_.warnings.count(name_of(static_cast<Anomaly>(i)), piece.anomalies[i].times,
                                    piece.anomalies[i].opcode);
        context_.balance.read(piece.accesses.read);
        context_.balance.left_out(piece.accesses.left_out);
        context_.balance.split(piece.accesses.split);
        copies_shared_ += piece.accesses.copies_shared;
        copies_global_ += piece.accesses.copies_global;
        numbers_.assign(piece.instructions.size() * 4, no_instruction);
        std::size_t word = 0;
        std::size_t request = 0;
        for (const KernelEvent& event : piece.events) {
            if (event.kind == KernelEvent::Kind::instructions) {
                if (!header_.in_order) blocks_.follow(event);
                take_run(piece, word, event.end_word, request);
            } else {
                take_event(event);
            }
            word = event.end_word;
            request = event.end_request;
        }
    }
    void take_event(const KernelEvent& event) {
        if (header_.in_order)
            throw FileError(
                file_.name(), fmt::format("line {}", event.line),
                "expected an instruction with the numbers of its block and warp, found another line");
        blocks_.follow(event);
        if (event.kind == KernelEvent::Kind::block_number) begin_block();
        if (event.kind == KernelEvent::Kind::block_end) end_block();
    }

    /// Takes the requests of consecutive instruction lines.
    void take_run(KernelPiece& piece, std::size_t word, std::size_t end, std::size_t request) {
        for (; word < end; ++request) {
            const auto words =
                std::span(piece.words).subspan(word, packed_size(std::span(piece.words).subspan(word)));
            word += words.size();
            const std::uint32_t number = packed_instruction(words);
            const RequestPlace* const place = piece.places.empty() ? nullptr : &piece.places[request];
            if (piece.instructions[number / 4].copies_to_shared && !is_of_global(place)) {
                context_.balance.left_out();
                continue;
            }
            words[0] = std::uint64_t{number_of(piece, number)} << 32U | packed_mask(words);
            if (header_.in_order)
                emit(words, recorded_place(*place));
            else
                keep(words, place);
        }
    }
    /// Of the two lines of a copy to shared memory, the second one has the global addresses. Returns false
    /// for the first one if nothing else shows that it is one.
    bool is_of_global(const RequestPlace* place) {
        if (header_.knows_windows() || !(header_.in_order || header_.columns.core || header_.columns.line))
            return true;
        const std::uint64_t block = header_.in_order ? place->block : blocks_.block();
        const std::uint64_t warp = header_.in_order ? place->warp : blocks_.warp();
        return copies_.is_of_global(block * header_.warps() + warp);
    }
    std::uint32_t number_of(const KernelPiece& piece, std::uint32_t number) {
        if (numbers_[number] == no_instruction)
            numbers_[number] = instructions_.index_of(header_.kernel, piece.instructions[number / 4],
                                                      static_cast<Space>(number % 4));
        return numbers_[number];
    }
    [[nodiscard]] WarpPlace recorded_place(const RequestPlace& place) const {
        if (header_.columns.core) return {place.sm, place.slot, place.block, place.warp};
        const std::uint32_t resident = place.block / model_.sms % model_.blocks_per_sm;
        return {place.block % model_.sms, resident * header_.warps() + place.warp, place.block, place.warp};
    }

    void begin_block() {
        if (unused_.empty()) {
            unused_.push_back(resident_.size());
            resident_.emplace_back();
        }
        current_ = unused_.back();
        unused_.pop_back();
        Block& block = resident_[current_];
        block.number = blocks_.block();
        block.queues.assign(header_.warps(), 0);
        block.requests.assign(header_.warps(), 0);
        block.slots.assign(header_.warps(), 0);
        for (RequestSpool::Queue& queue : block.queues)
            queue = spool_.open();
    }
    void keep(std::span<const std::uint64_t> words, const RequestPlace* place) {
        Block& block = resident_[current_];
        const std::uint32_t warp = blocks_.warp();
        if (place != nullptr && header_.columns.block &&
            (place->block != block.number || place->warp != warp))
            throw FileError(file_.name(), fmt::format("line {}", packed_line(words)),
                            fmt::format("expected block {} and warp {}, found block {} and warp {}",
                                        block.number, warp, place->block, place->warp));
        if (place != nullptr && block.requests[warp] == 0) {
            block.slots[warp] = place->slot;
            block.recorded = *place;
        }
        spool_.append(block.queues[warp], words);
        ++block.requests[warp];
    }
    void end_block() {
        Block& block = resident_[current_];
        if (std::ranges::all_of(block.requests, [](std::uint64_t requests) { return requests == 0; }))
            return close(current_);
        const auto place = [&] {
            return header_.columns.core ? schedule_->free_place_on(block.recorded.sm)
                                        : schedule_->free_place();
        };
        auto found = place();
        for (; !found; found = place())
            turn();
        schedule_->start(*found, static_cast<std::uint32_t>(current_), block.requests);
    }
    void close(std::size_t block) {
        for (const RequestSpool::Queue queue : resident_[block].queues)
            spool_.close(queue);
        unused_.push_back(block);
    }
    /// Emits the next request of the schedule; returns false if there is none.
    bool turn() {
        const auto next = schedule_->next();
        if (!next) return false;
        Block& block = resident_[next->block];
        WarpPlace place{next->sm, next->slot, block.number, next->warp};
        if (header_.columns.core) place.slot = block.slots[next->warp];
        emit(spool_.next(block.queues[next->warp]), place);
        if (next->block_ends) close(next->block);
        if (++turns_ % 4096 == 0) context_.job.check();
        return true;
    }

    void emit(std::span<const std::uint64_t> words, const WarpPlace& place) {
        unpack(words, request_);
        request_.sm = place.sm;
        request_.slot = place.slot;
        request_.warp = place.block * header_.warps() + place.warp;
        extent_.sms = std::max(extent_.sms, place.sm + 1);
        extent_.slots = std::max(extent_.slots, place.slot + 1);
        if (instructions_.space(request_.instruction) == Space::local) move_local();
        sink_.add(request_);
    }
    /// Makes the addresses of a request offsets in the local memory that the kernel accesses.
    void move_local() {
        if (!local_) {
            local_ = read_local_extent(file_, header_, context_);
            extent_.local_bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(
                local_->end - local_->first, std::numeric_limits<std::uint32_t>::max()));
        }
        for (std::uint64_t& address : request_.address)
            address -= local_->first; // of inactive lanes, too, which are ignored
    }

    const ByteSource& file_;
    const KernelHeader& header_;
    LaunchModel model_;
    SassInstructions& instructions_;
    RecordingSink& sink_;
    const ImportContext& context_;
    KernelBlocks blocks_;
    std::optional<BlockSchedule> schedule_; ///< nothing if requests are in order
    RequestSpool spool_;
    std::vector<Block> resident_;
    std::vector<std::size_t> unused_;    ///< in resident_
    std::size_t current_ = 0;            ///< the block that is read, in resident_
    std::vector<std::uint32_t> numbers_; ///< in the recording, by number in the piece
    CopyPairs copies_;
    std::uint64_t copies_shared_ = 0; ///< AccessCounts of all pieces
    std::uint64_t copies_global_ = 0;
    std::optional<LocalExtent> local_;
    Request request_;
    LaunchExtent extent_;
    std::uint64_t lines_ = 0;
    bool complete_ = true;
    std::uint64_t turns_ = 0;
};

} // namespace

LaunchExtent read_kernel(const ByteSource& file, const KernelHeader& header, const LaunchModel& model,
                         SassInstructions& instructions, RecordingSink& sink, const ImportContext& context) {
    return KernelReader(file, header, model, instructions, sink, context).read();
}

} // namespace hitmap::accelsim
