#include "core/probe/sweep_csv.h"

#include "core/base/error.h"
#include "core/base/text/byte_order_mark.h"
#include "core/base/text/csv_row.h"

#include <fmt/format.h>

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

std::string_view next_line(std::string_view& rest) {
    const auto end = rest.find('\n');
    const std::string_view piece = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return piece;
}

std::optional<SweepPoint> point_of(std::string_view line, char separator) {
    const auto fields = csv_fields_of(line, separator);
    if (!fields || fields->size() != 5) return std::nullopt;
    const std::vector<std::string>& cells = *fields;
    SweepPoint point;
    if (cells[0] != name_of(SweepOrder::random) && cells[0] != name_of(SweepOrder::pairs))
        return std::nullopt;
    point.order = cells[0] == name_of(SweepOrder::random) ? SweepOrder::random : SweepOrder::pairs;
    const auto bytes = whole_cell<std::uint64_t>(cells[1]);
    const auto stride = whole_cell<std::uint64_t>(cells[2]);
    const auto loads = whole_cell<std::uint64_t>(cells[3]);
    const auto latency = whole_cell<double>(cells[4]);
    if (!bytes || !stride || !loads || !latency) return std::nullopt;
    if (*bytes == 0 || *stride == 0 || !(*latency > 0.0 && *latency <= most_latency)) return std::nullopt;
    point.bytes = *bytes;
    point.stride = *stride;
    point.loads = *loads;
    point.latency = *latency;
    return point;
}

} // namespace

bool is_sweep_csv(std::string_view text) {
    return csv_header(text).starts_with("order,");
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
    text = without_byte_order_mark(text);
    const char separator = csv_separator(text);
    while (!text.empty()) {
        std::string_view line = next_line(text);
        if (line.ends_with('\r')) line.remove_suffix(1);
        const std::string place = fmt::format("line {}", ++number);
        if (number == 1) {
            if (csv_header(line) != sweep_csv_header.substr(0, sweep_csv_header.size() - 1))
                throw FileError(
                    file, place,
                    fmt::format("expected the header 'order,bytes,stride,loads,latency', found '{}'",
                                line.substr(0, 60)));
            continue;
        }
        const auto point = point_of(line, separator);
        if (!point)
            throw FileError(
                file, place,
                fmt::format("expected random or pairs, three whole numbers and a latency, separated "
                            "by {}; found '{}'",
                            separator == ',' ? "commas" : "semicolons", line.substr(0, 60)));
        if (points.size() == most_points)
            throw FileError(file, place, fmt::format("expected at most {} points", most_points));
        points.push_back(*point);
    }
    if (points.empty()) throw FileError(file, "", "expected points of a sweep, found none");
    return points;
}

} // namespace hitmap
