#include "widgets/session/panes/pane_guide.h"

namespace hitmap {

PaneGuide::PaneGuide(QObject* parent) : QObject(parent) {}

void PaneGuide::fly_to(const Selection& element) {
    Q_EMIT element_wanted(element);
}

void PaneGuide::fly_to(const Aabb& bounds) {
    Q_EMIT bounds_wanted(bounds);
}

void PaneGuide::show_accesses() {
    Q_EMIT accesses_wanted();
}

void PaneGuide::show_panel(const std::string& name) {
    Q_EMIT panel_wanted(name);
}

void PaneGuide::show_allocation(const std::string& label) {
    Q_EMIT allocation_wanted(label);
}

void PaneGuide::show_line(const std::string& file, std::uint32_t line, bool raise) {
    Q_EMIT line_wanted(file, line);
    if (raise) Q_EMIT source_wanted();
}

} // namespace hitmap
