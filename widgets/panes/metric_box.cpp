#include "widgets/panes/metric_box.h"

#include "widgets/base/format.h"
#include "widgets/session/missing_parts.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QStandardItemModel>

namespace hitmap {

namespace {

Metric metric_at(int row) {
    return metric_table()[static_cast<std::size_t>(row)].metric;
}

/// Returns why a recording of sums does not have a metric.
QString why_not_recorded(Metric metric) {
    const SumSet sums = info_of(metric.quantity).sums;
    if (sums.has(Sum::accesses))
        return MetricBox::tr("The recording has sums of look-ups and not the number of accesses.");
    if (sums.has(Sum::last_access))
        return MetricBox::tr("The recording has sums and does not have the order of accesses.");
    return MetricBox::tr("The recording has sums and no requests, which reuse distances follow from.");
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
    const auto recording = pane_.recording();
    const QString reason = recording != nullptr ? why_no_mesh(*recording) : QString();
    setEnabled(reason.isEmpty());
    setToolTip(reason.isEmpty() ? QString() : tr("There is nothing to colour. %1").arg(reason));
    const auto* rows = qobject_cast<QStandardItemModel*>(model());
    const auto profile = pane_.profile();
    for (int row = 0; row < count(); ++row) {
        const Metric metric = metric_at(row);
        const bool is_known = profile == nullptr || can_answer(profile->capabilities(), metric);
        rows->item(row)->setEnabled(is_known);
        QString explanation = text_of(info_of(metric).explanation);
        if (!is_known && !profile->capabilities().can_resimulate)
            explanation += QLatin1Char('\n') + why_not_recorded(metric);
        setItemData(row, explanation, Qt::ToolTipRole);
    }
}

} // namespace hitmap
