#include "widgets/comparison_panel.h"

#include "widgets/data_table.h"
#include "widgets/format.h"
#include "widgets/recent_configs.h"
#include "widgets/restriction_banner.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

QString pane_text(const Pane& pane, std::size_t index) {
    const QString letter(QChar(static_cast<ushort>('A' + index)));
    if (pane.recording() == nullptr) return ComparisonPanel::tr("%1 · nothing is open").arg(letter);
    QString text = QStringLiteral("%1 · %2 · %3")
                       .arg(letter, text_of(pane.recording()->name), config_text(pane.config()));
    if (!pane.config().only.empty()) text += QStringLiteral(" · ") + restriction_text(pane.config().only);
    return text;
}

} // namespace

ComparisonPanel::ComparisonPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      sides_{new QComboBox, new QComboBox},
      note_(new QLabel),
      table_(new DataTable(QStringLiteral("comparison"), comparison_columns(), DataTable::Height::scrolls)),
      differences_{new QCheckBox(tr("Show A − B on A's &geometry")),
                   new QCheckBox(tr("&Show B − A on B's geometry"))} {
    lay_out();
    for (std::size_t i = 0; i < session.pane_count(); ++i)
        connect_pane(session.pane(i));
    connect(&session, &Session::pane_added, this, [this](int index) {
        connect_pane(session_.pane(static_cast<std::size_t>(index)));
        show_panes();
    });
    connect(&session, &Session::pane_removed, this, &ComparisonPanel::show_panes);
    connect(&job_, &JobRunner::failed, table_, &DataTable::failed);
    show_panes();
}

void ComparisonPanel::lay_out() {
    auto* form = new QFormLayout;
    const std::array names{QStringLiteral("comparison_a"), QStringLiteral("comparison_b")};
    const std::array labels{tr("&A"), tr("&B")};
    for (const std::size_t side : {side_a, side_b}) {
        QComboBox* box = sides_.at(side);
        box->setObjectName(names.at(side));
        // Long names are elided, not a reason for a wide dock.
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
        form->addRow(labels.at(side), box);
        connect(box, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
                [this, side](int index) { choose(side, index); });
    }
    note_->setObjectName(QStringLiteral("comparison_note"));
    note_->setWordWrap(true);
    note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    table_->add_search();
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(form);
    rows->addWidget(note_);
    rows->addWidget(table_, 1);
    differences_[side_a]->setObjectName(QStringLiteral("show_a_minus_b"));
    differences_[side_b]->setObjectName(QStringLiteral("show_b_minus_a"));
    for (const std::size_t side : {side_b, side_a}) {
        rows->addWidget(differences_.at(side));
        connect(differences_.at(side), &QCheckBox::clicked, this,
                [this, side](bool shown) { set_difference(side, shown); });
    }
}

void ComparisonPanel::connect_pane(Pane& pane) {
    connect(&pane, &Pane::profile_changed, this, &ComparisonPanel::show_panes);
    connect(&pane, &Pane::frames_changed, this, [this, &pane] {
        if (&pane == chosen(side_a) || &pane == chosen(side_b)) request_comparison();
    });
    connect(&pane, &Pane::reference_changed, this, &ComparisonPanel::show_references);
}

Pane* ComparisonPanel::chosen(std::size_t side) const {
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        if (&session_.pane(i) == panes_.at(side)) return &session_.pane(i);
    }
    return nullptr;
}

bool ComparisonPanel::comparable() const {
    const Pane* a = chosen(side_a);
    const Pane* b = chosen(side_b);
    return a != nullptr && b != nullptr && a != b && a->recording() != nullptr && b->recording() != nullptr;
}

void ComparisonPanel::show_panes() {
    for (const std::size_t side : {side_a, side_b}) {
        // The first two, until someone chooses others.
        for (std::size_t i = 0; chosen(side) == nullptr && i < session_.pane_count(); ++i) {
            if (&session_.pane(i) != chosen(1 - side)) panes_.at(side) = &session_.pane(i);
        }
        QComboBox* box = sides_.at(side);
        const QSignalBlocker quiet(box);
        box->clear();
        for (std::size_t i = 0; i < session_.pane_count(); ++i) {
            const QString text = pane_text(session_.pane(i), i);
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
    panes_.at(side) = &session_.pane(static_cast<std::size_t>(index));
    show_references();
    request_comparison();
}

void ComparisonPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_comparison();
}

void ComparisonPanel::request_comparison() {
    if (!comparable()) {
        job_.stop();
        match_.reset();
        matched_ = {};
        table_->set_rows({});
        note_->setText(session_.pane_count() < 2
                           ? tr("Add a second pane (Ctrl+T) to compare it with the first.")
                           : tr("Choose two panes in which something is open."));
        note_->show();
        return;
    }
    if (!isVisible()) return;
    const Pane& a = *chosen(side_a);
    const Pane& b = *chosen(side_b);
    const std::pair recordings{a.recording(), b.recording()};
    if (matched_ != recordings) match_.reset();
    matched_ = recordings;
    job_.start([first = ComparedFrames{a.simulation(), a.choices().frames},
                second = ComparedFrames{b.simulation(), b.choices().frames},
                match = match_](const JobContext& job) { return compare(first, second, match, job); },
               [this, recordings](Comparison comparison) {
                   if (matched_ == recordings && comparable()) show_comparison(std::move(comparison));
               });
}

void ComparisonPanel::show_comparison(Comparison comparison) {
    match_ = comparison.match;
    const QString a = text_of(chosen(side_a)->recording()->name);
    const QString b = text_of(chosen(side_b)->recording()->name);
    table_->set_file_stem(QStringLiteral("%1-compared-with-%2").arg(b, a));
    table_->set_rows(comparison_rows(comparison));
    QStringList refusals;
    for (std::size_t kind = 0; kind < comparison.touched.size(); ++kind) {
        const std::string& refusal = comparison.touched[kind].refusal;
        if (!refusal.empty())
            refusals.append(
                tr("No difference of %1: %2.").arg(text_of(element_kinds()[kind].plural), text_of(refusal)));
    }
    note_->setText(refusals.join(QLatin1Char('\n')));
    note_->setVisible(!refusals.isEmpty());
    show_references();
}

void ComparisonPanel::show_references() {
    const bool refused = match_ != nullptr && !match_->matches(face_kind) && !match_->matches(box_kind);
    for (const std::size_t side : {side_a, side_b}) {
        QCheckBox* box = differences_.at(side);
        const Pane* pane = chosen(side);
        const Pane* other = chosen(1 - side);
        const bool shown = comparable() && pane->reference() == other;
        const QSignalBlocker quiet(box);
        box->setChecked(shown);
        box->setEnabled(comparable() && (shown || !refused));
        box->setToolTip(refused ? note_->text()
                                : tr("In a map around zero; elements that one side alone "
                                     "touched have a colour of their own"));
    }
}

void ComparisonPanel::set_difference(std::size_t shown_on, bool shown) {
    if (!comparable()) return;
    chosen(shown_on)->set_reference(shown ? chosen(1 - shown_on) : nullptr);
}

} // namespace hitmap
