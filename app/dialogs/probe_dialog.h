#pragma once

#include "core/cache/gpu/preset_library.h"
#include "core/probe/probe_plots.h"
#include "widgets/base/job.h"

#include <QtWidgets/QDialog>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace hitmap {

class DataTable;
class XyPlot;

/// Runs a pointer chase on a cache or TLB of a preset or on a cache entered by the user, or reads a measured
/// one. Shows what can be inferred from its latencies, compared with the configuration.
class ProbeDialog : public QDialog {
    Q_OBJECT
public:
    explicit ProbeDialog(QWidget* parent = nullptr);

    [[nodiscard]] JobRunner& work() { return work_; }

private:
    /// The result of the worker.
    struct Probed {
        std::optional<ProbeUnit> unit; ///< no value: measured
        ProbeResult result;
        ProbePlots plots;
        QString subject; ///< subject of titles
        QString stem;    ///< start of proposed file names
    };
    QWidget* make_choices();
    QWidget* make_plot(XyPlot& plot, const QString& name, const QString& suffix);
    void connect_choices();
    void list_units();
    void show_fields();
    void browse();
    void run();
    void start(const ProbeUnit& unit, const QString& subject, const QString& stem);
    void start_measured(const QString& file);
    void show_probed(const Probed& probed);
    void forget_results(); ///< also stops the job; results would belong to the previous source
    void save_picture(const XyPlot& plot, const QString& suffix);
    void save_table(const XyPlot& plot, const QString& suffix);
    void tell(const QString& message);

    PresetList presets_;
    std::vector<ProbeUnit> units_; ///< units of the chosen preset
    QComboBox* source_;
    QStackedWidget* fields_;
    QComboBox* unit_;
    QLineEdit* cache_;
    QLineEdit* file_;
    QPushButton* run_;
    DataTable* table_;
    XyPlot* latency_;
    XyPlot* miss_rate_;
    QLabel* message_;
    QLabel* fields_label_;
    QString stem_ = QStringLiteral("probe");
    JobRunner work_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
