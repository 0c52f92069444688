#include "widgets/panels/look_panel.h"

#include "widgets/colour/range_choice.h"
#include "widgets/mesh/draw_choice.h"
#include "widgets/panes/metric_choice.h"

#include <QtWidgets/QVBoxLayout>

namespace hitmap {

LookPanel::LookPanel(Session& session, Pane& pane, QWidget* parent) : QWidget(parent) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(new MetricChoice(session, pane));
    rows->addWidget(new RangeChoice(pane));
    auto* const draw = new DrawChoice(pane);
    rows->addWidget(draw);
    const auto show_shown = [&pane, draw] {
        draw->setEnabled(!pane.shows_image());
        draw->setToolTip(pane.shows_image() ? tr("Of the mesh; the image is shown") : QString());
    };
    connect(&pane, &Pane::shown_changed, this, show_shown);
    show_shown();
}

} // namespace hitmap
