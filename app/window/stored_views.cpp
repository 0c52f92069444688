#include "app/window/stored_views.h"

#include "app/window/actions.h"
#include "core/base/error.h"
#include "widgets/base/tr.h"
#include "widgets/controls/message_bar.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QMenu>

namespace hitmap {

namespace {

constexpr int most_views = 9;

} // namespace

void StoredViews::add_actions(QMenu& menu, Actions& actions) {
    for (int number = 1; number <= most_views; ++number)
        actions.add(menu, tr("Go to View &%1").arg(number),
                    {QKeySequence(QStringLiteral("Ctrl+%1").arg(number))}, Actions::Scope::with_mesh,
                    [this, number] { recall(number); });
    menu.addSeparator();
    for (int number = 1; number <= most_views; ++number)
        actions.add(menu, tr("Store as View %1").arg(number),
                    {QKeySequence(QStringLiteral("Ctrl+Shift+%1").arg(number))}, Actions::Scope::with_mesh,
                    [this, number] { store(number); });
}

void StoredViews::store(int number) {
    views_[number] = session_.active().choices().view;
    Q_EMIT session_.changed();
    messages_.show_notice(tr("Stored as view %1: Ctrl+%1 comes back to it.").arg(number));
}

void StoredViews::recall(int number) {
    const auto found = views_.find(number);
    if (found == views_.end()) {
        messages_.show_notice(
            tr("There is no view %1 yet: Ctrl+Shift+%1 stores the present one.").arg(number));
        return;
    }
    session_.active().set_view(found->second);
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
        messages.show_error(QString::fromStdString(error.what()));
    }
}

} // namespace hitmap
