#include "app/cli/files/recording_page.h"

#include "app/cli/base/info_text.h"
#include "app/cli/files/page_pictures.h"
#include "app/cli/files/worst_table.h"
#include "app/cli/sums/hierarchy_table.h"
#include "app/cli/sums/sums_table.h"
#include "core/profile/models/model_choice.h"
#include "core/report/column/html_page.h"
#include "core/trace/model/estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t fact_name_length = 17; ///< see facts_text()

struct Fact {
    std::string name;
    std::string text;
};

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \n") - first + 1));
}

/// Returns a fact for each line of facts_text(); a line without a name belongs to the fact before it.
std::vector<Fact> facts_of(std::string_view text) {
    std::vector<Fact> facts;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        Fact fact{trimmed(line.substr(0, fact_name_length)), {}};
        if (line.size() > fact_name_length) fact.text = trimmed(line.substr(fact_name_length));
        if (fact.name.empty() && !facts.empty())
            facts.back().text += "; " + fact.text;
        else
            facts.push_back(std::move(fact));
    }
    return facts;
}

/// Shows the columns that the window shows, which have titles for users, except those that no row knows.
template <class Row>
std::string table_of(std::string_view caption, const ReportColumns<Row>& all, const std::vector<Row>& rows) {
    ReportColumns<Row> columns = columns_in(all, &ReportPlaces::window);
    std::erase_if(columns, [&](const ReportColumn<Row>& column) {
        return std::ranges::none_of(rows, [&](const Row& row) { return column.value(row).defined(); });
    });
    return html_table(caption, columns, rows);
}

std::string facts_section(const PageSubject& subject) {
    const ReportColumns<Fact> columns{
        {{.key = "fact", .title = "Fact", .type = CellType::text}, &Fact::name},
        {{.key = "text", .title = "Value", .type = CellType::text}, &Fact::text}};
    std::string html = html_element("h2", "Recording") +
                       html_table("", columns, facts_of(facts_text(subject.file, subject.path)));
    const auto allocations = rows_of_allocations(subject.file.info());
    if (!allocations.empty())
        html += html_element("h2", "Allocations") + table_of("", allocation_report_columns(), allocations);
    return html;
}

/// Returns a paragraph for each line.
std::string paragraphs(std::string_view text) {
    std::string html;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        html += html_element("p", line);
    }
    return html;
}

/// Returns the sentences that say what was simulated, and what its numbers count.
std::string model_text(const PageSubject& subject, const std::vector<KindSums>& kinds) {
    const ModelConfig& config = subject.config;
    const std::string_view preset = preset_of(config);
    const CountedAs counting = counting_of(config);
    const Headline headline = headline_of(subject.profile, counting, {0, subject.profile.positions()}, kinds);
    std::string estimates;
    if (const std::string text = estimate_text(subject.file.info()); !text.empty())
        estimates = html_element("p", text + ".");
    return estimates +
           html_element("p", fmt::format("Simulated with the {}{}; L1 {} per SM, L2 {}.", title_of(config),
                                         preset.empty() ? std::string() : fmt::format(" of {}", preset),
                                         l1_text(config), to_string(l2_of(config)))) +
           html_element("p", trimmed(headline_text(headline))) + paragraphs(explanation_of(counting));
}

std::vector<SumsRow> kind_rows_of(const Profile& profile, const std::vector<KindSums>& kinds) {
    std::vector<SumsRow> rows = kind_rows(kinds);
    std::uint64_t all = 0;
    for (ElementKindId kind = 0; kind < kinds.size(); ++kind) {
        rows[kind].elements = profile.element_count(kind);
        all += profile.element_count(kind);
    }
    rows.back().elements = all;
    if (!profile.capabilities().has_reuse_distance)
        for (SumsRow& row : rows)
            row.mean_distance = {};
    return rows;
}

/// Says how the numbers of faces are related, if slots are more than faces.
std::string slots_text(const SceneSummary& scene) {
    if (scene.face_slots == scene.faces) return {};
    return html_element(
        "p",
        fmt::format(
            "Faces are counted by their slots in memory: {} faces have {} slots, since some are in several "
            "leaves, or slots are padding.",
            scene.faces, scene.face_slots));
}

std::string sums_section(const PageSubject& subject, const JobContext& job) {
    const RecordingInfo& info = subject.file.info();
    const TimeWindow everything{0, subject.profile.positions()};
    const auto kinds = subject.profile.totals(everything, job);
    std::string html = html_element("h2", "Hit rates") + model_text(subject, kinds) +
                       table_of("By kind of element", element_sums_columns("Element"),
                                kind_rows_of(subject.profile, kinds)) +
                       slots_text(info.scene);
    if (const auto traffic = subject.profile.traffic(everything)) {
        html += table_of("By allocation", traffic_columns(TrafficOf::allocations),
                         traffic_rows(info, traffic->allocations, traffic->total));
        html += table_of("By source line", traffic_columns(TrafficOf::source_lines),
                         line_rows(info, traffic->instructions, traffic->total));
    } else if (!info.has_sums()) {
        html += table_of("By allocation", allocation_sums_columns(),
                         sums_of_allocations(info, subject.profile.allocations(everything).allocations));
    }
    return html;
}

std::string findings_text(const PageSubject& subject) {
    std::string html;
    for (std::size_t i = 0; i < subject.findings.size(); ++i) {
        const Finding& finding = subject.findings[i];
        html += html_element("p", fmt::format("{}. {}", i + 1, finding.text));
        if (finding.gain && !finding.gain->command.empty())
            html += html_element("pre", finding.gain->command);
    }
    return html;
}

/// Returns a section with a heading, or nothing if it has no contents.
std::string section(std::string_view heading, const std::string& html) {
    return html.empty() ? html : html_element("h2", heading) + html;
}

} // namespace

std::string recording_page(const PageSubject& subject, const JobContext& job) {
    return html_page(std::filesystem::path(subject.path).filename().string(),
                     section("Findings", findings_text(subject)) + facts_section(subject) +
                         sums_section(subject, job) +
                         section("Over time and capacity", page_plots(subject, job)) +
                         section("Pictures", page_pictures(subject, job)) +
                         section("The worst elements", worst_tables(subject, job)));
}

} // namespace hitmap
