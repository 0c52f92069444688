#pragma once

#include "widgets/panels/reuse_subject.h"
#include "widgets/panels/traffic_table.h"
#include "widgets/session/pane.h"

#include <QtWidgets/QWidget>

#include <vector>

class QCheckBox;
class QLabel;
class QTabWidget;

namespace hitmap {

class DataTable;
class ReusePanel;

/// What went through the caches in the present frame, as two tables: by allocation and by source line; and
/// why it missed, as curves.
class TrafficPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit TrafficPanel(Pane& pane, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void lay_out();
    void connect_model();
    /// What the tables show of a frame, made by a worker.
    struct Shown {
        std::shared_ptr<const OpenRecording> recording; ///< that the rows are of
        TimeWindow asked;
        TimeWindow served;
        bool knows_lines = true; ///< numbers of source lines
        std::vector<TableRow> allocations;
        std::vector<TrafficLine> lines; ///< of the rows behind the first
        std::vector<TableRow> line_rows;
    };
    [[nodiscard]] static Shown make_shown(const Simulation& simulation, TimeWindow window,
                                          bool each_instruction);
    void request_rows();
    void show_rows(Shown shown);
    void show_note();
    /// The mesh is coloured by these look-ups alone; of everything where they are chosen already.
    void choose(Restriction only);
    void choose_allocation(int row);
    void choose_line(int row);
    [[nodiscard]] static Restriction restriction_of_line(const TrafficLine& line);
    [[nodiscard]] ReuseSubject subject_of_line(int row) const;
    /// Selects the rows that the colours are restricted to.
    void show_choice();

    Pane& pane_;
    QTabWidget* tabs_;
    DataTable* allocations_;
    QCheckBox* each_instruction_;
    DataTable* lines_;
    ReusePanel* reuse_;
    QLabel* note_;
    Shown shown_;
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
