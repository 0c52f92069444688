#pragma once

#include "widgets/accesses/address_plot.h"
#include "widgets/accesses/address_scale.h"
#include "widgets/base/job.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <functional>
#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QMenu;
class QPushButton;

namespace hitmap {

struct SaveMessage;

/// Memory against time: which lines of which allocation hit and miss when, and why. What is shown can be
/// narrowed down to single lines and accesses. A job simulates the hierarchy model over the whole recording
/// for each part that is shown; until it has ended, the cells of an earlier part are stretched. The row of
/// the selected element and the current frames are marked.
class AddressesPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit AddressesPanel(Pane& pane, QWidget* parent = nullptr);

    [[nodiscard]] JobRunner& job() { return job_; }

Q_SIGNALS:
    void saved(const QString& message);
    /// @param message  one sentence about the error
    /// @param cause    as that of JobRunner::failed(); if it is this, saved() ends it, too
    void failed(const QString& message, QObject* cause);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void lay_out();
    void connect_model();
    void connect_plot();
    void list_allocations();
    void follow_display();
    /// Starts the job if what is shown is not counted yet.
    void request();
    /// Releases, and stops counting, what is of another simulation.
    void release_unless_of(const std::shared_ptr<const Simulation>& simulation);
    void show_counts();
    void show_marks();
    void show_note();
    /// Changes what the pane shows of its addresses.
    void change(const std::function<void(AddressDisplay&)>& by);
    void choose_allocation();
    void zoom(const AddressCell& at, double factor, const ZoomAxes& axes);
    void show_part(const AddressCell& from, const AddressCell& to);
    void move_by(const QPointF& by);
    void show_everything();
    void show_selected();
    /// Lists the accesses of the cell in the frames that overlap with it.
    void list_accesses(const AddressCell& cell);
    void show_menu(const QPoint& global);
    void add_to_menu(QMenu& menu, const AddressCell& cell);
    void save_picture();
    void save_table();
    [[nodiscard]] const AddressDisplay& display() const { return pane_.choices().panel<AddressDisplay>(); }
    /// Whether something is left out.
    [[nodiscard]] bool is_part() const {
        return !display().addresses.is_everything() || display().time.has_value();
    }
    /// The addresses of a part of the rows that are shown; no value if they are of local memory alone.
    [[nodiscard]] std::optional<ShownPart> bytes_of_rows(std::size_t first, std::size_t last) const;
    [[nodiscard]] std::optional<std::uint64_t> selected_address() const;

    Pane& pane_;
    QComboBox* quantity_;
    QComboBox* allocation_;
    QPushButton* everything_;
    AddressPlot* plot_;
    QLabel* reading_;
    QLabel* note_;
    std::optional<AddressScale> scale_;           ///< of the recording; no value if addresses are not known
    std::shared_ptr<const AddressCounts> counts_; ///< the last ones that were counted; may be null
    std::optional<WantedAddresses> running_;      ///< what the job counts
    QString problem_;                             ///< why the job gave no result
    JobRunner job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
