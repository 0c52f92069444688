#pragma once

#include "core/trace/formats/cpu/cpu_recording.h"
#include "core/trace/import/line_pieces.h"
#include "core/trace/import/line_tolerance.h"
#include "core/trace/io/byte_input.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// The accesses of a piece of text in which an access belongs to the instruction before it.
struct CpuPiece {
    std::size_t thread = 0; ///< number of the file
    std::vector<CpuAccess> accesses;
    /// The number of accesses before the first instruction, which belong to the last one of the piece before.
    std::size_t without_instruction = 0;
    std::optional<std::uint64_t> last_instruction;
    std::string program;               ///< the command line of the program, if the piece has it
    std::set<std::uint64_t> processes; ///< numbers of the processes that wrote lines, as far as lines say it
    LineCounts lines;

    void add_instruction(std::uint64_t address) {
        if (!last_instruction) without_instruction = accesses.size();
        last_instruction = address;
    }
    /// Adds an access of the instruction that was added last.
    void add(std::uint64_t address, std::uint16_t bytes, Operation operation) {
        accesses.push_back({address, last_instruction.value_or(0), bytes, operation});
    }
    void finish() {
        if (!last_instruction) without_instruction = accesses.size();
    }
};

/// Parses lines of a piece. take(text) removes a line of the format from `text`, adds what it says to `piece`
/// and returns true; or it returns false, and other(line, number) is called. `text` begins at a line.
template <class Take, class Other>
void parse_cpu_lines(const LinePiece& from, CpuPiece& piece, const Take& take, const Other& other) {
    std::string_view rest = from.text;
    for (std::uint64_t line = from.first_line; !rest.empty(); ++line) {
        std::string_view text = rest;
        if (take(text)) {
            rest = text;
            ++piece.lines.read;
        } else {
            other(take_line(rest), line);
        }
    }
    piece.finish();
}

/// The number of processes of a file that are counted at most.
inline constexpr std::size_t most_processes = 1024;
/// Counts the processes of a file as a warning if there are several, because its accesses do not say which of
/// them made them.
void warn_of_processes(const std::set<std::uint64_t>& processes, ImportWarnings& warnings);

/// Reads text files of one recording, each of which has the accesses of a thread, into a recording. Files are
/// read in turn, a piece of each. parse(const LinePiece&) returns a CpuPiece. Returns the name of the
/// program, which may be empty.
template <class Parse>
std::string read_cpu_pieces(const CpuFiles& files, CpuRecording& recording, const ImportContext& context,
                            const Parse& parse) {
    struct File {
        std::unique_ptr<ByteInput> input;
        LinePieces pieces;
        LineTolerance lines;
        CpuRecording::Thread thread;
        std::set<std::uint64_t> processes;
        std::uint64_t last_instruction = 0;
        bool ended = false;

        File(std::unique_ptr<ByteInput> opened, CpuRecording::Thread of)
            : input(std::move(opened)), pieces(*input), lines(input->name()), thread(of) {}
    };
    struct FilePiece {
        LinePiece text;
        std::size_t file = 0;
    };
    std::vector<std::unique_ptr<File>> opened;
    for (const ByteSource* file : files.recordings)
        opened.push_back(
            std::make_unique<File>(open_input(*file, context.job), recording.thread(opened.size())));
    std::size_t turn = 0;
    const auto next = [&](FilePiece& piece) {
        for (std::size_t tried = 0; tried < opened.size(); ++tried) {
            piece.file = turn++ % opened.size();
            File& file = *opened[piece.file];
            if (!file.ended && file.pieces.next(piece.text)) return true;
            file.ended = true;
        }
        return false;
    };
    std::string program;
    parse_in_order<FilePiece>(
        next, context.pool, context.job,
        [&](const FilePiece& piece) {
            CpuPiece parsed = parse(piece.text);
            parsed.thread = piece.file;
            return parsed;
        },
        [&](CpuPiece piece) {
            File& file = *opened[piece.thread];
            file.lines.add(piece.lines);
            context.balance.read(piece.accesses.size());
            if (file.processes.size() < most_processes) file.processes.merge(piece.processes);
            for (std::size_t i = 0; i < piece.without_instruction; ++i)
                piece.accesses[i].instruction = file.last_instruction;
            for (const CpuAccess& access : piece.accesses)
                recording.add(file.thread, access);
            file.last_instruction = piece.last_instruction.value_or(file.last_instruction);
            if (!piece.program.empty()) program = std::move(piece.program);
        });
    for (const auto& file : opened) {
        file->lines.finish(context.warnings);
        warn_of_processes(file->processes, context.warnings);
    }
    return program;
}

} // namespace hitmap
