#include "app/sweep/result_page.h"

#include "core/base/number_text.h"
#include "core/base/xml_text.h"
#include "core/profile/derived/headline.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::string_view page_style =
    "body{font:15px sans-serif;margin:2em;color:#222}"
    "table{border-collapse:collapse;margin:1em 0}td,th{padding:.3em .7em;border-bottom:1px solid #ddd;"
    "text-align:right}td:first-child,td:nth-child(2),th:first-child,th:nth-child(2){text-align:left}"
    "figure{display:inline-block;margin:.5em;vertical-align:top}figcaption{font-size:13px;max-width:40em}"
    "img{max-width:40em;border:1px solid #ddd}";

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
    std::string text = "<table>\n<tr><th>configuration</th><th>cache</th>";
    if (of == TableOf::hierarchy) text += "<th>preset</th>";
    if (is_restricted) text += "<th>counted alone</th>";
    for (const ResultColumn& column : result_columns())
        if (!title_in(of, column).empty()) text += "<th>" + xml_text(title_in(of, column)) + "</th>";
    text += "</tr>\n";
    for (const FinishedRun* run : runs) {
        const ExperimentCache& cache = e.caches[run->run.cache];
        text += fmt::format("<tr><td>{}</td><td>{}</td>",
                            xml_text(e.configurations[run->run.configuration].name), xml_text(cache.name));
        if (of == TableOf::hierarchy)
            text += fmt::format("<td>{}</td>", xml_text(std::string(preset_of(cache.model.config))));
        if (is_restricted) text += fmt::format("<td>{}</td>", xml_text(to_string(cache.model.choice.only)));
        for (const ResultColumn& column : result_columns())
            if (!title_in(of, column).empty()) text += cell(column, run->result);
        text += "</tr>\n";
    }
    return text + "</table>\n";
}

/// Returns the tables of a scene, one for each model of its runs.
std::string tables(const Experiment& e, const std::vector<FinishedRun>& runs, std::size_t scene) {
    std::string text;
    for (const TableOf of : {TableOf::sdcm, TableOf::hierarchy}) {
        std::vector<const FinishedRun*> rows;
        for (const FinishedRun& run : runs)
            if (run.run.scene == scene && table_of(e, run) == of) rows.push_back(&run);
        if (!rows.empty()) text += fmt::format("<p>{}</p>\n", counted_text(of)) + table(e, rows, of);
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
            figures +=
                fmt::format("<figure><img src=\"{0}\" alt=\"{1}\"><figcaption>{1}</figcaption></figure>\n",
                            xml_text(drawn.file), xml_text(caption));
        }
    }
    return figures.empty() ? figures : "<h3>" + xml_text(picture) + "</h3>\n" + figures;
}

} // namespace

std::string results_page(const Experiment& e, const std::vector<FinishedRun>& runs) {
    const std::string title = xml_text(e.title.empty() ? std::string("Experiment") : e.title);
    std::string text = fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
                                   "<title>{0}</title><style>{1}</style></head>\n<body>\n<h1>{0}</h1>\n",
                                   title, page_style);
    for (std::size_t scene = 0; scene < e.scenes.size(); ++scene) {
        const auto first = std::find_if(runs.begin(), runs.end(),
                                        [&](const FinishedRun& run) { return run.run.scene == scene; });
        if (first == runs.end()) continue;
        text += fmt::format("<h2>{}</h2>\n<p>{} triangles</p>\n", xml_text(e.scenes[scene].name),
                            first->result.triangles);
        text += tables(e, runs, scene);
        for (const ExperimentPicture& picture : e.pictures)
            text += pictures(e, runs, scene, picture.name);
    }
    return text + "<p>Numbers: <a href=\"results.csv\">results.csv</a></p>\n</body>\n</html>\n";
}

} // namespace hitmap
