#pragma once

#include "widgets/accesses/access_lists.h"
#include "widgets/base/job.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;

namespace hitmap {

class DataTable;

/// The accesses of the selected pixel, face or box in the current frames, or those of an address, in order,
/// with the results of the model. Rows are listed as soon as they are found; their results follow. A row
/// selects its element in the views; Enter or a double click lists the accesses of that element, and Back
/// returns.
class AccessPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit AccessPanel(Pane& pane, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void lay_out();
    void connect_model();
    void follow_selection();
    void find_address();
    void go_to(const AccessSubject& subject);
    void go_back();
    /// Stops work and lists nothing.
    void clear();
    void request_list();
    void show_list(std::shared_ptr<const ListedAccesses> listed);
    void show_results(const std::vector<LaneAccessResult>& results);
    void show_title();
    /// @return the element of a row; no value if it has none
    [[nodiscard]] std::optional<Selection> element_of(int row) const;
    void choose_row(int row);
    void select(const std::optional<Selection>& element);

    Pane& pane_;
    QLabel* title_;
    QPushButton* back_;
    QLineEdit* address_;
    DataTable* table_;
    QLabel* note_;
    AccessSubject subject_;
    std::vector<AccessSubject> before_; ///< subjects to which Back returns, the latest last
    bool selecting_ = false;            ///< this panel is changing the selection
    std::shared_ptr<const ListedAccesses> listed_;
    JobRunner find_job_{Supersede::stop};
    JobRunner result_job_{Supersede::stop};
};

} // namespace hitmap
