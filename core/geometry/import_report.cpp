#include "core/geometry/import_report.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

namespace hitmap {

std::string declared_text(const ImportReport& report) {
    std::string text;
    for (const ImportCount& declared : report.declared)
        text += fmt::format("{}{}", text.empty() ? "" : ", ",
                            counted_text(declared.count, declared.one, declared.several));
    return text;
}

std::string imported_text(const ImportReport& report) {
    std::string text = fmt::format("{}, {}", counted_text(report.vertices, "vertex", "vertices"),
                                   counted_text(report.triangles, "triangle", "triangles"));
    if (report.joined_vertices != 0)
        text += ", " + counted_text(report.joined_vertices, "vertex joined with another at the same place",
                                    "vertices joined with others at the same place");
    if (report.degenerate_triangles != 0)
        text += ", " + counted_text(report.degenerate_triangles, "of the triangles without area",
                                    "of the triangles without area");
    for (const std::string& note : report.notes)
        text += "; " + note;
    return text;
}

std::string warnings_text(const ImportReport& report) {
    std::string text;
    for (const std::string& warning : report.warnings)
        text += fmt::format("{}{}", text.empty() ? "" : "; ", warning);
    return text;
}

} // namespace hitmap
