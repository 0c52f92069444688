#include "core/trace/formats/cpu/drmemtrace_view.h"

#include "core/trace/formats/cpu/cpu_recording.h"
#include "core/trace/import/line_pieces.h"
#include "core/trace/import/line_tolerance.h"
#include "core/trace/import/text_fields.h"
#include "core/trace/io/byte_input.h"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// An access of a thread, or (with 0 bytes) the core on which it continues, in place of the address.
struct ViewEvent {
    std::uint64_t thread = 0;
    CpuAccess access;
};
struct ViewPiece {
    std::vector<ViewEvent> events;
    LineCounts lines;
};

/// The digits at the end of the last word of `text`, such as 3264604 of "12 5: W0.T3264604 ".
std::uint64_t last_number(std::string_view text) {
    while (text.ends_with(' '))
        text.remove_suffix(1);
    std::size_t first = text.size();
    while (first != 0 && text_fields::digit_value(text[first - 1]) < 10)
        --first;
    text.remove_prefix(first);
    std::uint64_t number = 0;
    return take_decimal(text, number) ? number : 0;
}

class ViewParser {
public:
    explicit ViewParser(const LinePiece& piece) : rest_(piece.text), line_(piece.first_line) {}

    ViewPiece parse() {
        for (; !rest_.empty(); ++line_)
            add(take_line(rest_));
        return std::move(piece_);
    }

private:
    void add(std::string_view line) {
        const std::size_t bytes = line.find(" byte(s) @ 0x");
        if (bytes != std::string_view::npos) {
            if (add_record(line, bytes))
                ++piece_.lines.read;
            else
                piece_.lines.broken.add(line_, line);
        } else if (const std::size_t marker = line.find("<marker: "); marker != std::string_view::npos) {
            add_marker(line.substr(0, marker), line.substr(marker));
            ++piece_.lines.read;
        } else if (!line.empty() && line.find("<thread ") == std::string_view::npos &&
                   !line.starts_with("Output format:") && !line.starts_with("<--record#->") &&
                   !line.starts_with("------------")) {
            piece_.lines.other.add(line_, line);
        }
    }
    /// Parses "... read  8 byte(s) @ 0x7ffe by PC 0x401000". Other kinds of records are not accesses to data.
    bool add_record(std::string_view line, std::size_t bytes_at) {
        std::size_t kind_at = line.rfind("read ", bytes_at);
        const bool load = kind_at != std::string_view::npos;
        if (!load) kind_at = line.rfind("write ", bytes_at);
        if (kind_at == std::string_view::npos || (kind_at != 0 && line[kind_at - 1] != ' ')) return true;
        ViewEvent event;
        event.thread = last_number(line.substr(0, kind_at));
        event.access.operation = load ? Operation::load : Operation::store;
        std::string_view text = line.substr(kind_at + (load ? 4 : 5));
        skip_blanks(text);
        if (!take_decimal(text, event.access.bytes, CpuAccess::most_bytes) || event.access.bytes == 0 ||
            !take(text, " byte(s) @ 0x") || !take_hex(text, event.access.address))
            return false;
        const std::size_t by = text.find("by PC 0x");
        if (by == std::string_view::npos) return false;
        text.remove_prefix(by + std::string_view("by PC 0x").size());
        if (!take_hex(text, event.access.instruction)) return false;
        piece_.events.push_back(event);
        return true;
    }
    /// Parses "<marker: tid 3264604 on core 7>".
    void add_marker(std::string_view before, std::string_view marker) {
        ViewEvent event;
        event.thread = last_number(before);
        std::uint64_t thread = 0;
        if (!take(marker, "<marker: tid ") || !take_decimal(marker, thread) || !take(marker, " on core ") ||
            !take_decimal(marker, event.access.address))
            return;
        piece_.events.push_back(event);
    }

    std::string_view rest_;
    std::uint64_t line_;
    ViewPiece piece_;
};

} // namespace

bool DrmemtraceViewFormat::recognises(std::string_view start) const {
    if (start.find("\n<--record#-> <--instr#->") != std::string_view::npos ||
        start.starts_with("<--record#->"))
        return true;
    const LinePiece piece = complete_lines(start);
    const ViewPiece parsed = ViewParser(piece).parse();
    return !parsed.events.empty() && parsed.lines.read > parsed.lines.broken.count;
}

FinalTables DrmemtraceViewFormat::read(const ImportFiles& files, RecordingSink& sink,
                                       const ImportContext& context) const {
    const CpuFiles sorted = cpu_files(*this, files, context, true);
    expect_one_recording(sorted);
    const bool cores_known =
        start_of(*sorted.recordings.front(), most_start).find(" on core ") != std::string::npos;
    const auto input = open_input(*sorted.recordings.front(), context.job);
    CpuRecording recording(*this, sorted, Origin::recorded, cores_known, sink, context);
    LineTolerance lines(input->name());
    std::unordered_map<std::uint64_t, CpuRecording::Thread> threads;
    for_each_piece(
        *input, context.pool, context.job, [](const LinePiece& piece) { return ViewParser(piece).parse(); },
        [&](const ViewPiece& piece) {
            lines.add(piece.lines);
            for (const ViewEvent& event : piece.events) {
                if (event.access.bytes == 0) {
                    threads[event.thread] = recording.thread_on(event.thread, event.access.address);
                    continue;
                }
                context.balance.read();
                auto found = threads.find(event.thread);
                if (found == threads.end())
                    found = threads.emplace(event.thread, recording.thread(event.thread)).first;
                recording.add(found->second, event.access);
            }
        });
    lines.finish(context.warnings);
    return recording.finish("");
}

} // namespace hitmap
