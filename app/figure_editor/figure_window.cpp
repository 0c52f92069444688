#include "app/figure_editor/figure_window.h"

#include "app/figure_editor/figure_matrix.h"
#include "app/figure_editor/figure_page.h"
#include "app/figure_editor/inset_form.h"
#include "app/figure_editor/panel_form.h"
#include "app/figure_editor/style_form.h"
#include "app/figure_editor/track_form.h"
#include "widgets/base/comfortable_size.h"
#include "widgets/messages/job_bar.h"
#include "widgets/messages/message_bar.h"

#include <QtCore/QFileInfo>
#include <QtWidgets/QAction>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QVBoxLayout>

#include <chrono>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

constexpr std::chrono::milliseconds size_pause{150};

QScrollArea* scrolled(QWidget* form) {
    auto* area = new QScrollArea;
    area->setWidget(form);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    return area;
}

} // namespace

FigureWindow::FigureWindow(ThreadPool& pool, QWidget* parent)
    : QMainWindow(parent, Qt::Window),
      maker_(pool),
      page_(new FigurePage(document_, maker_)),
      insets_(new InsetForm(document_)),
      messages_(new MessageBar),
      warning_(new QLabel) {
    setObjectName(QStringLiteral("figure_window"));
    resize_within_screen(*this, {1100, 720});
    pause_.setSingleShot(true);
    pause_.setInterval(size_pause);
    lay_out();
    create_menus();
    connect_parts();
    show_state();
}

FigureWindow::~FigureWindow() {
    delete takeCentralWidget(); // whose parts use the document
}

void FigureWindow::lay_out() {
    warning_->setObjectName(QStringLiteral("figure_warning"));
    warning_->setWordWrap(true);
    warning_->setContentsMargins(8, 4, 8, 4);
    warning_->setAutoFillBackground(true);
    warning_->setBackgroundRole(QPalette::ToolTipBase);
    warning_->setForegroundRole(QPalette::ToolTipText);
    auto* picture_bar = new JobBar(maker_.picture_job());
    picture_bar->set_title(tr("Making the figure"));
    picture_bar->show_only_long_jobs();
    // Otherwise the page would have another size, and be drawn again, each time.
    picture_bar->keep_room();
    auto* write_bar = new JobBar(maker_.write_job());
    write_bar->set_title(tr("Writing the figure"));
    write_bar->keep_room();
    auto* page = new QWidget;
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(page_, 1);
    for (QWidget* row : {static_cast<QWidget*>(warning_), static_cast<QWidget*>(messages_),
                         static_cast<QWidget*>(picture_bar), static_cast<QWidget*>(write_bar)})
        rows->addWidget(row);
    auto* forms = new QTabWidget;
    forms->setObjectName(QStringLiteral("figure_forms"));
    forms->addTab(scrolled(new PanelForm(document_)), tr("Panel"));
    forms->addTab(scrolled(insets_), tr("Insets"));
    forms->addTab(scrolled(new TrackForm(document_)), tr("Row and Column"));
    forms->addTab(scrolled(new StyleForm(document_)), tr("Figure"));
    auto* side = new QSplitter(Qt::Vertical);
    side->addWidget(new FigureMatrixView(document_));
    side->addWidget(forms);
    side->setStretchFactor(1, 1);
    auto* parts = new QSplitter;
    parts->addWidget(page);
    parts->addWidget(side);
    parts->setStretchFactor(0, 1);
    parts->setSizes({700, 380});
    setCentralWidget(parts);
}

void FigureWindow::connect_parts() {
    connect(&document_, &FigureDocument::changed, this, [this] {
        maker_.hash(document_.figure());
        make_picture();
    });
    connect(&document_, &FigureDocument::state_changed, this, &FigureWindow::show_state);
    connect(&document_, &FigureDocument::selection_changed, this, &FigureWindow::show_state);
    connect(&document_, &FigureDocument::failed, messages_, [this](const QString& message) {
        messages_->show_refusal(message,
                                MessageEnd(document_, &FigureDocument::changed, &FigureDocument::saved));
    });
    connect(&maker_, &FigureMaker::failed, messages_, &MessageBar::show_failure);
    connect(&maker_, &FigureMaker::written, messages_,
            [this](const QString& file) { messages_->show_notice(tr("Saved %1").arg(file)); });
    connect(&maker_, &FigureMaker::made, this, [this] {
        // What was wrong with the former page is not wrong with this one, which may be empty.
        messages_->end_failure(maker_.picture_job());
        show_warnings();
        if (std::exchange(hashes_are_new_, false)) make_picture();
    });
    connect(&maker_, &FigureMaker::hashed, &document_, &FigureDocument::set_hash);
    connect(&maker_, &FigureMaker::hashes_done, this, [this] {
        document_.save_hashes();
        // The picture is to be of the bytes that have these hashes.
        hashes_are_new_ = maker_.picture_job().running();
        if (!hashes_are_new_) make_picture();
    });
    connect(&pause_, &QTimer::timeout, this, &FigureWindow::make_picture);
    connect(page_, &FigurePage::page_resized, this, [this] { pause_.start(); });
    connect(page_, &FigurePage::region_drawn, insets_, &InsetForm::add);
}

void FigureWindow::make_picture() {
    pause_.stop();
    maker_.make_picture(document_.figure(), page_->page_width(), vision_);
    if (document_.is_empty()) page_->update();
}

void FigureWindow::show_front() {
    show();
    raise();
    activateWindow();
    page_->setFocus();
}

void FigureWindow::set_colour_vision(ColourVision vision) {
    if (vision == vision_) return;
    vision_ = vision;
    export_as_seen_->setEnabled(vision != ColourVision::normal && !document_.is_empty());
    make_picture();
    show_warnings();
}

void FigureWindow::show_warnings() {
    QStringList lines;
    const bool is_seen = vision_ != ColourVision::normal;
    const std::string_view title = info_of(vision_).title;
    if (is_seen)
        lines.append(tr("Shown as seen with: %1. Exported figures keep their colours.")
                         .arg(QString::fromUtf8(title.data(), static_cast<int>(title.size()))));
    if (is_seen && maker_.picture()) lines += maker_.picture()->warnings;
    warning_->setText(lines.join(QLatin1Char('\n')));
    warning_->setVisible(is_seen);
}

void FigureWindow::show_state() {
    const QString name =
        document_.file().isEmpty() ? tr("Untitled figure") : QFileInfo(document_.file()).fileName();
    setWindowTitle(tr("%1[*] – Figure").arg(name));
    setWindowModified(document_.modified());
    undo_->setEnabled(document_.can_undo());
    redo_->setEnabled(document_.can_redo());
    for (QAction* action : with_panel_)
        action->setEnabled(document_.panel() != nullptr);
    for (QAction* action : with_panels_)
        action->setEnabled(!document_.is_empty());
    export_as_seen_->setEnabled(vision_ != ColourVision::normal && !document_.is_empty());
    show_warnings();
}

bool FigureWindow::may_lose_changes() {
    if (!document_.modified()) return true;
    QMessageBox box(this);
    box.setObjectName(QStringLiteral("unsaved_figure"));
    box.setIcon(QMessageBox::Warning);
    box.setText(tr("The figure has changes that are not saved."));
    const auto* save_button = box.addButton(tr("&Save …"), QMessageBox::AcceptRole);
    const auto* lose = box.addButton(tr("&Discard"), QMessageBox::DestructiveRole);
    box.addButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() == save_button) return save();
    return box.clickedButton() == lose;
}

} // namespace hitmap
