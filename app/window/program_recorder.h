#pragma once

#include "app/record_program/record_outcome.h"
#include "app/record_program/record_settings.h"
#include "app/record_program/record_support.h"
#include "widgets/session/state/session.h"

#include <QtCore/QObject>
#include <QtCore/QPointer>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <memory>
#include <vector>

class QWidget;

namespace hitmap {

struct RecordingLayout;

class Docks;
class MessageBar;
class PaneGrid;
class RecordProgramDialog;

/// Records programs and opens what was recorded. A recording that was made before with the same settings, or
/// a copy of it that has its layout, gives its pane, with its camera, caches and all other choices, to the
/// new one, and moves to another pane, where both can be compared.
class ProgramRecorder : public QObject {
    Q_OBJECT
public:
    struct Parts {
        Session& session;
        PaneGrid& grid;
        Docks& docks;
        MessageBar& messages;
    };
    /// All arguments outlive this.
    /// @param window  parent of the dialog
    ProgramRecorder(const Parts& parts, QWidget& window);
    ~ProgramRecorder() override;

    /// Records with another program than this one, from the next dialog on. For tests.
    void set_recorder(const Recorder& recorder);
    /// Whether this build can record programs.
    [[nodiscard]] bool can_record() const { return recorder_.refusal.isEmpty(); }
    /// Shows the dialog.
    void ask();
    /// Records with the settings of the last recording, and opens what is recorded.
    void record_again();
    /// Whether there are such settings.
    [[nodiscard]] bool can_record_again() const;
    /// While a program is being recorded, asks whether it may be ended. Returns whether the window may be
    /// closed.
    [[nodiscard]] bool may_close() const;
    /// Says that a copy of a recording, or of another copy, was written with its layout. If the recording was
    /// made with the settings of the last one, the layout is stored beside the copy, too, so that
    /// record_again() applies it to the next recording.
    void take_copy(const QString& recording, const QString& copy, const RecordingLayout& layout);

Q_SIGNALS:
    void can_record_changed(); ///< can_record() or can_record_again()
    /// Files that no pane shows are to be opened.
    void opening_wanted(const QStringList& files);
    /// What the buffers of this recording hold, in the active pane, was derived or is not known: it is to be
    /// shown.
    void layout_wanted(const hitmap::RecordingSpec& spec);

private:
    /// A recording that is being opened.
    struct Expected {
        std::string path;
        bool asks_for_layout = false; ///< if it has none
        bool finds = false;           ///< the recording before it had findings
        /// Why the layout of the recording before is not applied, so that it is opened without one; empty: it
        /// is.
        QString refusal{};
    };
    /// How the recording before is shown.
    struct Look {
        ModelChoice config;
        PaneChoices choices;
    };
    [[nodiscard]] RecordProgramDialog& dialog();
    void take(const RecordSettings& settings, const RecordOutcome& outcome);
    /// Activates the pane that shows a file. Returns whether there is one.
    bool show_if_open(const QString& file);
    /// The panes with recordings of these settings, the newest first.
    [[nodiscard]] std::vector<Pane*> panes_of(const RecordSettings& settings) const;
    /// Opens a file in the pane of the recording before, which moves to another pane.
    void open_beside(const std::vector<Pane*>& panes, const QString& file);
    /// If a recording cannot be opened because of its named layout, opens it without one.
    void open_without_layout_if_refused(Pane& pane, const RecordingSpec& next, const Look& look);
    /// Says that a recording is shown without the layout that was to be applied, why, and offers another one.
    void offer_layout(const RecordingSpec& spec, Pane& pane, const QString& refusal);
    /// Has the layout of what a pane shows shown.
    void show_layout_of(const RecordingSpec& spec, const QPointer<Pane>& shown);
    void move_to_another_pane(const std::vector<Pane*>& panes);
    void finish_opening(const RecordingSpec& spec, Pane* pane);

    Session& session_;
    PaneGrid& grid_;
    Docks& docks_;
    MessageBar& messages_;
    QWidget& window_;
    Recorder recorder_ = own_recorder();
    std::unique_ptr<RecordProgramDialog> dialog_; ///< null: not shown yet
    std::vector<Expected> expected_;
    QMetaObject::Connection refused_; ///< while a recording is opened with a named layout
};

} // namespace hitmap
