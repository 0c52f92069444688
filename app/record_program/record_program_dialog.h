#pragma once

#include "app/record_program/record_outcome.h"
#include "app/record_program/record_run.h"
#include "app/record_program/record_settings.h"
#include "app/record_program/record_support.h"
#include "app/record_program/spool_meter.h"

#include <QtCore/QTimer>
#include <QtWidgets/QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QWidget;

namespace hitmap {

class RecordForm;
class RecordReport;

/// Runs `hitmap record` with what the user chooses, and shows the same command, what it prints, how its spool
/// grows and what became of it. Not modal. What was chosen last is stored in the settings of the program. The
/// dialog cannot be closed while the recorded program runs.
class RecordProgramDialog : public QDialog {
    Q_OBJECT
public:
    /// @param recorder  is run; if it cannot record, the dialog says why
    explicit RecordProgramDialog(Recorder recorder, QWidget* parent = nullptr);
    ~RecordProgramDialog() override;

    [[nodiscard]] RecordRun& run() { return run_; }
    /// The settings of the last recording, now or by an earlier start of this program.
    [[nodiscard]] static RecordSettings stored_settings();
    /// Whether there are any.
    [[nodiscard]] static bool has_stored_settings();
    /// Records with the settings of the last recording and a name that no recording has. recorded() follows
    /// by itself if there is a recording; otherwise the dialog shows why not.
    void record_again();
    void reject() override;

Q_SIGNALS:
    void started();
    /// There are recordings, and they are to be opened: Open was pressed, or record_again() made them.
    /// @param settings  as they were chosen; the output of the recordings may have a number more
    void recorded(const hitmap::RecordSettings& settings, const hitmap::RecordOutcome& outcome);

private:
    void name_parts();
    void connect_parts();
    [[nodiscard]] QWidget* make_left();
    [[nodiscard]] QWidget* make_right();
    void show_spool(const SpoolSize& size);
    /// Shows the command, and what is wrong.
    void check();
    /// Returns whether a run was started; otherwise the form shows why not.
    bool start();
    void finish(const RecordOutcome& outcome);
    /// Closes the dialog and emits recorded().
    void tell_recorded();
    void show_state();
    [[nodiscard]] bool can_start() const;

    Recorder recorder_;
    RecordRun run_;
    SpoolMeter meter_;      ///< of the run that goes on
    RecordSettings chosen_; ///< for the last run
    RecordOutcome outcome_;
    QTimer after_stop_;         ///< runs while a click may still be part of a double click on Stop
    bool opens_itself_ = false; ///< whether record_again() has started the run
    bool was_tried_ = false;    ///< Record was pressed
    RecordForm* form_;
    QLabel* refusal_;
    QPlainTextEdit* command_;
    RecordReport* report_;
    QPushButton* copy_;
    QPushButton* record_;
    QPushButton* stop_;
    QPushButton* open_;
    QPushButton* close_;
};

} // namespace hitmap
