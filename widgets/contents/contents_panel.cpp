#include "widgets/contents/contents_panel.h"

#include "widgets/contents/eviction_matrix.h"
#include "widgets/contents/occupancy_plot.h"
#include "widgets/contents/optimum_table.h"
#include "widgets/contents/sets_view.h"
#include "widgets/messages/job_bar.h"
#include "widgets/plot/plot_box.h"
#include "widgets/session/panes/frames_over.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace hitmap {

namespace {

/// Heights in lines of text, below which plots and tables cannot be read.
constexpr int plot_lines = 13;
constexpr int table_lines = 8;

/// The entries of the choice of caches.
enum class CacheChoice { all_l1, one_l1, l2 };

} // namespace

ContentsPanel::ContentsPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      tabs_(new QTabWidget),
      sets_(new SetsView),
      level_(new QComboBox),
      sm_(new QSpinBox),
      plot_(new OccupancyPlot),
      box_(new PlotBox(plot_)),
      value_(new QComboBox),
      kind_(new QComboBox),
      cells_(new EvictionMatrix(this)),
      matrix_(new QTableView),
      optimum_(new OptimumTable),
      note_(new QLabel),
      parts_(new QWidget) {
    lay_out();
    connect_model();
    follow_display();
}

QWidget* ContentsPanel::make_choices() {
    level_->setObjectName(QStringLiteral("contents_level"));
    level_->setAccessibleName(tr("Which caches are shown"));
    for (const auto& [choice, title] :
         {std::pair{CacheChoice::all_l1, tr("L1 of all SMs")},
          std::pair{CacheChoice::one_l1, tr("L1 of one SM")}, std::pair{CacheChoice::l2, tr("L2")}})
        level_->addItem(title, static_cast<int>(choice));
    sm_->setObjectName(QStringLiteral("contents_sm"));
    sm_->setPrefix(tr("SM "));
    sm_->setAccessibleName(tr("The SM whose L1 is shown"));
    sm_->setKeyboardTracking(false); // each number is another simulation
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(level_, 1);
    row->addWidget(sm_);
    return line;
}

QWidget* ContentsPanel::make_matrix() {
    value_->setObjectName(QStringLiteral("contents_value"));
    value_->setAccessibleName(tr("What the matrix shows"));
    for (const auto& [value, title] : {std::pair{EvictionValue::evictions, tr("Evictions")},
                                       std::pair{EvictionValue::asked_again, tr("Asked for again later")},
                                       std::pair{EvictionValue::dirty, tr("Dirty lines written back")}})
        value_->addItem(title, static_cast<int>(value));
    kind_->setObjectName(QStringLiteral("contents_kind"));
    kind_->setAccessibleName(tr("Which lines the matrix tells apart"));
    for (const auto& [kind, title] : {std::pair{EvictionKind::allocations, tr("by allocation")},
                                      std::pair{EvictionKind::box_levels, tr("by level of the tree")}})
        kind_->addItem(title, static_cast<int>(kind));
    matrix_->setObjectName(QStringLiteral("contents_matrix"));
    matrix_->setAccessibleName(tr("Who evicts whom"));
    matrix_->setModel(cells_);
    matrix_->setSelectionMode(QAbstractItemView::SingleSelection);
    matrix_->setContextMenuPolicy(Qt::CustomContextMenu);
    matrix_->setWhatsThis(tr("A row is what the evicted lines held, a column what the lines hold that took "
                             "their place. Point at a cell to read all of its counts"));
    auto* half = new QWidget;
    auto* choices = new QHBoxLayout;
    choices->addWidget(value_, 1);
    choices->addWidget(kind_, 1);
    auto* rows = new QVBoxLayout(half);
    rows->setContentsMargins(0, 0, 0, 0);
    auto* title = new QLabel(tr("Who evicts whom: rows are evicted by columns"));
    title->setWordWrap(true);
    rows->addWidget(title);
    rows->addLayout(choices);
    rows->addWidget(matrix_, 1);
    return half;
}

QWidget* ContentsPanel::make_shares() {
    plot_->setObjectName(QStringLiteral("contents_plot"));
    box_->setMinimumHeight(plot_lines * fontMetrics().height());
    matrix_->setMinimumHeight(table_lines * fontMetrics().height());
    auto* halves = new QSplitter(Qt::Vertical);
    halves->setChildrenCollapsible(false);
    halves->addWidget(box_);
    halves->addWidget(make_matrix());
    halves->setSizes({300, 240});
    auto* page = new QWidget;
    auto* rows = new QVBoxLayout(page);
    rows->addWidget(halves, 1);
    auto* limit = new QLabel(tr("Belady's optimum beside the policy"));
    limit->setWordWrap(true);
    rows->addWidget(limit);
    rows->addWidget(optimum_);
    return page;
}

void ContentsPanel::lay_out() {
    note_->setObjectName(QStringLiteral("contents_note"));
    note_->setTextFormat(Qt::PlainText);
    note_->setWordWrap(true);
    note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    tabs_->setObjectName(QStringLiteral("contents_part"));
    tabs_->addTab(make_shares(), tr("Sh&ares and Evictions")); // in the order of ContentsPart
    tabs_->addTab(sets_, tr("&Sets"));
    auto* parts = new QVBoxLayout(parts_);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->addWidget(make_choices());
    parts->addWidget(tabs_, 1);
    auto* bar = new JobBar(job_);
    bar->setObjectName(QStringLiteral("contents_job"));
    bar->set_title(tr("Simulating the contents"));
    bar->make_narrow();
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(parts_, 1);
    column->addWidget(note_);
    auto* scroll = new QScrollArea; // so that plots and tables can be read where the dock is low
    scroll->setObjectName(QStringLiteral("contents_scroll"));
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(scroll, 1);
    rows->addWidget(bar);
    setFocusProxy(level_);
}

void ContentsPanel::connect_model() {
    connect(&pane_, &Pane::recording_changed, this, &ContentsPanel::request);
    connect(&pane_, &Pane::profile_changed, this, &ContentsPanel::request);
    pane_.follow_panel<ContentsDisplay>(this, &ContentsPanel::follow_display);
    connect(&pane_, &Pane::look_changed, this, &ContentsPanel::show_results);
    // Choosing the same again is also handled, since the job may have been stopped.
    connect(level_, QOverload<int>::of(&QComboBox::activated), this, [this] {
        const auto choice = static_cast<CacheChoice>(level_->currentData().toInt());
        change([&](ContentsDisplay& shown) {
            shown.level = choice == CacheChoice::l2 ? Level::l2 : Level::l1;
            if (choice == CacheChoice::all_l1) shown.sm.reset();
            if (choice == CacheChoice::one_l1) shown.sm = static_cast<std::uint32_t>(sm_->value());
        });
        request();
    });
    connect(sm_, QOverload<int>::of(&QSpinBox::valueChanged), this, [this](int sm) {
        change([sm](ContentsDisplay& shown) { shown.sm = static_cast<std::uint32_t>(sm); });
    });
    connect(value_, QOverload<int>::of(&QComboBox::activated), this, [this] {
        change([this](ContentsDisplay& shown) {
            shown.value = static_cast<EvictionValue>(value_->currentData().toInt());
        });
    });
    connect(kind_, QOverload<int>::of(&QComboBox::activated), this, [this] {
        change([this](ContentsDisplay& shown) {
            shown.kind = static_cast<EvictionKind>(kind_->currentData().toInt());
        });
    });
    connect(tabs_, &QTabWidget::currentChanged, this, [this](int part) {
        change([part](ContentsDisplay& shown) {
            shown.part = static_cast<ContentsPart>(part);
            if (shown.part == ContentsPart::sets && !shown.sm) shown.sm = 0; // sets are of one cache
        });
    });
    connect(sets_, &SetsView::colour_chosen, this, [this](SetColour colour) {
        change([colour](ContentsDisplay& shown) { shown.colour = colour; });
    });
    connect(&sets_->picture(), &SetPicture::moment_chosen, this, &ContentsPanel::choose_moment);
    connect(plot_, &XyPlot::point_chosen, this, &ContentsPanel::choose_moment);
    connect(matrix_, &QWidget::customContextMenuRequested, this, &ContentsPanel::show_matrix_menu);
    connect(&job_, &JobRunner::stopped, this, [this] {
        if (std::exchange(counting_, nullptr) == nullptr) return;
        problem_ = tr("Stopped. Choose the caches again to simulate them.");
        show_note();
    });
    connect(&job_, &JobRunner::failed, this, [this](const QString& message) {
        counting_ = nullptr;
        problem_ = message;
        show_note();
    });
}

void ContentsPanel::change(const std::function<void(ContentsDisplay&)>& by) {
    ContentsDisplay next = display();
    by(next);
    pane_.set_panel(next);
}

void ContentsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request();
}

void ContentsPanel::follow_display() {
    const std::array quiet{QSignalBlocker(tabs_), QSignalBlocker(level_), QSignalBlocker(sm_),
                           QSignalBlocker(value_), QSignalBlocker(kind_)};
    const ContentsDisplay& shown = display();
    tabs_->setCurrentIndex(static_cast<int>(shown.part));
    const CacheChoice choice = shown.level == Level::l2 ? CacheChoice::l2
                               : shown.sm               ? CacheChoice::one_l1
                                                        : CacheChoice::all_l1;
    level_->setCurrentIndex(level_->findData(static_cast<int>(choice)));
    value_->setCurrentIndex(value_->findData(static_cast<int>(shown.value)));
    kind_->setCurrentIndex(kind_->findData(static_cast<int>(shown.kind)));
    request();
}

std::optional<std::uint32_t> ContentsPanel::shown_sm() const {
    const auto simulation = pane_.simulation();
    if (simulation == nullptr || !display().sm || display().level == Level::l2) return std::nullopt;
    const std::uint32_t sms = std::max<std::uint32_t>(1, simulation->recording->info().device.sm_count);
    return std::min(*display().sm, sms - 1);
}

std::optional<Level> ContentsPanel::shown_lines() const {
    return display().part == ContentsPart::sets ? std::optional(display().level) : std::nullopt;
}

void ContentsPanel::request() {
    const auto simulation = pane_.simulation();
    if (!isVisible()) {
        // Releases what is of a simulation that was replaced.
        if (counting_ != nullptr && counting_ != simulation) {
            counting_ = nullptr;
            job_.stop();
        }
        if (results_ != nullptr && (simulation == nullptr || !results_->are_of(*simulation))) {
            results_ = nullptr;
            show_results();
        }
        return;
    }
    const bool is_known = simulation != nullptr && why_no_contents(*simulation).isEmpty();
    // L2 is the same whichever SM was asked for.
    const auto has_results = [&](const Simulation& of, const std::optional<std::uint32_t>& sm,
                                 const ContentsResults& results) {
        const std::optional<Level> lines = shown_lines();
        return results.are_of(of) && (sm == results.sm || display().level == Level::l2) &&
               (!lines || results.lines[index(*lines)] != nullptr);
    };
    if (results_ != nullptr && !(is_known && results_->are_of(*simulation))) results_ = nullptr;
    const bool is_counted = results_ != nullptr && has_results(*simulation, shown_sm(), *results_);
    if (!is_known || is_counted) {
        if (std::exchange(counting_, nullptr) != nullptr) job_.stop();
        problem_.clear();
        return show_results();
    }
    if (counting_ == simulation && counting_sm_ == shown_sm() && counting_lines_ == shown_lines())
        return show_results();
    problem_.clear();
    counting_ = simulation;
    counting_sm_ = shown_sm();
    counting_lines_ = shown_lines();
    show_results();
    job_.start(
        [simulation, sm = counting_sm_, lines = counting_lines_, known = results_, &pool = pane_.pool()](
            const JobContext& job) { return count_contents(simulation, sm, lines, known, pool, job); },
        [this](std::shared_ptr<const ContentsResults> results) {
            counting_ = nullptr;
            results_ = std::move(results);
            request(); // the simulation may be another one by now
        });
}

void ContentsPanel::show_results() {
    const auto simulation = pane_.simulation();
    const bool is_known = simulation != nullptr && why_no_contents(*simulation).isEmpty();
    parts_->setVisible(is_known);
    if (is_known) {
        const QSignalBlocker quiet(sm_);
        sm_->setVisible(display().level == Level::l1 && display().sm.has_value());
        const std::uint32_t sms = std::max<std::uint32_t>(1, simulation->recording->info().device.sm_count);
        sm_->setRange(0, static_cast<int>(std::min<std::uint32_t>(sms, 1U << 20) - 1));
        sm_->setValue(static_cast<int>(shown_sm().value_or(0)));
    }
    const bool has_plot = results_ != nullptr && (display().level == Level::l2 || results_->sm == shown_sm());
    plot_->show_level(has_plot ? results_ : nullptr, display().level);
    cells_->show(results_, display(), colour_map_named(pane_.choices().view.colour_map));
    matrix_->resizeColumnsToContents();
    show_sets();
    if (results_ != nullptr) {
        const OpenRecording& recording = *results_->simulation->recording;
        const QByteArray provenance = provenance_of_parts({&recording});
        box_->set_file_stem(file_stem_of(recording) + QStringLiteral("-occupancy"), provenance);
        optimum_->set_file_stem(file_stem_of(recording) + QStringLiteral("-optimum"), provenance);
    }
    optimum_->show(results_.get());
    show_note();
}

void ContentsPanel::show_sets() {
    const bool has_lines =
        results_ != nullptr && (display().level == Level::l2 || results_->sm == shown_sm());
    sets_->show(has_lines ? results_->simulation->recording : nullptr,
                has_lines ? results_->lines[index(display().level)] : nullptr, display().colour,
                colour_map_named(pane_.choices().view.colour_map),
                has_lines ? AllocationLooks(*results_) : AllocationLooks());
}

void ContentsPanel::choose_moment(std::size_t moment) {
    if (results_ == nullptr || results_->simulation->recording != pane_.recording()) return;
    const std::uint64_t positions = results_->simulation->recording->info().positions();
    const TimeWindow window{moment == 0 ? 0 : results_->ends.at(moment - 1), results_->ends.at(moment)};
    if (window.count() != 0) pane_.set_frames(frames_over(window, positions));
}

} // namespace hitmap
