#include "app/window/stored_views.h"

#include "app/dialogs/bookmark_dialog.h"
#include "app/window/actions.h"
#include "core/base/error.h"
#include "core/trace/model/element_kind.h"
#include "widgets/base/tr.h"
#include "widgets/messages/message_bar.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QMenu>

namespace hitmap {

namespace {

QString text_of_recall(int number, const std::string& note) {
    QString text = tr("Go to View &%1").arg(number);
    if (note.empty()) return text;
    constexpr int most_characters = 40;
    QString shown = QString::fromStdString(note).simplified();
    if (shown.size() > most_characters) shown = shown.left(most_characters - 1) + QStringLiteral("…");
    return text + QStringLiteral(": ") + shown.replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace

void StoredViews::add_actions(QMenu& menu, Actions& actions, QWidget& window) {
    for (int number = 1; number <= Bookmark::most; ++number)
        recalls_.append(actions.add(menu, text_of_recall(number, {}),
                                    {QKeySequence(QStringLiteral("Ctrl+%1").arg(number))},
                                    Actions::Scope::with_mesh, [this, number] { recall(number); }));
    menu.addSeparator();
    actions.add(menu, tr("&Notes …"), {QKeySequence(tr("Ctrl+0"))}, Actions::Scope::always,
                [this, &window] { edit(window); });
    menu.addSeparator();
    for (int number = 1; number <= Bookmark::most; ++number)
        actions.add(menu, tr("Store as View %1").arg(number),
                    {QKeySequence(QStringLiteral("Ctrl+Shift+%1").arg(number))}, Actions::Scope::with_mesh,
                    [this, number] { store(number); });
}

void StoredViews::store(int number) {
    const PaneChoices& choices = session_.active().choices();
    Bookmark& bookmark = views_[number]; // which keeps its note
    bookmark.view = choices.view;
    bookmark.box.reset();
    if (choices.selection && choices.selection->is_box())
        bookmark.box = static_cast<std::uint32_t>(choices.selection->element);
    Q_EMIT session_.changed();
    messages_.show_notice(
        bookmark.box ? tr("Stored as view %1 with box %2: Ctrl+%1 comes back to it, Ctrl+0 writes a note.")
                           .arg(number)
                           .arg(*bookmark.box)
                     : tr("Stored as view %1: Ctrl+%1 comes back to it, Ctrl+0 writes a note.").arg(number));
}

void StoredViews::set_all(std::map<int, Bookmark> views) {
    views_ = std::move(views);
    show_notes();
}

void StoredViews::show_notes() {
    for (int number = 1; number <= recalls_.size(); ++number) {
        const auto found = views_.find(number);
        recalls_[number - 1]->setText(
            text_of_recall(number, found != views_.end() ? found->second.note : std::string()));
    }
}

void StoredViews::edit(QWidget& window) {
    BookmarkDialog dialog(views_, &window);
    QObject::connect(&dialog, &BookmarkDialog::recall_wanted, &dialog,
                     [this](int number) { recall(number); });
    QObject::connect(&dialog, &BookmarkDialog::edited, &dialog, [this, &dialog] {
        set_all(dialog.bookmarks());
        Q_EMIT session_.changed();
    });
    dialog.exec();
}

void StoredViews::recall(int number) {
    const auto found = views_.find(number);
    if (found == views_.end()) {
        messages_.show_notice(
            tr("There is no view %1 yet: Ctrl+Shift+%1 stores the present one.").arg(number));
        return;
    }
    const Bookmark& bookmark = found->second;
    PaneChoices choices = session_.active().choices();
    choices.view = bookmark.view;
    if (bookmark.box) {
        choices.selection = Selection::box(*bookmark.box);
        choices.accesses.reset();
    }
    session_.active().set_choices(choices);
    if (!bookmark.note.empty()) messages_.show_notice(QString::fromStdString(bookmark.note));
}

void copy_view(const Pane& pane, MessageBar& messages) {
    ViewState state = pane.choices();
    state.view = with_range_resolved(state.view, pane.range_subject(), pane.range().min, pane.range().max);
    QGuiApplication::clipboard()->setText(QString::fromStdString(view_state_to_json(state)));
    messages.show_notice(tr("The view is on the clipboard, as JSON that hitmap render --view reads."));
}

void paste_view(Pane& pane, MessageBar& messages) {
    try {
        const std::string json = QGuiApplication::clipboard()->text().toStdString();
        const ViewState pasted = view_state_from_json(json, tr("clipboard").toStdString(), pane.choices());
        PaneChoices choices = pane.choices();
        static_cast<ViewState&>(choices) = pasted;
        pane.set_choices(choices);
    } catch (const Error& error) {
        messages.show_refusal(QString::fromStdString(error.what()),
                              MessageEnd(*QGuiApplication::clipboard(), &QClipboard::dataChanged));
    }
}

} // namespace hitmap
