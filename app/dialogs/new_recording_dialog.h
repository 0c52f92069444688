#pragma once

#include "core/raytracer/options/trace_memory.h"
#include "widgets/session/recording/trace_request.h"

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
class ViewChooser;

/// Asks what to trace and with which options. The defaults are those of the recording in the active pane if
/// they are known, otherwise those that were chosen last.
class NewRecordingDialog : public QDialog {
    Q_OBJECT
public:
    /// @param pane           supplies the default scene and view
    /// @param may_add_panes  whether a further pane is possible
    NewRecordingDialog(const Pane& pane, bool may_add_panes, QWidget* parent = nullptr);

    /// Throws UsageError if the input is invalid; OK is then disabled.
    [[nodiscard]] TraceRequest request() const;
    /// Returns the accepted request.
    [[nodiscard]] const TraceRequest& chosen() const { return chosen_; }
    [[nodiscard]] bool wants_new_pane() const;

private:
    void create_scene_row();
    void lay_out();
    [[nodiscard]] QWidget* make_scene_box();
    [[nodiscard]] std::string scene() const;
    /// Returns the scene in the form of load_scene. Throws UsageError if there is no such scene.
    [[nodiscard]] std::string checked_scene() const;
    /// Returns the scene for the preview; empty: none is chosen, or it is not there.
    [[nodiscard]] std::string shown_scene() const;
    void show_scene(const std::string& scene);
    void show_scene_fields();
    void restore(const Pane& pane);
    void restore_options(const OpenRecording& recording);
    void restore_defaults();
    void browse();
    /// Updates estimate, command line and error message.
    void check();
    /// Estimates the resources of a request. Sets `error` if they exceed those of the machine.
    [[nodiscard]] QString estimate(const TraceRequest& wanted, QString& error) const;
    void keep();

    TraceRequest chosen_;
    std::string pane_scene_;             ///< empty if not known
    std::optional<SceneSize> pane_size_; ///< size of pane_scene_
    QComboBox* scene_;
    QWidget* builtin_fields_;
    QSpinBox* triangles_;
    QSpinBox* scene_seed_;
    QWidget* file_fields_;
    QLineEdit* file_;
    ViewChooser* view_;
    QComboBox* place_;
    TraceOptionForm* form_;
    QLabel* estimate_;
    QLabel* error_;
    QPlainTextEdit* command_;
    QDialogButtonBox* buttons_;
};

} // namespace hitmap
