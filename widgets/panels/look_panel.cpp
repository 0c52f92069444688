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
    rows->addWidget(new DrawChoice(pane));
}

} // namespace hitmap
