#pragma once

#include "core/layout/model/recording_layout.h"
#include "core/layout/survey/sample_counts.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "widgets/base/job.h"
#include "widgets/start/preview_mesh.h"

#include <QtCore/QTimer>
#include <QtWidgets/QDialog>

#include <array>
#include <memory>
#include <string>
#include <vector>

class QComboBox;
class QDialogButtonBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace hitmap {

class LayoutTable;
class ScenePreview;

/// Shows and changes what the buffers of a recording hold. It begins with the layout beside the recording, or
/// with that which the recording declares, or else with a derived one. OK stores it beside the recording. If
/// the folder cannot be written, it asks for the name of a recording that gets the layout.
class LayoutDialog : public QDialog {
    Q_OBJECT
public:
    /// @param recording  path of a recording
    explicit LayoutDialog(std::string recording, QWidget* parent = nullptr);

    /// After OK: the recording that has the layout, `recording` or another file.
    [[nodiscard]] const std::string& laid_out_recording() const { return result_; }
    /// Reading, deriving and previewing run here.
    [[nodiscard]] const JobRunner& work() const { return job_; }
    /// Throws UsageError if a field is not valid.
    [[nodiscard]] RecordingLayout layout() const;

private:
    /// What a preview shows.
    struct Preview {
        std::vector<SampleCount> counts;
        std::vector<std::string> notes;
        std::shared_ptr<const PreviewMesh> mesh; ///< null: there is no mesh
    };

    void lay_out();
    [[nodiscard]] QGridLayout* make_fields();
    void read();
    void derive();
    void show_layout(const RecordingLayout& layout);
    void take_edit();
    void show_preview(const Preview& preview);
    void show_error(const QString& error);
    void browse(QLineEdit& field, const QString& title);
    void store();
    void store_in_copy(const RecordingLayout& layout, const QString& reason);
    [[nodiscard]] std::optional<Camera> camera() const;
    static Preview preview_of(const HmtFile& file, const RecordingLayout& layout, const JobContext& job);

    std::string recording_;
    std::string result_;
    std::shared_ptr<const HmtFile> file_;
    bool is_showing_ = false; ///< fields are changed by the program
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
    ScenePreview* preview_;
    QLabel* notes_;
    QLabel* error_;
    QDialogButtonBox* buttons_;
    QTimer wait_; ///< delays the preview while the user is typing
    JobRunner job_{Supersede::stop};
};

} // namespace hitmap
