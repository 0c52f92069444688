#pragma once

#include "widgets/base/job.h"
#include "widgets/session/panes/pane.h"
#include "widgets/simt/execution_results.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace hitmap {

class ExecutionView;
class JobBar;
class LaneView;

/// What active lanes and execution events say, in views of which the pane chooses one. A job counts the
/// events when a view first needs them. If the recording has none, the panel says how to get them.
class SimtPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit SimtPanel(Pane& pane, QWidget* parent = nullptr);

    [[nodiscard]] JobRunner& work() { return work_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void add_views();
    QWidget* make_missing_page();
    void lay_out();
    void connect_model();
    void choose_view();
    void follow_choice();
    void request();
    void show_results(std::shared_ptr<const ExecutionResults> results);
    /// Shows the chosen view, or what is missing for it.
    void show_view();
    void show_missing(const QString& why, bool can_record);
    void record_again();
    /// Null for the active lanes of requests.
    [[nodiscard]] ExecutionView* chosen_view() const;

    Pane& pane_;
    QComboBox* view_;
    JobBar* bar_ = nullptr;
    QStackedWidget* stack_;
    LaneView* lanes_;
    std::vector<ExecutionView*> views_; ///< [SimtView - 1]
    QWidget* missing_ = nullptr;
    QLabel* why_ = nullptr;
    QPushButton* record_ = nullptr;
    std::shared_ptr<const ExecutionResults> results_; ///< of the pane's recording; null until counted
    std::shared_ptr<const OpenRecording> counting_;   ///< what the job counts
    QString failure_;                                 ///< why the last job gave no results
    JobRunner work_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
