#include "app/window/recent_pictures.h"

#include "core/store/entry_store.h"
#include "core/trace/io/file_stamp.h"
#include "widgets/base/path_text.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/start/stored_picture.h"

#include <QtCore/QTimer>

#include <utility>

namespace hitmap {

namespace {

using namespace std::chrono_literals;

/// After this time without another picture of it, a view is taken again.
constexpr std::chrono::milliseconds view_rest = 3s;

/// Whether the mesh view shows a whole recording with the values that are chosen, and nothing else.
bool shows_recording(const Pane& pane) {
    const auto recording = pane.recording();
    return recording != nullptr && recording->has_mesh() && recording->spec.is_whole() &&
           pane.opening().early() == nullptr && !pane.stale() && !pane.shows_image() &&
           pane.reference() == nullptr;
}

/// Whether the file of a recording is another one by now.
bool has_changed(const OpenRecording& recording) {
    const std::string* const file = recording.spec.file();
    return file != nullptr && recording.stamp != FileStamp() && file_stamp(*file) != recording.stamp;
}

QString recent_spec(const Pane& pane) {
    return path_text(whole_text(pane.recording()->spec));
}

} // namespace

RecentPictures::RecentPictures(Session& session, PaneGrid& grid) : session_(session) {
    grid.for_each([this](PaneFrame& frame) { follow(frame); });
    // What was taken meanwhile.
    connect(&keeping_, &JobRunner::finished, this, &RecentPictures::keep);
    connect(&keeping_, &JobRunner::failed, this, &RecentPictures::keep);
}

RecentPictures::~RecentPictures() = default;

void RecentPictures::follow(PaneFrame& frame) {
    auto* pause = new QTimer(&frame);
    pause->setSingleShot(true);
    connect(pause, &QTimer::timeout, this, [this, &frame] { take(frame); });
    connect(&frame.mesh_view(), &QOpenGLWidget::frameSwapped, this, [this, pause, &frame] {
        const Pane& pane = frame.pane();
        if (!frame.mesh_view().complete() || !shows_recording(pane)) return pause->stop();
        pause->start(pictures_.contains(recent_spec(pane)) ? view_rest : 0ms);
    });
}

void RecentPictures::take(PaneFrame& frame) {
    const auto kept = session_.active().library().kept();
    if (kept == nullptr || kept->store().folder().empty() || kept->store().limit() == 0) return;
    if (!shows_recording(frame.pane()) || has_changed(*frame.pane().recording())) return;
    const QString spec = recent_spec(frame.pane());
    if (!recents_.contains(spec)) return;
    const QImage view = frame.mesh_view().complete_picture();
    if (view.isNull()) return;
    taken_[spec] = view;
    keep();
}

void RecentPictures::keep() {
    if (taken_.isEmpty() || keeping_.running()) return;
    keeping_.start(
        [kept = session_.active().library().kept(), before = pictures_,
         taken = std::exchange(taken_, {})](const JobContext& job) {
            Pictures made;
            for (auto each = taken.begin(); each != taken.end(); ++each) {
                job.check();
                const QImage small = small_picture(each.value());
                if (small == before.value(each.key())) continue;
                keep_picture(kept->store(), each.key(), small);
                made[each.key()] = small;
            }
            return made;
        },
        [this](const Pictures& made) { show(made); });
}

void RecentPictures::set_recents(const QStringList& specs) {
    for (const QString& spec : qAsConst(recents_))
        if (!specs.contains(spec)) dropped_.append(spec);
    QStringList unknown;
    for (const QString& spec : specs) {
        dropped_.removeAll(spec);
        if (!pictures_.contains(spec)) unknown.append(spec);
    }
    for (const QString& spec : qAsConst(dropped_))
        pictures_.remove(spec);
    recents_ = specs;
    const auto kept = session_.active().library().kept();
    if (kept == nullptr || (unknown.isEmpty() && dropped_.isEmpty())) return;
    finding_.start(
        [kept, unknown, dropped = dropped_](const JobContext& job) {
            for (const QString& spec : dropped)
                remove_picture(kept->store(), spec);
            Pictures pictures;
            for (const QString& spec : unknown)
                if (const QImage picture = find_picture(kept->store(), spec, job); !picture.isNull())
                    pictures[spec] = picture;
            return pictures;
        },
        [this, dropped = dropped_](const Pictures& pictures) {
            for (const QString& spec : dropped)
                dropped_.removeAll(spec);
            Pictures missing = pictures;
            for (auto each = pictures_.begin(); each != pictures_.end(); ++each)
                missing.remove(each.key()); // it was taken meanwhile
            show(missing);
        });
}

void RecentPictures::show(const Pictures& pictures) {
    for (auto each = pictures.begin(); each != pictures.end(); ++each) {
        if (!recents_.contains(each.key())) continue;
        pictures_[each.key()] = each.value();
        Q_EMIT found(each.key(), each.value());
    }
}

} // namespace hitmap
