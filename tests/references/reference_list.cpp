#include "tests/references/reference_list.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace hitmap {

namespace {

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

/// The cells of "| a | b |"; none if the line is not a row of a table.
std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> result;
    if (line.empty() || line.front() != '|') return result;
    std::istringstream row(line.substr(1));
    for (std::string cell; std::getline(row, cell, '|');)
        result.push_back(trimmed(cell));
    return result;
}

} // namespace

std::filesystem::path source_tree() {
    return std::filesystem::path(HITMAP_TEST_DATA).parent_path();
}

std::string read_whole_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error("cannot open " + file.string());
    return {std::istreambuf_iterator<char>(in), {}};
}

ReferenceList parse_references(std::string_view markdown) {
    ReferenceList list;
    std::istringstream lines{std::string(markdown)};
    std::vector<std::string> head;
    for (std::string line; std::getline(lines, line);) {
        const std::vector<std::string> row = cells(line);
        if (row.empty()) head.clear();
        if (row.size() < 2 || row.front().starts_with("---")) continue;
        if (head.empty()) {
            head = row;
            continue;
        }
        if (head.front() != "cited as") continue;
        const bool has_class = head[1] == "class";
        if (!has_class) list.works.push_back(row[0]);
        const bool numbered = has_class && row[1] != "-";
        if (!list.all.emplace(row[0], numbered ? std::optional(std::stoi(row[1])) : std::nullopt).second)
            throw std::runtime_error("listed twice: " + row[0]);
    }
    return list;
}

ReferenceList reference_list() {
    return parse_references(read_whole_file(source_tree() / "docs" / "references.md"));
}

std::vector<NamedSource> named_sources(std::string_view source) {
    std::vector<NamedSource> names;
    NamedSource next;
    const auto end_name = [&] {
        next = {trimmed(next.name), trimmed(next.detail)};
        if (!next.name.empty() && next.name != "-") names.push_back(next);
        next = {};
    };
    bool in_detail = false;
    for (const char c : source) {
        if (c == '(' || c == ')')
            in_detail = c == '(';
        else if (c == ',' && !in_detail)
            end_name();
        else
            (in_detail ? next.detail : next.name) += c;
    }
    end_name();
    return names;
}

} // namespace hitmap
