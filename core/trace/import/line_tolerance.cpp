#include "core/trace/import/line_tolerance.h"

#include "core/base/error.h"
#include "core/base/text/printable.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

constexpr std::uint64_t tolerated_broken = 10;
constexpr std::uint64_t tolerated_other = 1000;
// A share is checked before the end of the file only if it cannot come from the few lines of a short file.
constexpr std::uint64_t early_factor = 100;
constexpr std::size_t shown_bytes = 80;

} // namespace

void LeftOutLines::add(std::uint64_t line, std::string_view text) {
    if (count++ != 0) return;
    first_line = line;
    first = text.substr(0, shown_bytes);
}

void LeftOutLines::add(const LeftOutLines& later) {
    if (count == 0) {
        first_line = later.first_line;
        first = later.first;
    }
    count += later.count;
}

void LineTolerance::add(const LineCounts& counts) {
    total_.read += counts.read;
    total_.other.add(counts.other);
    total_.broken.add(counts.broken);
    check(early_factor * tolerated_broken, early_factor * tolerated_other);
}

void LineTolerance::check(std::uint64_t allowance_broken, std::uint64_t allowance_other) const {
    const std::uint64_t broken = total_.broken.count;
    if (broken > allowance_broken && broken > (total_.read + broken) / 100)
        throw FileError(file_, fmt::format("{} {}", unit_, total_.broken.first_line),
                        fmt::format("expected at most 1 % of invalid {}s, found {} of {}; the first is '{}'",
                                    unit_, broken, total_.read + broken, printable(total_.broken.first)));
    if (total_.other.count > allowance_other && total_.other.count > total_.read)
        throw FileError(file_, "",
                        fmt::format("expected at most as much other output as {}s of the recording, found "
                                    "{} {}s and {}",
                                    unit_, total_.other.count, unit_, total_.read));
}

std::string LineTolerance::place_of(const LeftOutLines& lines) const {
    const std::string name = file_.substr(file_.rfind('/') + 1);
    return fmt::format("{}: first at {} {}, '{}'", printable(name), unit_, lines.first_line,
                       printable(lines.first));
}

void LineTolerance::finish(ImportWarnings& warnings) const {
    check(tolerated_broken, tolerated_other);
    warnings.count(fmt::format("invalid {}s, left out", unit_), total_.broken.count, place_of(total_.broken));
    warnings.count(fmt::format("{}s of other output, left out", unit_), total_.other.count,
                   place_of(total_.other));
}

} // namespace hitmap
