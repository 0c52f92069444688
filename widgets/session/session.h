#pragma once

#include "core/jobs/thread_pool.h"
#include "widgets/base/history.h"
#include "widgets/session/links.h"
#include "widgets/session/pane.h"
#include "widgets/session/session_state.h"

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QTimer>

#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// Everything that is open: one to four panes, one of them active, and what links them. Knows no widget.
class Session : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t most_panes = 4;

    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    [[nodiscard]] std::size_t pane_count() const { return panes_.size(); }
    [[nodiscard]] Pane& pane(std::size_t i) { return *panes_[i]; }
    [[nodiscard]] const Pane& pane(std::size_t i) const { return *panes_[i]; }
    /// The pane that menus and panels are about.
    [[nodiscard]] Pane& active() { return *panes_[active_]; }
    [[nodiscard]] const Pane& active() const { return *panes_[active_]; }
    [[nodiscard]] std::size_t active_index() const { return active_; }
    /// Where `pane` stands; pane_count() where it is not of this session.
    [[nodiscard]] std::size_t index_of(const Pane& pane) const;
    /// Returns whether a pane has a recording.
    [[nodiscard]] bool anything_open() const;
    /// Returns whether a pane has a recording or is opening one.
    [[nodiscard]] bool anything_wanted() const;
    void set_active(std::size_t i);
    /// A further pane that shows what the active one shows, and becomes the active one. Needs fewer than
    /// most_panes.
    Pane& add_pane();
    /// Needs more than one pane.
    void remove_pane(std::size_t i);
    [[nodiscard]] const Links& links() const { return links_; }
    /// Where a link is new, the others follow the active pane.
    void set_links(const Links& links);

    /// `recording` was saved: panes that show it, and the history, know it by its file from now on.
    /// @param saved  the same recording, opened from there
    void take_saved(const std::shared_ptr<const OpenRecording>& recording,
                    const std::shared_ptr<const OpenRecording>& saved);

    [[nodiscard]] SessionState state() const;
    /// state() for a file: locked ranges are manual ones with the ends that are shown.
    [[nodiscard]] SessionState stored_state() const;
    /// Opens what the state names; what is open already is not read again.
    void restore(const SessionState& state);

    /// Views, colours, filters, selection, links and configurations, not time: changes that follow one
    /// another quickly are one step. Opening a recording, and panes that come or go, begin anew.
    [[nodiscard]] bool can_undo() const;
    [[nodiscard]] bool can_redo() const { return history_.can_redo(); }
    void undo();
    void redo();

Q_SIGNALS:
    void pane_added(int index);
    void pane_removed(int index); ///< no longer of the session; dies when all were told
    void active_changed();
    void work_changed(); ///< Pane::work_title() of any pane, or which pane is active
    void links_changed();
    void history_changed(); ///< can_undo(), can_redo()
    /// Anything that state() tells.
    void changed();
    void opened(const QString& spec, hitmap::Pane* pane); ///< Pane::opened()
    /// @param message  one sentence: what happened to what
    void failed(const QString& message);

private:
    Pane& append_pane();
    void connect_pane(Pane& pane);
    /// Calls `change` for every other pane, once: what they tell in turn is not followed.
    template <class Change>
    void follow(const Pane& leader, bool linked, Change change);
    void follow_all(const Pane& leader, const Links& links);
    /// A pane that was opened takes what is linked from another, of the same mesh where there is one; the
    /// camera from such a one alone.
    void join_links(Pane& pane);
    void share_range();
    void set_letters();
    /// Two panes that show their difference both show it with the sign that `pane` has.
    void share_sign(const Pane& pane);
    void note_change();
    void record_change();
    void apply(const SessionState& state);
    void forget_history();
    /// Goes to a state of the history, but stays where it is in time.
    void travel_to(SessionState state);

    ThreadPool pool_;
    Library library_{pool_};
    std::vector<std::unique_ptr<Pane>> panes_; ///< gone before the library and the pool
    std::size_t active_ = 0;
    Links links_;
    bool following_ = false;
    bool applying_ = false;
    QTimer pause_; ///< runs from a change until it is recorded
    History<SessionState> history_{SessionState{}};
};

} // namespace hitmap
