#include "core/trace/import/line_tolerance.h"

#include "core/base/encode/printable.h"
#include "core/base/error.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

constexpr std::uint64_t tolerated_broken = 10;
constexpr std::uint64_t tolerated_other = 1000;
// A share is checked before the end of the file only if it cannot come from the few lines of a short file.
constexpr std::uint64_t early_factor = 100;
constexpr std::size_t shown_bytes = 80;

} // namespace

void LineCounts::add_broken(std::uint64_t line, std::string_view text) {
    if (broken++ != 0) return;
    first_broken_line = line;
    first_broken = text.substr(0, shown_bytes);
}

void LineTolerance::add(const LineCounts& counts) {
    if (total_.broken == 0) {
        total_.first_broken_line = counts.first_broken_line;
        total_.first_broken = counts.first_broken;
    }
    total_.read += counts.read;
    total_.other += counts.other;
    total_.broken += counts.broken;
    check(early_factor * tolerated_broken, early_factor * tolerated_other);
}

void LineTolerance::check(std::uint64_t allowance_broken, std::uint64_t allowance_other) const {
    if (total_.broken > allowance_broken && total_.broken > (total_.read + total_.broken) / 100)
        throw FileError(
            file_, fmt::format("line {}", total_.first_broken_line),
            fmt::format("expected at most 1 % of invalid lines, found {} of {}; the first is '{}'",
                        total_.broken, total_.read + total_.broken, printable(total_.first_broken)));
    if (total_.other > allowance_other && total_.other > total_.read)
        throw FileError(file_, "",
                        fmt::format("expected at most as much other output as lines of the recording, found "
                                    "{} lines and {}",
                                    total_.other, total_.read));
}

void LineTolerance::finish(ImportWarnings& warnings) const {
    check(tolerated_broken, tolerated_other);
    warnings.count("invalid lines, left out", total_.broken);
    warnings.count("lines of other output, left out", total_.other);
}

} // namespace hitmap
