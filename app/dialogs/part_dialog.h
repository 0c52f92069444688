#pragma once

#include "core/trace/hmt/file/hmt_reader.h"
#include "widgets/base/job.h"
#include "widgets/session/recording/recording_spec.h"

#include <QtWidgets/QDialog>

#include <memory>
#include <optional>
#include <string>

class QLabel;
class QLineEdit;
class QPushButton;

namespace hitmap {

/// Asks which part of a recording is opened, and says how much memory it takes. A recording of another
/// program is read for that, which the user does not need to wait for.
class PartDialog : public QDialog {
    Q_OBJECT
public:
    /// @param recording  a recording of any format, by its absolute path, and its layout; its part is ignored
    /// @param hierarchy  whether it will be simulated with the hierarchy model
    PartDialog(RecordingSpec recording, bool hierarchy, QWidget* parent = nullptr);

    /// Returns the recording, its layout and the chosen part. Requires that the dialog was accepted.
    [[nodiscard]] RecordingSpec chosen() const;
    /// The recording as the dialog has read it, for Pane::open(); null if that does not save reading it
    /// again.
    [[nodiscard]] const std::shared_ptr<const HmtFile>& imported() const { return imported_; }

private:
    void lay_out();
    QLineEdit* add_range(const char* name, const QString& help);
    void read_file();
    void show_part();
    void tell(QLabel& label, const QString& text);
    void refuse(const QString& reason);
    /// Throws UsageError.
    [[nodiscard]] RecordingPart part() const;

    const RecordingSpec recording_;
    const bool hierarchy_;
    QLabel* whole_;
    QLabel* chosen_;
    QLineEdit* launches_;
    QLineEdit* requests_;
    QLineEdit* positions_;
    QPushButton* open_ = nullptr;
    std::shared_ptr<const HmtFile> file_;     ///< null: it was not read yet
    std::shared_ptr<const HmtFile> imported_; ///< `file_`, if it is of another program and has no layout
    JobRunner reading_{Supersede::stop, JobLength::lasting};
    JobRunner cutting_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
