#include "widgets/time/pinned_legend.h"

#include "widgets/base/format.h"
#include "widgets/controls/save_file.h"
#include "widgets/plot/save_plot.h"
#include "widgets/time/pinned_plot.h"

#include <QtCore/QEvent>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QTreeWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

constexpr int title_column = 0;
constexpr int value_column = 1;
constexpr FrameSize picture_size{900, 480};

} // namespace

PinnedLegend::PinnedLegend(Pane& pane, PinnedPlot& plot, QWidget* parent)
    : QWidget(parent), pane_(pane), plot_(plot), list_(new QTreeWidget), metric_(new QComboBox) {
    lay_out();
    add_actions();
    pane_.follow_panel<PinnedCurves>(this, &PinnedLegend::request_values);
    pane_.follow_panel<TimeDisplay>(this, &PinnedLegend::request_values);
    connect(&pane_, &Pane::profile_changed, this, &PinnedLegend::request_values);
    connect(&pane_, &Pane::metric_changed, this, &PinnedLegend::request_values);
    connect(&pane_, &Pane::frames_changed, this, [this] {
        request_values();
        show_numbers();
    });
    connect(&plot_, &PinnedPlot::reading_changed, this, &PinnedLegend::show_numbers);
    connect(list_, &QTreeWidget::currentItemChanged, this, &PinnedLegend::show_current);
    connect(metric_, qOverload<int>(&QComboBox::activated), this, &PinnedLegend::choose_metric);
    connect(&job_, &JobRunner::failed, &pane_, &Pane::failed);
    connect(&saving_, &JobRunner::failed, &pane_, &Pane::failed);
}

void PinnedLegend::lay_out() {
    setObjectName(QStringLiteral("pinned_legend"));
    list_->setObjectName(QStringLiteral("pinned_curves"));
    list_->setAccessibleName(tr("Pinned curves"));
    list_->setColumnCount(2);
    list_->setHeaderHidden(true);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(title_column, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(value_column, QHeaderView::ResizeToContents);
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    list_->setWhatsThis(
        tr("The curves that are pinned, and their values in the frame at the pointer or in the "
           "first one that is shown. Delete removes a curve."));
    connect(list_, &QWidget::customContextMenuRequested, this, &PinnedLegend::show_menu);
    metric_->setObjectName(QStringLiteral("pinned_metric"));
    metric_->setAccessibleName(tr("Metric of the curve"));
    metric_->setToolTip(tr("The metric of the chosen curve"));
    metric_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    metric_->setMinimumContentsLength(8);
    auto* buttons = new QHBoxLayout;
    buttons->setObjectName(QStringLiteral("pinned_buttons"));
    buttons->setSpacing(2);
    buttons->addWidget(metric_, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(2);
    rows->addWidget(list_, 1);
    rows->addLayout(buttons);
    setMinimumWidth(16 * fontMetrics().height());
}

QAction* PinnedLegend::add_action(const QString& text, const QKeySequence& key, void (PinnedLegend::*act)()) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, act);
    addAction(action);
    return action;
}

void PinnedLegend::add_actions() {
    auto* buttons = findChild<QHBoxLayout*>(QStringLiteral("pinned_buttons"));
    remove_ = add_action(tr("&Remove"), QKeySequence::Delete, &PinnedLegend::remove_current);
    remove_all_ = add_action(tr("Remove A&ll"), {}, &PinnedLegend::remove_all);
    save_ = add_action(tr("&Save …"), {}, &PinnedLegend::ask_for_file);
    for (const auto& [action, name, help] :
         {std::tuple(remove_, "pinned_remove", tr("Remove the chosen curve (Delete)")),
          std::tuple(save_, "pinned_save", tr("Save the curves as CSV, PNG or SVG"))}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setObjectName(QString::fromLatin1(name));
        button->setToolTip(help);
        buttons->addWidget(button);
    }
}

void PinnedLegend::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_values();
}

void PinnedLegend::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && values_ != nullptr) list_curves(); // samples of the colours
}

bool PinnedLegend::up_to_date() const {
    return values_ != nullptr && pane_.simulation() != nullptr && !job_.running() &&
           requested_ == pinned_request(pane_);
}

void PinnedLegend::request_values() {
    if (pane_.simulation() == nullptr || pane_.choices().panel<PinnedCurves>().list.empty()) {
        job_.stop();
        requested_ = {};
        show_values(nullptr);
        return;
    }
    if (!isVisible()) return;
    const WantedPinned request = pinned_request(pane_);
    if (request == requested_) return;
    requested_ = request;
    plot_.set_stale(true);
    job_.start([request](const JobContext& job) { return pinned_values(request, job); },
               [this](std::shared_ptr<const PinnedValues> values) { show_values(std::move(values)); });
}

void PinnedLegend::show_values(std::shared_ptr<const PinnedValues> values) {
    values_ = std::move(values);
    plot_.set_stale(false);
    plot_.show_values(values_);
    list_curves();
}

std::optional<std::size_t> PinnedLegend::current() const {
    const QTreeWidgetItem* const item = list_->currentItem();
    if (values_ == nullptr || item == nullptr) return std::nullopt;
    return static_cast<std::size_t>(list_->indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(item)));
}

void PinnedLegend::list_curves() {
    const auto before = current();
    {
        const QSignalBlocker quiet(list_);
        list_->clear();
        for (std::size_t i = 0; values_ != nullptr && i < values_->curves.size(); ++i) {
            auto* item = new QTreeWidgetItem(list_);
            const PinnedCurve& pinned = values_->pinned[i];
            item->setIcon(title_column, QIcon(plot_.sample(pinned.look)));
            item->setText(title_column, pinned.metric ? name_of(*values_, i) : values_->titles[i]);
            item->setTextAlignment(value_column, Qt::AlignRight | Qt::AlignVCenter);
        }
        list_->setIconSize(plot_.sample(0).size() / plot_.devicePixelRatioF());
        const int last = list_->topLevelItemCount() - 1;
        if (last >= 0)
            list_->setCurrentItem(
                list_->topLevelItem(std::min(last, static_cast<int>(before.value_or(last)))));
    }
    show_numbers();
    show_current();
}

void PinnedLegend::show_numbers() {
    for (int i = 0; values_ != nullptr && i < list_->topLevelItemCount(); ++i) {
        const std::uint64_t point = plot_.reading().value_or(values_->point_of(pane_.choices().frames));
        const auto curve = static_cast<std::size_t>(i);
        QTreeWidgetItem* const item = list_->topLevelItem(i);
        item->setText(value_column, value_at(*values_, curve, point));
        const QString help = explained_at(*values_, curve, point).join(QLatin1Char('\n'));
        item->setToolTip(title_column, help);
        item->setToolTip(value_column, help);
    }
}

void PinnedLegend::show_current() {
    const auto curve = current();
    for (QAction* action : {remove_, remove_all_, save_})
        action->setEnabled(curve.has_value());
    metric_->setEnabled(curve.has_value());
    list_metrics();
}

void PinnedLegend::list_metrics() {
    metric_->clear();
    const auto curve = current();
    if (!curve) return;
    const PinnedCurve& pinned = values_->pinned[*curve];
    metric_->addItem(tr("As the pane: %1").arg(text_of(info_of(pane_.choices().metric).title)), QString());
    for (const MetricInfo& metric : metric_table(metrics_of(pinned.subject))) {
        if (!can_answer(values_->simulation->profile->capabilities(), metric.metric)) continue;
        if (info_of(metric.metric.quantity).term) continue; // it has no curve
        metric_->addItem(text_of(metric.title), text_of(metric.name));
        if (pinned.metric == metric.metric) metric_->setCurrentIndex(metric_->count() - 1);
    }
}

std::vector<PinnedCurve>::iterator PinnedLegend::current_of(std::vector<PinnedCurve>& curves) const {
    const auto row = current();
    if (!row || values_ == nullptr || *row >= values_->pinned.size()) return curves.end();
    return std::ranges::find(curves, values_->pinned[*row].look, &PinnedCurve::look);
}

void PinnedLegend::choose_metric(int index) {
    std::vector<PinnedCurve> curves = pane_.choices().panel<PinnedCurves>().list;
    const auto curve = current_of(curves);
    if (curve == curves.end() || index < 0) return;
    const std::string name = metric_->itemData(index).toString().toStdString();
    curve->metric = metric_named(name, metrics_of(curve->subject));
    pane_.set_panel(PinnedCurves{curves});
}

void PinnedLegend::remove_current() {
    std::vector<PinnedCurve> curves = pane_.choices().panel<PinnedCurves>().list;
    const auto curve = current_of(curves);
    if (curve == curves.end()) return;
    curves.erase(curve);
    pane_.set_panel(PinnedCurves{curves});
}

void PinnedLegend::remove_all() {
    pane_.set_panel(PinnedCurves());
}

void PinnedLegend::show_menu(const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QAction* action : {remove_, remove_all_, save_})
        menu->addAction(action);
    menu->popup(list_->viewport()->mapToGlobal(position));
}

void PinnedLegend::ask_for_file() {
    if (values_ == nullptr) return;
    const QString stem = file_stem_of(*values_->simulation->recording) + QStringLiteral("-curves");
    const QString file =
        ask_where_to_save(this, tr("Save the curves"), stem, QStringLiteral(".csv"),
                          tr("CSV tables (*.csv)") + QStringLiteral(";;") + tr("PNG images (*.png)") +
                              QStringLiteral(";;") + tr("SVG drawings (*.svg)"));
    if (!file.isEmpty()) save(file);
}

void PinnedLegend::save(const QString& file) {
    if (values_ == nullptr) return;
    const CurveFormat format = file.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)   ? CurveFormat::png
                               : file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive) ? CurveFormat::svg
                                                                                           : CurveFormat::csv;
    saving_.start(
        [values = values_, file, format](const JobContext&) {
            return save_and_tell(file, file_of(*values, format, picture_size),
                                 provenance_of_parts({values->simulation->recording.get()}));
        },
        [this](const SaveMessage& message) {
            if (message.saved)
                Q_EMIT saved(message.text);
            else
                Q_EMIT pane_.failed(message.text, this);
        });
}

} // namespace hitmap
