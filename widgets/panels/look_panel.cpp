#include "widgets/panels/look_panel.h"

#include "widgets/colour/range_chooser.h"
#include "widgets/mesh/draw_chooser.h"
#include "widgets/panes/metric_chooser.h"

#include <QtWidgets/QVBoxLayout>

namespace hitmap {

LookPanel::LookPanel(Session& session, Pane& pane, QWidget* parent) : QWidget(parent) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(new MetricChooser(session, pane));
    rows->addWidget(new RangeChooser(pane));
    auto* const draw = new DrawChooser(pane);
    rows->addWidget(draw);
    const auto show_shown = [&pane, draw] {
        draw->setEnabled(!pane.shows_image());
        draw->setToolTip(pane.shows_image() ? tr("Of the mesh; the image is shown") : QString());
    };
    connect(&pane, &Pane::shown_changed, this, show_shown);
    show_shown();
}

} // namespace hitmap
