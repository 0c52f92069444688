#include "core/geometry/import_report.h"

#include <fmt/format.h>

namespace hitmap {

std::string declared_text(const ImportReport& report) {
    std::string text;
    for (const ImportCount& declared : report.declared)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", declared.count, declared.what);
    return text;
}

std::string imported_text(const ImportReport& report) {
    std::string text = fmt::format("{} vertices, {} triangles", report.vertices, report.triangles);
    if (report.joined_vertices != 0)
        text += fmt::format(", {} vertices joined with others at the same place", report.joined_vertices);
    if (report.degenerate_triangles != 0)
        text += fmt::format(", {} of the triangles without area", report.degenerate_triangles);
    return text;
}

std::string warnings_text(const ImportReport& report) {
    std::string text;
    for (const std::string& warning : report.warnings)
        text += fmt::format("{}{}", text.empty() ? "" : "; ", warning);
    return text;
}

} // namespace hitmap
