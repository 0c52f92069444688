#pragma once

#include "widgets/base/job.h"

#include <QtCore/QHash>
#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtGui/QImage>

#include <chrono>

namespace hitmap {

class EntryStore;
class PaneFrame;
class PaneGrid;
class Session;

/// The pictures of what was opened last, for the start page. The mesh views of a window are taken as soon as
/// their first exact picture is complete, and later when they have rested for a while, so that the picture is
/// that of the last look. Scaling, writing and finding are jobs. There is at most one picture for each recent
/// one; they are in the cache on disk, and nothing is taken if that is off.
class RecentPictures : public QObject {
    Q_OBJECT
public:
    /// Both outlive this.
    RecentPictures(Session& session, PaneGrid& grid);
    ~RecentPictures() override;

    /// Says which are the recent ones. Finds their pictures, and removes those of what was recent before.
    void set_recents(const QStringList& specs);
    /// Null: none is known yet.
    [[nodiscard]] QImage picture_of(const QString& spec) const { return pictures_.value(spec); }

Q_SIGNALS:
    void found(const QString& spec, const QImage& picture);

private:
    using Pictures = QHash<QString, QImage>;
    void follow(PaneFrame& frame);
    void take(PaneFrame& frame);
    /// Keeps what was taken.
    void keep();
    void show(const Pictures& pictures);

    Session& session_;
    QStringList recents_;
    QStringList dropped_; ///< whose pictures are to be removed
    Pictures pictures_;   ///< of recents_
    Pictures taken_;      ///< whole views that wait to be kept
    JobRunner finding_{Supersede::stop};
    JobRunner keeping_{Supersede::finish};
};

} // namespace hitmap
