#pragma once

#include "widgets/base/job.h"
#include "widgets/contents/contents_results.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/selection/contents_display.h"

#include <QtWidgets/QWidget>

#include <functional>
#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QSpinBox;
class QTableView;
class QTabWidget;

namespace hitmap {

class EvictionMatrix;
class OccupancyPlot;
class OptimumTable;
class PlotBox;
class SetsView;

/// What the caches of a level hold over time, by allocation and line by line, who evicts whom and what that
/// costs, and how much a better policy could gain at most. A job simulates the hierarchy model over the whole
/// recording when the panel is first shown.
class ContentsPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit ContentsPanel(Pane& pane, QWidget* parent = nullptr);

    [[nodiscard]] JobRunner& job() { return job_; }

Q_SIGNALS:
    void saved(const QString& message);
    /// @param message  one sentence about the error
    /// @param cause    as that of JobRunner::failed(); if it is this, saved() ends it, too
    void failed(const QString& message, QObject* cause);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* make_choices();
    [[nodiscard]] QWidget* make_matrix();
    [[nodiscard]] QWidget* make_shares();
    void lay_out();
    void connect_model();
    void change(const std::function<void(ContentsDisplay&)>& by);
    void follow_display();
    /// Starts the job if what is shown is not counted yet.
    void request();
    void show_results();
    void show_sets();
    void show_note();
    [[nodiscard]] QStringList notes_of_shares() const;
    [[nodiscard]] QStringList notes_of_sets() const;
    /// Shows the frames before a moment of the plot.
    void choose_moment(std::size_t moment);
    void show_matrix_menu(const QPoint& position);
    void save_evictions();
    [[nodiscard]] const ContentsDisplay& display() const { return pane_.choices().panel<ContentsDisplay>(); }
    /// The SM whose L1 is shown; no value: all. An SM that the device does not have is the last one.
    [[nodiscard]] std::optional<std::uint32_t> shown_sm() const;
    /// The level whose lines are shown; no value: none.
    [[nodiscard]] std::optional<Level> shown_lines() const;

    Pane& pane_;
    QTabWidget* tabs_;
    SetsView* sets_;
    QComboBox* level_;
    QSpinBox* sm_;
    OccupancyPlot* plot_;
    PlotBox* box_;
    QComboBox* value_;
    QComboBox* kind_;
    EvictionMatrix* cells_;
    QTableView* matrix_;
    OptimumTable* optimum_;
    QLabel* note_;
    QWidget* parts_;
    std::shared_ptr<const ContentsResults> results_; ///< may be null
    std::shared_ptr<const Simulation> counting_;     ///< what the job counts; null: nothing
    std::optional<std::uint32_t> counting_sm_;
    std::optional<Level> counting_lines_;
    QString problem_; ///< why the job gave no result
    JobRunner job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
