#include "widgets/accesses/access_steps.h"

#include <QtCore/QCoreApplication>

namespace hitmap {

namespace {

QString step_text(const char* text) {
    return QCoreApplication::translate("Accesses", text);
}

bool is_row(const ShownAccesses& shown, int row) {
    return row >= 0 && row < shown.rows;
}

bool same_element(const LaneAccess& a, const LaneAccess& b) {
    return a.element && b.element && a.element->kind == b.element->kind &&
           a.element->element == b.element->element;
}

std::optional<int> row_of_other_element(const ShownAccesses& shown, int from, int direction) {
    for (int row = from + direction; is_row(shown, row); row += direction) {
        const LaneAccess& access = shown.access(row);
        if (!access.element) continue;
        if (!is_row(shown, from) || !same_element(access, shown.access(from))) return row;
    }
    return std::nullopt;
}

std::optional<int> first_row_of_other_ray(const ShownAccesses& shown, int from, int direction) {
    int row = from + direction;
    if (is_row(shown, from))
        while (is_row(shown, row) && same_ray(shown.access(row), shown.access(from)))
            row += direction;
    if (!is_row(shown, row)) return std::nullopt;
    if (direction < 0)
        while (is_row(shown, row - 1) && same_ray(shown.access(row - 1), shown.access(row)))
            --row;
    return row;
}

} // namespace

const std::vector<AccessStep>& access_steps() {
    static const std::vector<AccessStep> steps{
        {StepTo::end, -1, step_text("&First Access"), step_text("\u2502\u25c2"), QStringLiteral("step_first"),
         QStringLiteral("Alt+Home")},
        {StepTo::ray, -1, step_text("Previous &Ray"), step_text("\u25c2 Ray"),
         QStringLiteral("step_previous_ray"), QStringLiteral("Alt+PgUp")},
        {StepTo::element, -1, step_text("Previous &Box or Face"), step_text("\u25c2 Element"),
         QStringLiteral("step_previous_element"), QStringLiteral("Alt+Shift+Up")},
        {StepTo::access, -1, step_text("&Previous Access"), step_text("\u25c2"),
         QStringLiteral("step_previous"), QStringLiteral("Alt+Up")},
        {StepTo::access, 1, step_text("&Next Access"), step_text("\u25b8"), QStringLiteral("step_next"),
         QStringLiteral("Alt+Down")},
        {StepTo::element, 1, step_text("Next B&ox or Face"), step_text("Element \u25b8"),
         QStringLiteral("step_next_element"), QStringLiteral("Alt+Shift+Down")},
        {StepTo::ray, 1, step_text("Next Ra&y"), step_text("Ray \u25b8"), QStringLiteral("step_next_ray"),
         QStringLiteral("Alt+PgDown")},
        {StepTo::end, 1, step_text("&Last Access"), step_text("\u25b8\u2502"), QStringLiteral("step_last"),
         QStringLiteral("Alt+End")},
    };
    return steps;
}

bool same_ray(const LaneAccess& a, const LaneAccess& b) {
    return a.launch == b.launch && a.warp == b.warp && a.lane == b.lane && a.tag == b.tag;
}

std::optional<int> row_after(const ShownAccesses& shown, std::optional<int> row, StepTo to, int direction) {
    if (shown.rows == 0) return std::nullopt;
    const int from = row.value_or(direction > 0 ? -1 : shown.rows);
    switch (to) {
    case StepTo::access:
        return is_row(shown, from + direction) ? std::optional(from + direction) : std::nullopt;
    case StepTo::element:
        return row_of_other_element(shown, from, direction);
    case StepTo::ray:
        return first_row_of_other_ray(shown, from, direction);
    case StepTo::end:
        break;
    }
    return direction > 0 ? shown.rows - 1 : 0;
}

} // namespace hitmap
