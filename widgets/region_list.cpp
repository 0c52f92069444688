#include "widgets/region_list.h"

#include "core/trace/element_kind.h"
#include "render/outline.h"
#include "widgets/data_table.h"
#include "widgets/format.h"
#include "widgets/job_bar.h"
#include "widgets/region_table.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace hitmap {

namespace {

std::shared_ptr<const OutlinedRegion> outlined(std::shared_ptr<const RecordedScene> scene,
                                               const WorstRegion& region, const JobContext& job) {
    auto edges = std::make_shared<std::vector<OutlineEdge>>(
        region.kind == RegionKind::patch ? rim_of(*scene, region.faces, job) : edges_of(region.bounds));
    return std::make_shared<const OutlinedRegion>(
        OutlinedRegion{std::move(scene), std::move(edges), region.bounds});
}

} // namespace

RegionList::RegionList(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      note_(new QLabel),
      table_(new DataTable(QStringLiteral("worst_regions"), region_columns(), DataTable::Height::scrolls)) {
    note_->setObjectName(QStringLiteral("regions_note"));
    note_->setWordWrap(true);
    note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    table_->add_search();
    auto* bar = new JobBar(job_);
    bar->set_title(tr("Looking for regions"));
    bar->make_narrow();
    QSizePolicy policy = bar->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // the table must not jump while frames play
    bar->setSizePolicy(policy);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(note_);
    rows->addWidget(table_, 1);
    rows->addWidget(bar);
    connect(&job_, &JobRunner::failed, table_, &DataTable::failed);
    connect(&outline_job_, &JobRunner::failed, table_, &DataTable::failed);
    connect(table_, &DataTable::row_chosen, this, [this](int row) { outline(row, false); });
    connect(table_, &DataTable::row_activated, this, [this](int row) { outline(row, true); });
    // The rows of the one before are no rows of this one.
    connect(&pane_, &Pane::recording_changed, this, &RegionList::forget);
    connect(&pane_, &Pane::profile_changed, this, [this] {
        if (found_.simulation != pane_.simulation())
            show({nullptr, found_.surface, {}, false}); // and hold it no longer
    });
    connect(&pane_, &Pane::region_changed, this, [this] {
        if (pane_.region() != outlined_) table_->select_row(std::nullopt);
    });
}

void RegionList::request(const RegionQuery& query) {
    const auto simulation = pane_.simulation();
    if (simulation == nullptr) return forget();
    if (query != query_) show({nullptr, found_.surface, {}, false});
    query_ = query;
    job_.start(
        [simulation, query, frames = pane_.choices().frames, known = found_.surface](const JobContext& job) {
            const Profile& profile = *simulation->profile;
            const auto scene = simulation->recording->scene;
            std::shared_ptr<const SceneSurface> surface = known;
            if (surface == nullptr || surface->scene != scene) {
                const bool needed = query.kind == RegionKind::patch;
                surface =
                    needed
                        ? std::make_shared<const SceneSurface>(SceneSurface{scene, face_surface(*scene, job)})
                        : std::make_shared<const SceneSurface>();
            }
            WindowSums sums;
            profile.window(frame_range_window(profile.positions(), frames), sums, job);
            auto regions = worst_regions(*scene, surface->surface, sums, query, job);
            const KindSums& all = sums.totals[query.kind == RegionKind::patch ? face_kind : box_kind];
            const LevelSums& level = query.level == 0 ? all.l1 : all.l2;
            return Found{simulation, std::move(surface), std::move(regions),
                         level.hits < level.lookups * hit_unit};
        },
        [this, query](Found found) {
            if (found.simulation == pane_.simulation() && query == query_) show(std::move(found));
        });
}

void RegionList::forget() {
    job_.stop();
    show({});
}

void RegionList::show(Found found) {
    take_outline_back();
    found_ = std::move(found);
    show_note();
    table_->set_rows(region_rows(found_.regions));
    table_->select_row(std::nullopt);
}

void RegionList::show_note() {
    const bool patches = query_.kind == RegionKind::patch;
    QString note;
    if (found_.simulation != nullptr) {
        const OpenRecording& recording = *found_.simulation->recording;
        note = patches
                   ? tr("Connected faces with many misses for their area, none with more than a twentieth of "
                        "the misses of faces where it can be divided. A row outlines its patch.")
                   : tr("Boxes with all boxes below them, none with more than a twentieth of the misses of "
                        "boxes where it can be divided. A row outlines the topmost box.");
        if (!patches && recording.scene->box_parent.empty())
            note = tr("This recording does not say which box is the parent of which.");
        else if (found_.regions.empty())
            note = no_regions_text(query_, found_.missed);
        table_->set_file_stem(region_file_stem(text_of(recording.name), query_));
    }
    note_->setText(note);
    note_->setVisible(!note.isEmpty());
}

void RegionList::take_outline_back() {
    outline_job_.stop();
    if (outlined_ != nullptr && pane_.region() == outlined_) pane_.set_region(nullptr);
    outlined_.reset();
}

void RegionList::outline(int row, bool fly) {
    const auto scene = found_.simulation->recording->scene;
    outline_job_.start([scene, region = found_.regions[static_cast<std::size_t>(row)]](
                           const JobContext& job) { return outlined(scene, region, job); },
                       [this, fly](std::shared_ptr<const OutlinedRegion> region) {
                           outlined_ = std::move(region);
                           pane_.set_region(outlined_);
                           if (fly) pane_.request_focus(outlined_->bounds);
                       });
}

} // namespace hitmap
