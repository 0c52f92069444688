#include "core/analysis/comparison/ncu_csv.h"

#include "core/base/error.h"
#include "core/base/text/byte_order_mark.h"
#include "core/base/text/csv_row.h"
#include "core/base/text/grouped_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace hitmap {

namespace {

// Limits of input files, which are not trusted.
constexpr std::size_t most_columns = 65536;
constexpr std::size_t most_kernels = std::size_t{1} << 20;

using Fields = std::vector<std::string>;

/// The factor from the unit to its base unit: 1000 for "Ksector". ncu scales units by powers of 1000.
double scale_of(std::string_view unit) {
    struct Prefix {
        char letter;
        double factor;
    };
    static constexpr std::array<Prefix, 4> prefixes{{{'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}}};
    static constexpr std::array<std::string_view, 4> bases{"sector", "byte", "request", "inst"};
    for (const Prefix& prefix : prefixes)
        for (const std::string_view base : bases)
            if (unit.starts_with(prefix.letter) && unit.substr(1).starts_with(base)) return prefix.factor;
    return 1.0;
}

/// Whether a count has this unit: as long as ncu has not scaled it, it is whole.
bool is_unit_of_counts(std::string_view unit) {
    static constexpr std::array<std::string_view, 5> units{"sector", "byte", "request", "inst", ""};
    return std::find(units.begin(), units.end(), unit) != units.end();
}

constexpr std::string_view decimal_comma_advice =
    "this looks like a table with decimal commas; run ncu with LC_ALL=C";

class NcuReader {
public:
    NcuReader(std::string_view text, std::string_view file)
        : rest_(without_byte_order_mark(text)), file_(file) {}

    std::vector<MeasuredKernel> read() {
        read_header();
        metric_ = column_of("Metric Name");
        metric_ ? read_long() : read_wide();
        if (kernels_.empty()) throw FileError(file_, "", "expected counters of a kernel, found none");
        return std::move(kernels_);
    }

private:
    /// Returns the next line that is not a message of ncu; nothing at the end.
    std::optional<std::string_view> next_line() {
        while (!rest_.empty()) {
            const std::size_t end = rest_.find('\n');
            std::string_view line = rest_.substr(0, end);
            rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
            ++line_number_;
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (!line.empty() && !line.starts_with("==")) return line;
        }
        return std::nullopt;
    }

    [[noreturn]] void refuse(const std::string& message) const {
        throw FileError(file_, fmt::format("line {}", line_number_), message);
    }

    /// Finds the header, which begins with ID. The output of the profiled program may precede it.
    void read_header() {
        while (const auto line = next_line()) {
            separator_ = csv_separator(*line);
            auto fields = csv_fields_of(*line, separator_, most_columns);
            if (!fields || fields->front() != "ID") continue;
            header_ = std::move(*fields);
            const auto name = column_of("Kernel Name");
            if (!name) refuse("expected a column 'Kernel Name'");
            name_ = *name;
            return;
        }
        throw FileError(file_, "",
                        "expected a header that begins with \"ID\", as ncu --csv prints, found none");
    }

    [[nodiscard]] std::optional<std::size_t> column_of(std::string_view title) const {
        const auto found = std::find(header_.begin(), header_.end(), title);
        if (found == header_.end()) return std::nullopt;
        return static_cast<std::size_t>(found - header_.begin());
    }

    std::optional<Fields> next_row() {
        const auto line = next_line();
        if (!line) return std::nullopt;
        auto fields = csv_fields_of(*line, separator_, most_columns);
        if (!fields)
            refuse(fmt::format("expected fields separated by {}, found '{}'",
                               separator_ == ',' ? "commas" : "semicolons", line->substr(0, 60)));
        if (fields->size() != header_.size())
            refuse(fmt::format("expected {} fields, as the header has, found {}", header_.size(),
                               fields->size()));
        return fields;
    }

    void add_metric(MeasuredKernel& kernel, const std::string& metric, const std::string& text,
                    std::string_view unit) const {
        if (text.empty() || text == "n/a" || text == "nan") return;
        const auto value = grouped_number(text);
        // Only names with two underscores and a point are counters; other columns may be text.
        const bool is_counter =
            metric.find("__") != std::string::npos && metric.find('.') != std::string::npos;
        if (!value) {
            if (!is_counter) return;
            const bool has_comma = text.find(',') != std::string::npos;
            refuse(fmt::format("expected a number of '{}', found '{}'{}{}", metric, text.substr(0, 40),
                               has_comma ? ": " : "", has_comma ? decimal_comma_advice : ""));
        }
        if (*value < 0.0)
            refuse(fmt::format("expected '{}' not to be negative, found '{}'", metric, text.substr(0, 40)));
        if (metric.ends_with(".sum") && is_unit_of_counts(unit) && *value != std::floor(*value))
            refuse(fmt::format("expected a whole number of '{}', found '{}': {}", metric, text.substr(0, 40),
                               decimal_comma_advice));
        if (metric.ends_with("hit_rate.pct") && *value > 100.0)
            refuse(fmt::format("expected at most 100 % of '{}', found '{}'{}{}", metric, text.substr(0, 40),
                               text.find(',') != std::string::npos ? ": " : "",
                               text.find(',') != std::string::npos ? decimal_comma_advice : ""));
        kernel.metrics[metric] = *value * scale_of(unit);
    }

    MeasuredKernel& kernel_of(const Fields& row) {
        if (kernels_.empty() || kernels_.back().id != row.front()) {
            if (kernels_.size() == most_kernels)
                refuse(fmt::format("expected at most {} kernels", most_kernels));
            kernels_.push_back({row.front(), row[name_], {}});
        }
        return kernels_.back();
    }

    void read_wide() {
        const auto units = next_row();
        if (!units) refuse("expected a row of units");
        if (!units->front().empty())
            refuse(fmt::format("expected a row of units, found ID '{}'", units->front()));
        while (const auto row = next_row()) {
            MeasuredKernel& kernel = kernel_of(*row);
            for (std::size_t i = 0; i < header_.size(); ++i)
                if (header_[i].find("__") != std::string::npos)
                    add_metric(kernel, header_[i], (*row)[i], (*units)[i]);
        }
    }

    void read_long() {
        const auto value = column_of("Metric Value");
        const auto unit = column_of("Metric Unit");
        if (!value || !unit) refuse("expected the columns 'Metric Unit' and 'Metric Value'");
        while (const auto row = next_row()) {
            const std::string& metric = (*row)[*metric_];
            if (!metric.empty()) add_metric(kernel_of(*row), metric, (*row)[*value], (*row)[*unit]);
        }
    }

    std::string_view rest_;
    std::string_view file_;
    std::size_t line_number_ = 0;
    char separator_ = ','; // of the header
    Fields header_;
    std::size_t name_ = 0;
    std::optional<std::size_t> metric_;
    std::vector<MeasuredKernel> kernels_;
};

} // namespace

std::vector<MeasuredKernel> parse_ncu_csv(std::string_view text, std::string_view file) {
    return NcuReader(text, file).read();
}

} // namespace hitmap
