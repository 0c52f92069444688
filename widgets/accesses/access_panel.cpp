#include "widgets/accesses/access_panel.h"

#include "core/cache/results/source_lines.h"
#include "core/trace/elements/kind_names.h"
#include "core/trace/elements/told_kinds.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/accesses/access_filter.h"
#include "widgets/accesses/access_tools.h"
#include "widgets/base/format.h"
#include "widgets/messages/job_bar.h"
#include "widgets/panes/range_chips.h"
#include "widgets/session/panes/empty_text.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/session/recording/opening_memory.h"
#include "widgets/table/data_table.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace hitmap {

AccessPanel::AccessPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      title_(new QLabel),
      back_(new QPushButton(tr("&Back"))),
      address_(new QLineEdit),
      tools_(new AccessTools(pane)),
      table_(new DataTable(QStringLiteral("accesses"), access_table_columns(), DataTable::Height::scrolls)),
      note_(new QLabel) {
    lay_out();
    connect_model();
    follow_selection();
}

void AccessPanel::lay_out() {
    title_->setObjectName(QStringLiteral("accesses_title"));
    back_->setObjectName(QStringLiteral("accesses_back"));
    back_->setToolTip(tr("Lists what was listed before"));
    address_->setObjectName(QStringLiteral("accesses_address"));
    address_->setPlaceholderText(tr("Address, such as 0x7f00"));
    address_->setToolTip(tr("Lists the accesses that touch this byte of global memory, and names its buffer "
                            "and element. 0x7f00/128: those that touch its line of 128 bytes"));
    address_->setClearButtonEnabled(true);
    note_->setObjectName(QStringLiteral("accesses_note"));
    for (QLabel* label : {title_, note_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    auto* bars = new QVBoxLayout;
    for (auto [runner, title] : {std::pair{&index_job_, tr("Preparing lists of pixels")},
                                 std::pair{&find_job_, tr("Finding accesses")},
                                 std::pair{&result_job_, tr("Simulating the accesses")},
                                 std::pair{&table_->order_job(), tr("Sorting the accesses")}}) {
        auto* bar = new JobBar(*runner);
        bar->set_title(title);
        bar->make_narrow();
        bar->show_only_long_jobs();
        bars->addWidget(bar);
    }
    auto* top = new QHBoxLayout;
    top->addWidget(address_, 1);
    top->addWidget(back_);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(title_);
    rows->addLayout(top);
    rows->addWidget(tools_);
    search_ = &table_->add_search(DataTable::Search::elsewhere);
    auto* find = new QHBoxLayout;
    find->addWidget(search_, 1);
    find->addWidget(access_filter_button(*search_));
    rows->addLayout(find);
    rows->addWidget(table_, 1);
    rows->addWidget(note_);
    rows->addWidget(new RangeNote(pane_));
    rows->addLayout(bars);
}

void AccessPanel::connect_model() {
    connect(&pane_, &Pane::selection_changed, this, &AccessPanel::follow_selection);
    connect(&pane_, &Pane::profile_changed, this, &AccessPanel::request_list);
    connect(&pane_, &Pane::frames_changed, this, &AccessPanel::request_list);
    connect(&pane_, &Pane::recording_changed, this, [this] {
        index_job_.stop();
        indexed_.reset();
        before_.clear();
        subject_ = {};
        clear();
        follow_selection();
    });
    connect(&pane_, &Pane::early_changed, this, &AccessPanel::show_title);
    pane_.follow_panel<RayDisplay>(this, &AccessPanel::show_current);
    connect(tools_, &AccessTools::step_wanted, this, &AccessPanel::step);
    connect(table_, &DataTable::ordered, this, &AccessPanel::show_current);
    connect(table_, &DataTable::menu_wanted, this, [this](QMenu* menu, int row) { add_to_menu(*menu, row); });
    connect(back_, &QPushButton::clicked, this, &AccessPanel::go_back);
    connect(address_, &QLineEdit::returnPressed, this, &AccessPanel::find_address);
    connect(address_, &QLineEdit::textChanged, this, [this] { wrong_address_.reset(); });
    connect(table_, &DataTable::row_chosen, this, &AccessPanel::choose_row);
    connect(table_, &DataTable::row_activated, this, [this](int row) {
        if (const auto element = element_of(row)) go_to({.element = element});
    });
    for (JobRunner* job : {&index_job_, &find_job_, &result_job_})
        connect(job, &JobRunner::failed, table_, &DataTable::failed);
}

void AccessPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_list();
}

void AccessPanel::follow_selection() {
    if (selecting_) return;
    const PaneChoices& choices = pane_.choices();
    const AccessSubject subject =
        choices.accesses ? choices.accesses->subject : AccessSubject{.element = choices.selection};
    if (subject == subject_) return show_current();
    before_.clear();
    subject_ = subject;
    request_list();
}

void AccessPanel::ask_for_address() {
    address_->setFocus(Qt::ShortcutFocusReason);
    address_->selectAll();
}

void AccessPanel::find_address() {
    if (const auto bytes = byte_range_of(address_->text())) return go_to({.bytes = bytes});
    wrong_address_ = std::make_unique<QObject>();
    Q_EMIT table_->failed(
        tr("Expected an address such as 0x7f00 or 32512, or a line such as 0x7f00/128, found \"%1\".")
            .arg(address_->text().trimmed()),
        wrong_address_.get());
}

void AccessPanel::add_to_menu(QMenu& menu, int row) {
    const LaneAccess* const access = access_of(row);
    if (access == nullptr) return;
    const RecordingInfo& info = listed_->simulation->recording->info();
    QMenu& only = *menu.addMenu(tr("Onl&y Rows of"));
    const auto of_model = table_->model().row_of_source(row);
    for (const RowTerm& each : terms_of_row(table_->model(), table_->model().row(of_model.value_or(row))))
        only.addAction(each.text, this, [this, term = each.term] { toggle_term(*search_, term); });
    QMenu& list = *menu.addMenu(tr("Show Accesses &of"));
    const auto add = [&](const QString& text, const AccessSubject& subject) {
        list.addAction(text, this, [this, subject] { go_to(subject); });
    };
    if (const auto element = element_of(row)) add(tr("Its &Element"), {.element = element});
    if (access->tag) add(tr("Its &Pixel"), {.element = Selection::pixel(access->tag->work_item)});
    const Instruction& instruction = info.instructions[access->instruction];
    if (instruction.space == Space::global) {
        add(tr("Its A&ddress"), {.bytes = ByteRange{access->address, 1}});
        const ModelChoice& config = listed_->simulation->config;
        add(tr("Its L&1 Line (%1 Bytes)").arg(config.l1.line),
            {.bytes = line_at(access->address, config.l1.line)});
        add(tr("Its L&2 Line (%1 Bytes)").arg(config.l2.line),
            {.bytes = line_at(access->address, config.l2.line)});
    }
    if (access->allocation) add(tr("Its &Allocation"), {.allocation = access->allocation});
    for (const SourceLine& line : source_lines(info))
        if (!line.file.empty() && std::ranges::count(line.instructions, access->instruction) != 0)
            add(tr("Its &Source Line"), {.line = line.name});
    add_pins(menu, row, *access);
}

/// Adds what the access touches as curves of the Time panel.
void AccessPanel::add_pins(QMenu& menu, int row, const LaneAccess& access) {
    const RecordingInfo& info = listed_->simulation->recording->info();
    QMenu& list = *menu.addMenu(tr("Pin in &Time"));
    const auto add = [&](const QString& text, CurveSubject subject) {
        list.addAction(text, this, [this, subject = std::move(subject)] { pane_.pin_curve(subject); });
    };
    if (const auto element = element_of(row))
        add(tr("Its &Element"), CurveElement{element->kind, element->element});
    if (access.tag) add(tr("Its &Pixel"), CurveElement{pixel_kind, access.tag->work_item});
    if (access.allocation)
        add(tr("Its &Allocation"), CurveAllocation{allocation_labels(info)[*access.allocation]});
    add(tr("Its &Instruction"), CurveInstruction{access.instruction});
    for (const SourceLine& line : source_lines(info))
        if (!line.file.empty() && std::ranges::count(line.instructions, access.instruction) != 0)
            add(tr("Its &Source Line"), CurveLine{line.name});
    add(tr("Its S&M"), CurveSm{access.sm});
}

void AccessPanel::go_to(const AccessSubject& subject) {
    if (subject == subject_) return;
    const auto& now = pane_.choices().accesses;
    before_.push_back(now && now->subject == subject_ ? *now : AccessChoice{subject_, {}});
    subject_ = subject;
    choose({subject, {}}, subject.element);
    request_list();
}

void AccessPanel::go_back() {
    if (before_.empty()) return;
    const AccessChoice back = before_.back();
    before_.pop_back();
    subject_ = back.subject;
    choose(back, subject_.element);
    request_list();
}

void AccessPanel::clear() {
    find_job_.stop();
    result_job_.stop();
    visited_job_.stop();
    release(std::exchange(listed_, nullptr));
    pane_.marks().set_trail(nullptr);
    table_->set_rows({});
    note_->clear();
}

void AccessPanel::request_index(const std::shared_ptr<const Simulation>& simulation) {
    if (indexed_.lock() == simulation->recording) return;
    indexed_ = simulation->recording;
    index_job_.start(
        [recording = simulation->recording, pool = &pane_.pool(),
         hierarchy = std::holds_alternative<HierarchyConfig>(simulation->model)](const JobContext& job) {
            if (!copy_of_requests_fits(*recording->file, hierarchy, machine_memory())) return false;
            const auto runs = recording->lanes->get(*recording->file, job);
            if (gains_from_copy(*recording, *runs))
                static_cast<void>(recording->by_sm->get(*recording->file, *pool, job));
            return true;
        },
        [](bool) {});
}

void AccessPanel::request_list() {
    show_title();
    const auto simulation = pane_.simulation();
    if (simulation != nullptr && isVisible() && !simulation->recording->info().has_sums())
        request_index(simulation);
    if (simulation == nullptr || subject_.empty() || simulation->recording->info().has_sums()) return clear();
    if (!isVisible()) {
        if (listed_ != nullptr && listed_->simulation != simulation) clear(); // releases the simulation
        return;
    }
    const FrameRange frames = pane_.choices().frames;
    if (listed_ != nullptr && listed_->simulation == simulation && listed_->subject == subject_ &&
        listed_->frames == frames)
        return;
    result_job_.stop();
    request_part(simulation, ListPart::first);
}

void AccessPanel::request_part(const std::shared_ptr<const Simulation>& simulation, ListPart part) {
    find_job_.start(
        [simulation, subject = subject_, frames = pane_.choices().frames, part, pool = &pane_.pool()](
            const JobContext& job) { return list_accesses(simulation, subject, frames, part, *pool, job); },
        [this](std::shared_ptr<const ListedAccesses> listed) {
            if (listed->simulation != pane_.simulation() || listed->subject != subject_) return;
            const bool complete = listed->list.complete;
            show_list(std::move(listed));
            if (!complete) request_part(pane_.simulation(), ListPart::all);
        });
}

void AccessPanel::show_list(std::shared_ptr<const ListedAccesses> listed) {
    const bool other = listed_ == nullptr || listed_->subject != listed->subject;
    release(std::exchange(listed_, std::move(listed)));
    table_->set_file_stem(QStringLiteral("%1-accesses").arg(file_stem_of(*listed_->simulation->recording)),
                          provenance_of_parts({listed_->simulation->recording.get()}));
    show_results({});
    if (other) table_->select_row(std::nullopt);
    show_current();
    note_->setText(note_of(*listed_));
    if (listed_->list.accesses.empty() || !listed_->list.complete) return;
    result_job_.start(
        [listed = listed_, pool = &pane_.pool()](const JobContext& job) {
            return std::pair{listed, results_of(*listed, *pool, job)};
        },
        [this](std::pair<std::shared_ptr<const ListedAccesses>, std::vector<LaneAccessResult>> simulated) {
            if (simulated.first == listed_) show_results(std::move(simulated.second));
        });
}

void AccessPanel::show_results(std::vector<LaneAccessResult> results) {
    auto before = table_->model().source();
    table_->set_source(access_table_rows(listed_, std::move(results)));
    release(std::move(before));
}

void AccessPanel::release(std::shared_ptr<const void> list) {
    if (list == nullptr) return;
    using Released = std::vector<std::shared_ptr<const void>>;
    release_job_.start(
        [released = std::make_shared<Released>(Released{std::move(list)})](const JobContext&) {
            released->clear();
            return true;
        },
        [](bool) {});
}

void AccessPanel::show_title() {
    const auto recording = pane_.recording();
    back_->setEnabled(!before_.empty());
    address_->setEnabled(recording != nullptr && !recording->info().has_sums());
    if (recording == nullptr)
        title_->setText(empty_text(pane_));
    else if (recording->info().has_sums())
        title_->setText(tr("A recording of sums has no requests, so that its accesses are not known."));
    else if (subject_.empty())
        title_->setText(
            recording->has_elements()
                ? tr("Click a pixel in the framebuffer, or %1, to list its accesses.")
                      .arg(text_of(list_of(told_drawn_kinds(recording->info()), KindName::with_article)))
                : tr("Enter an address to list its accesses. %1").arg(why_no_elements(*recording)));
    else
        title_->setText(title_of(subject_, *recording));
}

const LaneAccess* AccessPanel::access_of(int row) const {
    if (listed_ == nullptr || row < 0 || static_cast<std::size_t>(row) >= listed_->list.accesses.size())
        return nullptr;
    return &listed_->list.accesses[static_cast<std::size_t>(row)];
}

std::optional<Selection> AccessPanel::element_of(int row) const {
    const LaneAccess* const access = access_of(row);
    if (access == nullptr || !access->element) return std::nullopt;
    return Selection{access->element->kind, access->element->element};
}

void AccessPanel::choose_row(int row) {
    if (access_of(row) == nullptr) return;
    // An access of no element selects what is listed, so that the views mark nothing that it did not access.
    const auto element = element_of(row);
    choose({subject_, key_of(listed_->list, static_cast<std::size_t>(row))},
           element ? element : subject_.element);
    show_current();
}

void AccessPanel::step(StepTo to, int direction) {
    if (listed_ == nullptr) return;
    const SortedTable& sorted = table_->sorted();
    const auto row_of_model = [&](int shown) {
        return table_->model().source_row(sorted.mapToSource(sorted.index(shown, 0)).row());
    };
    const ShownAccesses shown{sorted.rowCount(),
                              [&](int row) -> const LaneAccess& { return *access_of(row_of_model(row)); }};
    const QModelIndex current = table_->view().currentIndex();
    const auto row =
        row_after(shown, current.isValid() ? std::optional(current.row()) : std::nullopt, to, direction);
    if (!row) return;
    table_->select_row(row_of_model(*row));
    choose_row(row_of_model(*row));
}

void AccessPanel::show_current() {
    const auto& accesses = pane_.choices().accesses;
    std::optional<std::size_t> row;
    if (listed_ != nullptr && accesses && accesses->current && accesses->subject == listed_->subject)
        row = row_of(listed_->list, *accesses->current);
    if (!row) {
        visited_job_.stop();
        if (accesses || pane_.choices().selection) table_->select_row(std::nullopt);
        pane_.marks().set_trail(nullptr);
        return;
    }
    table_->select_row(static_cast<int>(*row));
    const LaneAccess& access = listed_->list.accesses[*row];
    AccessTrail trail;
    trail.request = access.request;
    trail.launch = access.launch;
    trail.warp = access.warp;
    trail.lane = access.lane;
    set_trail(std::move(trail), *row);
}

void AccessPanel::set_trail(AccessTrail trail, std::size_t row) {
    // Visited elements of more rows take longer than a refresh of the screen.
    constexpr std::size_t most_at_once = 20'000;
    visited_job_.stop();
    const bool visited = pane_.choices().panel<RayDisplay>().visited;
    if (visited && row < most_at_once) trail.visited = visited_until(listed_->list, row);
    pane_.marks().set_trail(std::make_shared<const AccessTrail>(trail));
    if (!visited || row < most_at_once) return;
    visited_job_.start(
        [listed = listed_, trail = std::move(trail), row](const JobContext&) {
            auto complete = std::make_shared<AccessTrail>(trail);
            complete->visited = visited_until(listed->list, row);
            return std::shared_ptr<const AccessTrail>(std::move(complete));
        },
        [this](std::shared_ptr<const AccessTrail> complete) {
            pane_.marks().set_trail(std::move(complete));
        });
}

void AccessPanel::choose(const AccessChoice& accesses, const std::optional<Selection>& element) {
    selecting_ = true;
    pane_.set_accesses(accesses, element);
    selecting_ = false;
}

} // namespace hitmap
