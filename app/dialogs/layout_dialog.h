#pragma once

#include "core/layout/derive/sample_counts.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "widgets/base/job.h"
#include "widgets/start/viewfinder_mesh.h"

#include <QtCore/QTimer>
#include <QtWidgets/QDialog>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QComboBox;
class QDialogButtonBox;
class QGridLayout;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace hitmap {

class LayoutTable;
class Viewfinder;

/// Shows and changes what the buffers of a recording hold. It begins with the named layout, or that beside
/// the recording, or with that which the recording declares, or else with a derived one. OK stores it as the
/// named layout or beside the recording. If the folder cannot be written, it asks for the name of a recording
/// that gets the layout.
class LayoutDialog : public QDialog {
    Q_OBJECT
public:
    /// @param recording  path of a recording
    /// @param layout     path of its layout; empty: beside the recording
    explicit LayoutDialog(std::string recording, std::string layout = {}, QWidget* parent = nullptr);

    /// After OK: the recording that has the layout, `recording` or another file.
    [[nodiscard]] const std::string& laid_out_recording() const { return result_; }
    /// Reading, deriving and previewing run here.
    [[nodiscard]] const JobRunner& work() const { return job_; }
    /// Returns whether the preview is of what the fields say, or says why there is none.
    [[nodiscard]] bool up_to_date() const { return !wait_.isActive() && !job_.running(); }
    /// Throws UsageError if a field is not valid.
    [[nodiscard]] RecordingLayout layout() const;

private:
    /// What a preview shows.
    struct Effect {
        std::vector<SampleCount> counts;
        std::vector<std::string> notes;
        std::shared_ptr<const ViewfinderMesh> mesh; ///< null: there is no mesh
    };

    void lay_out();
    [[nodiscard]] QGridLayout* make_fields();
    /// Buttons for the actions of the table.
    [[nodiscard]] QHBoxLayout* make_row_buttons();
    /// The file that was typed. A relative path begins at the folder of the recording.
    [[nodiscard]] std::string file_in(const QLineEdit& field) const;
    void read();
    void derive();
    void show_layout(const RecordingLayout& layout);
    void take_edit();
    void show_effect(const Effect& effect);
    void show_error(const QString& error);
    void browse(QLineEdit& field, const QString& title);
    void store();
    /// Asks for the file of a recording with the layout.
    /// @param why     part of a sentence: why the layout is not stored beside the recording
    /// @param reason  the error to show if the user gives no file
    void store_in_copy(const RecordingLayout& layout, const QString& why, const QString& reason);
    /// While reading, deriving or writing a copy, nothing can be edited.
    void set_busy(bool busy);
    /// OK is enabled if the preview has checked exactly what the fields say.
    void show_whether_ok();
    [[nodiscard]] bool may_replace_rows();
    [[nodiscard]] std::optional<Camera> camera() const;
    [[nodiscard]] std::array<QString, 4> camera_texts() const;
    [[nodiscard]] AttachedMesh mesh() const;
    static Effect effect_of(const HmtFile& file, const RecordingLayout& layout, const JobContext& job);

    std::string recording_;
    std::string layout_; ///< path of the named layout; empty: beside the recording
    std::string result_;
    std::shared_ptr<const HmtFile> file_;
    bool is_showing_ = false; ///< fields are changed by the program
    bool is_busy_ = false;
    std::optional<RecordingLayout> tried_; ///< what the fields say, after its effect
    QString problem_;                      ///< why the layout beside the recording is not shown
    /// The camera that was shown, and how it was written.
    std::optional<std::pair<Camera, std::array<QString, 4>>> shown_camera_;
    UpChoice up_; ///< of the mesh; not shown
    Origin image_origin_ = Origin::recorded;
    LayoutTable* table_;
    QSpinBox* width_;
    QSpinBox* height_;
    QLabel* image_note_;
    QComboBox* pixels_;
    std::array<QLineEdit*, 4>
        camera_{}; ///< position, direction, up, opening angle; empty: the camera frames the mesh
    QLineEdit* mesh_;
    QLineEdit* faces_;
    QWidget* fields_; ///< all of these except the table
    QPushButton* derive_button_;
    Viewfinder* viewfinder_;
    QLabel* notes_;
    QLabel* error_;
    QDialogButtonBox* buttons_;
    QTimer wait_; ///< delays the preview while the user is typing
    JobRunner job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
