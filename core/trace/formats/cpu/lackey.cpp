#include "core/trace/formats/cpu/lackey.h"

#include "core/trace/formats/cpu/cpu_piece.h"
#include "core/trace/import/text_fields.h"

#include <cstdint>
#include <string>
#include <utility>

namespace hitmap {

namespace {

/// The widest access that lackey reports.
constexpr std::uint64_t most_lackey_bytes = 512;

/// Parses "ADDRESS,BYTES" and the end of the line.
bool take_access(std::string_view& text, std::uint64_t& address, std::uint16_t& bytes) {
    return take_hex(text, address) && take(text, ",") && take_decimal(text, bytes, most_lackey_bytes) &&
           bytes != 0 && take_end(text);
}

class LackeyParser {
public:
    static CpuPiece parse(const LinePiece& from) {
        LackeyParser parser;
        parse_cpu_lines(
            from, parser.piece_, [&](std::string_view& text) { return parser.take_line_of_format(text); },
            [&](std::string_view line, std::uint64_t number) { parser.other(line, number); });
        return std::move(parser.piece_);
    }

private:
    bool take_line_of_format(std::string_view& text) {
        if (text.size() < 3) return false;
        const char kind = text[0] == 'I' ? 'I' : text[1];
        if (kind == 'I' ? !take(text, "I  ") : text[0] != ' ' || text[2] != ' ') return false;
        if (kind != 'I') text.remove_prefix(3);
        std::uint64_t address = 0;
        std::uint16_t bytes = 0;
        if (!take_access(text, address, bytes)) return false;
        switch (kind) {
        case 'I':
            piece_.add_instruction(address);
            return true;
        case 'L':
            piece_.add(address, bytes, Operation::load);
            return true;
        case 'S':
            piece_.add(address, bytes, Operation::store);
            return true;
        case 'M': // The instruction reads the bytes and writes them again.
            piece_.add(address, bytes, Operation::load);
            piece_.add(address, bytes, Operation::store);
            return true;
        default:
            return false;
        }
    }
    /// Lines of Valgrind ("==1234== ", " SB " for basic blocks) and notes need no warning.
    void other(std::string_view line, std::uint64_t number) {
        if (line.starts_with("==")) {
            add_process(line.substr(2));
            constexpr std::string_view command = "== Command: ";
            if (const std::size_t at = line.find(command); at != std::string_view::npos)
                piece_.program = line.substr(at + command.size());
        } else if (line.starts_with("I  ") || line.starts_with(" L ") || line.starts_with(" S ") ||
                   line.starts_with(" M ")) {
            piece_.lines.broken.add(number, line);
        } else if (!line.empty() && !line.starts_with(" SB ") && !line.starts_with("#buf ") &&
                   !line.starts_with("#line ")) {
            piece_.lines.other.add(number, line);
        }
    }

    /// Parses "1234== ", the number of the process that wrote the line.
    void add_process(std::string_view text) {
        std::uint64_t process = 0;
        if (take_decimal(text, process) && take(text, "==") && piece_.processes.size() < most_processes)
            piece_.processes.insert(process);
    }

    CpuPiece piece_;
};

} // namespace

bool LackeyFormat::recognises(std::string_view start) const {
    if (start.starts_with("==") &&
        start.find("== Lackey, an example Valgrind tool") != std::string_view::npos)
        return true;
    // Without its banner, a file is one of this format if it begins with accesses.
    const LineCounts lines = LackeyParser::parse(complete_lines(start)).lines;
    return lines.read != 0 && lines.read > lines.left_out();
}

FinalTables LackeyFormat::read(const ImportFiles& files, RecordingSink& sink,
                               const ImportContext& context) const {
    const CpuFiles sorted = cpu_files(*this, files, context, true);
    expect_one_recording(sorted);
    CpuRecording recording(*this, sorted, Origin::recorded, false, sink, context);
    const std::string program = read_cpu_pieces(sorted, recording, context, LackeyParser::parse);
    return recording.finish(program);
}

} // namespace hitmap
