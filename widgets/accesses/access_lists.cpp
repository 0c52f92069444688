#include "widgets/accesses/access_lists.h"

#include "core/profile/accesses/access_results.h"
#include "core/profile/accesses/access_search.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/model/model_box.h"
#include "widgets/session/missing_parts.h"
#include "widgets/table/element_table.h"
#include "widgets/table/report_table.h"

#include <QtCore/QCoreApplication>

#include <utility>
#include <variant>

namespace hitmap {

namespace {

QString access_text(const char* text) {
    return QCoreApplication::translate("Accesses", text);
}

/// Related columns are below one another, so that the most important ones fit a narrow dock.
const ColumnPlaces& access_places() {
    static const ColumnPlaces places{
        {"order", "request"},
        {"request"},
        {"kind", "element"},
        {"element"},
        {"served", "allocation"},
        {"allocation"},
        {"source_line", "address"},
        {"address"},
        {"active", "bytes"},
        {"bytes"},
        {"ray_kind", "bounce"},
        {"bounce"},
        {"l1_hits", "l2_hits", "l1_lookups"},
        {"l2_hits", {}, "l2_lookups"},
        {"l1_lookups"},
        {"l2_lookups"},
        {"l1_miss", "l2_miss"},
        {"l2_miss"},
        {"launch", "sm"},
        {"sm"},
        {"warp", "lane"},
        {"lane"},
        {"operation", "source"},
        {"source"},
        {"instruction", {}, {}, false},
    };
    return places;
}

/// Whether the accesses of a pixel are those of the lanes that serve it, and not those of its element.
bool lists_lanes(const AccessSubject& subject, const LaneRuns& runs) {
    return subject.element && subject.element->kind == pixel_kind && !runs.empty();
}

AccessSelection selection_of(const AccessSubject& subject, const Simulation& simulation, const LaneRuns& runs,
                             TimeWindow window) {
    AccessSelection selection;
    selection.window = window;
    const Restriction& only = simulation.config.only;
    selection.rays = only.rays;
    selection.parts =
        counted_parts(only, simulation.recording->info(),
                      std::holds_alternative<HierarchyConfig>(simulation.model), simulation.recording->name);
    if (subject.address) {
        selection.bytes = AccessSelection::Bytes{Space::global, *subject.address, *subject.address + 1};
    } else if (lists_lanes(subject, runs)) {
        selection.pixel = static_cast<std::uint32_t>(subject.element->element);
    } else if (subject.element) {
        selection.element = AccessSelection::Element{subject.element->kind,
                                                     static_cast<std::uint32_t>(subject.element->element)};
    }
    return selection;
}

/// "in faces, byte 20 of 480", or that no buffer has the address.
QString place_of(std::uint64_t address, const RecordingInfo& info) {
    const std::vector<std::string> labels = allocation_labels(info);
    for (std::size_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& each = info.allocations[i];
        if (each.space != Space::global || address - each.address >= each.bytes) continue;
        return access_text("in %1, byte %2 of %3")
            .arg(text_of(labels[i]), count_text(address - each.address), count_text(each.bytes));
    }
    return access_text("in no buffer of the recording");
}

} // namespace

std::shared_ptr<const ListedAccesses> list_accesses(std::shared_ptr<const Simulation> simulation,
                                                    std::shared_ptr<const LaneRuns> runs,
                                                    const AccessSubject& subject, const FrameRange& frames,
                                                    const JobContext& job) {
    const HmtFile& file = *simulation->recording->file;
    if (runs == nullptr) runs = std::make_shared<const LaneRuns>(file.read_lane_tags(job), file.info());
    const TimeWindow window = frame_range_window(simulation->profile->positions(), frames);
    const AccessSelection selection = selection_of(subject, *simulation, *runs, window);
    auto listed = std::make_shared<ListedAccesses>();
    listed->list = find_accesses(file, runs.get(), selection, ListedAccesses::most, job);
    listed->simulation = std::move(simulation);
    listed->runs = std::move(runs);
    listed->subject = subject;
    listed->frames = frames;
    return listed;
}

std::vector<LaneAccessResult> results_of(const ListedAccesses& listed, ThreadPool& pool,
                                         const JobContext& job) {
    const Simulation& simulation = *listed.simulation;
    const auto source = request_source(*simulation.recording->file, pool, 0, simulation.recording->scene);
    return simulate_accesses(*source, simulation.model, simulation.config.only, listed.list.accesses, pool,
                             job);
}

std::vector<TableColumn> access_table_columns() {
    return table_columns(window_columns(access_columns(), access_places()), access_places(), access_text);
}

std::vector<TableRow> access_table_rows(const ListedAccesses& listed,
                                        const std::vector<LaneAccessResult>& results) {
    const OpenRecording& recording = *listed.simulation->recording;
    const AccessNames names(recording.info(), recording.scene);
    const auto columns = window_columns(access_columns(), access_places());
    std::vector<TableRow> rows;
    rows.reserve(listed.list.accesses.size());
    for (std::size_t i = 0; i < listed.list.accesses.size(); ++i)
        rows.push_back(table_row(
            columns, AccessRow{names, listed.list.accesses[i], results.empty() ? nullptr : &results[i]}));
    return rows;
}

QString title_of(const AccessSubject& subject, const OpenRecording& recording) {
    if (subject.address)
        return access_text("Address 0x%1 · %2")
            .arg(QString::number(*subject.address, 16), place_of(*subject.address, recording.info()));
    if (!subject.element) return {};
    const std::uint32_t width = recording.info().scene.width;
    if (subject.element->kind == pixel_kind && width != 0)
        return access_text("Pixel %1, %2")
            .arg(QString::number(subject.element->element % width),
                 QString::number(subject.element->element / width));
    return element_title(ElementSources(recording.scene), *subject.element);
}

QString note_of(const ListedAccesses& listed) {
    QStringList notes;
    const std::uint64_t found = listed.list.found;
    const QString of = lists_lanes(listed.subject, *listed.runs)
                           ? access_text("by the lanes that serve the pixel")
                           : access_text("of it");
    if (found > ListedAccesses::most)
        notes.append(access_text("The first %1 of %2 accesses %3 in these frames.")
                         .arg(count_text(ListedAccesses::most), count_text(found), of));
    else
        notes.append(access_text("%1 accesses %2 in these frames.").arg(count_text(found), of));
    if (listed.subject.element && listed.subject.element->kind == pixel_kind && listed.runs->empty())
        notes.append(access_text("The recording does not say which lane serves which pixel."));
    if (std::holds_alternative<SdcmConfig>(listed.simulation->model))
        notes.append(
            access_text("The stack distance cache model counts elements, not requests: for the level "
                        "that served an access, %1.")
                .arg(choose_gpu_text()));
    return notes.join(QLatin1Char(' '));
}

} // namespace hitmap
