#include "widgets/comparison/comparison_panel.h"

#include "render/scene/outline.h"
#include "widgets/base/format.h"
#include "widgets/comparison/comparison_parts.h"
#include "widgets/controls/sentence_list.h"
#include "widgets/panes/pane_text.h"
#include "widgets/table/data_table.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace hitmap {

ComparisonPanel::ComparisonPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      sides_{new QComboBox, new QComboBox},
      summary_(new QLabel),
      findings_(new SentenceList),
      note_(new QLabel),
      table_(new DataTable(QStringLiteral("comparison"), comparison_columns(), DataTable::Height::scrolls)),
      parts_(new ComparisonParts(table_)),
      shown_on_(new QLabel),
      differences_{new QCheckBox, new QCheckBox} {
    lay_out();
    for (std::size_t i = 0; i < session.pane_count(); ++i)
        connect_pane(session.pane(i));
    connect(&session, &Session::pane_added, this, [this](int index) {
        connect_pane(session_.pane(static_cast<std::size_t>(index)));
        show_panes();
    });
    connect(&session, &Session::pane_removed, this, &ComparisonPanel::show_panes);
    connect(&job_, &JobRunner::failed, table_, &DataTable::failed);
    connect(parts_, &ComparisonParts::place_chosen, this, &ComparisonPanel::outline);
    connect(parts_, &ComparisonParts::place_activated, this, &ComparisonPanel::fly_to);
    connect(findings_, &QListWidget::currentRowChanged, this, &ComparisonPanel::choose_finding);
    connect(findings_, &QListWidget::itemActivated, this, &ComparisonPanel::go_to_finding);
    show_panes();
}

void ComparisonPanel::lay_out() {
    auto* panes = new QHBoxLayout;
    const std::array names{QStringLiteral("comparison_baseline"), QStringLiteral("comparison_compared")};
    const std::array labels{tr("Baseli&ne"), tr("C&ompared")};
    for (const std::size_t side : {baseline, compared}) {
        QComboBox* box = sides_.at(side);
        box->setObjectName(names.at(side));
        // Long names are elided, so that they do not widen the dock.
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(3);
        auto* label = new QLabel(labels.at(side));
        label->setBuddy(box);
        panes->addWidget(label);
        panes->addWidget(box, 1);
        connect(box, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
                [this, side](int index) { choose(side, index); });
    }
    findings_->setObjectName(QStringLiteral("comparison_findings"));
    findings_->setAccessibleName(tr("What costs more or less, and why"));
    findings_->setToolTip(tr("Enter goes to the source line, to the place in the mesh or to the table"));
    findings_->hide();
    summary_->setObjectName(QStringLiteral("comparison_summary"));
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    note_->setObjectName(QStringLiteral("comparison_note"));
    for (QLabel* label : {summary_, note_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    auto* rows = new QVBoxLayout(this);
    rows->setSpacing(4);
    rows->addLayout(panes);
    rows->addWidget(summary_);
    rows->addWidget(findings_, 2);
    rows->addWidget(parts_, 3);
    rows->addWidget(note_);
    differences_[baseline]->setObjectName(QStringLiteral("show_on_baseline"));
    differences_[compared]->setObjectName(QStringLiteral("show_on_compared"));
    auto* shown_on = new QHBoxLayout;
    shown_on->addWidget(shown_on_);
    for (const std::size_t side : {baseline, compared}) {
        shown_on->addWidget(differences_.at(side));
        connect(differences_.at(side), &QCheckBox::clicked, this,
                [this, side](bool shown) { set_difference(side, shown); });
    }
    shown_on->addStretch(1);
    rows->addLayout(shown_on);
}

void ComparisonPanel::connect_pane(Pane& pane) {
    connect(&pane, &Pane::profile_changed, this, &ComparisonPanel::show_panes);
    connect(&pane, &Pane::frames_changed, this, [this] { request_comparison(); });
    connect(&pane, &Pane::work_changed, this, &ComparisonPanel::show_note);
    connect(&pane.marks(), &PaneMarks::region_changed, this, [this, &pane] {
        // The selection in one of the panes has changed.
        for (const std::size_t side : {baseline, compared}) {
            if (&pane != chosen(side) || pane.marks().region() == outlined_.at(side)) continue;
            outlined_.at(side).reset();
            parts_->forget_place();
            outline(std::nullopt);
        }
    });
    connect(&pane, &Pane::reference_changed, this, [this] {
        follow_sign();
        show_references();
    });
}

void ComparisonPanel::show_note() {
    if (!comparable()) return;
    QStringList notes;
    for (const std::size_t side : {baseline, compared})
        if (chosen(side)->opening().wanted() != nullptr)
            notes.append(
                tr("%1 is working: these numbers are of what it showed before.")
                    .arg(QLatin1Char(letters().of(side == baseline ? Side::baseline : Side::compared))));
    notes += refusals_;
    note_->setText(notes.join(QLatin1Char('\n')));
    note_->setVisible(!notes.isEmpty());
}

Pane* ComparisonPanel::chosen(std::size_t side) const {
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        if (&session_.pane(i) == panes_.at(side)) return &session_.pane(i);
    }
    return nullptr;
}

bool ComparisonPanel::comparable() const {
    const Pane* a = chosen(baseline);
    const Pane* b = chosen(compared);
    return a != nullptr && b != nullptr && a != b && a->recording() != nullptr && b->recording() != nullptr;
}

void ComparisonPanel::show_panes() {
    for (const std::size_t side : {baseline, compared}) {
        // The first two panes, unless the user has chosen others.
        for (std::size_t i = 0; chosen(side) == nullptr && i < session_.pane_count(); ++i) {
            if (&session_.pane(i) != chosen(1 - side)) panes_.at(side) = &session_.pane(i);
        }
        QComboBox* box = sides_.at(side);
        const QSignalBlocker quiet(box);
        box->clear();
        for (std::size_t i = 0; i < session_.pane_count(); ++i) {
            const QString text = pane_text(session_.pane(i));
            box->addItem(text);
            box->setItemData(box->count() - 1, text, Qt::ToolTipRole);
        }
        const Pane* pane = chosen(side);
        box->setCurrentIndex(pane != nullptr ? static_cast<int>(session_.index_of(*pane)) : -1);
        box->setToolTip(box->currentText());
        box->setEnabled(session_.pane_count() > 1);
    }
    show_references();
    request_comparison();
}

void ComparisonPanel::choose(std::size_t side, int index) {
    if (index < 0) return;
    const Pane* wanted = &session_.pane(static_cast<std::size_t>(index));
    outline(std::nullopt); // removes it from the panes that were compared
    parts_->forget_place();
    // Each pane is on one side only, so that the sides are swapped.
    const bool swapped = panes_.at(1 - side) == wanted;
    if (swapped) std::swap(panes_.at(side), panes_.at(1 - side));
    panes_.at(side) = wanted;
    if (swapped && comparable()) {
        for (const std::size_t shown_on : {baseline, compared})
            if (chosen(shown_on)->reference() == chosen(1 - shown_on)) set_difference(shown_on, true);
    }
    show_panes();
}

void ComparisonPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (stale_) request_comparison();
}

void ComparisonPanel::request_comparison() {
    if (!comparable()) {
        job_.stop();
        match_.reset();
        matched_ = {};
        table_->set_rows({});
        parts_->set_comparison({}, letters(), {}, {}, {});
        further_matches_.clear();
        summary_->hide();
        show_findings({});
        note_->setText(
            session_.pane_count() < 2
                ? tr("Add a second pane to compare it with the first: Ctrl+T copies this one, and File > "
                     "New Recording traces the mesh with another tree or order into a new pane.")
                : tr("Choose two panes in which something is open."));
        note_->show();
        return;
    }
    const std::pair recordings{chosen(baseline)->recording(), chosen(compared)->recording()};
    stale_ = !isVisible();
    if (stale_) {
        job_.stop();
        if (matched_ == recordings) return;
        match_.reset(); // releases a closed recording
        further_matches_.clear();
        matched_ = {};
        return;
    }
    if (matched_ != recordings) match_.reset();
    matched_ = recordings;
    const std::vector<SideLetters> letters = request().letters;
    job_.start([request = request()](const JobContext& job) { return compare_all(request, job); },
               [this, recordings, letters](Compared made) {
                   if (matched_ == recordings && comparable() && letters == request().letters)
                       show_comparison(std::move(made));
               });
}

std::vector<Pane*> ComparisonPanel::further_panes() const {
    std::vector<Pane*> further;
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        Pane& pane = session_.pane(i);
        if (&pane != panes_[baseline] && &pane != panes_[compared] && pane.recording() != nullptr)
            further.push_back(&pane);
    }
    return further;
}

ComparisonPanel::Request ComparisonPanel::request() const {
    const Pane& base = *chosen(baseline);
    Request request;
    request.sides.push_back({base.simulation(), base.choices().frames});
    std::vector<Pane*> others = further_panes();
    others.insert(others.begin(), chosen(compared));
    for (const Pane* const pane : others) {
        request.sides.push_back({pane->simulation(), pane->choices().frames});
        request.letters.push_back({base.letter(), pane->letter()});
    }
    request.matches = further_matches_;
    request.matches.push_back(match_);
    return request;
}

ComparisonPanel::Compared ComparisonPanel::compare_all(const Request& request, const JobContext& job) {
    Compared result;
    for (std::size_t i = 0; i < request.letters.size(); ++i) {
        const ComparedFrames& base = request.sides.front();
        const ComparedFrames& other = request.sides[i + 1];
        std::shared_ptr<const SceneMatch> match;
        for (const auto& known : request.matches)
            if (known != nullptr && known->is_of(base.simulation->recording->scene,
                                                 other.simulation->recording->scene, request.letters[i]))
                match = known;
        Comparison made = compare(base, other, request.letters[i], match, job);
        if (i == 0)
            result.pair = std::move(made);
        else
            result.further.push_back({std::move(made), request.letters[i]});
    }
    return result;
}

void ComparisonPanel::show_comparison(Compared compared_panes) {
    Comparison& comparison = compared_panes.pair;
    std::vector<FurtherComparison>& further = compared_panes.further;
    match_ = comparison.match;
    further_matches_.clear();
    for (const FurtherComparison& each : further)
        further_matches_.push_back(each.comparison.match);
    const auto a = chosen(baseline)->recording();
    const auto b = chosen(compared)->recording();
    const QString stem = QStringLiteral("%1-compared-with-%2").arg(text_of(b->name), text_of(a->name));
    const QByteArray provenance = provenance_of_parts({a.get(), b.get()});
    table_->set_file_stem(stem, provenance);
    table_->replace_columns(comparison_columns(letters(), letters_of(further)));
    table_->set_rows(comparison_rows(comparison, letters(), further));
    QString summary = text_of(comparison_sentences(comparison.sides, letters(), NumberStyle::window,
                                                   comparison.differences.empty()));
    if (!comparison.waiting.empty())
        summary += (summary.isEmpty() ? QString() : QStringLiteral(" ")) + text_of(comparison.waiting);
    summary_->setText(unbroken(summary));
    summary_->setVisible(!summary_->text().isEmpty());
    show_findings(std::move(comparison.differences));
    parts_->set_comparison(std::move(comparison.sides), letters(), std::move(further), stem, provenance);
    QStringList refusals;
    for (std::size_t kind = 0; kind < comparison.touched.size(); ++kind) {
        const std::string& refusal = comparison.touched[kind].refusal;
        if (!refusal.empty())
            refusals.append(
                tr("No difference of %1: %2.").arg(text_of(element_kinds()[kind].plural), text_of(refusal)));
    }
    refusals_ = refusals;
    show_note();
    show_references();
}

void ComparisonPanel::show_findings(std::vector<Difference> differences) {
    differences_of_rows_ = std::move(differences);
    QStringList texts;
    for (const Difference& difference : differences_of_rows_)
        texts.append(text_of(difference.text));
    const QSignalBlocker quiet(findings_); // the user did not choose a row
    findings_->set_sentences(texts);
    findings_->setVisible(!texts.isEmpty());
}

void ComparisonPanel::choose_finding() {
    const auto row = static_cast<std::size_t>(findings_->currentRow());
    if (row >= differences_of_rows_.size()) return;
    parts_->forget_place();
    outline(differences_of_rows_[row].bounds);
}

void ComparisonPanel::go_to_finding() {
    const auto row = static_cast<std::size_t>(findings_->currentRow());
    if (row >= differences_of_rows_.size() || !comparable()) return;
    const Difference& difference = differences_of_rows_[row];
    if (!difference.file.empty())
        chosen(compared)->guide().show_line(difference.file, difference.line, true);
    else if (difference.bounds)
        fly_to(*difference.bounds);
    else
        parts_->show_division(Division::allocations, difference.metric);
}

SideLetters ComparisonPanel::letters() const {
    const Pane* a = chosen(baseline);
    const Pane* b = chosen(compared);
    return a != nullptr && b != nullptr ? SideLetters{a->letter(), b->letter()} : SideLetters();
}

void ComparisonPanel::follow_sign() {
    if (!comparable()) return;
    const auto opposite = [this](std::size_t shown_on, Side side) {
        const Pane& pane = *chosen(shown_on);
        return pane.reference() == chosen(1 - shown_on) && pane.side() != side;
    };
    if (!opposite(baseline, Side::baseline) && !opposite(compared, Side::compared)) return;
    std::swap(panes_.at(baseline), panes_.at(compared));
    std::swap(outlined_.at(baseline), outlined_.at(compared));
    show_panes();
}

void ComparisonPanel::show_letters() {
    const SideLetters letters = this->letters();
    const QString difference = text_of(difference_name(letters));
    for (const auto& [box, letter] : {std::pair(differences_[baseline], letters.baseline),
                                      std::pair(differences_[compared], letters.compared)}) {
        box->setText(QStringLiteral("&%1").arg(QLatin1Char(letter)));
        box->setAccessibleName(tr("Show %1 on the geometry of %2").arg(difference).arg(QLatin1Char(letter)));
    }
    shown_on_->setText(tr("Show %1 on the geometry of").arg(difference));
}

void ComparisonPanel::outline(const std::optional<Aabb>& bounds) {
    std::array<std::shared_ptr<const OutlinedRegion>, 2> old;
    std::swap(old, outlined_);
    for (const std::size_t side : {baseline, compared}) {
        Pane* pane = chosen(side);
        if (pane != nullptr && old.at(side) != nullptr && pane->marks().region() == old.at(side))
            pane->set_region(nullptr);
    }
    if (!bounds || !comparable()) return;
    // This comes first, since a selection in one pane also changes linked panes and regions.
    for (const std::size_t side : {baseline, compared})
        chosen(side)->set_selection(std::nullopt);
    for (const std::size_t side : {baseline, compared}) {
        Pane& pane = *chosen(side);
        auto edges = std::make_shared<const std::vector<OutlineEdge>>(edges_of(*bounds));
        outlined_.at(side) = std::make_shared<const OutlinedRegion>(
            OutlinedRegion{pane.recording()->scene, std::move(edges), *bounds});
        pane.set_region(outlined_.at(side));
    }
}

void ComparisonPanel::fly_to(const Aabb& bounds) {
    if (!comparable()) return;
    chosen(baseline)->guide().fly_to(bounds);
    if (!session_.links().camera) chosen(compared)->guide().fly_to(bounds);
}

void ComparisonPanel::show_references() {
    bool refused = match_ != nullptr;
    for (const ElementKindId kind : drawn_kinds())
        refused = refused && !match_->matches(kind);
    show_letters();
    for (const std::size_t side : {baseline, compared}) {
        QCheckBox* box = differences_.at(side);
        const Pane* pane = chosen(side);
        const bool shown = comparable() && pane->reference() == chosen(1 - side);
        const QSignalBlocker quiet(box);
        box->setChecked(shown);
        box->setEnabled(comparable() && (shown || !refused));
        box->setToolTip(
            refused ? note_->text()
                    : tr("In a map around zero: orange where %1 has more, blue where it has less. The "
                         "colour bar says whether more is better. Elements that one side alone "
                         "accessed have a colour of their own")
                          .arg(QLatin1Char(letters().compared)));
    }
}

void ComparisonPanel::set_difference(std::size_t shown_on, bool shown) {
    if (!comparable()) return;
    chosen(shown_on)->set_reference(shown ? chosen(1 - shown_on) : nullptr,
                                    shown_on == baseline ? Side::baseline : Side::compared);
}

} // namespace hitmap
