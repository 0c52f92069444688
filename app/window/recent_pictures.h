#pragma once

#include "widgets/base/job.h"
#include "widgets/session/recording/recording_spec.h"

#include <QtCore/QHash>
#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtGui/QImage>

#include <cstddef>
#include <optional>

namespace hitmap {

class EntryStore;
class Pane;
class PaneFrame;
class PaneGrid;
class Session;

/// The pictures of what was opened last, for the start page. The mesh views of a window are taken as soon as
/// their first exact picture is complete, and later when they have rested for a while, so that the picture is
/// that of the last look. The picture of a session is that of its first pane when it was opened or saved,
/// since it does not follow what is looked at later. Scaling, writing and finding are jobs. There is at most
/// one picture for each recent one; they are in the cache on disk, and nothing is taken if that is off.
class RecentPictures : public QObject {
    Q_OBJECT
public:
    /// Both outlive this.
    RecentPictures(Session& session, PaneGrid& grid);
    ~RecentPictures() override;

    /// Says which are the recent ones. Finds their pictures, and removes those of what was recent before.
    void set_recents(const QStringList& specs);
    /// Says that the panes show what is in the file of a session, and takes the picture of the first of them
    /// that has something open once it is complete.
    void take_session(const QString& file);
    /// Null: none is known yet.
    [[nodiscard]] QImage picture_of(const QString& spec) const { return pictures_.value(spec); }

Q_SIGNALS:
    void found(const QString& spec, const QImage& picture);

private:
    using Pictures = QHash<QString, QImage>;
    /// A session whose picture is to be taken, and what its first pane opens.
    struct WantedSession {
        QString file;
        RecordingSpec first;
        std::size_t pane = 0;
    };
    void follow(PaneFrame& frame);
    void take(PaneFrame& frame);
    void take_for_session(PaneFrame& frame);
    [[nodiscard]] bool is_first_of_session(const Pane& pane) const;
    /// Wants no picture of a session any more whose first pane failed or opens something else.
    void drop_replaced_session(const Pane& pane);
    /// Whether there is a cache on disk to keep pictures in.
    [[nodiscard]] bool keeps() const;
    /// Takes what the frame shows, for one of the recent ones. Returns false if there is nothing to take.
    bool take_as(const QString& spec, PaneFrame& frame);
    /// Keeps what was taken.
    void keep();
    void show(const Pictures& pictures);

    Session& session_;
    PaneGrid& grid_;
    std::optional<WantedSession> wanted_session_;
    QStringList recents_;
    QStringList dropped_; ///< whose pictures are to be removed
    Pictures pictures_;   ///< of recents_
    Pictures taken_;      ///< whole views that wait to be kept
    JobRunner finding_{Supersede::stop};
    JobRunner keeping_{Supersede::finish};
};

} // namespace hitmap
