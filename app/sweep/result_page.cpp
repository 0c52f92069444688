#include "app/sweep/result_page.h"

#include "core/base/number_text.h"
#include "core/base/text/xml_text.h"
#include "core/profile/models/headline.h"
#include "core/report/column/html_page.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

/// The models have separate tables, since they count different things.
enum class TableOf : std::uint8_t { sdcm, hierarchy };

TableOf table_of(const Experiment& e, const FinishedRun& run) {
    const ModelConfig& config = e.caches[run.run.cache].model.config;
    return std::holds_alternative<SdcmConfig>(config) ? TableOf::sdcm : TableOf::hierarchy;
}

const std::string& title_in(TableOf table, const ResultColumn& column) {
    return table == TableOf::sdcm ? column.title : column.hierarchy_title;
}

std::string cell(const ResultColumn& column, const RunResult& result) {
    const auto value = column.value(result);
    if (!value) return "<td>-</td>";
    switch (column.form) {
    case ResultColumn::Form::rate:
        return fmt::format("<td>{}</td>", xml_text(percent_text(*value, 2)));
    case ResultColumn::Form::whole:
        return fmt::format("<td>{}</td>", grouped_count(*value));
    case ResultColumn::Form::number:
        break;
    }
    return fmt::format("<td>{:.3g}</td>", *value);
}

/// Returns the sentence above the table that says what its numbers count.
std::string counted_text(TableOf table) {
    if (table == TableOf::sdcm)
        return fmt::format("Stack distance cache model: hit rates count {}.",
                           info_of(Counted::lane_lookups).title);
    return fmt::format(
        "Hierarchy model: columns of faces and boxes count {}; all other columns count {} of the whole "
        "recording.",
        info_of(Counted::element_sectors).title, info_of(Counted::request_sectors).title);
}

std::string table(const Experiment& e, const std::vector<const FinishedRun*>& runs, TableOf of) {
    const bool is_restricted = std::any_of(runs.begin(), runs.end(), [&](const FinishedRun* run) {
        return !e.caches[run->run.cache].model.choice.only.empty();
    });
    std::string text = "<tr><th>configuration</th><th>cache</th>";
    if (of == TableOf::hierarchy) text += "<th>preset</th>";
    if (is_restricted) text += "<th>counted alone</th>";
    for (const ResultColumn& column : result_columns())
        if (!title_in(of, column).empty()) text += "<th>" + xml_text(title_in(of, column)) + "</th>";
    text += "</tr>\n";
    for (const FinishedRun* run : runs) {
        const ExperimentCache& cache = e.caches[run->run.cache];
        text += fmt::format("<tr><th scope=\"row\">{}</th><th scope=\"row\">{}</th>",
                            xml_text(e.configurations[run->run.configuration].name), xml_text(cache.name));
        if (of == TableOf::hierarchy)
            text += fmt::format("<td>{}</td>", xml_text(std::string(preset_of(cache.model.config))));
        if (is_restricted) text += fmt::format("<td>{}</td>", xml_text(title_of(cache.model.choice.only)));
        for (const ResultColumn& column : result_columns())
            if (!title_in(of, column).empty()) text += cell(column, run->result);
        text += "</tr>\n";
    }
    return html_table_of("", text);
}

/// Returns the tables of a scene, one for each model of its runs.
std::string tables(const Experiment& e, const std::vector<FinishedRun>& runs, std::size_t scene) {
    std::string text;
    for (const TableOf of : {TableOf::sdcm, TableOf::hierarchy}) {
        std::vector<const FinishedRun*> rows;
        for (const FinishedRun& run : runs)
            if (run.run.scene == scene && table_of(e, run) == of) rows.push_back(&run);
        if (!rows.empty()) text += html_element("p", counted_text(of)) + table(e, rows, of);
    }
    return text;
}

/// Returns the pictures of all runs of the scene, side by side.
std::string pictures(const Experiment& e, const std::vector<FinishedRun>& runs, std::size_t scene,
                     const std::string& picture) {
    std::string figures;
    for (const FinishedRun& run : runs) {
        if (run.run.scene != scene) continue;
        for (const RunPicture& drawn : run.result.pictures) {
            if (drawn.picture != picture) continue;
            std::string caption =
                e.configurations[run.run.configuration].name + ", " + e.caches[run.run.cache].name;
            if (!drawn.caption.empty()) caption += ", " + drawn.caption;
            figures += html_figure(drawn.file, caption);
        }
    }
    return figures.empty() ? figures : html_element("h3", picture) + figures;
}

} // namespace

std::string results_page(const Experiment& e, const std::vector<FinishedRun>& runs) {
    std::string text;
    for (std::size_t scene = 0; scene < e.scenes.size(); ++scene) {
        const auto first = std::find_if(runs.begin(), runs.end(),
                                        [&](const FinishedRun& run) { return run.run.scene == scene; });
        if (first == runs.end()) continue;
        text += html_element("h2", e.scenes[scene].name);
        text += html_element("p", fmt::format("{} triangles", first->result.triangles));
        text += tables(e, runs, scene);
        for (const ExperimentPicture& picture : e.pictures)
            text += pictures(e, runs, scene, picture.name);
    }
    text += "<p>Numbers: <a href=\"results.csv\">results.csv</a></p>\n";
    return html_page(e.title.empty() ? "Experiment" : e.title, text);
}

} // namespace hitmap
