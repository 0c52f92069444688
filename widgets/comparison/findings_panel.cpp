#include "widgets/comparison/findings_panel.h"

#include "core/analysis/findings/find_causes.h"
#include "core/analysis/findings/tree_change.h"
#include "core/cache/gpu/preset_library.h"
#include "core/jobs/start_thread.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/models/model_texts.h"
#include "core/trace/model/estimates.h"
#include "widgets/base/format.h"
#include "widgets/comparison/pane_beside.h"
#include "widgets/comparison/pending_text.h"
#include "widgets/controls/flow_layout.h"
#include "widgets/controls/sentence_list.h"
#include "widgets/messages/job_bar.h"
#include "widgets/session/selection/outlined_region.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

/// The caches of a pane. One that shows the stack distance cache model has those of the default GPU.
HierarchyConfig caches_of(const Simulation& simulation) {
    const auto* const own = std::get_if<HierarchyConfig>(&simulation.model);
    return own != nullptr ? *own : hierarchy_config(find_gpu_preset(default_preset_name));
}

/// Whether findings are the same: they are of all rays and allocations, whatever a pane counts alone.
bool have_same_findings(const Simulation& a, const Simulation& b) {
    return a.recording == b.recording && a.config.preset == b.config.preset && caches_of(a) == caches_of(b);
}

/// What the changes of a pane are tried on.
struct PaneTrial {
    explicit PaneTrial(const Simulation& simulation)
        : file(*simulation.recording->file),
          mesh(mesh_of(*simulation.recording)),
          preset(find_gpu_preset(simulation.config.preset.empty()
                                     ? default_preset_name
                                     : std::string_view(simulation.config.preset))),
          caches(caches_of(simulation)) {}
    const HmtFile& file;
    SourceMesh mesh;
    GpuPreset preset;
    HierarchyConfig caches;
};

/// What costs most, from the simulation of the pane; if that has no requests, from one without reasons.
std::vector<PendingFinding> first_findings(const Simulation& simulation, const PaneTrial& trial,
                                           ThreadPool& pool, const JobContext& job) {
    const RecordingInfo& info = trial.file.info();
    const JobContext quiet{job.stop};
    std::optional<RecordedTrial> recorded = known_trial(*simulation.profile, info, quiet);
    if (!recorded) recorded = simulate_costs(*request_source(trial.file, pool), trial.caches, pool, quiet);
    return PendingFindings(*recorded, {info, level_latencies(trial.preset)}).list();
}

} // namespace

FindingsPanel::FindingsPanel(Session& session, Pane& pane, QWidget* parent)
    : QWidget(parent),
      session_(session),
      pane_(pane),
      find_(new QPushButton(tr("F&ind"))),
      list_(new SentenceList),
      place_(new QPushButton(tr("Sho&w"))),
      source_(new QPushButton(tr("&Source Line"))),
      beside_(new QPushButton(tr("Try &Beside"))),
      command_(new QLabel),
      note_(new QLabel) {
    lay_out();
    connect(find_, &QPushButton::clicked, this, &FindingsPanel::find);
    connect(place_, &QPushButton::clicked, this, &FindingsPanel::show_place);
    connect(source_, &QPushButton::clicked, this, &FindingsPanel::go_to_source);
    connect(beside_, &QPushButton::clicked, this, &FindingsPanel::try_beside);
    connect(list_, &QListWidget::currentRowChanged, this, [this] {
        is_chosen_ = true;
        show_current();
    });
    connect(list_, &QListWidget::itemActivated, this, &FindingsPanel::show_place);
    connect(&pane_, &Pane::recording_changed, this, &FindingsPanel::follow_pane);
    connect(&pane_, &Pane::profile_changed, this, &FindingsPanel::follow_pane);
    connect(&session_, &Session::pane_removed, this, [this] {
        no_room_.clear();
        show_note();
    });
    connect(&job_, &JobRunner::stopped, this,
            [this] { end_early(tr("Stopped before all changes were tried.")); });
    connect(&job_, &JobRunner::failed, this, &FindingsPanel::end_early);
    connect(&outline_job_, &JobRunner::failed, this, [this](const QString& message) {
        problem_ = message;
        show_note();
    });
    show_findings({});
}

void FindingsPanel::lay_out() {
    find_->setObjectName(QStringLiteral("findings_find"));
    find_->setToolTip(tr("Simulates this recording as it is and with each change that it can have"));
    find_->setAutoDefault(false);
    list_->setObjectName(QStringLiteral("findings"));
    list_->setAccessibleName(tr("What costs most, why, and what would help"));
    place_->setObjectName(QStringLiteral("findings_show"));
    place_->setToolTip(tr("Flies to the region of the chosen finding; if it has none, opens the panel with "
                          "its numbers (Enter)"));
    place_->setAutoDefault(false);
    source_->setObjectName(QStringLiteral("findings_source"));
    source_->setToolTip(tr("Opens the source at the line that costs most of the chosen finding"));
    source_->setAutoDefault(false);
    beside_->setObjectName(QStringLiteral("findings_beside"));
    beside_->setAutoDefault(false);
    command_->setObjectName(QStringLiteral("findings_command"));
    note_->setObjectName(QStringLiteral("findings_note"));
    for (QLabel* const label : {command_, note_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    auto* bar = new JobBar(job_);
    bar->setObjectName(QStringLiteral("findings_job"));
    bar->set_title(tr("Trying changes"));
    bar->make_narrow();
    auto* buttons = new FlowLayout; // in two rows where the panel is narrow
    buttons->addWidget(find_);
    buttons->addWidget(place_);
    buttons->addWidget(source_);
    buttons->addWidget(beside_);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(buttons);
    rows->addWidget(list_, 1);
    rows->addWidget(command_);
    rows->addWidget(bar);
    rows->addWidget(note_);
    setFocusProxy(find_);
}

void FindingsPanel::follow_pane() {
    const auto simulation = pane_.simulation();
    if (of_ != nullptr && simulation != nullptr && have_same_findings(*simulation, *of_)) of_ = simulation;
    // A recording that was saved has another name and the same profile.
    if (of_ != nullptr && (simulation == nullptr || simulation->profile != of_->profile)) {
        of_ = nullptr; // first, since stopping the job tells so
        job_.stop();
        outline_job_.stop();
        problem_.clear();
        search_.reset();
        pending_.clear();
        show_findings({});
    }
    show_note();
    find_unasked();
}

void FindingsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    find_unasked();
}

void FindingsPanel::set_budget(const FindingsBudget& budget) {
    budget_ = budget;
    show_note();
    find_unasked();
}

std::optional<FindingsCost> FindingsPanel::cost() const {
    const auto simulation = pane_.simulation();
    // A slider in motion has another profile with each step.
    const bool rests = simulation != nullptr && simulation->base == nullptr && !pane_.live().shown();
    if (!rests || of_ != nullptr || simulation->recording->info().has_sums()) return std::nullopt;
    return cost_of_findings(*simulation->recording, caches_of(*simulation), pane_.pool().size());
}

void FindingsPanel::find_unasked() {
    if (!isVisible()) return;
    const auto takes = cost();
    if (takes && budget_.allows(*takes) && std::holds_alternative<HierarchyConfig>(pane_.simulation()->model))
        find();
}

void FindingsPanel::show_search(Search search) {
    search_ = std::move(search);
    show_note();
}

void FindingsPanel::find() {
    const auto simulation = pane_.simulation();
    if (simulation == nullptr || simulation->recording->info().has_sums()) return;
    of_ = simulation;
    is_chosen_ = false;
    problem_.clear();
    search_.reset();
    job_.start_telling(
        [simulation, &pool = pane_.pool(), this](const JobContext& job, const JobRunner::Tell& tell) {
            const PaneTrial trial(*simulation);
            const bool knows_mesh = trial.mesh != nullptr || !options_of_trace(trial.file.info());
            tell([this, search = Search{trial.caches, knows_mesh}] { show_search(search); });
            const auto told = [&](const std::vector<PendingFinding>& so_far) {
                tell([this, so_far] { show_pending(so_far); });
            };
            told(first_findings(*simulation, trial, pool, job));
            std::vector<Finding> findings;
            run_behind_all("a search for findings", [&] {
                // The threads of the library do what the user waits for.
                ThreadPool behind(0, give_way_to_all);
                findings = find_causes({trial.file, trial.mesh, trial.caches, usual_spare_bytes()},
                                       trial.preset, behind, job, told)
                               .findings;
            });
            return findings;
        },
        [this](std::vector<Finding> all) { show_findings(std::move(all)); });
    left_out_.clear();
    pending_.clear();
    list_findings({}, {});
}

void FindingsPanel::show_pending(std::vector<PendingFinding> pending) {
    pending_ = std::move(pending);
    left_out_.clear();
    std::vector<Finding> findings;
    QStringList texts;
    for (const PendingFinding& row : pending_) {
        findings.push_back(row.finding);
        texts.append(pending_text(row, job_.running()));
    }
    list_findings(std::move(findings), texts);
}

void FindingsPanel::show_findings(std::vector<Finding> findings) {
    left_out_ = left_out_text(pending_, findings);
    pending_.clear();
    QStringList texts;
    for (const Finding& finding : findings)
        texts.append(text_of(finding.text));
    list_findings(std::move(findings), texts);
}

void FindingsPanel::list_findings(std::vector<Finding> findings, const QStringList& texts) {
    // Where what was in a row is now; the same row if it is not there any more.
    const auto row_of = [&](int before, const std::vector<Finding>& now) {
        if (before < 0 || static_cast<std::size_t>(before) >= findings_.size()) return before;
        const Finding& was = findings_[static_cast<std::size_t>(before)];
        const auto same = std::ranges::find_if(now, [&](const Finding& finding) {
            return finding.what_kind == was.what_kind && finding.what_name == was.what_name;
        });
        return same == now.end() ? before : static_cast<int>(same - now.begin());
    };
    const auto within = [&](int row) { return std::clamp(row, 0, std::max(list_->count() - 1, 0)); };
    const int looked_at = list_->looked_at();
    const int top = looked_at < 0 ? 0 : list_->top_of(looked_at);
    const int looked_at_now = row_of(looked_at, findings);
    const int row = is_chosen_ ? row_of(list_->currentRow(), findings) : list_->currentRow();
    findings_ = std::move(findings);
    {
        const QSignalBlocker quiet(list_); // it is told once, with the row of the finding that was read
        list_->set_sentences(texts);
        list_->setCurrentRow(within(row));
    }
    if (looked_at >= 0 && list_->count() > 0) list_->put_at(within(looked_at_now), top);
    show_current();
    show_note();
}

void FindingsPanel::end_early(const QString& problem) {
    problem_ = problem;
    show_pending(std::move(pending_));
}

const Finding* FindingsPanel::current() const {
    const auto row = static_cast<std::size_t>(list_->currentRow());
    return row < findings_.size() ? &findings_[row] : nullptr;
}

void FindingsPanel::show_current() {
    const Finding* const finding = current();
    place_->setEnabled(finding != nullptr);
    source_->setEnabled(finding != nullptr && !finding->view.file.empty());
    offer_beside();
    const bool has_command = finding != nullptr && finding->gain && !finding->gain->command.empty();
    command_->setText(has_command ? text_of(finding->gain->command) : QString());
    command_->setVisible(has_command);
}

void FindingsPanel::show_note() {
    const auto simulation = pane_.simulation();
    const bool has_sums = simulation != nullptr && simulation->recording->info().has_sums();
    find_->setEnabled(simulation != nullptr && !has_sums);
    find_->setText(tr("F&ind"));
    QStringList notes;
    if (has_sums)
        notes.append(tr("This recording has sums of frames in the place of requests, so that it is not known "
                        "what a change would do."));
    else if (simulation != nullptr && of_ == nullptr)
        notes.append(
            tr("What costs most here, why, and what would help? Find simulates this recording as it "
               "is, in each memory layout that it can have, with other trees, with a short stack, and "
               "with twice the L1 and L2."));
    show_cost(notes);
    for (const QString& problem : {problem_, no_room_})
        if (!problem.isEmpty()) notes.append(problem);
    if (of_ != nullptr && search_) {
        const HierarchyConfig& caches = search_->caches;
        if (const QString order = order_text(); !order.isEmpty()) notes.append(order);
        notes.append(
            tr("Hierarchy model of %1; L1 %2, L2 %3.")
                .arg(text_of(caches.preset), text_of(l1_text(caches)), text_of(to_string(caches.l2))));
        if (const std::string estimate = estimate_text(of_->recording->info()); !estimate.empty())
            notes.append(text_of(estimate) + QLatin1Char('.'));
        if (!std::holds_alternative<HierarchyConfig>(of_->model))
            notes.append(
                tr("The pane shows the stack distance cache model, which has no requests: choose this "
                   "GPU as its model to see these numbers in the other panels."));
        if (!search_->knows_mesh)
            notes.append(
                tr("Other trees were not tried, since the file of the mesh is not known: hitmap findings "
                   "takes it as --scene."));
    }
    note_->setText(notes.join(QLatin1Char(' ')));
    note_->setVisible(!notes.isEmpty());
}

QString FindingsPanel::order_text() const {
    if (!pending_.empty() && job_.running())
        return tr("Sorted by what they cost, their part of the waiting for memory. What would help is being "
                  "simulated; in the end, those that nothing helps by 1 % are left out, and the others are "
                  "sorted by "
                  "what a change saves.");
    if (!pending_.empty()) return tr("Sorted by what they cost, their part of the waiting for memory.");
    const QString order = tr(
        "Sorted not by what they cost, but by the waiting for memory that a change saves: first changes that "
        "need nothing more of the GPU, then shared memory and larger caches.");
    const bool has_none = findings_.size() == 1 && findings_.front().why == FindingWhy::nothing;
    if (has_none) return {}; // its sentence says so
    return left_out_.isEmpty()
               ? order
               : order + QLatin1Char(' ') +
                     tr("Left out, since no change certainly saves 1 % there: %1.").arg(left_out_);
}

void FindingsPanel::show_cost(QStringList& notes) {
    const auto takes = cost();
    if (!takes || budget_.allows(*takes)) return;
    find_->setText(tr("F&ind (%1)").arg(cost_text(*takes)));
    notes.append(
        tr("That takes %1 on this computer, so that it does not begin by itself.").arg(cost_text(*takes)));
}

void FindingsPanel::go_to_source() {
    const Finding* const finding = current();
    if (finding == nullptr || finding->view.file.empty()) return;
    is_chosen_ = true;
    pane_.guide().show_line(finding->view.file, finding->view.line, true);
}

void FindingsPanel::show_place() {
    const Finding* const finding = current();
    if (finding == nullptr) return;
    is_chosen_ = true;
    const FindingView& view = finding->view;
    const auto recording = pane_.recording();
    const bool flies = view.region != nullptr && recording != nullptr && recording->has_mesh();
    if (flies) fly_to(view.region);
    // The source would cover the list, or the numbers.
    if (!view.file.empty()) pane_.guide().show_line(view.file, view.line, false);
    if (!view.allocation.empty()) pane_.guide().show_allocation(view.allocation);
    if (!flies) pane_.guide().show_panel(std::string(view.panel));
}

void FindingsPanel::offer_beside() {
    const Finding* const finding = current();
    const bool has_change = finding != nullptr && finding->gain && finding->gain->made_by != nullptr &&
                            pane_.recording() != nullptr;
    const bool can_have = has_change && changed_contents(pane_, *finding->gain->made_by).has_value();
    beside_->setEnabled(can_have);
    beside_->setToolTip(
        can_have     ? tr("Opens this recording with the chosen change in a pane beside, to compare the two")
        : has_change ? tr("This change is an estimate of the model: no recording has it")
                     : tr("No finding is chosen that has a change to try"));
}

void FindingsPanel::try_beside() {
    const Finding* const finding = current();
    if (finding == nullptr || !beside_->isEnabled()) return;
    no_room_ = why_no_pane_beside(session_);
    show_note();
    if (!no_room_.isEmpty()) return;
    const auto contents = changed_contents(pane_, *finding->gain->made_by);
    if (!contents) return;
    session_.set_active(session_.index_of(pane_));
    session_.add_pane().open(contents->spec, contents->config, choices_beside(pane_.choices()));
    session_.set_active(session_.index_of(pane_)); // whose findings these are, so that they stay
}

void FindingsPanel::fly_to(const std::shared_ptr<const WorstRegion>& region) {
    outline_job_.start([scene = pane_.recording()->scene,
                        region](const JobContext& job) { return outlined(scene, *region, job); },
                       [this](std::shared_ptr<const OutlinedRegion> found) {
                           pane_.set_region(found);
                           pane_.guide().fly_to(found->bounds);
                       });
}

} // namespace hitmap
