#include "app/cli/files/metric_csv.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

namespace {

double hits(std::uint64_t units) {
    return static_cast<double>(units) / hit_unit;
}

/// Appends a value with nine digits; undefined values (NaN) become empty cells.
void append_cell(double value, std::string& out) {
    if (std::isnan(value)) return;
    constexpr double most = 1e9; // smaller whole numbers have at most nine digits
    if (std::abs(value) < most && value == std::trunc(value) && !std::signbit(value))
        fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), static_cast<std::uint32_t>(value));
    else
        fmt::format_to(std::back_inserter(out), FMT_COMPILE("{:.9g}"), value);
}

/// Returns the names of the columns that count classes of misses: ",l1_cold_misses,...".
std::string heads_of_classes() {
    std::string text;
    for (const MetricInfo& metric : metric_table())
        if (info_of(metric.metric.quantity).is_class_of_misses()) text += "," + metric.key;
    return text;
}

/// Appends the classes of misses of one access. All hits must be whole, as those of the hierarchy model are.
void append_classes(const AccessOutcome& outcome, std::string& row) {
    const auto append = [&](unsigned lookups, std::uint32_t hit_units, unsigned cold, unsigned conflict) {
        fmt::format_to(std::back_inserter(row), ",{},{},{}", cold,
                       lookups - hit_units / hit_unit - cold - conflict, conflict);
    };
    append(outcome.l1_lookups, outcome.l1_hits, outcome.l1_cold, outcome.l1_conflict);
    append(outcome.l2_lookups, outcome.l2_hits, outcome.l2_cold, outcome.l2_conflict);
}

/// The columns after the older ones (CsvColumn::appended).
class AppendedColumns {
public:
    explicit AppendedColumns(const Profile& profile) : profile_(profile) {
        const ProfileCapabilities& known = profile.capabilities();
        for (const MetricInfo& metric : metric_table()) {
            const QuantityInfo& quantity = info_of(metric.metric.quantity);
            if (quantity.csv != CsvColumn::appended || !can_answer(known, metric.metric)) continue;
            // Cold misses alone, which are known with reuse distances, are no classes of misses.
            if (quantity.is_class_of_misses() && !known.has_miss_classes) continue;
            columns_.push_back({&metric, quantity.sums.intersects(reuse_sums), {}, {}});
        }
    }
    [[nodiscard]] std::string heads() const {
        std::string text;
        for (const Column& column : columns_)
            text += "," + column.metric->key;
        return text;
    }
    void ask(TimeWindow window, ElementKindId kind, const JobContext& job) {
        positions_ = window.count();
        for (Column& column : columns_) {
            if (column.asks_profile) profile_.values(window, kind, column.metric->metric, column.values, job);
            column.terms = {};
            const QuantityInfo& quantity = info_of(column.metric->metric.quantity);
            if (quantity.term && quantity.is_of(kind))
                column.terms = profile_.terms(*quantity.term, job).value().elements;
        }
    }
    void append(std::uint64_t element, const ElementSums& sums, std::string& row) const {
        for (const Column& column : columns_) {
            row += ',';
            append_cell(column.value(element, sums, positions_), row);
        }
    }

private:
    struct Column {
        const MetricInfo* metric;
        bool asks_profile;             ///< its sums are not in ElementSums
        std::vector<float> values;     ///< [elements] if it asks the profile
        std::span<const double> terms; ///< [boxes] if it is a term and the kind is that of boxes

        [[nodiscard]] double value(std::uint64_t element, const ElementSums& sums,
                                   std::uint64_t positions) const {
            if (element < terms.size()) return terms[element];
            return asks_profile ? values[element] : metric_value(metric->metric, sums, positions);
        }
    };
    const Profile& profile_;
    std::vector<Column> columns_;
    std::uint64_t positions_ = 0; ///< of the window
};

/// What the rows of one kind of element in one frame are made of.
struct KindRows {
    ElementKindId kind;
    const Profile& profile;
    const AppendedColumns& appended;
    const ElementSources& sources;
    const WindowSums& sums;
    const ChosenElements* choice; ///< null: all elements
    const std::string& prefix;

    /// Appends the row of an element, unless it is padding or not chosen.
    void append(std::uint64_t element, std::string& out) const {
        const auto source = sources.source(kind, element);
        if (!source || (choice != nullptr && !choice->shows(kind, element))) return;
        const ProfileCapabilities& known = profile.capabilities();
        const ElementSums& e = sums.elements[kind][element];
        const auto append_metric = [&](Metric metric) {
            if (can_answer(known, metric)) append_cell(metric_value(metric, e, sums.window.count()), out);
            out += ',';
        };
        fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}{},{},{},"), prefix,
                       element_kinds()[kind].name, element, *source);
        if (known.counts_accesses) fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), e.accesses);
        out += ',';
        append_cell(e.l1().hit_count(), out);
        fmt::format_to(std::back_inserter(out), FMT_COMPILE(",{},"), e.l1_lookups);
        append_metric("l1-hit-rate"_metric);
        append_cell(e.l2().hit_count(), out);
        fmt::format_to(std::back_inserter(out), FMT_COMPILE(",{},"), e.l2_lookups);
        append_metric("l2-hit-rate"_metric);
        append_metric("access-rate"_metric);
        append_metric("access-order"_metric);
        out.pop_back(); // appended columns begin with their comma
        appended.append(element, e, out);
        out += '\n';
    }
};

/// Writes the rows of one kind. The texts of some thousand elements are made at a time, side by side.
void write_kind(const KindRows& rows, ThreadPool& pool, TextOutput& out, const JobContext& job) {
    constexpr std::uint64_t part = 4096; // elements
    const std::uint64_t count = rows.profile.element_count(rows.kind);
    std::vector<std::string> texts(std::size_t{4} * pool.size());
    for (std::uint64_t begin = 0; begin < count; begin += part * texts.size()) {
        parallel_for(pool, texts.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                job.check();
                texts[i].clear();
                const std::uint64_t end = std::min(count, begin + part * (i + 1));
                for (std::uint64_t element = begin + part * i; element < end; ++element)
                    rows.append(element, texts[i]);
            }
        });
        for (const std::string& text : texts)
            out.write(text);
    }
}

} // namespace

AccessCsv::AccessCsv(const ElementSources& sources, bool explained, TextOutput& out, const JobContext& job)
    : sources_(sources), explained_(explained), out_(out), job_(job) {
    out_.write("order,launch,sm,warp,lane,kind,element,source,l1_hits,l1_lookups,l2_hits,l2_lookups");
    out_.write(explained_ ? heads_of_classes() + "\n" : "\n");
}

void AccessCsv::add(const RequestView& block, std::span<const ElementAccess> accesses,
                    const AccessOutcomes& outcomes) {
    std::string row;
    for (std::size_t i = 0; i < accesses.size(); ++i, ++order_) {
        if (i % 4096 == 0) job_.check();
        const ElementAccess& access = accesses[i];
        const AccessOutcome* const outcome = outcomes[i];
        if (outcome == nullptr) continue; // the access is not counted (see AccessOutcomes)
        const RequestBlock::Entry& request = block.entries[access.entry];
        const auto source = sources_.source(access.kind, access.element);
        row.clear();
        fmt::format_to(std::back_inserter(row), "{},{},{},{},{},{},{},{},{:.9g},{},{:.9g},{}", order_,
                       request.launch, request.sm, request.warp, access.lane,
                       element_kinds()[access.kind].name, access.element,
                       source ? fmt::format("{}", *source) : std::string(), hits(outcome->l1_hits),
                       outcome->l1_lookups, hits(outcome->l2_hits), outcome->l2_lookups);
        if (explained_) append_classes(*outcome, row);
        row += '\n';
        out_.write(row);
    }
}

void write_metric_csv(const Profile& profile, const ElementSources& sources, const ExportedFrames& frames,
                      TextOutput& out, ThreadPool& pool, const JobContext& job,
                      const ChooseElements& choose) {
    out.write(frames.several ? "frame," : "");
    out.write("kind,element,source,accesses,l1_hits,l1_lookups,l1_hit_rate,l2_hits,l2_lookups,l2_hit_rate,"
              "access_rate,access_order");
    AppendedColumns appended(profile);
    out.write(appended.heads() + "\n");
    job.begin("writing", frames.last() - frames.first(), "frames");
    WindowSums sums;
    for (std::uint64_t f = frames.first(); f < frames.last(); ++f) {
        const TimeWindow window = frame_window(profile.positions(), frames.total, f);
        profile.window(window, sums, job);
        const auto choice = choose ? choose(window) : nullptr;
        const std::string prefix = frames.several ? fmt::format("{},", f) : std::string();
        for (std::size_t k = 0; k < sums.elements.size(); ++k) {
            const auto kind = static_cast<ElementKindId>(k);
            appended.ask(sums.window, kind, job);
            write_kind({kind, profile, appended, sources, sums, choice.get(), prefix}, pool, out, job);
        }
        job.add(1);
    }
}

} // namespace hitmap
