#include "widgets/comparison/what_if_panel.h"

#include "core/profile/models/headline.h"
#include "core/report/rows/ranking_columns.h"
#include "widgets/base/format.h"
#include "widgets/messages/job_bar.h"
#include "widgets/table/data_table.h"
#include "widgets/table/report_table.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

namespace hitmap {

namespace {

QString ranking_text(const char* text) {
    return QCoreApplication::translate("WhatIfPanel", text);
}

const ColumnPlaces& ranking_places() {
    static const ColumnPlaces places{
        {"layout"},
        {.key = "l1_misses", .below = "l1_misses_change"},
        {"l1_misses_change"},
        {.key = "l2_misses", .below = "l2_misses_change"},
        {"l2_misses_change"},
        {"result"},
        {.key = "l1_hit_rate", .below = "l2_hit_rate"},
        {"l2_hit_rate"},
        {.key = "rank", .shown = false},
        {.key = "l1_misses_difference", .shown = false},
        {.key = "l1_hits", .shown = false},
        {.key = "l1_lookups", .shown = false},
        {.key = "l2_misses_difference", .shown = false},
        {.key = "l2_hits", .shown = false},
        {.key = "l2_lookups", .shown = false},
        {.key = "reason", .shown = false},
    };
    return places;
}

ReportColumns<RankingRow> ranking_shown() {
    return window_columns(ranking_columns(), ranking_places());
}

/// The row with the reason as tool tip, and a mark on the layout that the pane shows.
TableRow ranked_row(const ReportColumns<RankingRow>& columns, const RankingRow& row) {
    TableRow cells = table_row(columns, row);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].info.key == "result") cells[i].detail = text_of(row.reason);
        if (columns[i].info.key == "layout" && row.options.empty())
            cells[i].shown = QStringLiteral("\u25b8 ") + ranking_text("as recorded");
    }
    return cells;
}

/// "layout soa, stride boxes=32 (exact)"
QString told_layout(const TriedLayout& layout) {
    const QString title = layout.is_recorded() ? ranking_text("as recorded") : text_of(title_of(layout));
    if (!layout.is_possible())
        return ranking_text("%1 (not possible: %2)").arg(title, text_of(layout.problem));
    if (layout.estimates.empty()) return ranking_text("%1 (exact)").arg(title);
    return ranking_text("%1 (an estimate: %2)")
        .arg(title, text_of(fmt::format("{}", fmt::join(layout.estimates, "; "))));
}

/// "order of 'a', order of 'b' (the reason)", for each reason once.
QStringList refused_texts(const std::vector<RefusedLayouts>& refused) {
    std::vector<std::pair<std::string, QStringList>> by_reason;
    for (const RefusedLayouts& each : refused) {
        auto place = std::ranges::find(by_reason, each.reason, &std::pair<std::string, QStringList>::first);
        if (place == by_reason.end()) place = by_reason.insert(place, {each.reason, {}});
        place->second.append(text_of(each.what));
    }
    QStringList texts;
    for (const auto& [reason, names] : by_reason)
        texts.append(WhatIfPanel::tr("%1 (%2)").arg(names.join(QStringLiteral(", ")), text_of(reason)));
    return texts;
}

} // namespace

WhatIfPanel::WhatIfPanel(Session& session, Pane& pane, QWidget* parent)
    : QWidget(parent),
      session_(session),
      pane_(pane),
      rank_(new QPushButton(tr("Ran&k Layouts"))),
      level_(new QComboBox),
      table_(new DataTable(QStringLiteral("what_if"),
                           table_columns(ranking_shown(), ranking_places(), ranking_text),
                           DataTable::Height::scrolls)),
      beside_(new QPushButton(tr("Show &Beside"))),
      save_(new QPushButton(tr("Save &As …"))),
      wanted_(new QLabel),
      note_(new QLabel),
      chosen_("-") {
    lay_out();
    connect_model();
    offer_actions();
    follow_display();
}

void WhatIfPanel::lay_out() {
    rank_->setObjectName(QStringLiteral("what_if_rank"));
    rank_->setToolTip(tr("Simulates this recording in each memory layout that it can have"));
    rank_->setAutoDefault(false);
    level_->setObjectName(QStringLiteral("what_if_level"));
    level_->setAccessibleName(tr("The misses by which layouts are ranked"));
    for (const auto& [level, title] :
         {std::pair{Level::l1, tr("by L1 misses")}, std::pair{Level::l2, tr("by L2 misses")}})
        level_->addItem(title, static_cast<int>(level));
    table_->freeze_first_column(QStringLiteral("node-order clustered")); // so that the result fits, too
    beside_->setObjectName(QStringLiteral("what_if_beside"));
    beside_->setToolTip(tr("Opens the chosen layout, or the best one, in a pane beside this one (Enter)"));
    beside_->setAutoDefault(false);
    save_->setObjectName(QStringLiteral("what_if_save"));
    save_->setToolTip(tr("Saves the recording in the chosen layout, or in the best one, as hitmap relayout "
                         "does"));
    save_->setAutoDefault(false);
    wanted_->setObjectName(QStringLiteral("what_if_wanted"));
    note_->setObjectName(QStringLiteral("what_if_note"));
    for (QLabel* label : {wanted_, note_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    wanted_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    wanted_->setMinimumHeight(2 * wanted_->fontMetrics().lineSpacing()); // so that few names move the buttons
    auto* above = new QHBoxLayout;
    above->addWidget(rank_);
    above->addWidget(level_, 1);
    auto* below = new QHBoxLayout;
    below->addWidget(beside_);
    below->addWidget(save_);
    below->addStretch(1);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(above);
    rows->addWidget(table_, 1);
    rows->addLayout(below);
    auto* bars = new QGridLayout; // one job runs at a time
    rows->addLayout(bars);
    for (const auto& [job, name, title] :
         {std::tuple{&job_, "what_if_job", tr("Trying layouts")},
          std::tuple{&making_, "what_if_making", tr("Making the recording")}}) {
        auto* bar = new JobBar(*job);
        QSizePolicy room = bar->sizePolicy();
        room.setRetainSizeWhenHidden(true); // so that no button moves away from the pointer
        bar->setSizePolicy(room);
        bar->setObjectName(QString::fromLatin1(name));
        bar->set_title(title);
        bar->make_narrow();
        bars->addWidget(bar, 0, 0);
    }
    rows->addWidget(scrolled_texts());
    setFocusProxy(rank_);
}

/// The texts in a place of one height, whatever they say, so that the table keeps its rows and no button
/// moves.
QWidget* WhatIfPanel::scrolled_texts() {
    constexpr int lines = 6;
    auto* texts = new QWidget;
    auto* column = new QVBoxLayout(texts);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(wanted_);
    column->addWidget(note_);
    column->addStretch(1);
    auto* area = new QScrollArea;
    area->setObjectName(QStringLiteral("what_if_texts"));
    area->setAccessibleName(tr("What the ranking says"));
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidgetResizable(true);
    area->setWidget(texts);
    area->setFixedHeight(lines * note_->fontMetrics().lineSpacing());
    return area;
}

void WhatIfPanel::connect_model() {
    connect(&pane_, &Pane::recording_changed, this, &WhatIfPanel::follow_pane);
    connect(&pane_, &Pane::profile_changed, this, &WhatIfPanel::follow_pane);
    pane_.follow_panel<WhatIfDisplay>(this, &WhatIfPanel::follow_display);
    connect(&session_, &Session::changed, this, &WhatIfPanel::show_buttons);
    connect(rank_, &QPushButton::clicked, this, &WhatIfPanel::rank);
    connect(level_, QOverload<int>::of(&QComboBox::activated), this,
            [this] { pane_.set_panel(WhatIfDisplay{static_cast<Level>(level_->currentData().toInt())}); });
    connect(&job_, &JobRunner::progressed, this, [this] {
        if (ranking_ != nullptr && ranking_->tried().size() != rows_.size()) show_results();
    });
    connect(&job_, &JobRunner::stopped, this, [this] {
        if (ranking_ == nullptr) return;
        problem_ = tr("Stopped before all layouts were tried.");
        show_results();
    });
    connect(&job_, &JobRunner::failed, this, [this](const QString& message) {
        problem_ = message;
        show_results();
    });
    for (const auto told : {&JobRunner::started, &JobRunner::finished, &JobRunner::stopped})
        connect(&making_, told, this, &WhatIfPanel::show_buttons);
    connect(&making_, &JobRunner::failed, this, &WhatIfPanel::show_buttons);
    connect(&making_, &JobRunner::failed, this, &WhatIfPanel::failed);
    connect(&session_, &Session::pane_removed, this, [this] { no_room_.reset(); });
    connect(table_, &DataTable::row_chosen, this, [this](int row) {
        chosen_ = key_of(rows_.at(static_cast<std::size_t>(row)));
        show_buttons();
    });
}

void WhatIfPanel::follow_display() {
    const QSignalBlocker quiet(level_);
    level_->setCurrentIndex(level_->findData(static_cast<int>(pane_.choices().panel<WhatIfDisplay>().level)));
    follow_pane();
}

void WhatIfPanel::follow_pane() {
    const auto simulation = pane_.simulation();
    if (ranking_ != nullptr && (simulation == nullptr || !ranking_->is_of(*simulation))) {
        ranking_ = nullptr; // first, since stopping the job tells so
        job_.stop();
        chosen_ = "-";
    }
    show_results();
}

void WhatIfPanel::rank() {
    const auto simulation = pane_.simulation();
    if (simulation == nullptr || !why_no_ranking(*simulation).isEmpty()) return;
    ranking_ = std::make_shared<GrowingRanking>(simulation);
    problem_.clear();
    job_.start(
        [ranking = ranking_, &pool = pane_.pool()](const JobContext& job) {
            ranking->try_all(pool, job);
            return ranking;
        },
        [this](const std::shared_ptr<GrowingRanking>&) { show_results(); });
    show_results();
}

void WhatIfPanel::show_results() {
    const std::size_t level = index(pane_.choices().panel<WhatIfDisplay>().level);
    const auto tried = ranking_ != nullptr ? ranking_->tried() : std::vector<TriedLayout>();
    rows_.clear();
    for (const std::size_t i : ranked_by_misses(tried, level))
        rows_.push_back(tried[i]);
    const auto columns = ranking_shown();
    std::vector<TableRow> cells;
    for (const RankingRow& row : ranking_rows(tried, level))
        cells.push_back(ranked_row(columns, row));
    table_->set_rows(std::move(cells));
    std::optional<int> chosen;
    for (std::size_t row = 0; row < rows_.size(); ++row)
        if (key_of(rows_[row]) == chosen_) chosen = static_cast<int>(row);
    table_->select_row(chosen);
    if (ranking_ != nullptr) {
        const OpenRecording& recording = *ranking_->simulation().recording;
        table_->set_file_stem(file_stem_of(recording) + QStringLiteral("-layouts"),
                              provenance_of_parts({&recording}));
    }
    show_note();
    show_buttons();
}

void WhatIfPanel::show_note() {
    const auto simulation = pane_.simulation();
    QStringList notes;
    rank_->setEnabled(simulation != nullptr);
    if (simulation != nullptr) {
        const QString missing = why_no_ranking(*simulation);
        rank_->setEnabled(missing.isEmpty());
        if (!missing.isEmpty()) notes.append(missing);
        if (missing.isEmpty() && ranking_ == nullptr)
            notes.append(
                tr("What would the caches do if nodes, vertices or other elements were elsewhere in "
                   "memory? Rank Layouts simulates this recording in each layout that it can have, and over "
                   "other trees if its rays were replayed."));
    }
    if (ranking_ != nullptr) {
        if (!problem_.isEmpty()) notes.append(problem_);
        const ModelConfig& model = ranking_->simulation().model;
        notes.append(tr("Misses are %1; L1 %2, L2 %3. Everything counts, of the whole recording.")
                         .arg(text_of(info_of(counting_of(model).headline).title), text_of(l1_text(model)),
                              text_of(to_string(l2_of(model)))));
        const QStringList refused = refused_texts(ranking_->refused());
        if (!refused.isEmpty()) notes.append(tr("Not tried: %1.").arg(refused.join(QStringLiteral("; "))));
    }
    note_->setText(notes.join(QLatin1Char(' ')));
    note_->setVisible(!notes.isEmpty());
}

bool WhatIfPanel::is_other(int row) const {
    const auto i = static_cast<std::size_t>(row);
    return row >= 0 && i < rows_.size() && rows_[i].is_possible() && !rows_[i].is_recorded();
}

std::size_t WhatIfPanel::wanted_row() const {
    std::size_t best = rows_.size();
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (key_of(rows_[row]) == chosen_) return row;
        if (best == rows_.size() && is_other(static_cast<int>(row))) best = row;
    }
    return best;
}

void WhatIfPanel::show_buttons() {
    const bool can = is_other(static_cast<int>(wanted_row())) && !making_.running();
    beside_->setEnabled(can && session_.pane_count() < Session::most_panes);
    save_->setEnabled(can);
    show_wanted();
}

void WhatIfPanel::show_wanted() {
    const std::size_t row = wanted_row();
    QString text;
    if (row < rows_.size()) {
        const bool is_chosen = key_of(rows_[row]) == chosen_;
        const auto behind = rows_.begin() + static_cast<std::ptrdiff_t>(row);
        const bool is_worse = std::any_of(rows_.begin(), behind, std::mem_fn(&TriedLayout::is_recorded));
        text = (is_chosen  ? tr("Chosen: %1")
                : is_worse ? tr("None has fewer misses than the recording. The best of the others: %1")
                           : tr("Best: %1"))
                   .arg(told_layout(rows_[row]));
    }
    wanted_->setText(text);
    wanted_->setVisible(!text.isEmpty());
}

} // namespace hitmap
