#include "widgets/panes/no_mesh_page.h"

#include "core/cache/results/source_lines.h"
#include "core/trace/elements/kind_names.h"
#include "core/trace/elements/told_kinds.h"
#include "core/trace/model/allocation_label.h"
#include "core/trace/model/element_kind.h"
#include "widgets/base/format.h"
#include "widgets/session/panes/recent_configs.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtWidgets/QCommandLinkButton>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace hitmap {

namespace {

constexpr int column_width = 560;
constexpr std::size_t most_allocations = 8; // more are in the panel Recording

QLabel* wrapped_text(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

QFont scaled(QFont font, double size) {
    font.setPointSizeF(font.pointSizeF() * size);
    font.setBold(true);
    return font;
}

QString hexadecimal(std::uint64_t address) {
    return QStringLiteral("0x%1").arg(address, 0, 16);
}

QString place_of(const Allocation& allocation) {
    return NoMeshPage::tr("%1, %2 at %3")
        .arg(capitalised(name_of(allocation.role)), bytes_text(allocation.bytes),
             hexadecimal(allocation.address));
}

/// " (derived)"; empty for a field that was recorded.
QString certainty_of(const RecordingInfo& info, std::string_view field) {
    const Origin origin = origin_of(info, field);
    return origin == Origin::recorded ? QString() : QStringLiteral(" (%1)").arg(text_of(name_of(origin)));
}

/// "boxes, pixels"
QString counted_kinds(const RecordingInfo& info) {
    QStringList kinds;
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
        if (info.element_accesses.at(kind) != 0) kinds << text_of(element_kinds()[kind].plural);
    return kinds.join(QStringLiteral(", "));
}

} // namespace

NoMeshPage::NoMeshPage(Pane& pane, QWidget* parent)
    : QScrollArea(parent),
      pane_(pane),
      title_(wrapped_text("no_mesh_title")),
      missing_(wrapped_text("no_mesh_reason")),
      model_(wrapped_text("no_mesh_model")),
      facts_(new QFormLayout),
      offers_(new QVBoxLayout) {
    setObjectName(QStringLiteral("no_mesh_page"));
    setAccessibleName(tr("What this recording holds"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 180);
    setBackgroundRole(QPalette::Base);
    lay_out();
    add_offer("simulate_gpu", tr("Sim&ulate the caches of a GPU"),
              tr("The hierarchy model counts the sectors of all requests."), [this] {
                  pane_.simulate(model_for(*pane_.recording(), {ModelChoice(), true}));
              });
    simulate_ = findChild<QWidget*>(QStringLiteral("simulate_gpu"));
    connect(&pane, &Pane::profile_changed, this, &NoMeshPage::show_recording);
    show_recording();
}

void NoMeshPage::lay_out() {
    title_->setFont(scaled(title_->font(), 1.5));
    auto* heading = wrapped_text("no_mesh_facts");
    heading->setText(tr("What is known"));
    heading->setFont(scaled(heading->font(), 1.1));
    facts_->setLabelAlignment(Qt::AlignLeft);
    facts_->setRowWrapPolicy(QFormLayout::WrapLongRows);
    facts_->setHorizontalSpacing(18);
    facts_->setVerticalSpacing(4);
    auto* content = new QWidget;
    content->setMaximumWidth(column_width);
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(24, 16, 24, 16);
    rows->setSpacing(10);
    rows->addStretch(1);
    for (QWidget* part : {title_, missing_, model_})
        rows->addWidget(part);
    rows->addLayout(offers_);
    rows->addWidget(heading);
    rows->addLayout(facts_);
    rows->addStretch(2);
    offers_->setSpacing(0);
    auto* centred = new QWidget;
    auto* columns = new QHBoxLayout(centred);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->addStretch();
    columns->addWidget(content, 1);
    columns->addStretch();
    setWidget(centred);
    centred->setAutoFillBackground(false);
}

void NoMeshPage::add_offer(const char* name, const QString& title, const QString& explanation,
                           std::function<void()> act) {
    auto* button = new QCommandLinkButton(title, explanation);
    button->setObjectName(QLatin1String(name));
    button->setMinimumWidth(1); // its text wraps in a narrow pane
    connect(button, &QCommandLinkButton::clicked, this, [act = std::move(act)] { act(); });
    QLayoutItem* before = offers_->itemAt(offers_->count() - 1);
    offers_->addWidget(button);
    setTabOrder(before != nullptr ? before->widget() : this, button);
}

void NoMeshPage::show_recording() {
    while (facts_->rowCount() > 0)
        facts_->removeRow(0);
    const auto recording = pane_.recording();
    if (recording == nullptr || recording->has_mesh()) return; // the mesh view is in this place
    title_->setText(tr("%1 has no mesh to show").arg(text_of(recording->name)));
    const QString consequence =
        recording->has_elements()
            ? tr("Accesses of %1 are counted, and there is nothing to show them on.")
                  .arg(counted_kinds(recording->info()))
            : tr("So there are no colours and no numbers of %1.")
                  .arg(text_of(list_of(told_drawn_kinds(recording->info()), KindName::plural, "and")));
    missing_->setText(tr("%1 %2 Traffic, source lines, reuse and time need no mesh: they are in the panels "
                         "around this page.")
                          .arg(why_no_mesh(*recording), consequence));
    const bool counts_elements = pane_.config().preset.empty();
    model_->setText(tr("The stack distance cache model counts accesses of elements alone, so that there are "
                       "no hit rates of this recording."));
    model_->setVisible(counts_elements && !recording->has_elements());
    simulate_->setVisible(model_->isVisibleTo(this));
    show_facts(*recording);
}

void NoMeshPage::add_fact(const QString& name, const QString& value) {
    auto* label = wrapped_text("no_mesh_fact");
    label->setText(value);
    facts_->addRow(name, label);
}

void NoMeshPage::show_facts(const OpenRecording& recording) {
    const RecordingInfo& info = recording.info();
    add_fact(tr("Recorded by"), text_of(info.producer));
    if (!info.source_name.empty() && info.source_name != recording.name)
        add_fact(tr("Program"), text_of(info.source_name));
    if (!recording.layout.empty()) add_fact(tr("Layout"), text_of(recording.layout));
    add_fact(
        tr("Requests"),
        tr("%1, with %2 accesses of lanes").arg(count_text(info.requests), count_text(info.lane_accesses)));
    add_fact(tr("Launches"), count_text(info.launches.size()));
    add_fact(tr("SMs"), count_text(info.device.sm_count) + certainty_of(info, "sm"));
    const auto lines = source_lines(info);
    const auto known =
        std::ranges::count_if(lines, [](const SourceLine& line) { return !line.file.empty(); });
    add_fact(tr("Instructions"),
             tr("%1%2, of %3 source lines")
                 .arg(count_text(info.instructions.size()), certainty_of(info, "instructions"),
                      count_text(static_cast<std::uint64_t>(known))));
    if (info.allocations.empty()) add_fact(tr("Allocations"), tr("none are listed"));
    const std::vector<std::string> labels = allocation_labels(info);
    for (std::size_t i = 0; i < std::min(labels.size(), most_allocations); ++i)
        add_fact(text_of(labels[i]), place_of(info.allocations[i]) + certainty_of(info, "allocations"));
    if (labels.size() > most_allocations)
        add_fact({}, tr("and %1 more allocations, in the panel Recording")
                         .arg(count_text(labels.size() - most_allocations)));
    add_fact(tr("Simulated"), config_text(pane_.config()));
}

} // namespace hitmap
