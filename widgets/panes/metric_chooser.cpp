#include "widgets/panes/metric_chooser.h"

#include "widgets/base/format.h"
#include "widgets/controls/steady_label.h"
#include "widgets/panes/ray_chooser.h"
#include "widgets/session/panes/pane_scale.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFormLayout>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace hitmap {

namespace {

constexpr int no_difference = -1;

/// An entry of the list: the difference to the pane at `place`, where this pane is `side`.
int item_of(std::size_t place, Side side) {
    return 2 * static_cast<int>(place) + (side == Side::compared ? 1 : 0);
}

Side side_of(int item) {
    return item % 2 == 1 ? Side::compared : Side::baseline;
}

QLabel* wrapped_label() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

QStringList explanations() {
    QStringList texts;
    for (const MetricInfo& metric : metric_table())
        texts += text_of(metric.explanation);
    for (const PixelQuantity& quantity : pixel_quantities())
        texts += text_of(quantity.explanation);
    return texts;
}

} // namespace

MetricChooser::MetricChooser(Session& session, Pane& pane, QWidget* parent)
    : QWidget(parent),
      session_(session),
      pane_(pane),
      explanation_(new SteadyLabel(explanations())),
      rays_(new RayChooser(pane)),
      reference_(new QComboBox),
      refusal_(wrapped_label()) {
    reference_->setObjectName(QStringLiteral("reference"));
    reference_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    reference_->setMinimumContentsLength(10);
    refusal_->setObjectName(QStringLiteral("refusal"));
    refusal_->setTextFormat(Qt::PlainText);
    lay_out();
    connect_model();
    explain_metric();
    show_panes();
    show_refusal();
}

void MetricChooser::lay_out() {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(explanation_);
    form->addRow(tr("Ra&ys"), rays_);
    form->addRow(tr("&Difference"), reference_);
    form->addRow(refusal_);
}

void MetricChooser::connect_model() {
    connect(reference_, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            &MetricChooser::choose_reference);
    connect(&pane_, &Pane::metric_changed, this, &MetricChooser::explain_metric);
    connect(&pane_, &Pane::recording_changed, this, &MetricChooser::explain_metric);
    connect(&pane_, &Pane::shown_changed, this, &MetricChooser::explain_metric);
    connect(&pane_, &Pane::shown_changed, this, &MetricChooser::enable_differences);
    connect(&pane_, &Pane::reference_changed, this, &MetricChooser::show_panes);
    connect(&pane_, &Pane::values_changed, this, &MetricChooser::show_refusal);
    connect(&session_, &Session::changed, this, &MetricChooser::show_panes);
}

void MetricChooser::explain_metric() {
    const QString reason = why_nothing_is_coloured(pane_);
    const std::string_view explanation = pane_.shows_image()
                                             ? pane_.choices().image.quantity->explanation
                                             : std::string_view(info_of(pane_.choices().metric).explanation);
    explanation_->setText(reason.isEmpty() ? text_of(explanation) : reason);
}

void MetricChooser::show_panes() {
    std::vector<std::pair<int, QString>> differences{{no_difference, tr("None")}};
    const std::size_t own = session_.index_of(pane_);
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        const Pane& other = session_.pane(i);
        if (i == own || other.recording() == nullptr) continue;
        // The comparison of the later with the earlier letter comes first, regardless of which pane this is.
        const Side first = own < i ? Side::baseline : Side::compared;
        for (const Side side : {first, other_side(first)})
            differences.emplace_back(item_of(i, side), difference_text(other, side));
    }
    const QSignalBlocker blocker(reference_);
    // The session changes with every movement of the camera, and refilling the list would close it while it
    // is open.
    if (differences != listed_) {
        listed_ = std::move(differences);
        list_differences();
    }
    enable_differences();
    const Pane* shown = pane_.reference();
    const int row =
        shown != nullptr ? reference_->findData(item_of(session_.index_of(*shown), pane_.side())) : 0;
    reference_->setCurrentIndex(std::max(row, 0)); // the reference pane may have no recording
}

QString MetricChooser::difference_text(const Pane& other, Side side) const {
    const bool is_baseline = side == Side::baseline;
    const SideLetters letters{is_baseline ? pane_.letter() : other.letter(),
                              is_baseline ? other.letter() : pane_.letter()};
    return tr("%1: %2 compared with %3")
        .arg(text_of(difference_name(letters)))
        .arg(QLatin1Char(letters.compared))
        .arg(QLatin1Char(letters.baseline));
}

void MetricChooser::list_differences() {
    reference_->clear();
    for (const auto& [item, text] : listed_)
        reference_->addItem(text, item);
}

void MetricChooser::enable_differences() {
    const QString reason = why_nothing_is_coloured(pane_);
    reference_->setEnabled(reference_->count() > 1 && reason.isEmpty());
    reference_->setToolTip(!reason.isEmpty() ? reason
                           : reference_->isEnabled()
                               ? tr("Shows the difference of two panes on the elements or pixels of this one")
                               : tr("Needs another pane to compare with (Panes, Add a Pane)"));
}

void MetricChooser::choose_reference(int row) {
    const int item = reference_->itemData(row).toInt();
    if (item == no_difference) {
        pane_.set_reference(nullptr);
        return;
    }
    pane_.set_reference(&session_.pane(static_cast<std::size_t>(item / 2)), side_of(item));
}

void MetricChooser::show_refusal() {
    std::set<std::string> reasons;
    if (pane_.shows_image()) {
        const auto& image = pane_.image().values();
        if (image != nullptr && image->difference() && !image->refusal.empty())
            reasons.insert(image->refusal);
    } else if (pane_.values() != nullptr) {
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
