#include "widgets/panes/metric_box.h"

#include "widgets/base/format.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QStandardItemModel>

namespace hitmap {

namespace {

Metric metric_at(int row) {
    return metric_table()[static_cast<std::size_t>(row)].metric;
}

} // namespace

MetricBox::MetricBox(Pane& pane, QWidget* parent) : QComboBox(parent), pane_(pane) {
    setAccessibleName(tr("Metric"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(10);
    for (const MetricInfo& metric : metric_table()) {
        addItem(text_of(metric.title), text_of(metric.name));
        setItemData(count() - 1, text_of(metric.explanation), Qt::ToolTipRole);
    }
    connect(this, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            [this] { pane_.set_metric(metric_at(currentIndex())); });
    connect(&pane_, &Pane::metric_changed, this, &MetricBox::show_metric);
    connect(&pane_, &Pane::profile_changed, this, &MetricBox::enable_metrics);
    show_metric();
    enable_metrics();
}

void MetricBox::show_metric() {
    const QSignalBlocker blocker(this);
    setCurrentIndex(findData(text_of(info_of(pane_.choices().metric).name)));
}

void MetricBox::enable_metrics() {
    const auto* rows = qobject_cast<QStandardItemModel*>(model());
    for (int row = 0; row < count(); ++row) {
        rows->item(row)->setEnabled(pane_.profile() == nullptr ||
                                    can_answer(pane_.profile()->capabilities(), metric_at(row)));
    }
}

} // namespace hitmap
