#include "app/figure_editor/figure_page.h"
#include "app/figure_editor/figure_window.h"
#include "widgets/controls/save_file.h"
#include "widgets/messages/message_bar.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtWidgets/QAction>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>

namespace hitmap {

namespace {

QString folder_key() {
    return QStringLiteral("figure_folder");
}

template <class Act>
QAction* add_action(QMenu& menu, const QString& text, const QKeySequence& keys, const char* name, Act act) {
    QAction* action = menu.addAction(text);
    action->setShortcut(keys);
    action->setObjectName(QString::fromLatin1(name));
    QObject::connect(action, &QAction::triggered, action, std::move(act));
    return action;
}

} // namespace

void FigureWindow::create_menus() {
    fill_file_menu(*menuBar()->addMenu(tr("&File")));
    fill_edit_menu(*menuBar()->addMenu(tr("&Edit")));
    fill_panel_menu(*menuBar()->addMenu(tr("&Panel")));
    fill_matrix_menu(*menuBar()->addMenu(tr("&Matrix")));
}

void FigureWindow::fill_file_menu(QMenu& menu) {
    add_action(menu, tr("&New Figure"), QKeySequence::New, "new_figure", [this] {
        if (may_lose_changes()) document_.clear();
    });
    add_action(menu, tr("&Open …"), QKeySequence::Open, "open_figure", [this] { ask_to_open(); });
    add_action(menu, tr("From an E&xperiment …"), {}, "open_experiment", [this] { ask_for_experiment(); });
    with_panels_.append(add_action(menu, tr("&Save"), QKeySequence::Save, "save_figure", [this] { save(); }));
    with_panels_.append(add_action(menu, tr("Save &As …"), QKeySequence(tr("Ctrl+Shift+S")), "save_figure_as",
                                   [this] { save_as(); }));
    menu.addSeparator();
    with_panels_.append(add_action(menu, tr("&Export …"), QKeySequence(tr("Ctrl+E")), "export_figure",
                                   [this] { ask_to_export(false); }));
    export_as_seen_ = add_action(menu, tr("Export as Seen &in the Preview …"), {}, "export_as_seen",
                                 [this] { ask_to_export(true); });
    export_as_seen_->setToolTip(tr("With the colours of the colour vision that is shown"));
    menu.addSeparator();
    add_action(menu, tr("&Close"), QKeySequence::Close, "close_figure", [this] { close(); });
}

void FigureWindow::fill_edit_menu(QMenu& menu) {
    undo_ = add_action(menu, tr("&Undo"), QKeySequence::Undo, "undo_figure", [this] { document_.undo(); });
    redo_ = add_action(menu, tr("&Redo"), QKeySequence(tr("Ctrl+Shift+Z")), "redo_figure",
                       [this] { document_.redo(); });
    menu.addSeparator();
    QAction* again =
        add_action(menu, tr("Read the Recordings &Again"), QKeySequence::Refresh, "read_again", [this] {
            maker_.forget();
            document_.forget_hashes(); // which makes the picture
        });
    again->setToolTip(tr("Takes the present contents of recordings that have changed, and their hashes"));
    with_panels_.append(again);
}

void FigureWindow::fill_panel_menu(QMenu& menu) {
    const auto add = [&](const QString& text, const QString& keys, const char* name, auto act) {
        with_panel_.append(add_action(menu, text, QKeySequence(keys), name, std::move(act)));
    };
    add(tr("Move &Left"), tr("Alt+Left"), "move_left", [this] { move_panel(FigureAxis::column, false); });
    add(tr("Move &Right"), tr("Alt+Right"), "move_right", [this] { move_panel(FigureAxis::column, true); });
    add(tr("Move &Up"), tr("Alt+Up"), "move_up", [this] { move_panel(FigureAxis::row, false); });
    add(tr("Move &Down"), tr("Alt+Down"), "move_down", [this] { move_panel(FigureAxis::row, true); });
    menu.addSeparator();
    const auto share = [&](const QString& text, const char* name, std::optional<FigureAxis> axis) {
        add(text, {}, name, [this, axis] {
            document_.change([&](Figure& figure) { share_camera(figure, document_.place(), axis); });
        });
    };
    share(tr("Its Camera for &All Meshes"), "camera_all", std::nullopt);
    share(tr("Its Camera for Its &Column"), "camera_column", FigureAxis::column);
    share(tr("Its Camera for Its Ro&w"), "camera_row", FigureAxis::row);
    menu.addSeparator();
    with_panels_.append(add_action(menu, tr("Add a &Text"), {}, "add_text", [this] { add_text(); }));
    add(tr("Add Its Colour &Bar"), {}, "add_bar", [this] { add_bar(); });
    menu.addSeparator();
    add(tr("R&emove"), tr("Ctrl+Del"), "remove_panel",
        [this] { document_.change([this](Figure& figure) { remove_panel(figure, document_.place()); }); });
}

void FigureWindow::fill_matrix_menu(QMenu& menu) {
    const auto add = [&](const QString& text, const QString& keys, const char* name, FigureAxis axis,
                         int offset) {
        with_panels_.append(add_action(menu, text, QKeySequence(keys), name, [this, axis, offset] {
            const FigurePlace place = document_.place();
            const std::size_t number = axis == FigureAxis::row ? place.row : place.column;
            document_.change([&](Figure& figure) {
                if (offset < 0)
                    remove_track(figure, axis, number);
                else
                    insert_track(figure, axis, number + static_cast<std::size_t>(offset));
            });
        }));
    };
    add(tr("Insert a Row &Above"), tr("Ctrl+Shift+Up"), "row_above", FigureAxis::row, 0);
    add(tr("Insert a Row &Below"), tr("Ctrl+Shift+Down"), "row_below", FigureAxis::row, 1);
    add(tr("Insert a Column at the &Left"), tr("Ctrl+Shift+Left"), "column_left", FigureAxis::column, 0);
    add(tr("Insert a Column at the &Right"), tr("Ctrl+Shift+Right"), "column_right", FigureAxis::column, 1);
    menu.addSeparator();
    add(tr("Remove the Ro&w"), {}, "remove_row", FigureAxis::row, -1);
    add(tr("Remove the &Column"), {}, "remove_column", FigureAxis::column, -1);
}

void FigureWindow::move_panel(FigureAxis axis, bool forward) {
    const auto to = next_place(document_.figure(), document_.place(), axis, forward);
    if (!to) return;
    if (document_.change([&](Figure& figure) { exchange(figure, document_.place(), *to); }))
        document_.select(*to);
}

void FigureWindow::add_text() {
    FigurePlace place;
    const bool added = document_.change([&](Figure& figure) {
        FigurePanel panel;
        panel.kind = FigurePanelKind::text;
        panel.text = "L1 {l1-hit-rate}\nL2 {l2-hit-rate}";
        if (const FigurePanel* chosen = document_.panel()) panel.source = chosen->source;
        place = add_panel(figure, std::move(panel));
    });
    if (added) document_.select(place);
}

void FigureWindow::add_bar() {
    const FigurePanel* const panel = document_.panel();
    if (panel == nullptr || !has_colours(panel->kind)) {
        messages_->show_refusal(
            tr("Only meshes, images and framebuffers have a colour bar."),
            MessageEnd(document_, &FigureDocument::selection_changed, &FigureDocument::changed));
        return;
    }
    const FigurePlace place{panel->row, panel->column};
    document_.change([&](Figure& figure) { add_colour_bar(figure, place); });
}

QString FigureWindow::ask_for_file(const QString& title, const QString& kind) {
    const QString folder = QSettings().value(folder_key(), QDir::homePath()).toString();
    const QString file =
        QFileDialog::getOpenFileName(this, title, folder, tr("%1 (*.json);;All files (*)").arg(kind));
    if (!file.isEmpty()) QSettings().setValue(folder_key(), QFileInfo(file).absolutePath());
    return file;
}

void FigureWindow::ask_to_open() {
    if (!may_lose_changes()) return;
    const QString file = ask_for_file(tr("Open a figure"), tr("Recipes of figures"));
    if (!file.isEmpty()) document_.open(file);
}

void FigureWindow::ask_for_experiment() {
    const QString file = ask_for_file(tr("Make the figure of an experiment"), tr("Experiments"));
    if (!file.isEmpty() && document_.take_experiment(file)) document_.select({});
}

bool FigureWindow::save() {
    return document_.file().isEmpty() ? save_as() : document_.save(document_.file());
}

bool FigureWindow::save_as() {
    const QString file = ask_where_to_save(this, tr("Save the figure"), QStringLiteral("figure"),
                                           QStringLiteral(".json"), tr("Recipes of figures (*.json)"));
    return !file.isEmpty() && document_.save(file);
}

void FigureWindow::ask_to_export(bool as_seen) {
    const QString stem = document_.file().isEmpty() ? QStringLiteral("figure")
                                                    : QFileInfo(document_.file()).completeBaseName();
    const QString file = ask_where_to_save(
        this, as_seen ? tr("Export the figure as it is seen") : tr("Export the figure"), stem,
        QStringLiteral(".pdf"), tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;LaTeX with a PDF (*.tex)"));
    if (!file.isEmpty() && may_replace_pdf(file))
        maker_.write(document_.figure(), file, as_seen ? vision_ : ColourVision::normal);
}

bool FigureWindow::may_replace_pdf(const QString& file) {
    const QString pdf = FigureMaker::pdf_beside(file);
    if (pdf.isEmpty() || !QFile::exists(pdf) || maker_.has_written(pdf)) return true;
    QMessageBox box(this);
    box.setObjectName(QStringLiteral("replace_pdf"));
    box.setIcon(QMessageBox::Warning);
    box.setText(tr("%1 exists already. The figure would replace it.").arg(pdf));
    const auto* replace = box.addButton(tr("&Replace"), QMessageBox::DestructiveRole);
    box.addButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == replace;
}

} // namespace hitmap
