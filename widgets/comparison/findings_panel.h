#pragma once

#include "core/analysis/findings/finding.h"
#include "core/analysis/findings/pending_findings.h"
#include "core/cache/gpu/hierarchy_config.h"
#include "widgets/base/job.h"
#include "widgets/comparison/findings_cost.h"
#include "widgets/session/state/session.h"

#include <QtCore/QStringList>
#include <QtWidgets/QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace hitmap {

class SentenceList;

/// What costs most in the recording, why, and what would help: the sentences of find_causes(), which a job
/// fills. What costs most is there at once, from the simulation that the pane shows; what would help follows
/// while changes are simulated, and the rows keep their places until all are. A pane that shows the stack
/// distance cache model has those of the default GPU, since only requests have bytes and reasons. A search
/// begins by itself when the panel is seen, if the pane shows a GPU and it takes no more than the budget. It
/// runs behind all other work, and can be stopped.
class FindingsPanel : public QWidget {
    Q_OBJECT
public:
    /// Both must outlive the panel.
    FindingsPanel(Session& session, Pane& pane, QWidget* parent = nullptr);

    /// The job that simulates changes.
    [[nodiscard]] JobRunner& job() { return job_; }
    /// Sets what a search may take that the user does not ask for.
    void set_budget(const FindingsBudget& budget);
    /// Simulates all changes again.
    void find();
    /// Lists these in the place of others. A finding that the user has chosen stays chosen, wherever it is
    /// now; otherwise, the row stays the same. The finding that the user looks at stays in its place on the
    /// screen, as far as the list can be scrolled.
    void show_findings(std::vector<Finding> findings);
    /// The same while changes are tried.
    void show_pending(std::vector<PendingFinding> pending);
    /// What is listed; those so far while the job runs.
    [[nodiscard]] const std::vector<Finding>& findings() const { return findings_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What is known of a search once it has begun.
    struct Search {
        HierarchyConfig caches;
        bool knows_mesh = true; ///< false: other trees are not tried, since the mesh is not known
    };
    void lay_out();
    void list_findings(std::vector<Finding> findings, const QStringList& texts);
    /// Says of findings whose search has ended early how far it was, and why it did.
    void end_early(const QString& problem);
    /// Says by what the findings are sorted, and which were left out.
    [[nodiscard]] QString order_text() const;
    void show_search(Search search);
    /// Begins a search if none was begun for what the pane shows, and the budget allows it.
    void find_unasked();
    /// What a search takes that has not begun; no value if one has, or if there can be none.
    [[nodiscard]] std::optional<FindingsCost> cost() const;
    /// Says on the button and in `notes` what a search takes, if it waits for the user.
    void show_cost(QStringList& notes);
    /// Drops findings of another recording or of other caches.
    void follow_pane();
    void show_current();
    void show_note();
    void go_to_source();
    /// Shows where the current finding is: flies to its region and outlines it; if it has none, brings the
    /// panel with its numbers to the front. The source goes to its line, behind other panels.
    void show_place();
    /// Opens the recording with the change of the current finding in a pane beside.
    void try_beside();
    /// Enables the button if the change of the current finding can be made, and says why not otherwise.
    void offer_beside();
    void fly_to(const std::shared_ptr<const WorstRegion>& region);
    /// The finding of the current row; null if there is none.
    [[nodiscard]] const Finding* current() const;

    Session& session_;
    Pane& pane_;
    QPushButton* find_;
    SentenceList* list_;
    QPushButton* place_;
    QPushButton* source_;
    QPushButton* beside_;
    QLabel* command_;
    QLabel* note_;
    std::shared_ptr<const Simulation> of_; ///< what the findings are of; null: there are none
    FindingsBudget budget_;
    std::optional<Search> search_;
    std::vector<Finding> findings_;
    std::vector<PendingFinding> pending_; ///< what is listed while the job runs, and if it ended early
    QString left_out_;                    ///< the findings that were listed until nothing was found to help
    bool is_chosen_ = false;              ///< the user has chosen the current row
    QString problem_;                     ///< why there are not all of them
    QString no_room_;                     ///< why no pane can be added; empty: one can, or none was asked for
    JobRunner job_{Supersede::stop, JobLength::lasting};
    JobRunner outline_job_{Supersede::stop};
};

} // namespace hitmap
