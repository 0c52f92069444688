#include "widgets/panes/metric_box.h"

#include "widgets/base/format.h"
#include "widgets/session/panes/explain_misses.h"
#include "widgets/session/panes/pane_scale.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QStandardItemModel>

#include <string_view>

namespace hitmap {

namespace {

Metric metric_at(int row) {
    return metric_table()[static_cast<std::size_t>(row)].metric;
}

/// Returns why a recording does not have a metric, which only a recording of sums lacks if it comes from
/// accesses.
QString why_not_recorded(Metric metric) {
    if (info_of(metric.quantity).term)
        return MetricBox::tr(
            "The recording does not have a tree of boxes, with the extents and the parent of "
            "each, and the positions of the vertices.");
    const SumSet sums = info_of(metric.quantity).sums;
    if (sums.has(Sum::accesses))
        return MetricBox::tr("The recording has sums of look-ups and not the number of accesses.");
    if (sums.has(Sum::last_access))
        return MetricBox::tr("The recording has sums and does not have the order of accesses.");
    return MetricBox::tr("The recording has sums and no requests, which reuse distances follow from.");
}

/// Returns why a profile does not know a metric that the model cannot explain either.
QString why_not_known(const Profile& profile, Metric metric) {
    if (info_of(metric.quantity).term || !profile.capabilities().can_resimulate)
        return why_not_recorded(metric);
    return info_of(metric.quantity).sums.has(Sum::distance)
               ? MetricBox::tr(
                     "The stack distance cache model knows reuse distances: choose it as the model.")
               : MetricBox::tr("The hierarchy model knows why look-ups miss: choose a GPU as the model.");
}

} // namespace

MetricBox::MetricBox(Pane& pane, QWidget* parent) : QComboBox(parent), pane_(pane) {
    setAccessibleName(tr("Metric"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(10);
    connect(this, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &MetricBox::choose);
    connect(&pane_, &Pane::metric_changed, this, &MetricBox::show_metric);
    connect(&pane_, &Pane::shown_changed, this, &MetricBox::list_metrics);
    connect(&pane_, &Pane::profile_changed, this, &MetricBox::enable_metrics);
    connect(&pane_, &Pane::work_changed, this, &MetricBox::enable_metrics);
    list_metrics();
}

void MetricBox::list_metrics() {
    {
        const QSignalBlocker blocker(this);
        clear();
        const auto add = [this](std::string_view title, std::string_view name, std::string_view explanation) {
            addItem(text_of(title), text_of(name));
            setItemData(count() - 1, text_of(explanation), Qt::ToolTipRole);
        };
        if (pane_.shows_image()) {
            for (const PixelQuantity& quantity : pixel_quantities())
                add(quantity.title, quantity.name, quantity.explanation);
        } else {
            for (const MetricInfo& metric : metric_table())
                add(metric.title, metric.name, metric.explanation);
        }
    }
    show_metric();
    enable_metrics();
}

void MetricBox::choose() {
    if (!pane_.shows_image()) {
        const Metric metric = metric_at(currentIndex());
        PaneChoices choices = pane_.choices();
        choices.metric = metric;
        // Other kinds have no such value, so that the view would show nothing.
        if (const QuantityInfo& quantity = info_of(metric.quantity); quantity.term)
            choices.view.show(quantity.term_kind);
        const auto profile = pane_.profile();
        const bool is_known = profile == nullptr || can_answer(profile->capabilities(), metric);
        pane_.set_choices(choices);
        if (!is_known && is_known_if_explained(pane_, metric)) explain_misses(pane_);
        return;
    }
    const PixelQuantity& quantity = pixel_quantities()[static_cast<std::size_t>(currentIndex())];
    pane_.set_image_look({&quantity, pane_.choices().image.area});
    if (quantity.needs == PixelPart::causes) explain_misses(pane_);
}

void MetricBox::show_metric() {
    const QSignalBlocker blocker(this);
    const PaneChoices& choices = pane_.choices();
    setCurrentIndex(findData(text_of(pane_.shows_image() ? choices.image.quantity->name
                                                         : std::string_view(info_of(choices.metric).name))));
}

void MetricBox::enable_metrics() {
    const QString reason = why_nothing_is_coloured(pane_);
    setEnabled(reason.isEmpty());
    setToolTip(reason.isEmpty() ? QString() : tr("There is nothing to colour. %1").arg(reason));
    if (pane_.shows_image()) return; // a quantity that is not known is shown as the reason
    const auto* rows = qobject_cast<QStandardItemModel*>(model());
    const auto profile = pane_.profile();
    for (int row = 0; row < count(); ++row) {
        const Metric metric = metric_at(row);
        const bool is_known = profile == nullptr || can_answer(profile->capabilities(), metric);
        const bool is_offered = !is_known && is_known_if_explained(pane_, metric);
        const bool is_awaited = !is_known && !is_offered && is_being_explained(pane_, metric);
        rows->item(row)->setEnabled(is_known || is_offered || is_awaited);
        QStringList explanation{text_of(info_of(metric).explanation)};
        if (is_awaited)
            explanation.append(tr("Known when the simulation that runs is complete."));
        else if (is_offered)
            explanation.append(tr("Simulates again and finds out why look-ups missed."));
        else if (!is_known)
            explanation.append(why_not_known(*profile, metric));
        setItemData(row, explanation.join(QLatin1Char('\n')), Qt::ToolTipRole);
    }
}

} // namespace hitmap
