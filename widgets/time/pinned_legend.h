#pragma once

#include "widgets/base/job.h"
#include "widgets/session/panes/pane.h"
#include "widgets/time/pinned_values.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <optional>
#include <vector>

class QAction;
class QComboBox;
class QMenu;
class QToolButton;
class QTreeWidget;

namespace hitmap {

class PinnedPlot;

/// The list of the pinned curves of a pane with their values in the frame that is read, or in the first one
/// that is shown. Curves are removed, get another metric and are saved here. Computes the values and gives
/// them to the plot.
class PinnedLegend : public QWidget {
    Q_OBJECT
public:
    /// @param pane, plot  must outlive the widget
    PinnedLegend(Pane& pane, PinnedPlot& plot, QWidget* parent = nullptr);

    /// The values that are shown; null: none.
    [[nodiscard]] const std::shared_ptr<const PinnedValues>& values() const { return values_; }
    /// Returns whether these are the values of the present choices.
    [[nodiscard]] bool up_to_date() const;
    /// Writes the curves in the format that the name ends with: .csv, .png or .svg. A job does it; saved(),
    /// or Pane::failed(), tells the result.
    void save(const QString& file);

Q_SIGNALS:
    void saved(const QString& message);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void lay_out();
    void add_actions();
    QAction* add_action(const QString& text, const QKeySequence& key, void (PinnedLegend::*act)());
    void request_values();
    void show_values(std::shared_ptr<const PinnedValues> values);
    void list_curves();
    void show_numbers();
    void show_current();
    void show_menu(const QPoint& position);
    void list_metrics();
    void choose_metric(int index);
    void remove_current();
    void remove_all();
    void ask_for_file();
    /// The number of the current curve; no value: none.
    [[nodiscard]] std::optional<std::size_t> current() const;
    /// The current curve among those of the pane, which may have changed since `values_` were computed;
    /// end(): none.
    [[nodiscard]] std::vector<PinnedCurve>::iterator current_of(std::vector<PinnedCurve>& curves) const;

    Pane& pane_;
    PinnedPlot& plot_;
    QTreeWidget* list_;
    QComboBox* metric_;
    QAction* remove_ = nullptr;
    QAction* remove_all_ = nullptr;
    QAction* save_ = nullptr;
    std::shared_ptr<const PinnedValues> values_;
    WantedPinned requested_; ///< the newest
    JobRunner job_{Supersede::stop};
    JobRunner saving_{Supersede::finish, JobLength::lasting};
};

} // namespace hitmap
