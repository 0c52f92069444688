#include "core/profile/sums/restriction.h"

#include "core/base/error.h"
#include "core/cache/results/source_lines.h"
#include "core/trace/model/allocation_label.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t most_named = 12; ///< maximum number of names of a recording that a message lists

std::string list_of(const std::vector<std::string>& names) {
    if (names.empty()) return "none";
    const std::size_t named = std::min(names.size(), most_named);
    return fmt::format("{}{}",
                       fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(named), ", "),
                       named < names.size() ? ", ..." : "");
}

std::vector<std::uint8_t> allocation_named(const std::string& name, const RecordingInfo& info,
                                           std::string_view recording) {
    const std::vector<std::string> labels = allocation_labels(info);
    const auto found = std::find(labels.begin(), labels.end(), name);
    if (found == labels.end())
        throw FileError(recording, "allocations",
                        fmt::format("expected one named '{}', found {}", name, list_of(labels)));
    std::vector<std::uint8_t> counted(labels.size());
    counted[static_cast<std::size_t>(found - labels.begin())] = 1;
    return counted;
}

std::string name_of(const SourceLocation& place) {
    return source_line_name(place.file, place.line);
}

bool ends_in(const SourceLocation& place, std::string_view line) {
    return !line.empty() && name_of(place).ends_with(fmt::format("/{}", line));
}

/// Instructions outside of the line are no longer counted.
void keep_line(std::vector<std::uint8_t>& counted, const std::string& line, const RecordingInfo& info,
               std::string_view recording) {
    std::vector<std::string> others;
    bool found = false;
    const auto is_whole = [&](const Instruction& each) { return name_of(each.location) == line; };
    const bool is_exact = std::any_of(info.instructions.begin(), info.instructions.end(), is_whole);
    for (std::size_t i = 0; i < counted.size(); ++i) {
        const SourceLocation& place = info.instructions[i].location;
        if (is_exact ? is_whole(info.instructions[i]) : ends_in(place, line)) {
            found = true;
            continue;
        }
        counted[i] = 0;
        const std::string name = name_of(place);
        if (others.empty() || others.back() != name) others.push_back(name);
    }
    if (!found)
        throw FileError(recording, "instructions",
                        fmt::format("expected some of line '{}', found {}", line, list_of(others)));
}

} // namespace

std::string to_string(const Restriction& only) {
    std::vector<std::string> parts;
    if (only.rays) parts.push_back("rays of kind " + to_string(*only.rays));
    if (only.allocation) parts.push_back("allocation " + *only.allocation);
    if (only.line) parts.push_back("line " + *only.line);
    if (only.instruction) parts.push_back(fmt::format("instruction {}", *only.instruction));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string title_of(const Restriction& only) {
    std::vector<std::string> parts;
    if (only.rays) parts.push_back(title_of(*only.rays));
    if (only.allocation) parts.push_back("allocation " + *only.allocation);
    if (only.line) parts.push_back("source line " + std::filesystem::path(*only.line).filename().string());
    if (only.instruction) parts.push_back(fmt::format("instruction {}", *only.instruction));
    return fmt::format("{}", fmt::join(parts, " and "));
}

std::string counted_title(const Restriction& only) {
    return only.empty() ? "everything" : title_of(only) + " alone";
}

std::string absence_text(const Restriction& only) {
    if (only.empty()) return "not accessed";
    return only.of_rays_alone() ? "not accessed by these rays" : "not accessed in this part";
}

bool holds_elements(const Allocation& allocation, bool of_sectors) {
    return element_kind_of(allocation.role).has_value() || (of_sectors && allocation.role == Role::vertices);
}

CountedParts counted_parts(const Restriction& only, const RecordingInfo& info, bool of_sectors,
                           std::string_view recording) {
    CountedParts parts = counted_requests(only, info, recording);
    for (std::size_t i = 0; i < parts.allocations.size(); ++i)
        if (parts.counts_allocation(i) && !holds_elements(info.allocations[i], of_sectors))
            throw FileError(
                recording, "allocations",
                fmt::format("expected one with boxes, faces{} or pixels, found that '{}' has none",
                            of_sectors ? ", vertices" : "", *only.allocation));
    return parts;
}

CountedParts counted_requests(const Restriction& only, const RecordingInfo& info,
                              std::string_view recording) {
    CountedParts parts;
    if (only.allocation) parts.allocations = allocation_named(*only.allocation, info, recording);
    if (!only.line && !only.instruction) return parts;
    if (only.instruction && *only.instruction >= info.instructions.size())
        throw FileError(
            recording, "instructions",
            fmt::format("expected more than {}, found {}", *only.instruction, info.instructions.size()));
    parts.instructions.assign(info.instructions.size(), only.instruction ? 0 : 1);
    if (only.instruction) parts.instructions[*only.instruction] = 1;
    if (only.line) keep_line(parts.instructions, *only.line, info, recording);
    return parts;
}

} // namespace hitmap
