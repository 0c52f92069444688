#pragma once

#include "widgets/trace_request.h"

#include <QtWidgets/QDialog>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QWidget;

namespace hitmap {

class Pane;
class TraceOptionForm;

/// Asks what to trace, and how. What was chosen last is proposed again.
class NewRecordingDialog : public QDialog {
    Q_OBJECT
public:
    /// @param pane           whose scene and view are offered
    /// @param may_add_panes  there is room for a further one
    NewRecordingDialog(const Pane& pane, bool may_add_panes, QWidget* parent = nullptr);

    /// Throws UsageError where something is wrong: OK is disabled then.
    [[nodiscard]] TraceRequest request() const;
    /// What was accepted, as spec_of() has it.
    [[nodiscard]] const std::string& chosen() const { return chosen_; }
    [[nodiscard]] bool wants_new_pane() const;

private:
    void create_scene_row(const Pane& pane);
    void lay_out();
    [[nodiscard]] QWidget* make_scene_box();
    [[nodiscard]] std::string scene() const;
    void show_scene(const std::string& scene);
    void show_scene_fields();
    void restore();
    void restore_defaults();
    void browse();
    /// Shows estimate, command line and what is wrong.
    void check();
    void keep();

    std::string chosen_;
    std::string pane_scene_; ///< empty: unknown
    Camera pane_camera_;
    QComboBox* scene_;
    QWidget* builtin_fields_;
    QSpinBox* triangles_;
    QSpinBox* scene_seed_;
    QWidget* file_fields_;
    QLineEdit* file_;
    QComboBox* camera_;
    QComboBox* place_;
    TraceOptionForm* form_;
    QLabel* estimate_;
    QLabel* error_;
    QPlainTextEdit* command_;
    QDialogButtonBox* buttons_;
};

} // namespace hitmap
