#include "core/trace/import/recordable_text.h"

#include "core/base/encode/printable.h"
#include "core/trace/io/bytes.h"

#include <cstddef>
#include <string>

namespace hitmap {

namespace {

// The limits of docs/trace-format.md.
constexpr std::size_t most_name_bytes = std::size_t{1} << 16;
constexpr std::size_t most_source_bytes = std::size_t{1} << 26;

bool is_recordable_text(const std::string& text, std::size_t most) {
    return text.size() <= most && is_utf8(text);
}

void make_recordable_text(std::string& text, std::size_t most) {
    if (is_recordable_text(text, most)) return;
    text = printable_lines(text);
    if (text.size() > most) text.resize(most);
    while (!is_utf8(text)) // the cut can be within a character
        text.pop_back();
}

template <class Location, class Visit>
void visit_texts_of_location(Location& location, const Visit& visit) {
    visit(location.function, most_name_bytes);
    visit(location.file, most_name_bytes);
}

template <class AnInstruction, class Visit>
void visit_texts_of_instruction(AnInstruction& instruction, const Visit& visit) {
    visit_texts_of_location(instruction.location, visit);
    for (auto& call : instruction.inlined_at)
        visit_texts_of_location(call, visit);
}

template <class Info, class Visit>
void visit_texts(Info& info, const Visit& visit) {
    visit(info.producer, most_name_bytes);
    visit(info.source_name, most_name_bytes);
    for (auto& [key, value] : info.options) {
        visit(key, most_name_bytes);
        visit(value, most_name_bytes);
    }
    visit(info.device.name, most_name_bytes);
    for (auto& origin : info.origins)
        visit(origin.field, most_name_bytes);
    for (auto& allocation : info.allocations)
        visit(allocation.name, most_name_bytes);
    for (auto& instruction : info.instructions)
        visit_texts_of_instruction(instruction, visit);
    for (auto& source : info.sources) {
        visit(source.file, most_name_bytes);
        visit(source.text, most_source_bytes);
    }
}

} // namespace

void make_recordable(RecordingInfo& info) {
    visit_texts(info, make_recordable_text);
}

void make_recordable(Launch& launch) {
    make_recordable_text(launch.kernel, most_name_bytes);
}

void make_recordable(Instruction& instruction) {
    visit_texts_of_instruction(instruction, make_recordable_text);
}

void make_recordable(FinalTables& tables) {
    make_recordable_text(tables.device.name, most_name_bytes);
    for (auto& [key, value] : tables.options) {
        make_recordable_text(key, most_name_bytes);
        make_recordable_text(value, most_name_bytes);
    }
    for (Launch& launch : tables.launches)
        make_recordable(launch);
}

bool is_recordable(const RecordingInfo& info) {
    bool result = true;
    visit_texts(info, [&](const std::string& text, std::size_t most) {
        result = result && is_recordable_text(text, most);
    });
    return result;
}

} // namespace hitmap
