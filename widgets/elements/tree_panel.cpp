#include "widgets/elements/tree_panel.h"

#include "core/profile/models/headline.h"
#include "widgets/base/format.h"
#include "widgets/elements/box_tree_model.h"
#include "widgets/elements/box_tree_view.h"
#include "widgets/messages/job_bar.h"
#include "widgets/panes/range_chips.h"
#include "widgets/plot/plot_box.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hitmap {

TreePanel::TreePanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      model_(new BoxTreeModel(this)),
      view_(new BoxTreeView(*model_)),
      search_(new QLineEdit),
      worst_(new QPushButton(tr("Worst Path"))),
      found_(new QLabel),
      bars_(new QComboBox),
      plot_(new PlotBox(new XyPlot)),
      parts_(new QWidget),
      note_(new QLabel) {
    lay_out();
    connect_model();
}

QWidget* TreePanel::make_search() {
    search_->setObjectName(QStringLiteral("tree_search"));
    search_->setPlaceholderText(tr("Number of a box"));
    search_->setAccessibleName(tr("Find a box by its number"));
    search_->setToolTip(tr("Enter selects the box of this number and shows its row (Ctrl+F)"));
    search_->setClearButtonEnabled(true);
    worst_->setObjectName(QStringLiteral("tree_worst"));
    worst_->setShortcut(QKeySequence(tr("Ctrl+Shift+W")));
    worst_->setAutoDefault(false);
    worst_->setToolTip(tr("From the top always to the child whose subtree has most L1 misses in these "
                          "frames; selects the end of this path (Ctrl+Shift+W)"));
    auto* find = new QAction(tr("Find a Box"), this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QAction::triggered, this, [this] {
        search_->setFocus(Qt::ShortcutFocusReason);
        search_->selectAll();
    });
    addAction(find);
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(search_, 1);
    row->addWidget(worst_);
    return line;
}

void TreePanel::lay_out() {
    view_->setObjectName(QStringLiteral("tree_view"));
    view_->setAccessibleName(tr("Tree of boxes"));
    bars_->setObjectName(QStringLiteral("tree_bars"));
    bars_->setAccessibleName(tr("What the bars show"));
    for (const LevelBars bars : level_bars())
        bars_->addItem(title_of(bars));
    plot_->plot().setObjectName(QStringLiteral("tree_levels"));
    found_->setObjectName(QStringLiteral("tree_found"));
    note_->setObjectName(QStringLiteral("tree_note"));
    for (QLabel* label : {found_, note_}) {
        label->setWordWrap(true);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        label->hide();
    }
    auto* below = new QWidget;
    auto* bar_rows = new QVBoxLayout(below);
    bar_rows->setContentsMargins(0, 0, 0, 0);
    bar_rows->addWidget(bars_);
    bar_rows->addWidget(plot_, 1);
    auto* halves = new QSplitter(Qt::Vertical);
    halves->setChildrenCollapsible(false);
    halves->addWidget(view_);
    halves->addWidget(below);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 2);
    halves->setSizes({300, 240}); // the plot would otherwise take the space that it likes best
    auto* parts = new QVBoxLayout(parts_);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->addWidget(make_search());
    parts->addWidget(found_);
    parts->addWidget(halves, 1);
    auto* bar = new JobBar(job_);
    bar->setObjectName(QStringLiteral("tree_job"));
    bar->set_title(tr("Measuring the tree"));
    bar->make_narrow();
    bar->show_only_long_jobs(); // the rows must not move while frames are played
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(parts_, 1);
    rows->addWidget(note_);
    rows->addWidget(new RangeNote(pane_));
    rows->addWidget(bar);
    setFocusProxy(view_);
}

void TreePanel::connect_model() {
    connect(&pane_, &Pane::recording_changed, this, [this] {
        job_.stop(); // the tree of another recording
        show_data(nullptr);
    });
    connect(&pane_, &Pane::profile_changed, this, &TreePanel::request_data);
    connect(&pane_, &Pane::frames_changed, this, &TreePanel::request_data);
    connect(&pane_, &Pane::selection_changed, this, &TreePanel::show_selection);
    connect(model_, &BoxTreeModel::order_wanted, this, &TreePanel::request_data);
    connect(&job_, &JobRunner::failed, this, &TreePanel::failed);
    connect(view_, &BoxTreeView::box_chosen, this,
            [this](std::uint32_t box) { pane_.set_selection(Selection::box(box)); });
    connect(view_, &BoxTreeView::box_activated, this, [this](std::uint32_t box) {
        pane_.set_selection(Selection::box(box));
        pane_.guide().fly_to(Selection::box(box));
    });
    connect(view_, &BoxTreeView::pin_wanted, this, [this](std::uint32_t box) {
        pane_.pin_curve(CurveElement{box_kind, box});
    });
    connect(view_, &BoxTreeView::drawing_wanted, this, [this](const std::optional<SubtreeChoice>& subtree) {
        View view = pane_.choices().view;
        view.subtree = subtree;
        if (!subtree) {
            view.cut_plane.reset();
            view.cut_box.reset();
        }
        pane_.set_view(view);
    });
    connect(worst_, &QPushButton::clicked, this, &TreePanel::select_worst);
    connect(search_, &QLineEdit::returnPressed, this, [this] { search(search_->text()); });
    connect(search_, &QLineEdit::textEdited, found_, &QLabel::hide);
    connect(bars_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &TreePanel::show_levels);
}

void TreePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_data();
    show_selection(); // may have changed while this was hidden
}

void TreePanel::request_data() {
    const auto simulation = pane_.simulation();
    if (!isVisible()) {
        job_.stop();
        const auto& kept = model_->tree_data();
        if (kept != nullptr && kept->simulation->recording != pane_.recording())
            show_data(nullptr); // releases a closed recording
        return;
    }
    if (simulation == nullptr || !why_no_tree(*simulation->recording).isEmpty()) {
        job_.stop();
        return show_data(nullptr);
    }
    const FrameRange& frames = pane_.choices().frames;
    const auto& shown = model_->tree_data();
    const bool has_order =
        shown != nullptr && (shown->order == model_->sibling_order() || shown->many.empty());
    if (shown != nullptr && shown->simulation == simulation && shown->frames == frames && has_order) return;
    job_.start([simulation, frames, order = model_->sibling_order(), shown](
                   const JobContext& job) { return make_tree_data(simulation, frames, order, shown, job); },
               [this, simulation](std::shared_ptr<const TreeData> tree) {
                   if (simulation == pane_.simulation()) show_data(std::move(tree));
               });
}

void TreePanel::show_data(std::shared_ptr<const TreeData> tree) {
    if (tree == nullptr && model_->tree_data() == nullptr) return show_note();
    const bool other_tree = tree == nullptr || model_->tree_data() == nullptr ||
                            model_->tree_data()->table->shape != tree->table->shape;
    model_->set_data(std::move(tree));
    show_levels();
    show_note();
    if (!other_tree) return;
    found_->hide();
    show_selection();
}

void TreePanel::show_levels() {
    const auto& tree = model_->tree_data();
    worst_->setEnabled(tree != nullptr && !tree->worst_path.empty());
    if (tree == nullptr) return plot_->plot().set_data({});
    const LevelBars bars = level_bars().at(static_cast<std::size_t>(std::max(0, bars_->currentIndex())));
    plot_->plot().set_data(level_plot(tree->levels, bars, tree->table->counts_accesses));
    plot_->set_file_stem(file_stem_of(*tree->simulation->recording) + QStringLiteral("-tree-levels"),
                         provenance_of_parts({tree->simulation->recording.get()}));
}

void TreePanel::show_note() {
    const auto recording = pane_.recording();
    const QString missing = recording == nullptr ? QString() : why_no_tree(*recording);
    parts_->setVisible(missing.isEmpty());
    QStringList notes;
    if (!missing.isEmpty()) notes.append(missing);
    if (const auto& tree = model_->tree_data(); tree != nullptr) {
        if (const QString reason = why_no_elements(*tree->simulation->recording); !reason.isEmpty())
            notes.append(reason);
        notes.append(tr("Look-ups are counted as %1.")
                         .arg(text_of(info_of(counting_of(tree->simulation->model).elements).title)));
        const TreeShape& shape = *tree->table->shape;
        if (shape.uncertain_faces() > 0)
            notes.append(
                tr("%1 faces lie inside several leaves and %2 inside none, so that faces, SAH cost "
                   "and overlap are estimates: the recording does not say which face is in which "
                   "leaf.")
                    .arg(count_text(shape.leaves.inside_several), count_text(shape.leaves.inside_none)));
    }
    note_->setText(notes.join(QLatin1Char(' ')));
    note_->setVisible(!notes.isEmpty());
}

void TreePanel::show_selection() {
    if (!isVisible() || model_->tree_data() == nullptr) return;
    const auto& selection = pane_.choices().selection;
    const bool is_box = selection && selection->is_box();
    view_->select_box(is_box ? std::optional(static_cast<std::uint32_t>(selection->element)) : std::nullopt);
}

void TreePanel::select(std::uint32_t box) {
    pane_.set_selection(Selection::box(box));
    view_->select_box(box);
}

void TreePanel::select_worst() {
    const auto& tree = model_->tree_data();
    if (tree != nullptr && !tree->worst_path.empty()) select(tree->worst_path.back());
}

void TreePanel::search(const QString& number) {
    const auto& tree = model_->tree_data();
    if (tree == nullptr) return;
    QString digits = number.simplified();
    digits.remove(QLatin1Char(' ')).remove(locale().groupSeparator());
    bool is_number = false;
    const qulonglong box = digits.toULongLong(&is_number);
    const std::size_t boxes = tree->table->shape->tree.size();
    if (is_number && box < boxes) {
        found_->hide();
        select(static_cast<std::uint32_t>(box));
        view_->setFocus(Qt::OtherFocusReason);
        return;
    }
    found_->setText(tr("There is no box \"%1\": boxes have the numbers 0 to %2.")
                        .arg(number.simplified(), count_text(boxes - 1)));
    found_->show();
}

} // namespace hitmap
