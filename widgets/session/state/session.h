#pragma once

#include "core/jobs/start_thread.h"
#include "core/jobs/thread_pool.h"
#include "widgets/base/history.h"
#include "widgets/base/job.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/state/links.h"
#include "widgets/session/state/session_state.h"

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QTimer>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

/// All open panes, one to six, of which one is active, and the links between them. Does not depend on
/// widgets.
class Session : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t most_panes = 6;

    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    /// Library::store_results_in()
    void store_results_in(std::shared_ptr<StoredResults> kept) { library_.store_results_in(std::move(kept)); }
    [[nodiscard]] std::size_t pane_count() const { return panes_.size(); }
    [[nodiscard]] Pane& pane(std::size_t i) { return *panes_[i]; }
    [[nodiscard]] const Pane& pane(std::size_t i) const { return *panes_[i]; }
    /// Returns the pane to which menus and panels refer.
    [[nodiscard]] Pane& active() { return *panes_[active_]; }
    [[nodiscard]] const Pane& active() const { return *panes_[active_]; }
    [[nodiscard]] std::size_t active_index() const { return active_; }
    /// Returns the index of `pane`; pane_count() if it is not in this session.
    [[nodiscard]] std::size_t index_of(const Pane& pane) const;
    /// Returns whether a pane has a recording.
    [[nodiscard]] bool anything_open() const;
    /// Returns whether a pane has something to draw: a recording, or an early picture of one.
    [[nodiscard]] bool anything_drawn() const;
    /// Returns whether a pane has a recording or is opening one.
    [[nodiscard]] bool anything_wanted() const;
    void set_active(std::size_t i);
    /// Adds a pane with the contents of the active one, and makes it active. Requires fewer than most_panes
    /// panes.
    Pane& add_pane();
    /// Requires more than one pane.
    void remove_pane(std::size_t i);
    [[nodiscard]] const Links& links() const { return links_; }
    /// Sets the links. For each new link, the other panes take the values of the active pane.
    void set_links(const Links& links);

    /// Replaces a recording that was saved: panes that show it, and the history, refer to its file from now
    /// on.
    /// @param saved  the same recording, opened from the file
    void take_saved(const std::shared_ptr<const OpenRecording>& recording,
                    const std::shared_ptr<const OpenRecording>& saved);

    [[nodiscard]] SessionState state() const;
    /// Returns state() for a file: locked ranges become manual ranges with the present ends.
    [[nodiscard]] SessionState stored_state() const;
    /// Restores a state. Recordings that are already open are not read again.
    void restore(const SessionState& state);

    /// The history contains views, colours, filters, selection, links and configurations, but not time.
    /// Changes in quick succession are one step. The history is cleared when a recording is opened or a pane
    /// is added or removed.
    [[nodiscard]] bool can_undo() const;
    [[nodiscard]] bool can_redo() const { return history_.can_redo(); }
    void undo();
    void redo();
    /// Ends the step of undo to which the last change belongs, as the pause between two steps does. Later
    /// changes are another step.
    void end_step();

Q_SIGNALS:
    void pane_added(int index);
    void pane_removed(int index); ///< no longer in the session; is destroyed after the signal
    void active_changed();
    void work_changed();  ///< Pane::work_title() of any pane or the active pane changed
    void early_changed(); ///< Pane::early_changed() of any pane
    void links_changed();
    void history_changed(); ///< can_undo() or can_redo() changed
    /// state() changed.
    void changed();
    void opened(const hitmap::RecordingSpec& spec, hitmap::Pane* pane); ///< Pane::opened()
    /// Pane::memory_needed()
    void memory_needed(const hitmap::RecordingSpec& spec, const hitmap::MemoryNeeded& needed,
                       hitmap::Pane* pane);
    /// @param message  one sentence about the error and where it occurred
    /// @param cause    as that of JobRunner::failed()
    void failed(const QString& message, QObject* cause);

private:
    Pane& append_pane();
    void connect_pane(Pane& pane);
    /// If `linked`, calls `change` once for every other pane. Changes that follow from these calls are not
    /// propagated.
    template <class Change>
    void follow(const Pane& leader, bool linked, Change change);
    void follow_all(const Pane& leader, Links links);
    /// A newly opened pane takes the linked values of another pane, if possible one with the same mesh. It
    /// takes the camera only from a pane with the same mesh.
    void join_links(Pane& pane);
    void share_range();
    /// Matches the frames of panes that are linked in time by work, where their recordings are of one mesh.
    void match_work();
    void set_letters();
    /// If two panes show the difference between each other, both use the sign of `pane`.
    void share_sign(const Pane& pane);
    void note_change();
    void apply(const SessionState& state);
    void forget_history();
    /// Restores a state of the history, but keeps the present time.
    void travel_to(SessionState state);

    ThreadPool pool_{0, give_way}; ///< drawing goes first
    Library library_{pool_};
    std::vector<std::unique_ptr<Pane>> panes_; ///< are destroyed before the library and the pool
    std::size_t active_ = 0;
    Links links_;
    bool following_ = false;
    bool applying_ = false;
    JobRunner work_job_{Supersede::stop, JobLength::lasting}; ///< may read all requests
    /// [panes] whose frames are matched with one another; empty: none are. Null: not this pane.
    std::vector<std::weak_ptr<const OpenRecording>> matched_;
    QTimer pause_; ///< runs from a change until it is recorded
    History<SessionState> history_{SessionState{}};
};

} // namespace hitmap
