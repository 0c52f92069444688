#include "widgets/source/source_panel.h"

#include "core/cache/results/source_lines.h"
#include "core/source/source_text.h"
#include "widgets/base/format.h"
#include "widgets/base/path_text.h"
#include "widgets/model/model_box.h"
#include "widgets/session/panes/toggle_restriction.h"
#include "widgets/source/editor_command.h"
#include "widgets/source/matrix_model.h"
#include "widgets/source/source_folder_setting.h"
#include "widgets/source/source_view.h"

#include <QtCore/QFile>
#include <QtCore/QSignalBlocker>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>

namespace hitmap {

SourcePanel::SourcePanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      files_(new QComboBox),
      search_(new QLineEdit),
      tabs_(new QTabWidget),
      text_(new SourceView),
      value_(new QComboBox),
      matrix_(new QTableView),
      cells_(new MatrixModel(this)),
      note_(new QLabel) {
    lay_out();
    add_actions();
    connect(&pane_, &Pane::profile_changed, this, &SourcePanel::request_data);
    connect(&pane_, &Pane::frames_changed, this, &SourcePanel::request_data);
    connect(&pane_, &Pane::look_changed, this, &SourcePanel::show_matrix);
    connect(&pane_.guide(), &PaneGuide::line_wanted, this, &SourcePanel::go_to_line);
    connect(files_, qOverload<int>(&QComboBox::currentIndexChanged), this, &SourcePanel::show_file);
    connect(text_, &SourceView::line_chosen, this, &SourcePanel::choose_line);
    connect(search_, &QLineEdit::returnPressed, this, [this] { find_next(false); });
    connect(value_, qOverload<int>(&QComboBox::currentIndexChanged), this, &SourcePanel::show_matrix);
    connect(matrix_, &QTableView::activated, this, &SourcePanel::go_to_cell);
    connect(matrix_, &QTableView::clicked, this, &SourcePanel::choose_cell);
    connect(matrix_, &QWidget::customContextMenuRequested, this, &SourcePanel::show_matrix_menu);
    connect(&job_, &JobRunner::failed, this, [this](const QString& message) {
        message_ = message;
        show_note();
    });
}

void SourcePanel::lay_out() {
    files_->setObjectName(QStringLiteral("source_file"));
    files_->setAccessibleName(tr("Source file"));
    files_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    search_->setObjectName(QStringLiteral("source_search"));
    search_->setPlaceholderText(tr("Find"));
    search_->setClearButtonEnabled(true);
    note_->setObjectName(QStringLiteral("source_note"));
    note_->setWordWrap(true);
    note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    tabs_->setObjectName(QStringLiteral("source_tabs"));
    tabs_->setDocumentMode(true);
    tabs_->addTab(text_, tr("Text"));
    tabs_->addTab(make_matrix_tab(), tr("Lines by Allocation"));
    auto* choices = new QHBoxLayout;
    choices->setObjectName(QStringLiteral("source_choices"));
    choices->addWidget(files_, 2);
    choices->addWidget(search_, 1);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(choices);
    rows->addWidget(tabs_, 1);
    rows->addWidget(note_);
}

QWidget* SourcePanel::make_matrix_tab() {
    value_->setObjectName(QStringLiteral("matrix_value"));
    value_->setAccessibleName(tr("What the cells show"));
    for (const auto& [value, title] :
         {std::pair{MatrixValue::l1_rate, tr("L1 hit rate")},
          std::pair{MatrixValue::l2_rate, tr("L2 hit rate")},
          std::pair{MatrixValue::l1_misses, tr("L1 misses")},
          std::pair{MatrixValue::l2_misses, tr("L2 misses")}, std::pair{MatrixValue::sectors, tr("Sectors")}})
        value_->addItem(title, static_cast<int>(value));
    matrix_->setObjectName(QStringLiteral("source_matrix"));
    matrix_->setModel(cells_);
    matrix_->setSelectionMode(QAbstractItemView::SingleSelection);
    matrix_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    matrix_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    matrix_->horizontalHeader()->setResizeContentsPrecision(0); // of the visible rows
    matrix_->setContextMenuPolicy(Qt::CustomContextMenu);
    matrix_->setWhatsThis(
        tr("A click or Space colours the mesh by the look-ups of this line in this buffer alone; "
           "Enter or a double click leads to the line."));
    matrix_->installEventFilter(this);
    auto* tab = new QWidget;
    auto* rows = new QVBoxLayout(tab);
    rows->setContentsMargins(0, 4, 0, 0);
    rows->addWidget(value_);
    rows->addWidget(matrix_, 1);
    return tab;
}

void SourcePanel::add_actions() {
    auto* choices = findChild<QHBoxLayout*>(QStringLiteral("source_choices"));
    const auto add = [&](const QString& title, const QKeySequence& key, Qt::ArrowType arrow, auto effect) {
        auto* action = new QAction(title, this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, effect);
        addAction(action);
        if (arrow == Qt::NoArrow) return action;
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setArrowType(arrow);
        button->setToolTip(QStringLiteral("%1 (%2)").arg(title, key.toString(QKeySequence::NativeText)));
        choices->addWidget(button);
        return action;
    };
    add(tr("Find in the Source"), QKeySequence::Find, Qt::NoArrow, [this] {
        tabs_->setCurrentIndex(0);
        search_->setFocus(Qt::ShortcutFocusReason);
        search_->selectAll();
    });
    add(tr("Find Next"), QKeySequence(Qt::Key_F3), Qt::NoArrow, [this] { find_next(false); });
    add(tr("Find Previous"), QKeySequence(QStringLiteral("Shift+F3")), Qt::NoArrow,
        [this] { find_next(true); });
    add(tr("Previous Line with Many Misses"), QKeySequence(QStringLiteral("Shift+F8")), Qt::UpArrow,
        [this] { text_->go_to_hot_line(-1); });
    add(tr("Next Line with Many Misses"), QKeySequence(Qt::Key_F8), Qt::DownArrow,
        [this] { text_->go_to_hot_line(1); });
    QAction* accesses = add(tr("Show Accesses of the Line"), QKeySequence(QStringLiteral("Ctrl+Return")),
                            Qt::NoArrow, [this] { show_accesses(); });
    text_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(text_, &QWidget::customContextMenuRequested, this, [this, accesses](const QPoint& position) {
        const std::unique_ptr<QMenu> menu(text_->createStandardContextMenu());
        menu->insertAction(menu->actions().value(0), accesses);
        menu->insertAction(accesses, findChild<QAction*>(QStringLiteral("pin_line")));
        menu->exec(text_->viewport()->mapToGlobal(position));
    });
    add(tr("Pin the Line in Time"), QKeySequence(QStringLiteral("Ctrl+P")), Qt::NoArrow, [this] {
        if (const ShownFile* const shown = file())
            if (const LineTraffic* const line = shown->traffic.find(text_->current_line()))
                pin_line(line->name);
    })->setObjectName(QStringLiteral("pin_line"));
    QAction* editor =
        add(tr("Open in Editor"), QKeySequence(Qt::Key_F4), Qt::NoArrow, [this] { open_editor(); });
    auto* button = new QToolButton;
    button->setDefaultAction(editor);
    button->setObjectName(QStringLiteral("open_in_editor"));
    choices->addWidget(button);
}

void SourcePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_data();
}

void SourcePanel::request_data() {
    const auto simulation = pane_.simulation();
    if (!isVisible() || simulation == nullptr) { // releases a closed recording
        if (data_ != nullptr &&
            (simulation == nullptr || data_->simulation->recording != simulation->recording))
            show_data(nullptr);
        return;
    }
    const TimeWindow window = frame_range_window(simulation->profile->positions(), pane_.choices().frames);
    SourceFolders folders = source_folders_of(simulation->recording->file->name());
    if (data_ != nullptr && data_->simulation == simulation && data_->asked == window &&
        data_->folders.named == folders.named)
        return;
    job_.start(
        [simulation, window, folders = std::move(folders)](const JobContext& job) {
            return std::make_shared<const SourceData>(make_source_data(simulation, window, folders, job));
        },
        [this, simulation](std::shared_ptr<const SourceData> made) {
            if (simulation == pane_.simulation()) show_data(std::move(made));
        });
}

void SourcePanel::show_data(std::shared_ptr<const SourceData> made) {
    const ShownFile* const before = file();
    const std::string shown = before != nullptr ? before->traffic.file : std::string();
    data_ = std::move(made);
    message_.clear();
    int index = -1;
    {
        const QSignalBlocker blocker(files_);
        files_->clear();
        for (std::size_t i = 0; data_ != nullptr && i < data_->files.size(); ++i) {
            const FileTraffic& traffic = data_->files[i].traffic;
            const auto misses = [](const TrafficSums& sums) { return sums.l1_lookups() - sums.l1_hits(); };
            files_->addItem(tr("%1 (%2 of L1 misses)")
                                .arg(traffic.file.empty() ? tr("not known") : text_of(traffic.file),
                                     share_text(misses(traffic.sums), misses(data_->total))));
            if (index < 0 || traffic.file == shown) index = static_cast<int>(i);
        }
        files_->setCurrentIndex(index);
    }
    cells_->show_data(data_);
    show_matrix();
    matrix_->resizeColumnsToContents();
    show_chosen_cell();
    show_file(index);
    if (wanted_.second != 0) go_to_line(std::string(wanted_.first), wanted_.second);
}

const ShownFile* SourcePanel::file() const {
    const int index = files_->currentIndex();
    return data_ == nullptr || index < 0 ? nullptr : &data_->files[static_cast<std::size_t>(index)];
}

void SourcePanel::show_file(int /*index*/) {
    const ShownFile* const shown = file();
    text_->show_file(shown != nullptr ? *shown : ShownFile(), data_ != nullptr ? data_->total : TrafficSums(),
                     data_ != nullptr ? data_->allocation_labels : std::vector<std::string>());
    show_restriction();
    show_note();
}

void SourcePanel::show_matrix() {
    cells_->show_value(static_cast<MatrixValue>(value_->currentData().toInt()),
                       colour_map_named(pane_.choices().view.colour_map));
}

void SourcePanel::show_note() {
    QStringList notes;
    const ShownFile* const shown = file();
    if (!message_.isEmpty()) notes.append(message_);
    if (data_ != nullptr && !data_->knows_lines)
        notes.append(
            tr("The stack distance cache model counts elements, not instructions: for the numbers of "
               "source lines, %1.")
                .arg(choose_gpu_text()));
    else if (data_ != nullptr && data_->files.empty())
        notes.append(tr("This recording names no instructions."));
    if (shown != nullptr && shown->origin == TextOrigin::disk)
        notes.append(tr("The recording has no text of this file. This is %1, which may have changed since: "
                        "there is no hash to check.")
                         .arg(shown->path));
    if (shown != nullptr && shown->origin == TextOrigin::none)
        notes.append(
            tr("The recording has no text of this file, and none was found beside the recording or in the "
               "folders of sources in Settings. Traffic lists its lines."));
    if (data_ != nullptr && !(data_->served == data_->asked))
        notes.append(tr("Summed over %1, the nearest at which sums are known; this frame is %2.")
                         .arg(accesses_text(data_->served), accesses_text(data_->asked)));
    if (shown != nullptr && !(data_->matrix.served == data_->served))
        notes.append(
            tr("Active lanes and the matrix are summed over %1.").arg(accesses_text(data_->matrix.served)));
    text_->gutter().setToolTip(
        shown != nullptr && can_restrict(pane_)
            ? tr("A click on the numbers of a line, or Enter in it, colours the mesh by "
                 "this line alone; again: by everything. A wider panel has more columns.")
            : QString());
    note_->setText(notes.join(QLatin1Char('\n')));
    note_->setVisible(!notes.isEmpty());
}

void SourcePanel::show_restriction() {
    const ShownFile* const shown = file();
    std::optional<std::uint32_t> marked;
    const auto& only = pane_.config().only;
    if (shown != nullptr && only.line)
        for (const LineTraffic& line : shown->traffic.lines)
            if (source_line_name(shown->traffic.file, line.line) == *only.line) marked = line.line;
    text_->mark_line(marked);
}

void SourcePanel::choose_line(std::uint32_t line) {
    const ShownFile* const shown = file();
    if (shown == nullptr || shown->traffic.find(line) == nullptr) return;
    Restriction only;
    only.line = source_line_name(shown->traffic.file, line);
    toggle_restriction(pane_, std::move(only));
}

void SourcePanel::show_accesses() {
    const ShownFile* const shown = file();
    if (shown == nullptr || pane_.recording() == nullptr) return;
    const std::uint32_t line = text_->current_line();
    for (const SourceLine& each : source_lines(pane_.recording()->info())) {
        if (each.file != shown->traffic.file || each.line != line) continue;
        pane_.show_accesses({.line = each.name});
        return;
    }
    message_ = tr("Line %1 has no memory accesses.").arg(line);
    show_note();
}

void SourcePanel::go_to_cell(const QModelIndex& index) {
    if (!index.isValid() || data_ == nullptr) return;
    const std::string& of = cells_->file(index.row()).file;
    const std::uint32_t line = cells_->line(index.row()).line;
    const auto found =
        std::ranges::find_if(data_->files, [&](const ShownFile& each) { return each.traffic.file == of; });
    if (found == data_->files.end()) { // no line of the file was executed in these frames
        message_ = tr("No line of %1 was executed in these frames.").arg(text_of(of));
        return show_note();
    }
    files_->setCurrentIndex(static_cast<int>(found - data_->files.begin()));
    tabs_->setCurrentIndex(0);
    text_->go_to(line);
    text_->setFocus(Qt::OtherFocusReason);
}

void SourcePanel::go_to_line(const std::string& file, std::uint32_t line) {
    wanted_ = {file, line};
    if (data_ == nullptr) return; // goes there when it is shown
    for (std::size_t i = 0; i < data_->files.size(); ++i) {
        if (data_->files[i].traffic.file != file) continue;
        files_->setCurrentIndex(static_cast<int>(i));
        tabs_->setCurrentIndex(0);
        text_->go_to(line);
        wanted_ = {};
        return;
    }
}

Restriction SourcePanel::restriction_of(const QModelIndex& index) const {
    Restriction only;
    const std::string& file = cells_->file(index.row()).file;
    const std::uint32_t allocation = cells_->allocation(index.column());
    if (file.empty() || allocation == MatrixCell::outside) return only;
    only.line = source_line_name(file, cells_->line(index.row()).line);
    only.allocation = data_->allocation_labels[allocation];
    return only;
}

void SourcePanel::choose_cell(const QModelIndex& index) {
    if (!index.isValid() || data_ == nullptr || !index.data().isValid()) return;
    Restriction only = restriction_of(index);
    only.rays = pane_.config().only.rays;
    // A double click is two clicks: choosing a cell again changes nothing.
    if (!only.line || only == pane_.config().only) return;
    toggle_restriction(pane_, std::move(only));
}

void SourcePanel::show_chosen_cell() {
    const Restriction& only = pane_.config().only;
    if (data_ == nullptr || !only.line || !only.allocation) return;
    for (int row = 0; row < cells_->rowCount(); ++row)
        for (int column = 0; column < cells_->columnCount(); ++column) {
            const QModelIndex cell = cells_->index(row, column);
            const Restriction of = restriction_of(cell);
            if (of.line == only.line && of.allocation == only.allocation) matrix_->setCurrentIndex(cell);
        }
}

void SourcePanel::pin_line(const std::string& name) {
    pane_.pin_curve(CurveLine{name});
}

void SourcePanel::show_matrix_menu(const QPoint& position) {
    const QModelIndex cell = matrix_->indexAt(position);
    const QModelIndex index = cell.isValid() ? cell : matrix_->currentIndex();
    if (!index.isValid() || data_ == nullptr) return;
    const std::string line = cells_->line(index.row()).name;
    const std::uint32_t allocation = cells_->allocation(index.column());
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QPersistentModelIndex kept(index); // the rows may be replaced while the menu is open
    menu->addAction(tr("&Choose"), this, [this, kept] { choose_cell(kept); });
    menu->addAction(tr("&Go to the Line"), this, [this, kept] { go_to_cell(kept); });
    menu->addAction(tr("&Pin the Line in Time"), this, [this, line] { pin_line(line); });
    if (allocation != MatrixCell::outside)
        menu->addAction(tr("Pin the &Buffer in Time"), this,
                        [this, label = data_->allocation_labels[allocation]] {
                            pane_.pin_curve(CurveAllocation{label});
                        });
    menu->popup(matrix_->viewport()->mapToGlobal(position));
}

bool SourcePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == matrix_ && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
        choose_cell(matrix_->currentIndex());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SourcePanel::find_next(bool backwards) {
    message_.clear();
    if (!text_->find_text(search_->text(), backwards))
        message_ = tr("%1 was not found.").arg(search_->text());
    show_note();
}

void SourcePanel::open_editor() {
    const ShownFile* const shown = file();
    if (shown == nullptr) return;
    const OpenRecording& recording = *data_->simulation->recording;
    const auto found = find_source_file(shown->traffic.file, source_folders_of(recording.file->name()));
    if (!found) {
        message_ = tr("%1 was not found beside the recording or in the folders of sources in Settings.")
                       .arg(text_of(shown->traffic.file));
    } else {
        const QString path = path_text(found->string());
        message_ = open_in_editor(path, text_->current_line());
        if (message_.isEmpty() && is_recorded_text(recording.info(), shown->traffic.file, *found) == false)
            message_ = tr("%1 differs from the recorded text: its lines may be others.").arg(path);
    }
    show_note();
}

} // namespace hitmap
