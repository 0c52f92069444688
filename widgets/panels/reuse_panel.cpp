#include "widgets/panels/reuse_panel.h"

#include "core/cache/reuse/reuse_csv.h"
#include "core/cache/stages/element_selection.h"
#include "widgets/base/format.h"
#include "widgets/messages/job_bar.h"
#include "widgets/model/model_box.h"
#include "widgets/panels/reuse_subject.h"
#include "widgets/plot/save_plot.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/panes/explain_misses.h"
#include "widgets/table/element_table.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

std::shared_ptr<const ReuseReport> reuse_of_element(const Simulation& simulation, const Selection& element,
                                                    ThreadPool& pool, const JobContext& job) {
    const OpenRecording& recording = *simulation.recording;
    const auto source = request_source(*recording.file, pool, 0, recording.scene);
    HierarchyConfig config = std::get<HierarchyConfig>(simulation.model);
    config.explain_misses = true;
    const ElementSelection selection{element.kind, {static_cast<std::uint32_t>(element.element)}};
    HierarchySinks sinks;
    sinks.selection = &selection;
    HierarchyResult result = simulate_hierarchy(*source, config, sinks, pool, job);
    return std::make_shared<const ReuseReport>(std::move(*result.selected));
}

QComboBox* narrow_box(const char* name, const QString& title) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(title);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    return box;
}

} // namespace

ReusePanel::ReusePanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      view_(narrow_box("reuse_view", tr("What is drawn"))),
      level_(narrow_box("reuse_level", tr("Cache level"))),
      subject_(new ReuseSubjectBox),
      save_(new QPushButton(tr("Save"))),
      note_(new QLabel),
      explain_(new QPushButton(tr("Explain misses"))),
      plot_(new XyPlot) {
    lay_out();
    connect_model();
    list_subjects();
    show_nothing({});
}

void ReusePanel::lay_out() {
    view_->addItems({tr("Hit rate by capacity"), tr("Reuse distances")});
    level_->addItems({name_of(ReuseLevel::l1), name_of(ReuseLevel::l2)});
    view_->setMinimumContentsLength(12);
    subject_->setObjectName(QStringLiteral("reuse_subject"));
    subject_->setAccessibleName(tr("Whose look-ups"));
    level_->setMinimumContentsLength(3);
    save_->setObjectName(QStringLiteral("reuse_save"));
    save_->setMenu(new QMenu(save_));
    save_->menu()->addAction(tr("Picture (PNG or SVG) …"), this, &ReusePanel::save_picture);
    save_->menu()->addAction(tr("Table (CSV) …"), this, &ReusePanel::save_table);
    note_->setObjectName(QStringLiteral("reuse_note"));
    note_->setWordWrap(true);
    note_->setTextFormat(Qt::PlainText);
    note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    explain_->setObjectName(QStringLiteral("explain_misses"));
    explain_->setToolTip(tr("Simulates again and finds out why look-ups missed; takes about twice the time"));
    bar_ = new JobBar(work_);
    bar_->make_narrow();
    bar_->setObjectName(QStringLiteral("reuse_bar"));
    plot_->setObjectName(QStringLiteral("reuse_plot"));
    auto* choices = new QGridLayout;
    choices->addWidget(view_, 0, 0);
    choices->addWidget(level_, 0, 1);
    choices->addWidget(subject_, 1, 0);
    choices->addWidget(save_, 1, 1);
    choices->setColumnStretch(0, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 4, 0, 0);
    rows->addLayout(choices);
    rows->addWidget(note_);
    rows->addWidget(explain_, 0, Qt::AlignLeft);
    rows->addWidget(bar_);
    auto* scroll = new QScrollArea; // so that a long legend does not enlarge the window
    scroll->setWidget(plot_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    rows->addWidget(scroll, 1);
}

void ReusePanel::connect_model() {
    const auto chosen = QOverload<int>::of(&QComboBox::currentIndexChanged);
    connect(view_, chosen, this, &ReusePanel::show_plot);
    connect(level_, chosen, this, &ReusePanel::show_plot);
    // Choosing the same subject again is also handled, since its simulation may have been stopped.
    connect(subject_, QOverload<int>::of(&QComboBox::activated), this, [this] {
        keeps_subject_ = !of_selection();
        request();
    });
    connect(explain_, &QPushButton::clicked, this, [this] { explain_misses(pane_); });
    connect(&pane_, &Pane::recording_changed, this, &ReusePanel::list_subjects);
    connect(&pane_, &Pane::profile_changed, this, &ReusePanel::request);
    connect(&pane_, &Pane::selection_changed, this, &ReusePanel::follow_selection);
    connect(&work_, &JobRunner::failed, this, &ReusePanel::failed);
    connect(&saving_, &JobRunner::failed, this, &ReusePanel::failed);
}

void ReusePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request();
}

void ReusePanel::list_subjects() {
    keeps_subject_ = false;
    const auto recording = pane_.recording();
    subject_->list(recording != nullptr ? &recording->info() : nullptr);
    subject_->name_selection(pane_.choices().selection);
}

void ReusePanel::follow_selection() {
    subject_->name_selection(pane_.choices().selection);
    // A new selection is shown unless the user chose another subject in the list.
    if (pane_.choices().selection && !keeps_subject_) subject_->choose({ReuseSubject::Kind::selected});
    if (of_selection()) request();
}

bool ReusePanel::of_selection() const {
    return subject_->chosen().kind == ReuseSubject::Kind::selected;
}

ReuseLevel ReusePanel::chosen_level() const {
    return level_->currentIndex() == 0 ? ReuseLevel::l1 : ReuseLevel::l2;
}

bool ReusePanel::shows_capacities() const {
    return view_->currentIndex() == 0;
}

void ReusePanel::choose(const ReuseSubject& subject) {
    if (!subject_->choose(subject)) return;
    keeps_subject_ = false;
    request();
}

void ReusePanel::request() {
    const auto simulation = pane_.simulation();
    if (!isVisible()) {
        work_.stop();
        if (shown_.simulation != simulation) show_nothing({}); // releases the old simulation
        return;
    }
    const auto selection = of_selection() ? pane_.choices().selection : std::nullopt;
    const auto report = simulation != nullptr ? simulation->profile->reuse() : nullptr;
    if (report != nullptr && selection && (shown_.simulation != simulation || shown_.element != selection)) {
        if (shown_.simulation != simulation) show_reuse({simulation, {simulation->profile, report}, {}});
        simulate_element(*selection);
        return;
    }
    work_.stop();
    if (simulation == nullptr) {
        show_nothing({});
    } else if (!std::holds_alternative<HierarchyConfig>(simulation->model)) {
        show_nothing(tr("The stack distance cache model keeps no reuse distances of single look-ups: %1.")
                         .arg(choose_gpu_text()));
    } else if (report == nullptr) {
        show_nothing(tr("The caches were simulated without Explain misses."), true);
    } else if (selection) {
        show_plot();
    } else {
        show_reuse({simulation, {simulation->profile, report}, {}});
    }
}

void ReusePanel::simulate_element(const Selection& element) {
    const auto simulation = pane_.simulation();
    bar_->set_title(short_title(element));
    ThreadPool& pool = pane_.pool();
    work_.start([simulation, element,
                 &pool](const JobContext& job) { return reuse_of_element(*simulation, element, pool, job); },
                [this, simulation, element](std::shared_ptr<const ReuseReport> report) {
                    if (simulation == pane_.simulation())
                        show_reuse({simulation, std::move(report), element});
                });
}

void ReusePanel::show_reuse(Shown shown) {
    shown_ = std::move(shown);
    show_plot();
}

ReusePart ReusePanel::part() const {
    if (shown_.element) return {short_title(*shown_.element)};
    const ReuseSubject& subject = subject_->chosen();
    ReusePart part{tr("everything"), subject_->chosen_name(), {}, subject.instructions};
    if (subject.kind == ReuseSubject::Kind::allocation) part.allocation = subject.allocation;
    return part;
}

void ReusePanel::show_plot() {
    if (shown_.report == nullptr) return;
    const RecordingInfo& info = shown_.simulation->recording->info();
    plot_->set_data(shows_capacities() ? capacity_plot(info, *shown_.report, chosen_level(), part())
                                       : reuse_distance_plot(*shown_.report, chosen_level(), part()));
    save_->setEnabled(!plot_->empty());
    note_->hide();
    explain_->hide();
    plot_->show();
}

void ReusePanel::show_nothing(const QString& why, bool can_explain) {
    shown_ = {};
    plot_->set_data({});
    plot_->setVisible(why.isEmpty());
    save_->setEnabled(false);
    note_->setText(why);
    note_->setVisible(!why.isEmpty());
    explain_->setVisible(can_explain);
}

QString ReusePanel::file_stem() const {
    const QString of = shown_.element ? QStringLiteral("-%1-%2")
                                            .arg(text_of(element_kinds()[shown_.element->kind].name))
                                            .arg(shown_.element->element)
                                      : QString();
    return text_of(shown_.simulation->recording->name) + of +
           (shows_capacities() ? QStringLiteral("-miss-ratio") : QStringLiteral("-reuse-histogram"));
}

QByteArray ReusePanel::csv_of(const Shown& shown, bool capacities) {
    const RecordingInfo& info = shown.simulation->recording->info();
    std::string name;
    if (shown.element)
        name = fmt::format("{}:{}", element_kinds()[shown.element->kind].name, shown.element->element);
    QByteArray text;
    const TextSink out = [&](std::string_view piece) {
        text.append(piece.data(), static_cast<int>(piece.size()));
    };
    if (capacities)
        write_miss_ratio_csv(info, *shown.report, out, name);
    else
        write_reuse_histogram_csv(info, *shown.report, out, name);
    return text;
}

QByteArray ReusePanel::csv() const {
    return shown_.report == nullptr ? QByteArray() : csv_of(shown_, shows_capacities());
}

void ReusePanel::tell(const SaveMessage& message) {
    if (message.saved)
        Q_EMIT saved(message.text);
    else
        Q_EMIT failed(message.text, this);
}

void ReusePanel::save_picture() {
    if (const auto message = save_plot_picture(this, *plot_, file_stem(),
                                               provenance_of_parts({shown_.simulation->recording.get()})))
        tell(*message);
}

void ReusePanel::save_table() {
    const QString file = ask_for_plot_table(this, file_stem());
    if (file.isEmpty()) return;
    saving_.start(
        [shown = shown_, capacities = shows_capacities(), file](const JobContext&) {
            return save_and_tell(file, csv_of(shown, capacities),
                                 provenance_of_parts({shown.simulation->recording.get()}));
        },
        [this](const SaveMessage& message) { tell(message); });
}

} // namespace hitmap
