#include "widgets/panes/metric_box.h"

#include "widgets/base/format.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QStandardItemModel>

namespace hitmap {

MetricBox::MetricBox(Pane& pane, QWidget* parent) : QComboBox(parent), pane_(pane) {
    setAccessibleName(tr("Metric"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(10);
    for (const MetricInfo& metric : metric_table()) {
        addItem(text_of(metric.title), static_cast<int>(metric.metric));
        setItemData(count() - 1, text_of(metric.explanation), Qt::ToolTipRole);
    }
    connect(this, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            [this] { pane_.set_metric(static_cast<Metric>(currentData().toInt())); });
    connect(&pane_, &Pane::metric_changed, this, &MetricBox::show_metric);
    connect(&pane_, &Pane::profile_changed, this, &MetricBox::enable_metrics);
    show_metric();
    enable_metrics();
}

void MetricBox::show_metric() {
    const QSignalBlocker blocker(this);
    setCurrentIndex(findData(static_cast<int>(pane_.choices().metric)));
}

void MetricBox::enable_metrics() {
    const auto* rows = qobject_cast<QStandardItemModel*>(model());
    for (int row = 0; row < count(); ++row) {
        const auto metric = static_cast<Metric>(itemData(row).toInt());
        rows->item(row)->setEnabled(pane_.profile() == nullptr ||
                                    can_answer(pane_.profile()->capabilities(), metric));
    }
}

} // namespace hitmap
