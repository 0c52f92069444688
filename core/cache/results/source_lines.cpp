#include "core/cache/results/source_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace hitmap {

std::string source_line_name(std::string_view file, std::uint32_t line) {
    return file.empty() ? "not known" : fmt::format("{}:{}", file, line);
}

namespace {

std::string without_folders(std::string_view file) {
    return std::filesystem::path(file).filename().string();
}

} // namespace

std::vector<SourceLine> source_lines(const RecordingInfo& info) {
    std::map<std::pair<std::string_view, std::uint32_t>, std::vector<std::uint32_t>> places;
    for (std::uint32_t i = 0; i < info.instructions.size(); ++i) {
        const SourceLocation& place = info.instructions[i].location;
        places[{place.file, place.line}].push_back(i);
    }
    std::map<std::string, std::set<std::string_view>> files; // by file name without folders
    for (const auto& [place, instructions] : places)
        files[without_folders(place.first)].insert(place.first);
    std::vector<SourceLine> lines;
    lines.reserve(places.size());
    for (auto& [place, instructions] : places) {
        const auto& [file, line] = place;
        std::string name = without_folders(file);
        if (files[name].size() > 1) name = file;
        lines.push_back({std::string(file), line, source_line_name(name, line), std::move(instructions)});
    }
    return lines;
}

std::vector<SourceLineSums> sums_by_line(const RecordingInfo& info, std::span<const TrafficSums> instructions,
                                         bool idle_too) {
    std::vector<SourceLineSums> sums;
    for (SourceLine& each : source_lines(info)) {
        SourceLineSums line{std::move(each.file), each.line, std::move(each.name), {}, {}};
        for (const std::uint32_t i : each.instructions) {
            if (instructions[i].requests == 0 && !idle_too) continue;
            line.sums += instructions[i];
            line.instructions.push_back(i);
        }
        if (!line.instructions.empty()) sums.push_back(std::move(line));
    }
    return sums;
}

SourceTexts::SourceTexts(const RecordingInfo& info) {
    for (const SourceText& source : info.sources) {
        auto& lines = files_[source.file];
        lines.clear();
        for (std::string_view rest = source.text; !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            lines.push_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
}

std::string_view SourceTexts::line(const std::string& file, std::uint32_t line) const {
    const auto found = files_.find(file);
    if (found == files_.end() || line == 0 || line > found->second.size()) return {};
    const std::string_view text = found->second[line - 1];
    constexpr std::string_view blank = " \t\r";
    const std::size_t first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blank) + 1 - first);
}

} // namespace hitmap
