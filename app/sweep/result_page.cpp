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

std::string cell(const ResultColumn& column, const RunResult& result) {
    const auto value = column.value(result);
    if (!value) return "<td>-</td>";
    return column.is_rate ? fmt::format("<td>{}</td>", xml_text(percent_text(*value, 2)))
                          : fmt::format("<td>{:.3g}</td>", *value);
}

std::string table(const Experiment& e, const std::vector<FinishedRun>& runs, std::size_t scene) {
    std::string text = "<table>\n<tr><th>configuration</th><th>cache</th>";
    for (const ResultColumn& column : result_columns())
        if (!column.title.empty()) text += "<th>" + xml_text(column.title) + "</th>";
    text += "</tr>\n";
    for (const FinishedRun& run : runs) {
        if (run.run.scene != scene) continue;
        text +=
            fmt::format("<tr><td>{}</td><td>{}</td>", xml_text(e.configurations[run.run.configuration].name),
                        xml_text(e.caches[run.run.cache].name));
        for (const ResultColumn& column : result_columns())
            if (!column.title.empty()) text += cell(column, run.result);
        text += "</tr>\n";
    }
    return text + "</table>\n";
}

/// All runs of the scene beside one another.
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
        text += fmt::format("<p>Hit rates count {}.</p>\n", info_of(Counted::lane_lookups).title);
        text += table(e, runs, scene);
        for (const ExperimentPicture& picture : e.pictures)
            text += pictures(e, runs, scene, picture.name);
    }
    return text + "<p>Numbers: <a href=\"results.csv\">results.csv</a></p>\n</body>\n</html>\n";
}

} // namespace hitmap
