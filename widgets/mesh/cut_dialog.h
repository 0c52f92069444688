#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QDialog>

#include <array>

class QDoubleSpinBox;
class QGroupBox;
class QPushButton;
class QVBoxLayout;

namespace hitmap {

/// Cuts the scene in the mesh view with a plane and a box. Shows and changes the view of a pane at once,
/// beside which it stays open.
class CutDialog : public QDialog {
    Q_OBJECT
public:
    /// @param pane  must outlive the dialog
    explicit CutDialog(Pane& pane, QWidget* parent = nullptr);

private:
    using Corner = std::array<QDoubleSpinBox*, 3>;

    void add_plane(QVBoxLayout& rows);
    void add_box(QVBoxLayout& rows);
    [[nodiscard]] QDoubleSpinBox* add_number(const char* name, const QString& text);
    [[nodiscard]] Corner add_corner(const char* name, const QString& text);
    void connect_model();
    void show_view();
    void set_plane();
    void set_box();
    void take_plane_of_view();
    void take_box(const Aabb& box);

    Pane& pane_;
    QGroupBox* plane_;
    Corner normal_{};
    QDoubleSpinBox* offset_ = nullptr;
    QGroupBox* box_;
    Corner lower_{};
    Corner upper_{};
    QPushButton* of_selection_ = nullptr;
};

} // namespace hitmap
