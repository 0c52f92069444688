#pragma once

#include "widgets/base/job.h"
#include "widgets/panels/sm_map.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

class QComboBox;
class QLabel;

namespace hitmap {

class DataTable;

/// The work and the caches of each SM: a map of SMs by time, and a table of the sums in the current frames.
class SmPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit SmPanel(Pane& pane, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void lay_out();
    void connect_model();
    void show_profile();
    /// Shows sums_ and, if there are none, why.
    void show_sums();
    void show_frames();
    /// Empty if a job finds them, or nothing is open.
    [[nodiscard]] QString why_no_sums() const;
    void show_reading();
    void choose_frame();
    /// Goes to the frame of the cell of the map, and chooses its SM in the table.
    void choose_cell();
    void show_map_menu(const QPoint& global);
    [[nodiscard]] const SmQuantity& quantity() const;

    Pane& pane_;
    QComboBox* quantity_;
    SmMap* map_;
    QLabel* reading_;
    DataTable* table_;
    QLabel* note_;
    std::shared_ptr<const SmTable> sums_;   ///< of the profile that is shown; may be null
    JobRunner live_job_{Supersede::finish}; ///< finds sums_ while a slider moves
};

} // namespace hitmap
