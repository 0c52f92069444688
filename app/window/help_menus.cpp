#include "app/dialogs/keys_dialog.h"
#include "app/dialogs/manual.h"
#include "app/dialogs/settings/settings_dialog.h"
#include "app/window/actions.h"
#include "app/window/menus.h"
#include "widgets/base/tr.h"

#include <QtWidgets/QMainWindow>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMessageBox>

namespace hitmap {

namespace {

using Scope = Actions::Scope;

void show_until_closed(QDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void show_about(QWidget& window) {
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Hitmap"),
                                tr("<h3>Hitmap %1</h3>").arg(QCoreApplication::applicationVersion()),
                                QMessageBox::Close, &window);
    box->setIconPixmap(window.windowIcon().pixmap(64));
    box->setInformativeText(
        tr("Shows where in a scene a GPU ray tracer hits or misses its caches: a recording "
           "of every memory request goes through a model of the GPU's caches, and the hit "
           "rates are painted back onto triangles, boxes and pixels.\n\nMIT licence."));
    show_until_closed(box);
}

} // namespace

void fill_help_menu(QMenu& menu, const MenuParts& parts) {
    parts.actions.add(menu, tr("&Manual"), {QKeySequence::HelpContents, QKeySequence(Qt::Key_F1)},
                      Scope::always, [&window = parts.window] { show_until_closed(new Manual(&window)); });
    parts.actions.add(menu, tr("&Keys and Pointer"), {QKeySequence(Qt::Key_Question)}, Scope::always,
                      [&window = parts.window] {
                          const auto places = KeysDialog::places_in(*qobject_cast<QMainWindow*>(&window));
                          show_until_closed(new KeysDialog(stored_navigation(), places, &window));
                      });
    parts.actions.add(menu, tr("&About Hitmap"), {}, Scope::always,
                      [&window = parts.window] { show_about(window); });
}

} // namespace hitmap
