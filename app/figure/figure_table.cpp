#include "app/figure/figure_table.h"

#include "core/base/number_text.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/sums_rows.h"
#include "render/image/placed_canvas.h"

#include <algorithm>
#include <string_view>

namespace hitmap {

namespace {

constexpr double table_line = 1.35; ///< distance of lines in font sizes
constexpr double table_gap = 1.2;   ///< between columns in font sizes

ReportColumns<SumsRow> table_columns(FigureTable table) {
    return columns_in(table == FigureTable::elements ? element_sums_columns("") : allocation_sums_columns(),
                      &ReportPlaces::window, levels_in_text);
}

ReportColumns<SumsRow> shown_columns(const FigurePanel& panel, const std::vector<SumsRow>& rows) {
    const ReportColumns<SumsRow> all = table_columns(panel.table);
    ReportColumns<SumsRow> shown;
    if (panel.keys.empty()) {
        constexpr std::string_view usual[] = {"of",          "l1_hit_rate", "l1_hits",   "l1_lookups",
                                              "l2_hit_rate", "l2_hits",     "l2_lookups"};
        for (const ReportColumn<SumsRow>& column : all)
            if (std::ranges::find(usual, column.info.key) != std::end(usual) &&
                std::ranges::any_of(rows, [&](const SumsRow& row) { return column.value(row).defined(); }))
                shown.push_back(column);
        return shown;
    }
    for (const std::string& key : panel.keys)
        for (const ReportColumn<SumsRow>& column : all)
            if (column.info.key == key) shown.push_back(column);
    return shown;
}

std::string table_cell(const ColumnInfo& column, const CellValue& value) {
    constexpr std::string_view thin_space = "\u2009";
    const std::string text = plain_text(column, value);
    if (!value.defined()) return "\u2013";
    return column.type == CellType::count ? grouped_text(text, thin_space) : text;
}

} // namespace

std::vector<std::string> figure_table_keys() {
    std::vector<std::string> keys;
    for (const FigureTable table : {FigureTable::elements, FigureTable::allocations})
        for (const ReportColumn<SumsRow>& column : table_columns(table))
            if (std::ranges::find(keys, column.info.key) == keys.end()) keys.push_back(column.info.key);
    return keys;
}

FigureTableText figure_table_of(const FigurePanel& panel, const RecordingInfo& info, const Profile& profile,
                                TimeWindow window, const JobContext& job) {
    std::vector<SumsRow> rows;
    if (panel.table == FigureTable::elements) {
        rows = kind_rows(profile.totals(window, job));
    } else {
        rows = sums_of_allocations(info, profile.allocations(window).allocations);
    }
    // Kinds and allocations that are not looked up would be rows of dashes.
    std::erase_if(rows, [](const SumsRow& row) {
        return !row.levels[0].rate.defined() && !row.levels[1].rate.defined();
    });
    FigureTableText text;
    const ReportColumns<SumsRow> columns = shown_columns(panel, rows);
    for (const ReportColumn<SumsRow>& column : columns)
        text.titles.push_back(column.info.key == "of" ? "" : column.info.title);
    for (const SumsRow& row : rows) {
        std::vector<std::string> cells;
        for (const ReportColumn<SumsRow>& column : columns)
            cells.push_back(table_cell(column.info, column.value(row)));
        text.rows.push_back(std::move(cells));
    }
    return text;
}

double figure_table_height(const FigureTableText& table, double font_size) {
    return (static_cast<double>(table.rows.size()) + 1.6) * table_line * font_size;
}

void draw_figure_table(Canvas& canvas, CanvasPoint corner, double width, const FigureTableText& table,
                       const Figure& figure) {
    const double size = figure.font_size;
    std::vector<double> widths;
    double total = -table_gap * size;
    for (std::size_t i = 0; i < table.titles.size(); ++i) {
        double widest = canvas.text_width(table.titles[i], {.size = size});
        for (const auto& row : table.rows)
            widest = std::max(widest, canvas.text_width(row[i], {.size = size}));
        widths.push_back(widest);
        total += widest + table_gap * size;
    }
    const double scale = std::min(1.0, width / std::max(total, 1.0));
    PlacedCanvas placed(canvas, {corner.x + std::max(0.0, 0.5 * (width - total * scale)), corner.y}, scale,
                        1.0);
    double y = 0.0;
    const auto rule = [&](double thickness) {
        const CanvasPoint line[] = {{0.0, y}, {total, y}};
        placed.line(line, {{}, thickness * figure.line_width, {}});
    };
    const auto cells = [&](const std::vector<std::string>& texts) {
        double left = 0.0;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const CanvasPoint at{i == 0 ? left : left + widths[i], y + 0.98 * size};
            placed.text(at, texts[i],
                        {.colour = {}, .size = size, .anchor = i == 0 ? Anchor::start : Anchor::end});
            left += widths[i] + table_gap * size;
        }
        y += table_line * size;
    };
    y += figure.line_width;
    rule(1.6);
    y += 0.1 * size;
    cells(table.titles);
    y += 0.05 * size;
    rule(1.0);
    y += 0.1 * size;
    for (const auto& row : table.rows)
        cells(row);
    y += 0.05 * size;
    rule(1.6);
}

} // namespace hitmap
