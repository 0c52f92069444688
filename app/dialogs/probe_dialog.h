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

/// Turns a pointer chase on a cache or a TLB of a preset, on a cache of one's own, or reads one that was
/// measured, and shows what its latencies tell, beside what is configured.
class ProbeDialog : public QDialog {
    Q_OBJECT
public:
    explicit ProbeDialog(QWidget* parent = nullptr);

    [[nodiscard]] JobRunner& work() { return work_; }

private:
    /// What a worker hands over.
    struct Probed {
        std::optional<ProbeUnit> unit; ///< nothing: measured
        ProbeResult result;
        ProbePlots plots;
        QString subject; ///< for titles
        QString stem;    ///< for names of files
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
    void forget_results(); ///< and stops: they would be of another source than the one that is chosen
    void save_picture(const XyPlot& plot, const QString& suffix);
    void save_table(const XyPlot& plot, const QString& suffix);
    void tell(const QString& message);

    PresetList presets_;
    std::vector<ProbeUnit> units_; ///< of the chosen preset
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
    JobRunner work_{Supersede::stop};
};

} // namespace hitmap
