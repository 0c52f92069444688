#include "core/base/text/csv_row.h"

#include "core/base/text/byte_order_mark.h"

#include <algorithm>

namespace hitmap {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

void skip_blanks_before(std::string_view& text) {
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
}

/// The number of bytes before the quotation mark that ends a field; npos if it is not closed.
std::size_t end_of_quotation(std::string_view text) {
    for (std::size_t at = 0;; at += 2) {
        at = text.find('"', at);
        if (at == std::string_view::npos || at + 1 >= text.size() || text[at + 1] != '"') return at;
    }
}

} // namespace

std::optional<CsvField> take_csv_field(std::string_view& row, char separator) {
    CsvField field;
    skip_blanks_before(row);
    if (row.starts_with('"')) {
        row.remove_prefix(1);
        const std::size_t end = end_of_quotation(row);
        if (end == std::string_view::npos) return std::nullopt;
        field.text = row.substr(0, end);
        row.remove_prefix(end + 1);
        skip_blanks_before(row);
        field.is_last = row.empty();
        if (!field.is_last && row.front() != separator) return std::nullopt;
        row.remove_prefix(field.is_last ? 0 : 1);
        return field;
    }
    const std::size_t end = row.find(separator);
    field.text = row.substr(0, end);
    field.is_last = end == std::string_view::npos;
    row.remove_prefix(field.is_last ? row.size() : end + 1);
    while (!field.text.empty() && is_blank(field.text.back()))
        field.text.remove_suffix(1);
    return field;
}

std::string unquoted(std::string_view field) {
    std::string text;
    for (std::size_t i = 0; i < field.size(); ++i) {
        text += field[i];
        if (field[i] == '"' && i + 1 < field.size() && field[i + 1] == '"') ++i;
    }
    return text;
}

std::optional<std::vector<std::string>> csv_fields_of(std::string_view row, char separator,
                                                      std::size_t most) {
    std::vector<std::string> fields;
    for (bool ended = false; !ended;) {
        const auto field = take_csv_field(row, separator);
        if (!field || fields.size() == most) return std::nullopt;
        fields.push_back(unquoted(field->text));
        ended = field->is_last;
    }
    return fields;
}

char csv_separator(std::string_view header) {
    bool in_quotation = false;
    for (const char c : header) {
        if (c == '\n') break;
        if (c == '"') in_quotation = !in_quotation;
        if (!in_quotation && (c == ',' || c == ';')) return c;
    }
    return ',';
}

std::string csv_header(std::string_view line) {
    line = without_byte_order_mark(line);
    line = line.substr(0, line.find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto fields = csv_fields_of(line, csv_separator(line));
    std::string header;
    if (!fields) return header;
    for (const std::string& field : *fields) {
        if (&field != &fields->front()) header += ',';
        header += field;
    }
    return header;
}

} // namespace hitmap
