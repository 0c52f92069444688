#include "widgets/accesses/access_panel.h"

#include "widgets/controls/job_bar.h"
#include "widgets/session/missing_parts.h"
#include "widgets/table/data_table.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace hitmap {

AccessPanel::AccessPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      title_(new QLabel),
      back_(new QPushButton(tr("&Back"))),
      address_(new QLineEdit),
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
    address_->setToolTip(
        tr("Lists the accesses that touch this byte of global memory, and names its buffer"));
    address_->setClearButtonEnabled(true);
    note_->setObjectName(QStringLiteral("accesses_note"));
    for (QLabel* label : {title_, note_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    auto* bars = new QVBoxLayout;
    for (auto [runner, title] : {std::pair{&find_job_, tr("Finding accesses")},
                                 std::pair{&result_job_, tr("Simulating the accesses")}}) {
        auto* bar = new JobBar(*runner);
        bar->set_title(title);
        bar->make_narrow();
        bars->addWidget(bar);
    }
    auto* top = new QHBoxLayout;
    top->addWidget(address_, 1);
    top->addWidget(back_);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(title_);
    rows->addLayout(top);
    table_->add_search();
    rows->addWidget(table_, 1);
    rows->addWidget(note_);
    rows->addLayout(bars);
}

void AccessPanel::connect_model() {
    connect(&pane_, &Pane::selection_changed, this, &AccessPanel::follow_selection);
    connect(&pane_, &Pane::profile_changed, this, &AccessPanel::request_list);
    connect(&pane_, &Pane::frames_changed, this, &AccessPanel::request_list);
    connect(&pane_, &Pane::recording_changed, this, [this] {
        before_.clear();
        subject_ = {};
        clear();
        follow_selection();
    });
    connect(back_, &QPushButton::clicked, this, &AccessPanel::go_back);
    connect(address_, &QLineEdit::returnPressed, this, &AccessPanel::find_address);
    connect(table_, &DataTable::row_chosen, this, &AccessPanel::choose_row);
    connect(table_, &DataTable::row_activated, this, [this](int row) {
        if (const auto element = element_of(row)) go_to({element, {}});
    });
    for (JobRunner* job : {&find_job_, &result_job_})
        connect(job, &JobRunner::failed, table_, &DataTable::failed);
}

void AccessPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_list();
}

void AccessPanel::follow_selection() {
    if (selecting_) return;
    const auto& selection = pane_.choices().selection;
    if (selection && subject_.element == selection) return;
    if (!selection && subject_.address) return; // an address stays listed when nothing is selected
    before_.clear();
    subject_ = {selection, {}};
    request_list();
}

void AccessPanel::find_address() {
    const QString text = address_->text().trimmed();
    bool valid = false;
    const std::uint64_t address = text.toULongLong(&valid, 0);
    if (valid)
        go_to({{}, address});
    else
        Q_EMIT table_->failed(tr("Expected an address such as 0x7f00 or 32512, found \"%1\".").arg(text));
}

void AccessPanel::go_to(const AccessSubject& subject) {
    if (subject == subject_) return;
    before_.push_back(subject_);
    subject_ = subject;
    select(subject.element);
    request_list();
}

void AccessPanel::go_back() {
    if (before_.empty()) return;
    subject_ = before_.back();
    before_.pop_back();
    select(subject_.element);
    request_list();
}

void AccessPanel::clear() {
    find_job_.stop();
    result_job_.stop();
    listed_.reset();
    table_->set_rows({});
    note_->clear();
}

void AccessPanel::request_list() {
    show_title();
    const auto simulation = pane_.simulation();
    const bool any = subject_.element || subject_.address;
    if (simulation == nullptr || !any || simulation->recording->info().has_sums()) return clear();
    if (!isVisible()) {
        if (listed_ != nullptr && listed_->simulation != simulation) clear(); // releases the simulation
        return;
    }
    const FrameRange frames = pane_.choices().frames;
    if (listed_ != nullptr && listed_->simulation == simulation && listed_->subject == subject_ &&
        listed_->frames == frames)
        return;
    result_job_.stop();
    const bool same_recording = listed_ != nullptr && listed_->simulation->recording == simulation->recording;
    find_job_.start(
        [simulation, runs = same_recording ? listed_->runs : nullptr, subject = subject_,
         frames](const JobContext& job) { return list_accesses(simulation, runs, subject, frames, job); },
        [this](std::shared_ptr<const ListedAccesses> listed) {
            if (listed->simulation == pane_.simulation() && listed->subject == subject_)
                show_list(std::move(listed));
        });
}

void AccessPanel::show_list(std::shared_ptr<const ListedAccesses> listed) {
    const bool other = listed_ == nullptr || listed_->subject != listed->subject;
    listed_ = std::move(listed);
    table_->set_file_stem(QStringLiteral("%1-accesses").arg(file_stem_of(*listed_->simulation->recording)),
                          provenance_of_parts({listed_->simulation->recording.get()}));
    show_results({});
    if (other) table_->select_row(std::nullopt);
    note_->setText(note_of(*listed_));
    if (listed_->list.accesses.empty()) return;
    result_job_.start(
        [listed = listed_, pool = &pane_.pool()](const JobContext& job) {
            return std::pair{listed, results_of(*listed, *pool, job)};
        },
        [this](const auto& simulated) {
            if (simulated.first == listed_) show_results(simulated.second);
        });
}

void AccessPanel::show_results(const std::vector<LaneAccessResult>& results) {
    table_->set_rows(access_table_rows(*listed_, results));
}

void AccessPanel::show_title() {
    const auto recording = pane_.recording();
    back_->setEnabled(!before_.empty());
    address_->setEnabled(recording != nullptr && !recording->info().has_sums());
    if (recording == nullptr)
        title_->setText(tr("Nothing is open."));
    else if (recording->info().has_sums())
        title_->setText(tr("A recording of sums has no requests, so that its accesses are not known."));
    else if (!subject_.element && !subject_.address)
        title_->setText(
            recording->has_elements()
                ? tr("Click a pixel in the framebuffer, or a face or a box, to list its accesses.")
                : tr("Enter an address to list its accesses. %1").arg(why_no_elements(*recording)));
    else
        title_->setText(title_of(subject_, *recording));
}

std::optional<Selection> AccessPanel::element_of(int row) const {
    if (listed_ == nullptr || row < 0 || static_cast<std::size_t>(row) >= listed_->list.accesses.size())
        return std::nullopt;
    const auto& element = listed_->list.accesses[static_cast<std::size_t>(row)].element;
    if (!element) return std::nullopt;
    return Selection{element->kind, element->element};
}

void AccessPanel::choose_row(int row) {
    if (const auto element = element_of(row)) select(element);
}

void AccessPanel::select(const std::optional<Selection>& element) {
    selecting_ = true;
    pane_.set_selection(element);
    selecting_ = false;
}

} // namespace hitmap
