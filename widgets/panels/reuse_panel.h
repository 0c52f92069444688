#pragma once

#include "core/cache/reuse/reuse_histogram.h"
#include "widgets/base/job.h"
#include "widgets/plot/reuse_plot.h"
#include "widgets/plot/save_plot.h"
#include "widgets/session/pane.h"

#include <QtWidgets/QWidget>

#include <cstddef>
#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QPushButton;

namespace hitmap {

class JobBar;
class ReuseSubjectBox;
class XyPlot;
struct ReuseSubject;

/// Why look-ups miss: hit rates of every capacity, and reuse distances, of everything, an allocation, a
/// source line, an instruction, or the selected element, whose look-ups are simulated by a job. Says so where
/// the simulation was not asked, and offers to ask it.
class ReusePanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit ReusePanel(Pane& pane, QWidget* parent = nullptr);

    /// Shows it, where the recording has it.
    void choose(const ReuseSubject& subject);
    /// The table of what is shown, as the command line exports it; empty where nothing is.
    [[nodiscard]] QByteArray csv() const;
    [[nodiscard]] JobRunner& work() { return work_; }

Q_SIGNALS:
    void saved(const QString& message);
    /// @param message  one sentence: what happened to what
    void failed(const QString& message);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Reuse distances, and whose they are.
    struct Shown {
        std::shared_ptr<const Simulation> simulation;
        std::shared_ptr<const ReuseReport> report;
        std::optional<Selection> element; ///< whose look-ups alone are in the report
    };
    void lay_out();
    void connect_model();
    void list_subjects();
    void follow_selection();
    void request();
    void simulate_element(const Selection& element);
    void show_reuse(Shown shown);
    void show_plot();
    void show_nothing(const QString& why, bool can_explain = false);
    void explain();
    void save_picture();
    void save_table();
    void tell(const SaveMessage& message);
    [[nodiscard]] static QByteArray csv_of(const Shown& shown, bool capacities);
    [[nodiscard]] bool of_selection() const;
    [[nodiscard]] ReuseLevel chosen_level() const;
    [[nodiscard]] bool shows_capacities() const;
    [[nodiscard]] ReusePart part() const;
    [[nodiscard]] QString file_stem() const;

    Pane& pane_;
    QComboBox* view_;
    QComboBox* level_;
    ReuseSubjectBox* subject_;
    QPushButton* save_;
    QLabel* note_;
    QPushButton* explain_;
    JobBar* bar_ = nullptr;
    XyPlot* plot_;
    Shown shown_;
    bool keeps_subject_ = false; ///< it was chosen in the list, and stays when another element is selected
    JobRunner work_{Supersede::stop};
    JobRunner saving_{Supersede::finish};
};

} // namespace hitmap
