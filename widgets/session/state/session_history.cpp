#include "widgets/session/state/session.h"

#include <algorithm>
#include <utility>

namespace hitmap {

bool same_but_for_time(SessionState a, const SessionState& b) {
    a.active = b.active;
    for (std::size_t i = 0; i < std::min(a.panes.size(), b.panes.size()); ++i)
        a.panes[i].choices.frames = b.panes[i].choices.frames;
    return a == b;
}

SessionState Session::state() const {
    SessionState state;
    state.panes.clear();
    for (const auto& pane : panes_) {
        PaneState entry{pane->opening().wanted_spec(), pane->wanted_config(), pane->wanted_choices(),
                        std::nullopt, pane->side()};
        if (pane->reference() != nullptr) entry.reference = index_of(*pane->reference());
        state.panes.push_back(std::move(entry));
    }
    state.links = links_;
    state.active = active_;
    return state;
}

SessionState Session::stored_state() const {
    SessionState stored = state();
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        if (panes_[i]->values() == nullptr) continue;
        View& view = stored.panes[i].choices.view;
        view = with_range_resolved(view, panes_[i]->range_subject(), panes_[i]->range().min,
                                   panes_[i]->range().max);
    }
    return stored;
}

void Session::restore(const SessionState& state) {
    pause_.stop();
    apply(state);
    history_ = History<SessionState>(state);
    Q_EMIT history_changed();
}

void Session::apply(const SessionState& state) {
    applying_ = true;
    while (panes_.size() > state.panes.size())
        remove_pane(panes_.size() - 1);
    while (panes_.size() < state.panes.size()) {
        append_pane();
        Q_EMIT pane_added(static_cast<int>(panes_.size()) - 1);
    }
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        Pane& pane = *panes_[i];
        const PaneState& wanted = state.panes[i];
        const bool open = pane.opening().wanted_spec() == wanted.spec;
        if (wanted.spec.empty()) {
            pane.close();
            pane.set_choices(wanted.choices);
            pane.simulate(wanted.config); // applied after the recording was opened
        } else if (!open) {
            pane.open(wanted.spec, wanted.config, wanted.choices);
            pane.keep_model();
        } else {
            pane.set_choices(wanted.choices);
            if (pane.wanted_config() != wanted.config) pane.simulate(wanted.config);
        }
    }
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        const auto& reference = state.panes[i].reference;
        const bool known = reference && *reference < panes_.size() && *reference != i;
        panes_[i]->set_reference(known ? panes_[*reference].get() : nullptr, state.panes[i].side);
    }
    links_ = state.links;
    applying_ = false;
    Q_EMIT links_changed();
    set_active(std::min(state.active, panes_.size() - 1));
    share_range();
    Q_EMIT changed();
}

void Session::note_change() {
    Q_EMIT changed();
    if (applying_) return;
    pause_.start();
    Q_EMIT history_changed();
}

void Session::end_step() {
    pause_.stop();
    SessionState now = state();
    if (same_but_for_time(now, history_.present())) return;
    history_.push(std::move(now));
    Q_EMIT history_changed();
}

bool Session::can_undo() const {
    return history_.can_undo() || !same_but_for_time(state(), history_.present());
}

void Session::undo() {
    end_step();
    if (history_.can_undo()) travel_to(history_.undo());
}

void Session::redo() {
    end_step();
    if (history_.can_redo()) travel_to(history_.redo());
}

void Session::travel_to(SessionState state) {
    for (std::size_t i = 0; i < panes_.size(); ++i)
        state.panes[i].choices.frames = panes_[i]->wanted_choices().frames;
    state.active = active_;
    apply(state);
    Q_EMIT history_changed();
}

void Session::forget_history() {
    if (applying_) return;
    pause_.stop();
    history_ = History<SessionState>(state());
    Q_EMIT history_changed();
    Q_EMIT changed();
}

} // namespace hitmap
