#include "widgets/elements/groups_panel.h"

#include "core/trace/elements/element_shape.h"
#include "core/trace/model/recording.h"
#include "render/view/range_choice.h"
#include "widgets/base/format.h"
#include "widgets/elements/group_histogram.h"
#include "widgets/elements/named_filters.h"
#include "widgets/messages/job_bar.h"
#include "widgets/model/model_box.h"
#include "widgets/panes/range_chips.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

constexpr std::size_t histogram_bins = 24;
constexpr std::size_t scatter_columns = 48;
constexpr std::size_t scatter_rows = 32;

/// Returns why the metric of a quantity is not known, as a sentence for users.
QString why_no_metric(const Simulation& simulation, Metric metric) {
    ProfileCapabilities explained = simulation.profile->capabilities();
    const bool is_missing = !can_answer(explained, metric);
    explained.has_miss_classes = true;
    if (!is_missing || !explained.can_resimulate || !can_answer(explained, metric))
        return GroupsPanel::tr("This is not known for the recording and the chosen caches.");
    if (std::holds_alternative<HierarchyConfig>(simulation.model))
        return GroupsPanel::tr("This needs the reasons of misses: choose Explain misses under Caches.");
    return GroupsPanel::tr("This needs the reasons of misses: %1, and then Explain misses under Caches.")
        .arg(choose_gpu_text());
}

/// Returns why the quantity of a recording is not known, as a sentence for users; empty if it is.
QString why_no_groups(const Simulation& simulation, const ElementQuantity& quantity) {
    const OpenRecording& recording = *simulation.recording;
    const bool of_places = !quantity.metric && !quantity.rays && !quantity.whole;
    if (recording.scene == nullptr) return why_no_mesh(recording);
    const ElementKind& kind = element_kinds()[quantity.kind];
    if (of_places && !knows_places(recording.info(), quantity.kind))
        return kind.geometry->vertices != nullptr
                   ? GroupsPanel::tr("The positions of this recording's vertices are not known.")
                   : GroupsPanel::tr("Only the number of this recording's %1 is known, not where they are.")
                         .arg(text_of(kind.plural));
    if (!has_quantity(scene_in_time(simulation), quantity)) {
        if (quantity.metric) return why_no_metric(simulation, *quantity.metric);
        if (quantity.rays && recording.element_rays == nullptr)
            return GroupsPanel::tr("This recording has no lane tags, which say by which rays elements were "
                                   "accessed.");
        return quantity.rays
                   ? GroupsPanel::tr("This recording does not say when pixels were written.")
                   : GroupsPanel::tr("The recording does not have what this quantity is made of: faces or "
                                     "boxes, a camera, levels of boxes.");
    }
    return why_no_elements(recording);
}

QString quantity_axis_text(const ElementQuantity& quantity) {
    const QString title = text_of(quantity.title);
    return quantity.unit.empty() ? title : QStringLiteral("%1 (%2)").arg(title, text_of(quantity.unit));
}

void add_quantity(QComboBox& box, const ElementQuantity& quantity) {
    const auto all = element_quantities();
    box.addItem(text_of(quantity.title), static_cast<int>(&quantity - all.data()));
    box.setItemData(box.count() - 1, capitalised(quantity.explanation), Qt::ToolTipRole);
}

/// Lists quantities, with a line before the first metric of each kind.
/// @param except  is left out; null: none
void add_quantities(QComboBox& box, std::optional<ElementKindId> kind, const ElementQuantity* except) {
    const ElementQuantity* before = nullptr;
    for (const ElementQuantity& one : element_quantities()) {
        if ((kind && one.kind != *kind) || &one == except) continue;
        const bool begins = before != nullptr && (before->metric.has_value() != one.metric.has_value() ||
                                                  before->kind != one.kind);
        if (begins) box.insertSeparator(box.count());
        add_quantity(box, one);
        before = &one;
    }
}

} // namespace

GroupsPanel::GroupsPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      quantity_(new QComboBox),
      against_(new QComboBox),
      level_(new QComboBox),
      plot_(new GroupHistogram),
      scatter_(new GroupScatter),
      filters_(new NamedFilters(pane)),
      read_(new QLabel),
      clear_(new QPushButton(tr("&Remove Range"))),
      note_(new QLabel) {
    describe();
    lay_out();
    connect_model();
    show_counted();
}

void GroupsPanel::describe() {
    quantity_->setObjectName(QStringLiteral("groups_quantity"));
    quantity_->setAccessibleName(tr("Quantity by which elements are grouped"));
    add_quantities(*quantity_, std::nullopt, nullptr);
    against_->setObjectName(QStringLiteral("groups_against"));
    against_->setAccessibleName(tr("What is drawn by the quantity"));
    against_->setToolTip(tr("Hits and misses by the quantity, or the number of elements by two quantities"));
    level_->setObjectName(QStringLiteral("groups_level"));
    level_->setAccessibleName(tr("Level of the caches"));
    level_->addItem(tr("L1"));
    level_->addItem(tr("L2"));
    for (QComboBox* box : {quantity_, against_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
    }
    plot_->setObjectName(QStringLiteral("groups_plot"));
    plot_->setAccessibleName(tr("Hits and misses by the quantity"));
    plot_->setWhatsThis(
        tr("Bars are look-ups: misses below in orange, hits above in blue. Drag over bars, or "
           "move with the arrow keys and hold Shift, to show only elements of this range; "
           "Escape removes it"));
    scatter_->setObjectName(QStringLiteral("groups_scatter"));
    scatter_->setAccessibleName(tr("Number of elements by two quantities"));
    scatter_->setWhatsThis(
        tr("The more elements have values of a cell, the stronger it is, on a logarithmic scale. Drag a "
           "rectangle, or move with the arrow keys, Home, End, Page Up and Page Down and hold Shift, to show "
           "only elements of both ranges; Escape removes them"));
    read_->setObjectName(QStringLiteral("groups_read"));
    clear_->setObjectName(QStringLiteral("groups_clear"));
    note_->setObjectName(QStringLiteral("groups_note"));
    list_against();
}

void GroupsPanel::list_against() {
    const QSignalBlocker blocker(against_);
    const QString chosen = against_->currentText();
    against_->clear();
    against_->addItem(tr("Hits and misses"), -1);
    against_->insertSeparator(1);
    add_quantities(*against_, quantity().kind, &quantity());            // by itself it would be a line;
    const int same = chosen.isEmpty() ? 0 : against_->findText(chosen); // a separator has no text
    against_->setCurrentIndex(std::max(0, same));
}

void GroupsPanel::lay_out() {
    for (QLabel* label : {read_, note_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    read_->setAlignment(Qt::AlignTop);
    auto* choices = new QHBoxLayout;
    choices->addWidget(quantity_, 1);
    choices->addWidget(against_, 1);
    choices->addWidget(level_);
    auto* bar = new JobBar(job_);
    bar->setObjectName(QStringLiteral("groups_job"));
    bar->set_title(tr("Grouping elements"));
    bar->make_narrow();
    bar->show_only_long_jobs();
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(choices);
    rows->addWidget(plot_, 1);
    rows->addWidget(scatter_, 1);
    rows->addWidget(read_);
    rows->addWidget(clear_, 0, Qt::AlignLeft);
    rows->addWidget(filters_);
    rows->addWidget(note_);
    rows->addWidget(bar);
    setFocusProxy(plot_);
}

void GroupsPanel::connect_model() {
    for (const auto told : {&Pane::recording_changed, &Pane::profile_changed, &Pane::frames_changed})
        connect(&pane_, told, this, &GroupsPanel::request);
    connect(&pane_, &Pane::look_changed, this, &GroupsPanel::show_mark);
    connect(&pane_, &Pane::values_changed, this, &GroupsPanel::show_notes);
    connect(quantity_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, [this] {
        list_against();
        request();
    });
    connect(against_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &GroupsPanel::request);
    connect(level_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &GroupsPanel::show_counted);
    connect(plot_, &GroupHistogram::cursor_changed, this, &GroupsPanel::show_cursor);
    connect(plot_, &GroupHistogram::range_chosen, this, &GroupsPanel::choose);
    connect(plot_, &GroupHistogram::range_cleared, this, &GroupsPanel::clear);
    connect(scatter_, &GroupScatter::cursor_changed, this, &GroupsPanel::show_cursor);
    connect(scatter_, &GroupScatter::cells_chosen, this, &GroupsPanel::choose_cells);
    connect(scatter_, &GroupScatter::cells_cleared, this, &GroupsPanel::clear);
    connect(clear_, &QPushButton::clicked, this, &GroupsPanel::clear);
    connect(filters_, &NamedFilters::failed, this, &GroupsPanel::failed);
    connect(&job_, &JobRunner::failed, this, &GroupsPanel::failed);
}

const ElementQuantity& GroupsPanel::quantity() const {
    return element_quantities()[static_cast<std::size_t>(std::max(0, quantity_->currentData().toInt()))];
}

const ElementQuantity* GroupsPanel::against() const {
    const int chosen = against_->currentData().toInt();
    return chosen < 0 ? nullptr : &element_quantities()[static_cast<std::size_t>(chosen)];
}

Level GroupsPanel::level() const {
    return level_->currentIndex() == 1 ? Level::l2 : Level::l1;
}

std::shared_ptr<const ElementHistogram> GroupsPanel::histogram() const {
    if (counted_ == nullptr || !counted_->histogram) return nullptr;
    return {counted_, &*counted_->histogram};
}

std::shared_ptr<const ElementScatter> GroupsPanel::scatter() const {
    if (counted_ == nullptr || !counted_->scatter) return nullptr;
    return {counted_, &*counted_->scatter};
}

void GroupsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    keep_room();
}

void GroupsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request();
}

GroupsPanel::Request GroupsPanel::wanted() const {
    return {pane_.simulation(), pane_.choices().frames, &quantity(), against()};
}

GroupsPanel::Counted GroupsPanel::count(const Request& request, const JobContext& job) {
    const Simulation& simulation = *request.simulation;
    const SceneInTime in_time =
        scene_in_time(simulation, frame_range_window(simulation.profile->positions(), request.frames));
    Counted counted{request, std::nullopt, std::nullopt};
    if (request.against != nullptr)
        counted.scatter =
            element_scatter(in_time, *request.quantity, *request.against, scatter_columns, scatter_rows, job);
    else
        counted.histogram = element_histogram(in_time, *request.quantity, histogram_bins, job);
    return counted;
}

void GroupsPanel::request() {
    const Request now = wanted();
    if (counted_ != nullptr && !counted_->request.is_of_same(now))
        counted_ = nullptr; // bars of something else would mislead; those of other frames are replaced soon
    if (!isVisible()) return job_.stop();
    const auto is_unknown = [&](const ElementQuantity* of) {
        return of != nullptr && !why_no_groups(*now.simulation, *of).isEmpty();
    };
    if (now.simulation == nullptr || is_unknown(now.quantity) || is_unknown(now.against)) {
        job_.stop();
        return show_counted();
    }
    show_counted();
    if (counted_ != nullptr && counted_->request == now) return job_.stop();
    job_.start([now](const JobContext& job) { return std::make_shared<const Counted>(count(now, job)); },
               [this](std::shared_ptr<const Counted> counted) {
                   if (!counted->request.is_of_same(wanted())) return;
                   counted_ = std::move(counted);
                   show_counted();
               });
}

void GroupsPanel::show_counted() {
    const bool of_two = against() != nullptr;
    plot_->setVisible(!of_two);
    scatter_->setVisible(of_two);
    level_->setVisible(!of_two);
    setFocusProxy(of_two ? static_cast<QWidget*>(scatter_) : plot_);
    plot_->show(histogram(), level(), quantity_axis_text(quantity()));
    scatter_->show(scatter(), quantity_axis_text(quantity()),
                   of_two ? quantity_axis_text(*against()) : QString());
    show_mark();
}

QStringList GroupsPanel::notes() const {
    QStringList notes;
    const auto simulation = pane_.simulation();
    if (simulation == nullptr) return notes;
    for (const ElementQuantity* of : {&quantity(), against()})
        if (of != nullptr)
            if (const QString missing = why_no_groups(*simulation, *of); !missing.isEmpty()) return {missing};
    if (const auto shown = histogram()) {
        notes.append(tr("Look-ups are counted as %1.")
                         .arg(text_of(info_of(counting_of(simulation->model).elements).title)));
        if (const ElementBin& undefined = shown->undefined; undefined.elements != 0)
            notes.append(
                tr("%1 elements have no value and are in no bin; they had %2 look-ups.")
                    .arg(count_text(undefined.elements), count_text(undefined.sums.of(level()).lookups)));
    }
    if (const auto shown = scatter(); shown != nullptr && shown->undefined != 0)
        notes.append(tr("%1 elements lack one of the two values and are in no cell.")
                         .arg(count_text(shown->undefined)));
    // It is always said, so that the plot does not move when a range is chosen.
    notes.append(
        tr("Chosen ranges restrict the mesh, the boxes, the image and the lists of Worst; other panels "
           "show all elements."));
    return notes;
}

void GroupsPanel::show_notes() {
    const QStringList texts = notes();
    note_->setText(texts.join(QLatin1Char(' ')));
    note_->setVisible(!texts.isEmpty());
}

QString GroupsPanel::text_of_bin(const ElementBin& bin) const {
    const QString what = text_of(text_of(ElementRange{&quantity(), bin.from, bin.to}));
    const QString accesses = bin.sums.counts_accesses ? count_text(bin.sums.accesses) : undefined_text();
    const LevelSums& sums = bin.sums.of(level());
    return tr("%1: %2 elements, %3 accessed, %4 accesses; %5 hit rate %6, %7")
        .arg(capitalised(what.toStdString()), count_text(bin.elements),
             count_text(bin.sums.elements_accessed), accesses, level_->currentText(), rate_text(sums),
             hits_of_lookups_text(sums));
}

QString GroupsPanel::text_of_cells(const GroupScatter::Cells& cells) const {
    const ElementScatter& counts = *counted_->scatter;
    std::uint64_t elements = 0;
    for (std::size_t row = cells.first.row; row <= cells.last.row; ++row)
        for (std::size_t column = cells.first.column; column <= cells.last.column; ++column)
            elements += counts.elements(column, row);
    const ElementRange x{&quantity(), counts.x.from(cells.first.column), counts.x.to(cells.last.column)};
    const ElementRange y{against(), counts.y.from(cells.first.row), counts.y.to(cells.last.row)};
    return tr("%1 and %2: %3 elements")
        .arg(capitalised(text_of(x)), text_of(text_of(y)), count_text(elements));
}

QString GroupsPanel::chosen_text(bool is_dragged, const std::vector<ElementRange>& covered,
                                 const QString& counted) const {
    if (is_dragged) return tr("Chosen: %1").arg(counted);
    bool is_whole = !covered.empty();
    QStringList texts;
    for (const ElementQuantity* of : {&quantity(), against()}) {
        const auto range = chosen_range(of);
        if (!range) continue;
        const ElementRange chosen{of, range->first, range->second};
        is_whole = is_whole && std::ranges::find(covered, chosen) != covered.end();
        texts.append(text_of(text_of(chosen)));
    }
    if (texts.isEmpty()) return {};
    if (is_whole) return tr("Chosen: %1").arg(counted);
    // Other caches and frames have other bins, while the range stays.
    const QString range = capitalised(texts.join(tr(" and ")).toStdString());
    return covered.empty() ? tr("Chosen: %1. The plot has nothing of it.").arg(range)
                           : tr("Chosen: %1. What of the plot it touches: %2").arg(range, counted);
}

QStringList GroupsPanel::lines_of_histogram() const {
    const ElementHistogram& shown = *counted_->histogram;
    QStringList lines;
    std::vector<ElementRange> covered;
    QString counted;
    if (const auto bins = plot_->marked_bins()) {
        const ElementBin sum = sum_of_bins(shown, bins->first, bins->second);
        covered.push_back({&quantity(), sum.from, sum.to});
        counted = text_of_bin(sum);
    }
    lines.append(chosen_text(plot_->dragged().has_value(), covered, counted));
    if (const auto bin = plot_->cursor()) lines.append(text_of_bin(shown.bins.at(*bin)));
    lines.removeAll(QString());
    return lines;
}

QStringList GroupsPanel::lines_of_scatter() const {
    const ElementScatter& shown = *counted_->scatter;
    QStringList lines;
    std::vector<ElementRange> covered;
    QString counted;
    if (const auto cells = scatter_->marked_cells()) {
        covered.push_back({&quantity(), shown.x.from(cells->first.column), shown.x.to(cells->last.column)});
        covered.push_back({against(), shown.y.from(cells->first.row), shown.y.to(cells->last.row)});
        counted = text_of_cells(*cells);
    }
    lines.append(chosen_text(scatter_->dragged().has_value(), covered, counted));
    if (const auto cell = scatter_->cursor()) lines.append(text_of_cells({*cell, *cell}));
    lines.removeAll(QString());
    return lines;
}

void GroupsPanel::show_cursor() {
    QStringList lines;
    if (histogram() != nullptr) {
        lines = lines_of_histogram();
        if (lines.isEmpty()) lines.append(tr("Point at a bar to read it; drag to choose a range."));
        plot_->setAccessibleDescription(lines.join(QLatin1Char(' ')));
    } else if (scatter() != nullptr) {
        lines = lines_of_scatter();
        if (lines.isEmpty()) lines.append(tr("Point at a cell to read it; drag to choose both ranges."));
        scatter_->setAccessibleDescription(lines.join(QLatin1Char(' ')));
    }
    read_->setText(lines.join(QLatin1Char('\n')));
    keep_room();
}

void GroupsPanel::keep_room() {
    const auto height_of = [this](const QString& text) {
        const QRect room(0, 0, std::max(1, width() - 2 * layout()->contentsMargins().left()), 1 << 14);
        return fontMetrics().boundingRect(room, Qt::TextWordWrap, text).height();
    };
    int height = std::max(4 * fontMetrics().height(), height_of(read_->text()));
    if (const auto shown = histogram(); shown != nullptr && !shown->bins.empty()) {
        // The sum of all bins has the longest numbers.
        const QString longest = text_of_bin(sum_of_bins(*shown, 0, shown->bins.size() - 1));
        height = std::max(height, height_of(tr("Chosen: %1").arg(longest) + QLatin1Char('\n') + longest));
    }
    read_->setMinimumHeight(height);
}

std::optional<std::pair<float, float>> GroupsPanel::chosen_range(const ElementQuantity* of) const {
    for (const ElementRange& range : pane_.choices().view.only_ranges)
        if (range.quantity == of) return std::pair(range.from, range.to);
    return std::nullopt;
}

void GroupsPanel::show_mark() {
    const auto x = chosen_range(&quantity());
    const auto y = chosen_range(against());
    plot_->mark(x);
    scatter_->mark(x, y);
    clear_->setText(against() != nullptr ? tr("&Remove Ranges") : tr("&Remove Range"));
    clear_->setEnabled(x.has_value() || y.has_value());
    show_cursor();
    show_notes();
}

void GroupsPanel::choose(std::size_t first, std::size_t last) {
    const auto shown = histogram();
    if (shown == nullptr || last >= shown->bins.size()) return;
    draw_ranges(pane_, {{&quantity(), shown->bins[first].from, shown->bins[last].to}});
}

void GroupsPanel::choose_cells(const GroupScatter::Cells& cells) {
    const auto shown = scatter();
    if (shown == nullptr || against() == nullptr || cells.last.column >= shown->x.size() ||
        cells.last.row >= shown->y.size())
        return;
    const ElementRange x{&quantity(), shown->x.from(cells.first.column), shown->x.to(cells.last.column)};
    const ElementRange y{against(), shown->y.from(cells.first.row), shown->y.to(cells.last.row)};
    draw_ranges(pane_, {x, y});
}

void GroupsPanel::clear() {
    View view = pane_.choices().view;
    drop_range(view, quantity());
    if (against() != nullptr) drop_range(view, *against());
    pane_.set_view(view);
}

} // namespace hitmap
