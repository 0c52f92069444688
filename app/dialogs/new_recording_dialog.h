#pragma once

#include "core/raytracer/trace_memory.h"
#include "widgets/session/trace_request.h"

#include <QtWidgets/QDialog>

#include <optional>
#include <string>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QWidget;

namespace hitmap {

struct OpenRecording;
class Pane;
class TraceOptionForm;
class ViewChoice;

/// Asks what to trace, and how. Proposes what the recording of the active pane was made of and with, where
/// that is known, else what was chosen last.
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
    void create_scene_row();
    void lay_out();
    [[nodiscard]] QWidget* make_scene_box();
    [[nodiscard]] std::string scene() const;
    /// As load_scene takes it. Throws UsageError where there is no such scene.
    [[nodiscard]] std::string checked_scene() const;
    void show_scene(const std::string& scene);
    void show_scene_fields();
    void restore(const Pane& pane);
    void restore_options(const OpenRecording& recording);
    void restore_defaults();
    void browse();
    /// Shows estimate, command line and what is wrong.
    void check();
    /// Of what `wanted` takes; `error` says where that is too much.
    [[nodiscard]] QString estimate(const TraceRequest& wanted, QString& error) const;
    void keep();

    std::string chosen_;
    std::string pane_scene_;             ///< empty: unknown
    std::optional<SceneSize> pane_size_; ///< of pane_scene_
    QComboBox* scene_;
    QWidget* builtin_fields_;
    QSpinBox* triangles_;
    QSpinBox* scene_seed_;
    QWidget* file_fields_;
    QLineEdit* file_;
    ViewChoice* view_;
    QComboBox* place_;
    TraceOptionForm* form_;
    QLabel* estimate_;
    QLabel* error_;
    QPlainTextEdit* command_;
    QDialogButtonBox* buttons_;
};

} // namespace hitmap
