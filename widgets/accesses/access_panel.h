#pragma once

#include "widgets/accesses/access_lists.h"
#include "widgets/accesses/access_steps.h"
#include "widgets/base/job.h"

#include <QtWidgets/QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;

namespace hitmap {

class AccessTools;
class DataTable;

/// The accesses of the selected pixel, face or box in the current frames, or those of an address, an
/// allocation or a source line, in order, with the results of the model. Rows are listed as soon as they are
/// found; their results follow. A row selects its element in the views; Enter or a double click lists the
/// accesses of that element, and Back returns.
class AccessPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit AccessPanel(Pane& pane, QWidget* parent = nullptr);

    /// Makes another row of the table the current one, if the step leads to one.
    void step(StepTo to, int direction);
    /// Gives the keyboard to the field for an address.
    void ask_for_address();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void lay_out();
    void connect_model();
    void follow_selection();
    void find_address();
    void add_to_menu(QMenu& menu, int row);
    void add_pins(QMenu& menu, int row, const LaneAccess& access);
    void go_to(const AccessSubject& subject);
    void go_back();
    /// Stops work and lists nothing.
    void clear();
    void request_list();
    /// Prepares the index of lane tags and the copy of the requests, once for each recording.
    void request_index(const std::shared_ptr<const Simulation>& simulation);
    void request_part(const std::shared_ptr<const Simulation>& simulation, ListPart part);
    void show_list(std::shared_ptr<const ListedAccesses> listed);
    void show_results(std::vector<LaneAccessResult> results);
    /// Frees a list on another thread: a million rows take longer than a refresh of the screen.
    void release(std::shared_ptr<const void> list);
    void show_title();
    /// Selects the row of the pane's current access, and tells the views what was visited until then.
    void show_current();
    /// @return the access of a row of the table's model; null if there is none
    [[nodiscard]] const LaneAccess* access_of(int row) const;
    /// @return the element of a row; no value if it has none
    [[nodiscard]] std::optional<Selection> element_of(int row) const;
    void set_trail(AccessTrail trail, std::size_t row);
    void choose_row(int row);
    void choose(const AccessChoice& accesses, const std::optional<Selection>& element);

    Pane& pane_;
    QLabel* title_;
    QPushButton* back_;
    QLineEdit* address_;
    std::unique_ptr<QObject> wrong_address_; ///< cause of the message about it; null: none
    AccessTools* tools_;
    DataTable* table_;
    QLineEdit* search_ = nullptr;
    QLabel* note_;
    AccessSubject subject_;
    std::vector<AccessChoice> before_; ///< to which Back returns, the latest last
    bool selecting_ = false;           ///< this panel is changing the selection
    std::shared_ptr<const ListedAccesses> listed_;
    std::weak_ptr<const OpenRecording> indexed_; ///< whose index was requested
    JobRunner index_job_{Supersede::stop, JobLength::lasting};
    JobRunner find_job_{Supersede::stop, JobLength::lasting};
    JobRunner result_job_{Supersede::stop, JobLength::lasting};
    JobRunner visited_job_{Supersede::stop};
    JobRunner release_job_{Supersede::finish, JobLength::lasting};
};

} // namespace hitmap
