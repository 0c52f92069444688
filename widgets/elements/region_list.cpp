#include "widgets/elements/region_list.h"

#include "core/profile/models/headline.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/trace/model/element_kind.h"
#include "widgets/base/format.h"
#include "widgets/elements/region_table.h"
#include "widgets/messages/job_bar.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/table/data_table.h"
#include "widgets/table/element_table.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hitmap {

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
    policy.setRetainSizeWhenHidden(true); // the table must not move while frames are played
    bar->setSizePolicy(policy);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    // Below the table, so that messages do not move its rows.
    rows->addWidget(table_, 1);
    rows->addWidget(note_);
    rows->addWidget(bar);
    connect(&job_, &JobRunner::failed, table_, &DataTable::failed);
    connect(&outline_job_, &JobRunner::failed, table_, &DataTable::failed);
    connect(table_, &DataTable::row_chosen, this, [this](int row) { outline(row, false); });
    connect(table_, &DataTable::row_activated, this, [this](int row) { outline(row, true); });
    // The rows belong to another simulation.
    connect(&pane_, &Pane::recording_changed, this, &RegionList::forget);
    connect(&pane_, &Pane::profile_changed, this, [this] {
        if (found_.simulation != pane_.simulation()) empty_list(); // releases the simulation
    });
    connect(&pane_.marks(), &PaneMarks::region_changed, this, [this] {
        if (pane_.marks().region() == outlined_) return;
        // Something else is selected.
        outline_job_.stop();
        outlined_.reset();
        chosen_.reset();
        table_->select_row(std::nullopt);
    });
}

void RegionList::request(const RegionQuery& query) {
    const auto simulation = pane_.simulation();
    if (simulation == nullptr) return forget();
    if (query.kind != query_.kind) {
        take_outline_back();
        lost_ = false;
    }
    if (query != query_) empty_list();
    query_ = query;
    if (!simulation->recording->has_mesh()) {
        job_.stop();
        found_.simulation = simulation; // names the reason in the note
        return show_note();
    }
    job_.start(
        [simulation, query, frames = pane_.choices().frames, known = found_.surface,
         ranges = known_ranges(*simulation, pane_.choices().view.only_ranges)](const JobContext& job) {
            const Profile& profile = *simulation->profile;
            const auto scene = simulation->recording->scene;
            std::shared_ptr<const SceneSurface> surface = known;
            if (surface == nullptr || surface->scene != scene) {
                const bool needed = region_form(query.kind) == RegionForm::patch;
                surface =
                    needed
                        ? std::make_shared<const SceneSurface>(SceneSurface{scene, face_surface(*scene, job)})
                        : std::make_shared<const SceneSurface>();
            }
            WindowSums sums;
            const TimeWindow window = frame_range_window(profile.positions(), frames);
            profile.window(window, sums, job);
            const auto chosen = chosen_elements(scene_in_time(*simulation, window), ranges, job);
            keep_shown(sums, chosen.get());
            const ElementKindId listed = query.kind;
            auto regions = worst_regions(*scene, surface->surface, sums, query, job);
            const KindSums& kind = sums.totals[listed];
            const LevelSums& level = query.level == 0 ? kind.l1 : kind.l2;
            const KindSums all = sum_of(sums.totals);
            return Found{simulation,
                         std::move(surface),
                         std::move(regions),
                         query.level == 0 ? all.l1 : all.l2,
                         level.hits < level.lookups * hit_unit,
                         query,
                         chosen != nullptr && chosen->restricts(listed)};
        },
        [this, query](Found found) {
            if (found.simulation == pane_.simulation() && query == query_) list(std::move(found));
        });
}

void RegionList::forget() {
    job_.stop();
    take_outline_back();
    lost_ = false;
    found_ = {};
    table_->set_rows({});
    show_note();
}

void RegionList::empty_list() {
    found_ = {nullptr, found_.surface, {}, {}, false, query_};
    table_->set_rows({});
    show_note();
}

void RegionList::list(Found found) {
    const bool same_list = found.query == found_.query;
    found_ = std::move(found);
    table_->rename_columns(region_columns(query_.level));
    table_->set_rows(region_rows(found_.regions));
    if (!same_list) table_->view().scrollToTop();
    const auto row = row_of_chosen();
    if (row) {
        lost_ = false;
        const WorstRegion& region = found_.regions[static_cast<std::size_t>(*row)];
        const bool other = region.element != chosen_->element || region.members != chosen_->members;
        if (other || outlined_ == nullptr) outline(*row, false);
    } else if (chosen_) {
        lost_ = true;
        take_outline_back();
    }
    table_->select_row(row);
    show_note();
}

std::optional<int> RegionList::row_of_chosen() const {
    if (!chosen_) return std::nullopt;
    const auto is_it = [this](const WorstRegion& region) {
        if (region.kind != chosen_->kind) return false;
        if (region.form == RegionForm::subtree) return region.element == chosen_->element;
        return std::ranges::binary_search(region.members, chosen_->element);
    };
    const auto found = std::ranges::find_if(found_.regions, is_it);
    if (found == found_.regions.end()) return std::nullopt;
    return static_cast<int>(found - found_.regions.begin());
}

QString RegionList::note_text() const {
    if (found_.simulation == nullptr) return {};
    const OpenRecording& recording = *found_.simulation->recording;
    if (!recording.has_mesh()) return why_no_mesh(recording);
    const bool is_tree = region_form(query_.kind) == RegionForm::subtree;
    if (is_tree && element_parents(*recording.scene, query_.kind).empty())
        return tr("This recording does not say which %1 is the parent of which.")
            .arg(text_of(element_kinds()[query_.kind].name));
    if (found_.regions.empty() && found_.restricted)
        return tr("No element within the ranges of Groups misses in this frame, or too few do.");
    if (found_.regions.empty()) return no_regions_text(query_, found_.missed);
    QString note = regions_text(query_.kind);
    const Counted counted = counting_of(found_.simulation->model).elements;
    note += QLatin1Char(' ') + share_note(found_.all, query_.level, counted, false);
    if (found_.restricted)
        note += tr(" Only misses of %1 within the ranges of Groups are counted.")
                    .arg(text_of(element_kinds()[query_.kind].plural));
    return lost_ ? tr("The region that was outlined is none of the worst any more.") + QLatin1Char(' ') + note
                 : note;
}

void RegionList::show_note() {
    if (found_.simulation != nullptr)
        table_->set_file_stem(region_file_stem(text_of(found_.simulation->recording->name), query_),
                              provenance_of_parts({found_.simulation->recording.get()}));
    note_->setText(note_text());
    note_->setVisible(!note_->text().isEmpty());
}

void RegionList::take_outline_back() {
    outline_job_.stop();
    chosen_.reset();
    const auto outlined = std::exchange(outlined_, nullptr);
    if (outlined != nullptr && pane_.marks().region() == outlined) pane_.set_region(nullptr);
    table_->select_row(std::nullopt);
}

void RegionList::outline(int row, bool fly) {
    const auto scene = found_.simulation->recording->scene;
    chosen_ = found_.regions[static_cast<std::size_t>(row)];
    if (std::exchange(lost_, false)) show_note();
    outline_job_.start(
        [scene, region = *chosen_](const JobContext& job) { return outlined(scene, region, job); },
        [this, fly](std::shared_ptr<const OutlinedRegion> region) {
            outlined_ = std::move(region);
            pane_.set_region(outlined_);
            if (fly) pane_.guide().fly_to(outlined_->bounds);
        });
}

} // namespace hitmap
