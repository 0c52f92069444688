#include "app/window/figure_adder.h"

#include "app/figure_editor/figure_window.h"
#include "app/saving/shown_end.h"
#include "app/window/actions.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/messages/message_bar.h"
#include "widgets/panes/pane_grid.h"

#include <QtWidgets/QMenu>

#include <utility>

namespace hitmap {

FigureAdder::FigureAdder(Session& session, PaneGrid& grid, MessageBar& messages, QWidget& window)
    : session_(session), grid_(grid), messages_(messages), window_(window) {}

FigureAdder::~FigureAdder() {
    delete editor_; // before the session, whose threads it uses
}

FigureWindow& FigureAdder::editor() {
    if (editor_ == nullptr) {
        editor_ = new FigureWindow(session_.active().pool(), &window_);
        editor_->set_colour_vision(vision_);
    }
    return *editor_;
}

double FigureAdder::aspect() const {
    const QSize size = grid_.active().mesh_view().size();
    return static_cast<double>(size.width()) / std::max(1, size.height());
}

void FigureAdder::add(AddedView what) {
    const Pane& pane = session_.active();
    if (const QString reason = why_no_figure(pane); !reason.isEmpty()) {
        messages_.show_refusal(reason, end_of_shown(session_));
        return;
    }
    FigureWindow& figure = editor();
    const AddedPanel added = panel_of(pane, what, aspect());
    for (const OpenedSource& source : added.sources)
        figure.maker().adopt(source);
    QString reason;
    const auto failed = connect(&figure.document(), &FigureDocument::failed, this,
                                [&reason](const QString& message) { reason = message; });
    FigurePlace place;
    const bool is_added = figure.document().change([&](Figure& changed) { place = add_to(changed, added); });
    disconnect(failed);
    if (!is_added) {
        messages_.show_refusal(tr("Not added to the figure: %1").arg(reason),
                               end_of_shown(session_).or_when(figure.document(), &FigureDocument::changed));
        return;
    }
    figure.document().select(place);
    messages_.show_offer(
        tr("Added to the figure: row %1, column %2.").arg(place.row + 1).arg(place.column + 1),
        tr("Show the Figure"), [this] { editor().show_front(); },
        MessageEnd(figure.document(), &FigureDocument::changed)); // the panel may be at another place then
}

void FigureAdder::take_panes() {
    const auto matrix = figure_of_panes(session_, aspect());
    if (!matrix) {
        const QString reason = why_no_figure(session_.active());
        messages_.show_refusal(reason.isEmpty() ? tr("No pane has a mesh.") : reason,
                               MessageEnd(session_, &Session::pane_added, &Session::pane_removed,
                                          &Session::opened, &Session::active_changed));
        return;
    }
    FigureWindow& figure = editor();
    figure.message_bar().clear(); // what it said was of another figure
    for (const OpenedSource& source : matrix->sources)
        figure.maker().adopt(source);
    // A step of undo, so that nothing is lost.
    figure.document().change([&](Figure& changed) { changed = matrix->figure; });
    figure.document().select({});
    figure.show_front();
    if (const QStringList missing = left_out_of_figure(session_); !missing.isEmpty())
        figure.message_bar().show_refusal(
            missing.join(QLatin1Char('\n')),
            MessageEnd(session_, &Session::pane_added, &Session::pane_removed, &Session::opened));
}

bool FigureAdder::may_close() {
    return editor_ == nullptr || editor_->may_lose_changes();
}

void FigureAdder::set_colour_vision(ColourVision vision) {
    vision_ = vision;
    if (editor_ != nullptr) editor_->set_colour_vision(vision);
}

void FigureAdder::fill_menu(QMenu& menu, Actions& actions) {
    const auto add_view = [&](const QString& text, const QString& keys, const char* name,
                              Actions::Scope scope, AddedView what) {
        QAction* action = actions.add(menu, text, {QKeySequence(keys)}, scope, [this, what] { add(what); });
        action->setObjectName(QString::fromLatin1(name));
    };
    add_view(tr("&Add Mesh or Image"), tr("Ctrl+Shift+A"), "add_shown", Actions::Scope::with_recording,
             AddedView::shown);
    add_view(tr("Add &Framebuffer"), {}, "add_framebuffer", Actions::Scope::with_framebuffer,
             AddedView::framebuffer);
    add_view(tr("Add &Hit Rates over Time"), {}, "add_hit_rates", Actions::Scope::with_recording,
             AddedView::hit_rates);
    add_view(tr("Add A&ccesses over Time"), {}, "add_accesses", Actions::Scope::with_recording,
             AddedView::accesses);
    add_view(tr("Add Hit Rates by L&1 Capacity"), {}, "add_l1_capacity", Actions::Scope::with_recording,
             AddedView::l1_capacity);
    add_view(tr("Add Hit Rates by L&2 Capacity"), {}, "add_l2_capacity", Actions::Scope::with_recording,
             AddedView::l2_capacity);
    add_view(tr("Add Table of &Elements"), {}, "add_elements", Actions::Scope::with_recording,
             AddedView::elements);
    add_view(tr("Add Table of A&llocations"), {}, "add_allocations", Actions::Scope::with_recording,
             AddedView::allocations);
    menu.addSeparator();
    QAction* panes = actions.add(menu, tr("Figure from the Open &Panes"), {}, Actions::Scope::with_recording,
                                 [this] { take_panes(); });
    panes->setObjectName(QStringLiteral("figure_from_panes"));
    QAction* experiment =
        actions.add(menu, tr("Figure from an E&xperiment …"), {}, Actions::Scope::always, [this] {
            editor().show_front();
            editor().ask_for_experiment();
        });
    experiment->setObjectName(QStringLiteral("figure_from_experiment"));
    QAction* show = actions.add(menu, tr("&Show the Figure"), {QKeySequence(tr("Ctrl+Shift+E"))},
                                Actions::Scope::always, [this] { editor().show_front(); });
    show->setObjectName(QStringLiteral("show_figure"));
}

} // namespace hitmap
