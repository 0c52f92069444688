#include "core/probe/chase/chase_csv.h"

#include "core/base/error.h"
#include "core/base/text/byte_order_mark.h"
#include "core/base/text/csv_row.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

constexpr std::size_t most_samples = std::size_t{1} << 26;
constexpr std::uint64_t most_index = std::uint64_t{1} << 40; // of words; keeps byte addresses far below 2^64

/// Splits a text into lines. A final line break, and '\r' before line breaks, are ignored.
class Lines {
public:
    explicit Lines(std::string_view text) : rest_(without_byte_order_mark(text)) {}
    std::optional<std::string_view> next() {
        if (rest_.empty()) return std::nullopt;
        const auto end = rest_.find('\n');
        std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        ++number_;
        return line;
    }
    [[nodiscard]] std::size_t number() const { return number_; }

private:
    std::string_view rest_;
    std::size_t number_ = 0;
};

/// The whole numbers of a line, which must be as many as there are columns.
class Row {
public:
    Row(std::string_view file, std::size_t columns, char separator)
        : file_(file), columns_(columns), separator_(separator) {}
    std::span<const std::uint64_t> read(std::string_view line, std::size_t number) {
        std::string_view left = line;
        for (std::size_t i = 0; i < columns_; ++i) {
            const auto field = take_csv_field(left, separator_);
            if (!field || field->is_last != (i + 1 == columns_) || !is_whole(field->text, values_.at(i)))
                throw FileError(file_, fmt::format("line {}", number),
                                fmt::format("expected {} whole numbers separated by {}, found '{}'", columns_,
                                            separator_ == ',' ? "commas" : "semicolons", line.substr(0, 60)));
        }
        return std::span(values_).first(columns_);
    }

private:
    static bool is_whole(std::string_view text, std::uint64_t& value) {
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        return error == std::errc{} && stop == end;
    }

    std::string_view file_;
    std::size_t columns_;
    char separator_;
    std::array<std::uint64_t, 3> values_{};
};

} // namespace

std::vector<ChaseRun> parse_chase_csv(std::string_view text, std::string_view file) {
    Lines lines(text);
    const std::string_view first_line = lines.next().value_or("");
    const std::string header = csv_header(first_line);
    const bool numbered = header == "run,index,latency";
    if (!numbered && header != "index,latency")
        throw FileError(file, "line 1",
                        fmt::format("expected the header 'index,latency' or 'run,index,latency', found '{}'",
                                    first_line.substr(0, 60)));
    std::vector<ChaseRun> runs;
    std::uint64_t run = 0;
    std::size_t samples = 0;
    Row row(file, numbered ? 3 : 2, csv_separator(first_line));
    while (const auto line = lines.next()) {
        const auto values = row.read(*line, lines.number());
        const auto place = [&] { return fmt::format("line {}", lines.number()); };
        const std::uint64_t latency = values.back();
        if (latency > 1'000'000'000)
            throw FileError(file, place(),
                            fmt::format("expected at most 1000000000 cycles, found {}", latency));
        if (values[values.size() - 2] > most_index)
            throw FileError(file, place(),
                            fmt::format("expected an index of at most {}, found {}", most_index,
                                        values[values.size() - 2]));
        if (++samples > most_samples)
            throw FileError(file, place(), fmt::format("expected at most {} samples", most_samples));
        if (runs.empty() || (numbered && values[0] != run)) runs.emplace_back();
        run = values[0];
        runs.back().samples.push_back({values[values.size() - 2], static_cast<std::uint32_t>(latency)});
    }
    if (runs.empty()) throw FileError(file, "", "expected samples, found none");
    return runs;
}

std::string chase_csv_lines(const ChaseRun& run, std::uint64_t number) {
    std::string text;
    for (const ChaseSample& sample : run.samples)
        text += fmt::format("{},{},{}\n", number, sample.index, sample.latency);
    return text;
}

RecordedSource::RecordedSource(std::vector<ChaseRun> runs) : runs_(std::move(runs)) {
    for (std::size_t i = 0; i < runs_.size(); ++i)
        by_lap_.emplace(runs_[i].lap(), i);
}

const ChaseRun* RecordedSource::chase(const Chain& chain, std::uint64_t /*laps*/, const JobContext& job) {
    job.check();
    const ChaseRun* longest = nullptr;
    const auto [begin, end] = by_lap_.equal_range(chain.size());
    for (auto entry = begin; entry != end; ++entry) {
        const ChaseRun& run = runs_[entry->second];
        const bool longer = longest == nullptr || run.samples.size() > longest->samples.size();
        if (longer && run.samples.size() >= 2 * chain.size() && run.follows(chain)) longest = &run;
    }
    return longest;
}

} // namespace hitmap
