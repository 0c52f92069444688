#pragma once

#include "widgets/base/job.h"
#include "widgets/comparison/ranking_results.h"
#include "widgets/session/state/session.h"

#include <QtWidgets/QWidget>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace hitmap {

class DataTable;

/// What other memory layouts of the recording would do to its caches: a list of layouts by their misses,
/// which a job fills. A layout can be shown in a pane beside this one and saved as a recording.
class WhatIfPanel : public QWidget {
    Q_OBJECT
public:
    /// @param session  has the pane; must outlive the panel, as the pane must
    WhatIfPanel(Session& session, Pane& pane, QWidget* parent = nullptr);

    /// The job that tries layouts.
    [[nodiscard]] JobRunner& job() { return job_; }
    /// The job that makes a recording in another layout.
    [[nodiscard]] JobRunner& making() { return making_; }
    /// Tries all layouts again.
    void rank();
    /// Saves the recording in the layout of a row of the list. The name of the file must end with .hmt.
    void save_as(std::size_t row, const QString& file);

Q_SIGNALS:
    void saved(const QString& message);
    /// @param message  one sentence about the error
    /// @param cause    as that of JobRunner::failed()
    void failed(const QString& message, QObject* cause);

private:
    void lay_out();
    [[nodiscard]] QWidget* scrolled_texts();
    void connect_model();
    void offer_actions();
    void follow_display();
    /// Drops a ranking of another recording or other caches.
    void follow_pane();
    void show_results();
    void show_note();
    void show_buttons();
    /// Says all options of the layout on which the buttons act: its row has no place for many.
    void show_wanted();
    /// Whether the layout of a row is another one than that of the pane.
    [[nodiscard]] bool is_other(int row) const;
    /// Whether a recording is being made, which another job would replace; if so, says it.
    [[nodiscard]] bool is_making();
    /// The chosen row, or the best one; rows_.size(): none.
    [[nodiscard]] std::size_t wanted_row() const;
    void show_beside(std::size_t row);
    void open_beside(const std::shared_ptr<const Simulation>& made, const PaneChoices& choices);
    void ask_for_file(std::size_t row);

    Session& session_;
    Pane& pane_;
    QPushButton* rank_;
    QComboBox* level_;
    DataTable* table_;
    QPushButton* beside_;
    QPushButton* save_;
    QLabel* wanted_; ///< the layout on which the buttons act
    QLabel* note_;
    std::shared_ptr<GrowingRanking> ranking_; ///< may be null
    std::vector<TriedLayout> rows_;           ///< [rows of the table]
    std::string chosen_;                      ///< text of the layout of the current row; of none: "-"
    QString problem_;                         ///< why they were not
    std::shared_ptr<const Simulation> made_;  ///< until the pane beside has it
    std::unique_ptr<QObject> no_room_; ///< cause of the message that there are too many panes; null: none
    JobRunner job_{Supersede::stop, JobLength::lasting};
    JobRunner making_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
