#pragma once

#include "core/cache/reuse/reuse_histogram.h"
#include "widgets/base/job.h"
#include "widgets/plot/reuse_plot.h"
#include "widgets/plot/save_plot.h"
#include "widgets/session/panes/pane.h"

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

/// Explains misses: hit rates of all capacities, and reuse distances, of everything, of an allocation, a
/// source line or an instruction, or of the selected element, whose look-ups a job simulates. If the
/// simulation does not explain misses, the panel says so and offers to simulate again.
class ReusePanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit ReusePanel(Pane& pane, QWidget* parent = nullptr);

    /// Selects the subject if the recording has it.
    void choose(const ReuseSubject& subject);
    /// The table of the displayed subject, as the command line exports it; empty if there is none.
    [[nodiscard]] QByteArray csv() const;
    [[nodiscard]] JobRunner& work() { return work_; }

Q_SIGNALS:
    void saved(const QString& message);
    /// @param message  one sentence about the result
    /// @param cause    as that of JobRunner::failed(); if it is this, saved() ends it, too
    void failed(const QString& message, QObject* cause);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Reuse distances and the element to which they belong.
    struct Shown {
        std::shared_ptr<const Simulation> simulation;
        std::shared_ptr<const ReuseReport> report;
        std::optional<Selection> element; ///< the element to which all look-ups of the report belong
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
    /// Whether the subject was chosen in the list; it then stays when another element is selected.
    bool keeps_subject_ = false;
    JobRunner work_{Supersede::stop, JobLength::lasting};
    JobRunner saving_{Supersede::finish, JobLength::lasting};
};

} // namespace hitmap
