#include "core/report/column/html_page.h"

#include "core/base/number_text.h"
#include "core/base/text/base64.h"
#include "core/base/text/printable.h"
#include "core/base/text/xml_text.h"
#include "core/report/column/csv_table.h"
#include "core/report/column/text_table.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

// Pictures and plots have a white background on dark screens, too, since they were drawn for it.
constexpr std::string_view page_style =
    ":root{color-scheme:light dark;--text:#222;--line:#ddd;--page:#fff}"
    "@media(prefers-color-scheme:dark){:root{--text:#ddd;--line:#444;--page:#1b1b1b}}"
    "body{font:15px sans-serif;margin:2em;color:var(--text);background:var(--page)}"
    "table{border-collapse:collapse;margin:1em 0}caption{text-align:left;font-weight:bold;padding:.3em .7em}"
    "td,th{padding:.3em .7em;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}"
    "td{white-space:nowrap}th.text,td.text,th[scope=row]{text-align:left}th[scope=row]{font-weight:normal}"
    "td.text,th[scope=row]{white-space:normal;overflow-wrap:anywhere;min-width:11em}"
    ".wide{overflow-x:auto}"
    "figure{display:inline-block;margin:.5em;vertical-align:top}figcaption{font-size:13px;max-width:40em}"
    "img,svg{max-width:100%;height:auto;border:1px solid var(--line);background:#fff}";

/// Returns text that is safe in a page: of one line, valid UTF-8, without characters that change its
/// direction.
std::string page_text(std::string_view text) {
    return xml_text(printable(text));
}

bool has_digits_in_groups(const ColumnInfo& column) {
    return column.type == CellType::count || column.type == CellType::bytes ||
           column.type == CellType::number;
}

std::string cell_text(const ColumnInfo& column, const CellValue& value) {
    const std::string text = plain_text(column, value);
    return value.defined() && has_digits_in_groups(column) ? grouped_text(text, ",") : text;
}

} // namespace

std::string html_page(std::string_view title, std::string_view html) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\">"
        "<title>{0}</title><style>{1}</style></head>\n<body>\n<h1>{0}</h1>\n{2}</body>\n</html>\n",
        page_text(title), page_style, html);
}

std::string html_element(std::string_view name, std::string_view text) {
    return fmt::format("<{0}>{1}</{0}>\n", name, page_text(text));
}

std::string html_figure(std::string_view address, std::string_view caption) {
    return html_figure_of(fmt::format("<img src=\"{}\" alt=\"{}\">", xml_text(address), page_text(caption)),
                          caption);
}

std::string html_figure_of(std::string_view html, std::string_view caption) {
    return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", html, page_text(caption));
}

std::string png_address(std::span<const std::uint8_t> png) {
    return "data:image/png;base64," + base64(png);
}

std::string html_cell(const ColumnInfo& column, const CellValue& value) {
    const std::string text = page_text(cell_text(column, value));
    if (column.type == CellType::text) return fmt::format("<td class=\"text\">{}</td>", text);
    if (!value.defined()) return fmt::format("<td>{}</td>", text);
    std::string number;
    append_csv_field(number, value);
    return fmt::format("<td><data value=\"{}\">{}</data></td>", number, text);
}

std::string html_row_head(const ColumnInfo& column, const CellValue& value) {
    return fmt::format("<th scope=\"row\">{}</th>", page_text(cell_text(column, value)));
}

std::string html_column_head(const ColumnInfo& column) {
    return fmt::format("<th scope=\"col\"{}>{}</th>", column.type == CellType::text ? " class=\"text\"" : "",
                       page_text(column.title.empty() ? printed_title(column) : column.title));
}

std::string html_table_of(std::string_view caption, std::string_view html) {
    return fmt::format(
        "<div class=\"wide\"><table>{}\n{}</table></div>\n",
        caption.empty() ? std::string() : fmt::format("<caption>{}</caption>", page_text(caption)), html);
}

} // namespace hitmap
