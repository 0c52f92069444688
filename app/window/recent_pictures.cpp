#include "app/window/recent_pictures.h"

#include "app/dialogs/settings/recent_files.h"
#include "core/store/entry_store.h"
#include "core/trace/io/file_stamp.h"
#include "widgets/base/path_text.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/start/stored_picture.h"

#include <QtCore/QTimer>

#include <chrono>
#include <utility>

namespace hitmap {

namespace {

using namespace std::chrono_literals;

/// After this time without another picture of it, a view is taken again.
constexpr std::chrono::milliseconds view_rest = 3s;

/// Whether the mesh view shows the values that are chosen, or becomes that with the next picture.
bool shows_values(const Pane& pane) {
    const auto recording = pane.recording();
    return recording != nullptr && recording->has_mesh() && pane.opening().early() == nullptr &&
           !pane.stale() && !pane.shows_image();
}

/// Whether these are the values of a recording or a part, as it is opened from the recent ones.
bool shows_recording(const Pane& pane) {
    return shows_values(pane) && pane.reference() == nullptr &&
           pane.recording()->spec == RecentFiles::recent_of(pane.recording()->spec);
}

/// Whether the file of a recording is another one by now.
bool has_changed(const OpenRecording& recording) {
    const std::string* const file = recording.spec.file();
    return file != nullptr && recording.stamp != FileStamp() && file_stamp(*file) != recording.stamp;
}

QString recent_spec(const Pane& pane) {
    return path_text(to_text(RecentFiles::recent_of(pane.recording()->spec)));
}

} // namespace

RecentPictures::RecentPictures(Session& session, PaneGrid& grid) : session_(session), grid_(grid) {
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
    auto* at_once = new QTimer(&frame);
    at_once->setSingleShot(true);
    connect(at_once, &QTimer::timeout, this, [this, &frame] { take_for_session(frame); });
    connect(&frame.pane(), &Pane::work_changed, this,
            [this, &frame] { drop_replaced_session(frame.pane()); });
    connect(&frame.mesh_view(), &QOpenGLWidget::frameSwapped, this, [this, pause, at_once, &frame] {
        const Pane& pane = frame.pane();
        const bool complete = frame.mesh_view().complete();
        if (complete && is_first_of_session(pane)) at_once->start(0ms);
        if (!complete || !shows_recording(pane)) return pause->stop();
        pause->start(pictures_.contains(recent_spec(pane)) ? view_rest : 0ms);
    });
}

bool RecentPictures::keeps() const {
    const auto kept = session_.active().library().kept();
    return kept != nullptr && !kept->store().folder().empty() && kept->store().limit() != 0;
}

bool RecentPictures::take_as(const QString& spec, PaneFrame& frame) {
    if (!keeps() || !recents_.contains(spec) || has_changed(*frame.pane().recording())) return false;
    const QImage view = frame.mesh_view().complete_picture();
    if (view.isNull()) return false;
    taken_[spec] = view;
    keep();
    return true;
}

void RecentPictures::take(PaneFrame& frame) {
    if (shows_recording(frame.pane())) take_as(recent_spec(frame.pane()), frame);
}

void RecentPictures::take_session(const QString& file) {
    wanted_session_.reset();
    std::size_t first = 0;
    while (first < session_.pane_count() && session_.pane(first).opening().wanted_spec().empty())
        ++first;
    // A mesh that is looked at later, in the place of an image, is not what the session shows.
    if (first == session_.pane_count() || session_.pane(first).wanted_choices().shown != Shown::mesh) return;
    wanted_session_ = {file, session_.pane(first).opening().wanted_spec(), first};
    // What is complete by now may be what was shown before.
    grid_.frame(first).mesh_view().update();
}

bool RecentPictures::is_first_of_session(const Pane& pane) const {
    return wanted_session_ && keeps() && shows_values(pane) &&
           session_.index_of(pane) == wanted_session_->pane &&
           pane.recording()->spec == wanted_session_->first;
}

void RecentPictures::drop_replaced_session(const Pane& pane) {
    if (wanted_session_ && session_.index_of(pane) == wanted_session_->pane &&
        pane.opening().wanted_spec() != wanted_session_->first)
        wanted_session_.reset();
}

void RecentPictures::take_for_session(PaneFrame& frame) {
    if (is_first_of_session(frame.pane()) && take_as(wanted_session_->file, frame)) wanted_session_.reset();
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
                // A file that was written again has an entry of its former time.
                if (small == before.value(each.key()) &&
                    !find_picture(kept->store(), each.key(), job).isNull())
                    continue;
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
