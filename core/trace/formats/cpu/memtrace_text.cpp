#include "core/trace/formats/cpu/memtrace_text.h"

#include "core/trace/formats/cpu/cpu_piece.h"
#include "core/trace/import/text_fields.h"

#include <utility>

namespace hitmap {

namespace {

constexpr std::string_view memtrace_header = "Format: <";

class MemtraceParser {
public:
    static CpuPiece parse(const LinePiece& from) {
        MemtraceParser parser;
        parse_cpu_lines(
            from, parser.piece_, [&](std::string_view& text) { return parser.take_line_of_format(text); },
            [&](std::string_view line, std::uint64_t number) { parser.other(line, number); });
        return std::move(parser.piece_);
    }

private:
    bool take_line_of_format(std::string_view& text) {
        std::uint64_t first = 0;
        if (!take(text, "0x") || !take_hex(text, first)) return false;
        return take(text, ": ") ? take_entry(text, first) : take(text, ",") && take_access(text, first);
    }
    /// Parses " 8, w": the bytes and the kind of an entry of memtrace_simple.
    bool take_entry(std::string_view& text, std::uint64_t address) {
        std::uint16_t bytes = 0;
        skip_blanks(text);
        if (!take_decimal(text, bytes, CpuAccess::most_bytes) || !take(text, ", ")) return false;
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view kind = text.substr(0, end);
        text.remove_prefix(end);
        if (kind.ends_with('\r')) kind.remove_suffix(1);
        if (kind.empty() || !take_end(text)) return false;
        if (kind == "r" || kind == "w") {
            if (bytes == 0) return false;
            piece_.add(address, bytes, kind == "r" ? Operation::load : Operation::store);
            return true;
        }
        piece_.add_instruction(address);
        return true;
    }
    /// Parses "r,8,0x7ffe": the kind, the bytes and the address of an access of memtrace_x86.
    bool take_access(std::string_view& text, std::uint64_t instruction) {
        const bool store = text.starts_with('w');
        std::uint16_t bytes = 0;
        std::uint64_t address = 0;
        if ((!take(text, "r,") && !take(text, "w,")) || !take_decimal(text, bytes, CpuAccess::most_bytes) ||
            bytes == 0 || !take(text, ",0x") || !take_hex(text, address) || !take_end(text))
            return false;
        piece_.add_instruction(instruction);
        piece_.add(address, bytes, store ? Operation::store : Operation::load);
        return true;
    }
    void other(std::string_view line, std::uint64_t number) {
        // The tool writes files of its own, so that nothing else is expected there.
        if (!line.empty() && !line.starts_with(memtrace_header)) piece_.lines.broken.add(number, line);
    }

    CpuPiece piece_;
};

} // namespace

bool MemtraceTextFormat::recognises(std::string_view start) const {
    if (start.starts_with("Format: <data address>: <data size>,") ||
        start.starts_with("Format: <instr address>,"))
        return true;
    const LineCounts lines = MemtraceParser::parse(complete_lines(start)).lines;
    return lines.read > lines.left_out();
}

FinalTables MemtraceTextFormat::read(const ImportFiles& files, RecordingSink& sink,
                                     const ImportContext& context) const {
    const CpuFiles sorted = cpu_files(*this, files, context, false);
    const Origin order = sorted.recordings.size() == 1 ? Origin::recorded : Origin::assumed;
    CpuRecording recording(*this, sorted, order, false, sink, context);
    read_cpu_pieces(sorted, recording, context, MemtraceParser::parse);
    return recording.finish("");
}

} // namespace hitmap
