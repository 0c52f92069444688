#include "widgets/metric_choice.h"

#include "widgets/format.h"
#include "widgets/ray_choice.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QStandardItemModel>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>

#include <algorithm>
#include <set>
#include <string>

namespace hitmap {

namespace {

constexpr int no_pane = -1;

QLabel* wrapped_label() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

} // namespace

MetricChoice::MetricChoice(Session& session, Pane& pane, QWidget* parent)
    : QWidget(parent),
      session_(session),
      pane_(pane),
      metric_(new QComboBox),
      explanation_(wrapped_label()),
      rays_(new RayChoice(pane)),
      reference_(new QComboBox),
      refusal_(wrapped_label()) {
    metric_->setObjectName(QStringLiteral("metric"));
    for (const MetricInfo& metric : metric_table()) {
        metric_->addItem(text_of(metric.title), static_cast<int>(metric.metric));
        metric_->setItemData(metric_->count() - 1, text_of(metric.explanation), Qt::ToolTipRole);
    }
    reference_->setObjectName(QStringLiteral("reference"));
    refusal_->setObjectName(QStringLiteral("refusal"));
    refusal_->setTextFormat(Qt::PlainText);
    lay_out();
    connect_model();
    show_metric();
    enable_metrics();
    show_panes();
    show_refusal();
}

void MetricChoice::lay_out() {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("&Metric"), metric_);
    form->addRow(explanation_);
    form->addRow(tr("Ra&ys"), rays_);
    form->addRow(tr("&Difference to"), reference_);
    form->addRow(refusal_);
}

void MetricChoice::connect_model() {
    connect(metric_, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            [this] { pane_.set_metric(static_cast<Metric>(metric_->currentData().toInt())); });
    connect(reference_, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            &MetricChoice::choose_reference);
    connect(&pane_, &Pane::metric_changed, this, &MetricChoice::show_metric);
    connect(&pane_, &Pane::profile_changed, this, &MetricChoice::enable_metrics);
    connect(&pane_, &Pane::reference_changed, this, &MetricChoice::show_panes);
    connect(&pane_, &Pane::values_changed, this, &MetricChoice::show_refusal);
    connect(&session_, &Session::changed, this, &MetricChoice::show_panes);
}

void MetricChoice::show_metric() {
    const QSignalBlocker blocker(metric_);
    metric_->setCurrentIndex(metric_->findData(static_cast<int>(pane_.choices().metric)));
    explanation_->setText(text_of(info_of(pane_.choices().metric).explanation));
}

void MetricChoice::enable_metrics() {
    const auto* rows = qobject_cast<QStandardItemModel*>(metric_->model());
    for (int row = 0; row < metric_->count(); ++row) {
        const auto metric = static_cast<Metric>(metric_->itemData(row).toInt());
        rows->item(row)->setEnabled(pane_.profile() == nullptr ||
                                    can_answer(pane_.profile()->capabilities(), metric));
    }
}

void MetricChoice::show_panes() {
    std::vector<std::pair<int, QString>> panes{{no_pane, tr("None")}};
    const std::size_t own = session_.index_of(pane_);
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        const auto recording = session_.pane(i).recording();
        if (i == own || recording == nullptr) continue;
        const QChar letter(static_cast<ushort>('A' + i));
        panes.emplace_back(static_cast<int>(i),
                           QStringLiteral("%1: %2").arg(letter).arg(QString::fromStdString(recording->name)));
    }
    const QSignalBlocker blocker(reference_);
    // The session changes with every move of the camera; a list that is filled anew closes under the pointer.
    if (panes != listed_) {
        listed_ = std::move(panes);
        list_panes();
    }
    const Pane* shown = pane_.reference();
    const int row = shown != nullptr ? reference_->findData(static_cast<int>(session_.index_of(*shown))) : 0;
    reference_->setCurrentIndex(std::max(row, 0)); // a reference may have nothing open
}

void MetricChoice::list_panes() {
    reference_->clear();
    for (const auto& [pane, text] : listed_)
        reference_->addItem(text, pane);
    reference_->setEnabled(reference_->count() > 1);
    reference_->setToolTip(reference_->isEnabled()
                               ? tr("Shows this pane's values minus those of the other pane, by element")
                               : tr("Needs another pane to compare with (Panes, Add a Pane)"));
}

void MetricChoice::choose_reference(int row) {
    const int pane = reference_->itemData(row).toInt();
    pane_.set_reference(pane == no_pane ? nullptr : &session_.pane(static_cast<std::size_t>(pane)));
}

void MetricChoice::show_refusal() {
    std::set<std::string> reasons;
    if (pane_.values() != nullptr) {
        for (const KindValues& kind : pane_.values()->kinds)
            if (!kind.refusal.empty()) reasons.insert(kind.refusal);
    }
    QStringList lines;
    for (const std::string& reason : reasons)
        lines += QString::fromStdString(reason);
    refusal_->setText(lines.join(QLatin1Char('\n')));
    refusal_->setVisible(!lines.isEmpty());
}

} // namespace hitmap
