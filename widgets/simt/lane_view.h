#pragma once

#include "core/analysis/simt/simt_table.h"
#include "widgets/base/job.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <cstdint>
#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QPushButton;

namespace hitmap {

class DataTable;
class JobBar;
class XyPlot;

/// The SIMT efficiency of the requests of the whole recording, as a table by launch, source line, allocation
/// and so on, and the histogram of active lanes of the row that is chosen. Needs no simulation: a job counts
/// the masks. Enter and double click on a row of a source line, instruction, allocation, ray kind or bounce
/// colour mesh and image by it alone, on a row of a frame, launch or kernel show its frames, and on a row of
/// an SM its warp slots. Pixels have no rows: the image shows them.
class LaneView : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit LaneView(Pane& pane, QWidget* parent = nullptr);

    [[nodiscard]] JobRunner& work() { return work_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What the numbers were counted from.
    struct Subject {
        std::shared_ptr<const OpenRecording> recording;
        SimtBy by = SimtBy::line;
        std::uint64_t frames = 1; ///< number of frames; 1 for other tables
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    void lay_out();
    void connect_model();
    [[nodiscard]] Subject subject() const;
    void request();
    void show_sums(Subject subject, SimtSums sums);
    void show_nothing(const QString& why);
    void show_plot(int row);
    void show_note();
    void activate(int row);
    [[nodiscard]] std::optional<RaySelection> rays_of_bounce(std::uint64_t bounce) const;
    void restrict_to(const SimtRow& row);
    /// Shows the frames of the launches of a row.
    void show_launches(const SimtRow& row);
    void show_image();

    Pane& pane_;
    QComboBox* by_;
    JobBar* bar_ = nullptr;
    DataTable* table_;
    QLabel* note_;
    QPushButton* image_;
    XyPlot* plot_;
    Subject shown_;
    std::optional<SimtSums> sums_; ///< of shown_
    std::optional<Subject> counting_;
    JobRunner work_{Supersede::stop, JobLength::lasting};
    JobRunner times_{Supersede::stop, JobLength::lasting}; ///< finds when launches were
};

} // namespace hitmap
