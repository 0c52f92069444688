#pragma once

#include "widgets/panels/reuse_subject.h"
#include "widgets/panels/traffic_table.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <vector>

class QCheckBox;
class QLabel;
class QTabWidget;

namespace hitmap {

class DataTable;
class ReusePanel;

/// Traffic through the caches in the current frame, as tables by allocation and by source line, and the
/// causes of misses as curves.
class TrafficPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit TrafficPanel(Pane& pane, QWidget* parent = nullptr);

    enum class Tab { allocations, lines, reuse };
    /// Shows a tab and gives it the keyboard.
    void show_tab(Tab tab);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void lay_out();
    void connect_model();
    /// The contents of the tables for a frame, computed by a worker.
    struct Shown {
        std::shared_ptr<const OpenRecording> recording; ///< the recording to which the rows belong
        TimeWindow asked;
        TimeWindow served;
        bool knows_lines = true; ///< whether the numbers of source lines are known
        std::vector<TableRow> allocations;
        std::vector<TrafficLine> lines; ///< the lines of all rows but the first
        std::vector<TableRow> line_rows;
    };
    [[nodiscard]] static Shown make_shown(const Simulation& simulation, TimeWindow window,
                                          bool each_instruction);
    void request_rows();
    void show_rows(Shown shown);
    /// Says why the mesh cannot be coloured by an allocation alone; empty: it can.
    [[nodiscard]] QString refusal_of(std::size_t allocation) const;
    /// Selects the row of wanted_, if it is listed.
    void select_wanted();
    void show_note();
    /// Requests that the mesh shows only these look-ups; if they are chosen already, that it shows all.
    void choose(Restriction only);
    void choose_allocation(int row);
    void choose_line(int row);
    /// What accesses are listed of for a row; empty: nothing, as for the total.
    [[nodiscard]] AccessSubject accesses_of_allocation(int row) const;
    [[nodiscard]] AccessSubject accesses_of_line(int row) const;
    /// The curve of a row; no value: none, as for the total.
    [[nodiscard]] std::optional<CurveSubject> curve_of_allocation(int row) const;
    [[nodiscard]] std::optional<CurveSubject> curve_of_line(int row) const;
    void offer_accesses(DataTable& table, AccessSubject (TrafficPanel::*subject)(int row) const);
    [[nodiscard]] static Restriction restriction_of_line(const TrafficLine& line);
    [[nodiscard]] ReuseSubject subject_of_line(int row) const;
    /// Selects the rows to which the mesh is restricted.
    void show_choice();

    Pane& pane_;
    QTabWidget* tabs_;
    DataTable* allocations_;
    QCheckBox* each_instruction_;
    DataTable* lines_;
    ReusePanel* reuse_;
    QLabel* note_;
    std::optional<std::string> wanted_; ///< label of the allocation that is to be selected once it is listed
    QString refusal_; ///< why the mesh cannot be coloured by the row that was chosen; empty: it can
    Shown shown_;
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
