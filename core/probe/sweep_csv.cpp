#include "core/probe/sweep_csv.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace hitmap {

namespace {

constexpr std::size_t most_points = 100'000;
constexpr double most_latency = 1e9;

template <class Number>
std::optional<Number> whole_cell(std::string_view cell) {
    Number value{};
    const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || stop != cell.data() + cell.size()) return std::nullopt;
    return value;
}

std::string_view next_piece(std::string_view& rest, char separator) {
    const auto end = rest.find(separator);
    const std::string_view piece = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return piece;
}

std::optional<SweepPoint> point_of(std::string_view line) {
    std::array<std::string_view, 5> cells;
    for (std::string_view& cell : cells)
        cell = next_piece(line, ',');
    SweepPoint point;
    if (cells[0] != name_of(SweepOrder::random) && cells[0] != name_of(SweepOrder::pairs))
        return std::nullopt;
    point.order = cells[0] == name_of(SweepOrder::random) ? SweepOrder::random : SweepOrder::pairs;
    const auto bytes = whole_cell<std::uint64_t>(cells[1]);
    const auto stride = whole_cell<std::uint64_t>(cells[2]);
    const auto loads = whole_cell<std::uint64_t>(cells[3]);
    const auto latency = whole_cell<double>(cells[4]);
    if (!bytes || !stride || !loads || !latency || !line.empty()) return std::nullopt;
    if (*bytes == 0 || *stride == 0 || !(*latency > 0.0 && *latency <= most_latency)) return std::nullopt;
    point.bytes = *bytes;
    point.stride = *stride;
    point.loads = *loads;
    point.latency = *latency;
    return point;
}

} // namespace

bool is_sweep_csv(std::string_view text) {
    return text.starts_with("order,");
}

std::string sweep_csv(std::span<const SweepPoint> points) {
    std::string text(sweep_csv_header);
    for (const SweepPoint& point : points)
        text += fmt::format("{},{},{},{},{:.9g}\n", name_of(point.order), point.bytes, point.stride,
                            point.loads, point.latency);
    return text;
}

std::vector<SweepPoint> parse_sweep_csv(std::string_view text, std::string_view file) {
    std::vector<SweepPoint> points;
    std::size_t number = 0;
    while (!text.empty()) {
        std::string_view line = next_piece(text, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        const std::string place = fmt::format("line {}", ++number);
        if (number == 1) {
            if (line != sweep_csv_header.substr(0, sweep_csv_header.size() - 1))
                throw FileError(
                    file, place,
                    fmt::format("expected the header 'order,bytes,stride,loads,latency', found '{}'",
                                line.substr(0, 60)));
            continue;
        }
        const auto point = point_of(line);
        if (!point)
            throw FileError(
                file, place,
                fmt::format("expected random or pairs, three whole numbers and a latency, separated "
                            "by commas; found '{}'",
                            line.substr(0, 60)));
        if (points.size() == most_points)
            throw FileError(file, place, fmt::format("expected at most {} points", most_points));
        points.push_back(*point);
    }
    if (points.empty()) throw FileError(file, "", "expected points of a sweep, found none");
    return points;
}

} // namespace hitmap
