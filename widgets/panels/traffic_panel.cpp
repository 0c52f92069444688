#include "widgets/panels/traffic_panel.h"

#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/model/model_box.h"
#include "widgets/panels/reuse_panel.h"
#include "widgets/session/panes/toggle_restriction.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/table/data_table.h"
#include "widgets/table/pin_offer.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// Those with the most traffic come first, as `hitmap simulate` prints source lines.
void sort_by_traffic(DataTable& table) {
    const auto& columns = table.model().columns();
    const auto sectors = std::ranges::find(columns, QStringLiteral("sectors"), &TableColumn::csv_name);
    if (sectors != columns.end())
        table.view().sortByColumn(static_cast<int>(sectors - columns.begin()), Qt::DescendingOrder);
}

} // namespace

TrafficPanel::TrafficPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      tabs_(new QTabWidget),
      allocations_(new DataTable(QStringLiteral("allocation_traffic"), allocation_traffic_columns(),
                                 DataTable::Height::scrolls)),
      each_instruction_(new QCheckBox(tr("Each &instruction"))),
      lines_(
          new DataTable(QStringLiteral("line_traffic"), line_traffic_columns(), DataTable::Height::scrolls)),
      reuse_(new ReusePanel(pane)),
      note_(new QLabel) {
    lay_out();
    connect_model();
}

void TrafficPanel::lay_out() {
    tabs_->setObjectName(QStringLiteral("traffic_tabs"));
    tabs_->setDocumentMode(true);
    each_instruction_->setObjectName(QStringLiteral("each_instruction"));
    each_instruction_->setToolTip(tr("A row for each instruction of a line"));
    note_->setObjectName(QStringLiteral("traffic_note"));
    note_->setWordWrap(true);
    note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    allocations_->freeze_first_column(QStringLiteral("vertex attributes"));
    lines_->freeze_first_column(QStringLiteral("while_while.cpp:100 #10"));
    for (DataTable* table : {allocations_, lines_})
        sort_by_traffic(*table);
    auto* by_line = new QWidget;
    auto* line_rows = new QVBoxLayout(by_line);
    line_rows->setContentsMargins(0, 4, 0, 0);
    line_rows->addWidget(each_instruction_);
    line_rows->addWidget(lines_, 1);
    tabs_->addTab(allocations_, tr("Allocations"));
    tabs_->addTab(by_line, tr("Source lines"));
    tabs_->addTab(reuse_, tr("Reuse"));
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(tabs_, 1);
    rows->addWidget(note_);
}

void TrafficPanel::connect_model() {
    connect(&pane_, &Pane::profile_changed, this, &TrafficPanel::request_rows);
    connect(&pane_, &Pane::frames_changed, this, &TrafficPanel::request_rows);
    connect(tabs_, &QTabWidget::currentChanged, this, &TrafficPanel::show_note);
    connect(each_instruction_, &QCheckBox::toggled, this, &TrafficPanel::request_rows);
    connect(allocations_, &DataTable::row_activated, this, &TrafficPanel::choose_allocation);
    connect(lines_, &DataTable::row_activated, this, &TrafficPanel::choose_line);
    connect(allocations_, &DataTable::row_chosen, reuse_, [this](int row) {
        if (row > 0)
            reuse_->choose({ReuseSubject::Kind::allocation, static_cast<std::size_t>(row - 1)});
        else
            reuse_->choose({ReuseSubject::Kind::everything});
    });
    connect(lines_, &DataTable::row_chosen, reuse_,
            [this](int row) { reuse_->choose(subject_of_line(row)); });
    offer_accesses(*allocations_, &TrafficPanel::accesses_of_allocation);
    offer_accesses(*lines_, &TrafficPanel::accesses_of_line);
    offer_pin(*allocations_, pane_, [this](int row) { return curve_of_allocation(row); });
    offer_pin(*lines_, pane_, [this](int row) { return curve_of_line(row); });
    connect(&job_, &JobRunner::failed, allocations_, &DataTable::failed);
    connect(&pane_.guide(), &PaneGuide::allocation_wanted, this, [this](const std::string& label) {
        wanted_ = label;
        select_wanted();
    });
}

void TrafficPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_rows();
}

void TrafficPanel::show_tab(Tab tab) {
    tabs_->setCurrentIndex(static_cast<int>(tab));
    tabs_->setFocus(Qt::ShortcutFocusReason);
}

TrafficPanel::Shown TrafficPanel::make_shown(const Simulation& simulation, TimeWindow window,
                                             bool each_instruction) {
    const RecordingInfo& info = simulation.recording->info();
    const TrafficNumbers numbers{simulation.profile->allocations(window), simulation.profile->traffic(window),
                                 simulation.profile->capabilities().has_miss_classes};
    Shown shown{simulation.recording,
                window,
                numbers.allocations.window,
                numbers.traffic.has_value(),
                allocation_traffic_rows(info, numbers),
                traffic_lines(info, numbers.traffic, each_instruction),
                {}};
    shown.line_rows = line_traffic_rows(info, shown.lines, numbers);
    return shown;
}

void TrafficPanel::request_rows() {
    const auto simulation = pane_.simulation();
    if (!isVisible()) { // releases a closed recording
        const auto recording = simulation != nullptr ? simulation->recording : nullptr;
        if (shown_.recording != nullptr && shown_.recording != recording) show_rows({});
        return;
    }
    if (simulation == nullptr) {
        show_rows({});
        return;
    }
    const TimeWindow window = frame_range_window(simulation->profile->positions(), pane_.choices().frames);
    job_.start([simulation, window, each = each_instruction_->isChecked()](
                   const JobContext&) { return make_shown(*simulation, window, each); },
               [this, simulation](Shown shown) {
                   if (simulation == pane_.simulation()) show_rows(std::move(shown));
               });
}

void TrafficPanel::show_rows(Shown shown) {
    shown_ = std::move(shown);
    refusal_.clear();
    const auto recording = pane_.recording();
    const QString stem = recording != nullptr ? text_of(recording->name) : QString();
    const QByteArray provenance =
        recording != nullptr ? provenance_of_parts({recording.get()}) : QByteArray();
    allocations_->set_file_stem(stem + QStringLiteral("-allocations"), provenance);
    allocations_->set_rows(std::move(shown_.allocations));
    lines_->set_file_stem(stem + QStringLiteral("-source-lines"), provenance);
    lines_->set_rows(std::move(shown_.line_rows));
    show_note();
    show_choice();
    select_wanted();
}

void TrafficPanel::select_wanted() {
    if (!wanted_ || shown_.recording == nullptr || shown_.recording != pane_.recording()) return;
    const std::vector<std::string> labels = allocation_labels(shown_.recording->info());
    const auto found = std::ranges::find(labels, *wanted_);
    wanted_.reset();
    if (found == labels.end()) return;
    const auto number = static_cast<std::size_t>(found - labels.begin());
    tabs_->setCurrentWidget(allocations_);
    allocations_->select_row(static_cast<int>(number) + 1); // the first row is of everything
    refusal_ = refusal_of(number);
    show_note();
}

void TrafficPanel::show_note() {
    QStringList notes;
    const bool is_refused = !refusal_.isEmpty() && tabs_->currentWidget() == allocations_;
    if (is_refused) notes.append(refusal_);
    const bool of_tables = tabs_->currentWidget() != reuse_;
    if (pane_.recording() != nullptr && pane_.recording()->info().has_sums())
        notes.append(tr("A recording of sums has no requests, so that their traffic is not known."));
    else if (can_restrict(pane_) && of_tables && !is_refused)
        notes.append(
            tr("Enter or a double click colours the mesh by one row alone; again, or Esc: by everything."));
    const auto recording = pane_.recording();
    if (tabs_->currentWidget() == allocations_ && recording != nullptr &&
        recording->info().allocations.empty())
        notes.append(tr("This recording lists no allocations."));
    const bool of_lines = tabs_->currentIndex() == 1 && pane_.simulation() != nullptr;
    if (of_lines && shown_.lines.empty()) {
        notes.append(tr("This recording names no instructions."));
    } else if (of_lines && !shown_.knows_lines) {
        notes.append(
            tr("The stack distance cache model counts elements, not instructions: for the numbers of source "
               "lines, %1.")
                .arg(choose_gpu_text()));
    }
    if (of_tables && !(shown_.served == shown_.asked))
        notes.append(tr("Summed over %1 %2, the nearest at which sums are known; this frame is %3.")
                         .arg(text_of(position_word(*shown_.recording)), accesses_text(shown_.served),
                              accesses_text(shown_.asked)));
    note_->setText(notes.join(QLatin1Char('\n')));
    note_->setVisible(!notes.isEmpty());
}

void TrafficPanel::choose(Restriction only) {
    if (shown_.recording == pane_.recording()) toggle_restriction(pane_, std::move(only));
}

QString TrafficPanel::refusal_of(std::size_t allocation) const {
    const RecordingInfo& info = shown_.recording->info();
    const Allocation& chosen = info.allocations[allocation];
    if (holds_elements(chosen, !pane_.wanted_config().preset.empty())) return {};
    return (chosen.role == Role::vertices
                ? tr("This model counts %1 for the faces that use it. Ctrl+Enter lists its accesses.")
                : tr("%1 holds nothing that the mesh shows: Ctrl+Enter lists its accesses, and Image shows "
                     "which "
                     "pixels miss."))
        .arg(text_of(allocation_labels(info)[allocation]));
}

void TrafficPanel::choose_allocation(int row) {
    Restriction only;
    refusal_.clear();
    std::optional<ElementKindId> kind;
    if (row > 0 && shown_.recording != nullptr) {
        const auto number = static_cast<std::size_t>(row - 1);
        const RecordingInfo& info = shown_.recording->info();
        only.allocation = allocation_labels(info)[number];
        refusal_ = refusal_of(number);
        kind = element_kind_of(info.allocations[number].role);
    }
    show_note();
    if (!refusal_.isEmpty()) return;
    choose(std::move(only));
    // Elements that are not drawn would leave everything grey.
    if (View view = pane_.choices().view; kind && element_kinds()[*kind].geometry && !view.shows(*kind)) {
        view.show(*kind);
        pane_.set_view(view);
    }
}

void TrafficPanel::choose_line(int row) {
    refusal_.clear();
    choose(row > 0 ? restriction_of_line(shown_.lines[static_cast<std::size_t>(row - 1)]) : Restriction());
}

void TrafficPanel::offer_accesses(DataTable& table, AccessSubject (TrafficPanel::*subject)(int row) const) {
    table.offer(
        tr("Show &Accesses"), QKeySequence(QStringLiteral("Ctrl+Return")),
        [this, subject](int row) { return !(this->*subject)(row).empty(); },
        [this, subject](int row) { pane_.show_accesses((this->*subject)(row)); });
}

AccessSubject TrafficPanel::accesses_of_allocation(int row) const {
    if (row <= 0 || shown_.recording == nullptr || shown_.recording != pane_.recording()) return {};
    return {.allocation = static_cast<std::uint32_t>(row - 1)};
}

AccessSubject TrafficPanel::accesses_of_line(int row) const {
    if (row <= 0 || static_cast<std::size_t>(row) > shown_.lines.size() ||
        shown_.recording != pane_.recording())
        return {};
    const TrafficLine& line = shown_.lines[static_cast<std::size_t>(row - 1)];
    return line.file.empty() ? AccessSubject{} : AccessSubject{.line = line.name};
}

std::optional<CurveSubject> TrafficPanel::curve_of_allocation(int row) const {
    if (accesses_of_allocation(row).empty()) return std::nullopt;
    return CurveAllocation{allocation_labels(shown_.recording->info())[static_cast<std::size_t>(row - 1)]};
}

std::optional<CurveSubject> TrafficPanel::curve_of_line(int row) const {
    if (row <= 0 || static_cast<std::size_t>(row) > shown_.lines.size() ||
        shown_.recording != pane_.recording())
        return std::nullopt;
    const TrafficLine& line = shown_.lines[static_cast<std::size_t>(row - 1)];
    if (line.one_instruction) return CurveInstruction{line.instructions.front()};
    return CurveLine{line.name};
}

Restriction TrafficPanel::restriction_of_line(const TrafficLine& line) {
    Restriction only;
    if (line.one_instruction)
        only.instruction = line.instructions.front();
    else
        only.line = source_line_name(line.file, line.line);
    return only;
}

ReuseSubject TrafficPanel::subject_of_line(int row) const {
    if (row <= 0 || static_cast<std::size_t>(row) > shown_.lines.size())
        return {ReuseSubject::Kind::everything};
    const TrafficLine& line = shown_.lines[static_cast<std::size_t>(row - 1)];
    return {line.one_instruction ? ReuseSubject::Kind::instruction : ReuseSubject::Kind::line, 0,
            line.instructions};
}

void TrafficPanel::show_choice() {
    const auto recording = pane_.recording();
    if (recording == nullptr || pane_.config().only.of_rays_alone()) return;
    const Restriction& only = pane_.config().only;
    const std::vector<std::string> labels = allocation_labels(recording->info());
    for (std::size_t i = 0; only.allocation && i < labels.size(); ++i)
        if (labels[i] == *only.allocation) return allocations_->select_row(static_cast<int>(i) + 1);
    for (std::size_t i = 0; i < shown_.lines.size(); ++i) {
        const Restriction of_row = restriction_of_line(shown_.lines[i]);
        if ((only.line || only.instruction) && of_row.line == only.line &&
            of_row.instruction == only.instruction)
            return lines_->select_row(static_cast<int>(i) + 1);
    }
}

} // namespace hitmap
