#include "core/trace/formats/cpu/program_notes.h"

#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/trace/import/line_pieces.h"
#include "core/trace/import/text_fields.h"
#include "core/trace/import/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace hitmap {

namespace {

constexpr std::string_view buffer_note = "#buf ";
constexpr std::string_view line_note = "#line ";

/// "stack" is left out: it is the role of local memory, which a CPU does not have.
constexpr std::array<std::pair<std::string_view, Role>, 7> role_words{{
    {"framebuffer", Role::framebuffer},
    {"nodes", Role::nodes},
    {"boxes", Role::boxes},
    {"faces", Role::faces},
    {"vertices", Role::vertices},
    {"vertex-attributes", Role::vertex_attributes},
    {"other", Role::other},
}};

std::optional<Role> role_of(std::string_view word) {
    for (const auto& [text, role] : role_words)
        if (word == text) return role;
    return std::nullopt;
}

/// Parses the word at the begin of `text` as a number.
bool take_number_word(std::string_view& text, std::uint64_t& value) {
    std::string_view word = take_word(text);
    return take_number(word, value) && word.empty();
}

/// Parses "FILE:LINE", also with " (discriminator N)" or ":COLUMN" behind it, as addr2line writes it. The
/// file is empty if it is not known ("??").
SourceLocation addr2line_place(std::string_view function, std::string_view place) {
    SourceLocation location;
    if (function != "??") location.function = function;
    const std::size_t discriminator = place.find(" (discriminator ");
    place = place.substr(0, discriminator);
    const std::size_t colon = place.rfind(':');
    if (colon == std::string_view::npos) return location;
    std::string_view digits = place.substr(colon + 1);
    const std::string_view file = place.substr(0, colon);
    if (!take_decimal(digits, location.line) || !digits.empty() || file == "??") {
        location.line = 0;
        return location;
    }
    location.file = file;
    return location;
}

/// Adds notes, and shares the places that instructions have in common.
class NoteBuilder {
public:
    NoteBuilder(ProgramNotes& notes, const std::string& file) : notes_(notes), file_(file) {
        for (std::uint32_t i = 0; i < notes.places.size(); ++i)
            shared_.emplace(key_of(notes.places[i]), i);
    }

    /// @param text  the line without "#buf "
    void add_buffer(std::string_view text, std::uint64_t line) {
        Allocation buffer;
        buffer.name = take_word(text);
        if (buffer.name.empty() || !take_number_word(text, buffer.address) ||
            !take_number_word(text, buffer.bytes))
            refuse(line, "expected '#buf NAME ADDRESS BYTES [STRIDE [ELEMENT_BYTES]] [ROLE]'", text);
        std::array<std::uint32_t, 2> sizes{};
        std::size_t count = 0;
        for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
            std::uint64_t number = 0;
            std::string_view digits = word;
            if (const auto role = role_of(word);
                role && text.find_first_not_of(" \t") == std::string_view::npos)
                buffer.role = *role;
            else if (count < sizes.size() && take_number(digits, number) && digits.empty() &&
                     number <= std::numeric_limits<std::uint32_t>::max())
                sizes[count++] = static_cast<std::uint32_t>(number);
            else
                refuse(line,
                       "expected the bytes of a stride and of an element, then a role, in a line '#buf'",
                       word);
        }
        buffer.stride = sizes[0];
        buffer.element_bytes = count == 2 ? sizes[1] : sizes[0];
        if (buffer.element_bytes > buffer.stride)
            refuse(line, fmt::format("expected at most {} bytes in an element, the stride", buffer.stride),
                   std::to_string(buffer.element_bytes));
        if (buffer.address > std::numeric_limits<std::uint64_t>::max() - buffer.bytes)
            refuse(line, "expected a buffer within the address space",
                   fmt::format("{} bytes at {:#x}", buffer.bytes, buffer.address));
        if (notes_.buffers.size() == RecordingLimits::allocations)
            refuse(line, fmt::format("expected at most {} buffers", RecordingLimits::allocations), "another");
        notes_.buffers.push_back(std::move(buffer));
    }

    /// @param text  the line without "#line "
    void add_line(std::string_view text, std::uint64_t line) {
        std::uint64_t address = 0;
        if (!take_number_word(text, address))
            refuse(line, "expected '#line ADDRESS FILE:LINE [FUNCTION]'", text);
        const std::string_view place = take_word(text);
        skip_blanks(text);
        SourcePlace added{addr2line_place(text, place), {}};
        if (added.location.line == 0) refuse(line, "expected FILE:LINE in a line '#line'", place);
        add_place(address, std::move(added), line);
    }

    void add_place(std::uint64_t address, SourcePlace place, std::uint64_t line) {
        if (place.inlined_at.size() > RecordingLimits::inlined_calls)
            place.inlined_at.resize(RecordingLimits::inlined_calls);
        if (notes_.place_of.size() >= ProgramNotes::most_instructions)
            refuse(line, fmt::format("expected at most {} instructions", ProgramNotes::most_instructions),
                   "another");
        const auto next = static_cast<std::uint32_t>(notes_.places.size());
        const auto [found, is_new] = shared_.emplace(key_of(place), next);
        if (is_new) notes_.places.push_back(std::move(place));
        notes_.place_of.insert_or_assign(address, found->second);
    }

    [[noreturn]] void refuse(std::uint64_t line, std::string_view expected, std::string_view found) const {
        throw FileError(file_, fmt::format("line {}", line),
                        fmt::format("{}, found '{}'", expected, printable(found.substr(0, 60))));
    }

private:
    static std::string key_of(const SourcePlace& place) {
        std::string key;
        const auto add = [&](const SourceLocation& location) {
            key += fmt::format("{}\n{}\n{}\n", location.function, location.file, location.line);
        };
        add(place.location);
        for (const SourceLocation& call : place.inlined_at)
            add(call);
        return key;
    }

    ProgramNotes& notes_;
    const std::string& file_;
    std::unordered_map<std::string, std::uint32_t> shared_;
};

/// Adds a line that is a note. Returns whether it is one.
bool add_note(std::string_view line, std::uint64_t number, NoteBuilder& builder) {
    if (take(line, buffer_note)) {
        builder.add_buffer(line, number);
    } else if (take(line, line_note)) {
        builder.add_line(line, number);
    } else {
        return false;
    }
    return true;
}

/// Parses the address with which each entry of "addr2line -a" begins.
std::optional<std::uint64_t> entry_address(std::string_view line) {
    std::uint64_t address = 0;
    if (!take(line, "0x") || !take_hex(line, address) || !line.empty()) return std::nullopt;
    return address;
}

/// The entry of "addr2line -a -f -i" that is being read: an address, then a line with a function and one with
/// a place for the instruction and for each call at which it is inlined.
struct Addr2lineEntry {
    std::optional<std::uint64_t> address; ///< no value: none is being read
    std::vector<SourceLocation> locations;
    std::optional<std::string> function;

    /// Returns the place; nothing if neither function nor line are known.
    [[nodiscard]] std::optional<SourcePlace> place() const {
        if (locations.empty() || (locations.front().function.empty() && locations.front().file.empty()))
            return std::nullopt;
        return SourcePlace{locations.front(), {locations.begin() + 1, locations.end()}};
    }
};

} // namespace

void find_notes(const ByteSource& file, const JobContext& job, ProgramNotes& notes) {
    const auto input = open_input(file, job);
    LinePieces pieces(*input);
    LinePiece piece;
    NoteBuilder builder(notes, input->name());
    while (pieces.next(piece)) {
        job.check();
        const std::string_view text = piece.text;
        std::uint64_t line = piece.first_line;
        std::size_t counted = 0; // the lines before this offset are counted in `line`
        for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
            std::string_view rest = text.substr(at);
            if ((at != 0 && text[at - 1] != '\n') ||
                (!rest.starts_with(buffer_note) && !rest.starts_with(line_note)))
                continue;
            line +=
                static_cast<std::uint64_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                                      text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
            counted = at;
            add_note(take_line(rest), line, builder);
        }
    }
}

void read_notes(const ByteSource& file, std::string_view format, const JobContext& job, ProgramNotes& notes) {
    const auto input = open_input(file, job);
    TextLines lines(*input);
    NoteBuilder builder(notes, input->name());
    Addr2lineEntry entry;
    std::uint64_t found = 0;
    const auto end_entry = [&] {
        if (!entry.address) return;
        if (auto place = entry.place()) builder.add_place(*entry.address, std::move(*place), lines.number());
        entry = {};
    };
    while (const auto line = lines.next()) {
        if (line->empty()) continue;
        if (const auto address = entry_address(*line)) {
            end_entry();
            entry.address = *address;
            ++found;
        } else if (add_note(*line, lines.number(), builder)) {
            ++found;
        } else if (entry.address && !entry.function) {
            entry.function = std::string(*line);
        } else if (entry.address) {
            entry.locations.push_back(addr2line_place(*std::exchange(entry.function, std::nullopt), *line));
        } else {
            lines.refuse(
                fmt::format("expected a file of {}, or '#buf', '#line' or the output of addr2line -a "
                            "-f, found '{}'",
                            format, printable(line->substr(0, 60))));
        }
    }
    end_entry();
    if (found == 0)
        throw FileError(input->name(), "",
                        fmt::format("expected a file of {}, or lines '#buf' or '#line' or the output of "
                                    "addr2line -a -f, found none",
                                    format));
}

} // namespace hitmap
