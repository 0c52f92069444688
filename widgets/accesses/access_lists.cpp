#include "widgets/accesses/access_lists.h"

#include "core/cache/results/source_lines.h"
#include "core/profile/elements/access_results.h"
#include "core/profile/elements/access_search.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/model/model_box.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/table/element_table.h"
#include "widgets/table/report_table.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <bit>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

QString access_text(const char* text) {
    return QCoreApplication::translate("Accesses", text);
}

/// By relevance: what it is, whether it misses and why, what asked for it. Related columns are below one
/// another, so that the most important ones fit a narrow dock.
const ColumnPlaces& access_places() {
    static const ColumnPlaces places{
        {"order", "request"},
        {"request"},
        {"kind", "element"},
        {"element"},
        {"served", "l1_result"},
        {"l1_result"},
        {"l1_miss", "l2_miss"},
        {"l2_miss"},
        {"allocation", "address"},
        {"address"},
        {"source_line", "operation"},
        {"operation"},
        {"active", "bytes"},
        {"bytes"},
        {"ray_kind", "bounce"},
        {"bounce"},
        {"pixel_x", "pixel_y"},
        {"pixel_y"},
        {"l1_hits", "l2_hits", "l1_lookups"},
        {"l2_hits", {}, "l2_lookups"},
        {"l1_lookups"},
        {"l2_lookups"},
        {"launch", "sm"},
        {"sm"},
        {"warp", "lane"},
        {"lane"},
        {"source"},
        {"instruction", {}, {}, false},
    };
    return places;
}

/// Whether the accesses of a pixel are those of the lanes that serve it, and not those of its element.
bool lists_lanes(const AccessSubject& subject, const LaneRuns& runs) {
    return subject.element && subject.element->is_pixel() && !runs.empty();
}

/// Leaves those that both count; an empty list stands for all.
std::vector<std::uint8_t> both(std::vector<std::uint8_t> counted, const std::vector<std::uint8_t>& wanted) {
    if (counted.empty()) return wanted;
    for (std::size_t i = 0; i < counted.size(); ++i)
        counted[i] = counted[i] != 0 && wanted[i] != 0 ? 1 : 0;
    return counted;
}

std::vector<std::uint8_t> instructions_of_line(const RecordingInfo& info, const std::string& name) {
    std::vector<std::uint8_t> wanted(info.instructions.size());
    for (const SourceLine& line : source_lines(info))
        if (line.name == name)
            for (const std::uint32_t instruction : line.instructions)
                wanted[instruction] = 1;
    return wanted;
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
    const RecordingInfo& info = simulation.recording->info();
    if (subject.bytes) {
        const std::uint64_t begin = subject.bytes->address;
        selection.bytes = AccessSelection::Bytes{Space::global, begin, begin + subject.bytes->bytes};
    } else if (subject.allocation) {
        std::vector<std::uint8_t> wanted(info.allocations.size());
        wanted[*subject.allocation] = 1;
        selection.parts.allocations = both(std::move(selection.parts.allocations), wanted);
    } else if (!subject.line.empty()) {
        selection.parts.instructions =
            both(std::move(selection.parts.instructions), instructions_of_line(info, subject.line));
    } else if (lists_lanes(subject, runs)) {
        selection.pixel = static_cast<std::uint32_t>(subject.element->element);
    } else if (subject.element) {
        selection.element = AccessSelection::Element{subject.element->kind,
                                                     static_cast<std::uint32_t>(subject.element->element)};
    }
    return selection;
}

/// "face 3", the element of the allocation that has the byte; empty if there is none.
QString element_at(const Allocation& allocation, std::uint64_t byte) {
    const auto kind = element_kind_of(allocation.role);
    const bool linear = allocation.layout == ElementLayout::linear && allocation.stride != 0;
    if (!linear || byte % allocation.stride >= allocation.element_bytes) return {};
    const std::uint64_t element = byte / allocation.stride;
    if (!kind) return access_text("element %1").arg(count_text(element));
    return QStringLiteral("%1 %2").arg(text_of(element_kinds()[*kind].name), count_text(element));
}

/// "in faces, byte 20 of 480, face 1", or that no buffer has the address.
QString place_of(std::uint64_t address, const RecordingInfo& info) {
    const std::vector<std::string> labels = allocation_labels(info);
    QStringList places;
    for (std::size_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& each = info.allocations[i];
        if (each.space != Space::global || address - each.address >= each.bytes) continue;
        const std::uint64_t byte = address - each.address;
        QString place = access_text("in %1, byte %2 of %3")
                            .arg(text_of(labels[i]), count_text(byte), count_text(each.bytes));
        const QString element = element_at(each, byte);
        if (!element.isEmpty()) place += QStringLiteral(", ") + element;
        places.append(place);
    }
    if (places.isEmpty()) return access_text("in no buffer of the recording");
    return places.join(QStringLiteral("; "));
}

QString title_of_bytes(const ByteRange& range, const RecordingInfo& info) {
    const QString address = QString::number(range.address, 16);
    if (range.bytes == 1) return access_text("Address 0x%1 · %2").arg(address, place_of(range.address, info));
    return access_text("%1 bytes from 0x%2 · the first is %3")
        .arg(count_text(range.bytes), address, place_of(range.address, info));
}

/// Makes the cells of accesses when they are needed.
class AccessRows final : public RowSource {
public:
    AccessRows(std::shared_ptr<const ListedAccesses> listed, std::vector<LaneAccessResult> results)
        : listed_(std::move(listed)),
          results_(std::move(results)),
          names_(listed_->simulation->recording->info(), listed_->simulation->recording->scene),
          columns_(window_columns(access_columns(), access_places())) {}
    [[nodiscard]] std::size_t size() const override { return listed_->list.accesses.size(); }
    [[nodiscard]] TableCell cell(std::size_t row, std::size_t column) const override {
        const AccessRow access{names_, listed_->list.accesses[row],
                               results_.empty() ? nullptr : &results_[row]};
        return table_cell(columns_[column].info, columns_[column].value(access));
    }

private:
    std::shared_ptr<const ListedAccesses> listed_;
    std::vector<LaneAccessResult> results_; ///< [accesses] or empty
    AccessNames names_;
    ReportColumns<AccessRow> columns_;
};

} // namespace

std::shared_ptr<const ListedAccesses> list_accesses(std::shared_ptr<const Simulation> simulation,
                                                    const AccessSubject& subject, const FrameRange& frames,
                                                    ListPart part, ThreadPool& pool, const JobContext& job) {
    const HmtFile& file = *simulation->recording->file;
    auto runs = simulation->recording->lanes->get(file, job);
    const TimeWindow window = frame_range_window(simulation->profile->positions(), frames);
    const AccessSelection selection = selection_of(subject, *simulation, *runs, window);
    auto listed = std::make_shared<ListedAccesses>();
    const bool all = part == ListPart::all;
    const auto by_sm = simulation->recording->by_sm->known();
    listed->list =
        find_accesses(file, runs.get(), selection, all ? ListedAccesses::most : ListedAccesses::first, job,
                      all ? SearchEnd::everywhere : SearchEnd::any, &pool, by_sm.get());
    listed->simulation = std::move(simulation);
    listed->runs = std::move(runs);
    listed->subject = subject;
    listed->frames = frames;
    return listed;
}

bool gains_from_copy(const OpenRecording& recording, const LaneRuns& runs) {
    // A single block is decoded in less than a tenth of a second.
    return !runs.empty() && recording.file->blocks().size() > 1;
}

std::vector<LaneAccessResult> results_of(const ListedAccesses& listed, ThreadPool& pool,
                                         const JobContext& job) {
    const Simulation& simulation = *listed.simulation;
    const auto source = request_source(*simulation.recording->file, pool, 0, simulation.recording->scene);
    return simulate_accesses(*source, simulation.model, simulation.config.only, listed.list.accesses, pool,
                             job);
}

AccessKey key_of(const AccessList& list, std::size_t row) {
    const LaneAccess& access = list.accesses[row];
    AccessKey key{access.request, access.lane, 0};
    for (;
         row > 0 && list.accesses[row - 1].request == key.request && list.accesses[row - 1].lane == key.lane;
         --row)
        ++key.part;
    return key;
}

std::optional<std::size_t> row_of(const AccessList& list, const AccessKey& key) {
    const auto before = [&](const LaneAccess& access) {
        return std::pair(access.request, std::uint32_t{access.lane}) < std::pair(key.request, key.lane);
    };
    const auto first = std::ranges::partition_point(list.accesses, before) - list.accesses.begin();
    const std::size_t row = static_cast<std::size_t>(first) + key.part;
    if (row < list.accesses.size() && key_of(list, row) == key) return row;
    return std::nullopt;
}

std::vector<Highlight> visited_until(const AccessList& list, std::size_t row) {
    std::vector<Highlight> visited;
    for (std::size_t i = 0; i <= row && i < list.accesses.size(); ++i) {
        const auto& element = list.accesses[i].element;
        if (element && element_kinds()[element->kind].has_look_ups)
            visited.push_back({element->kind, element->element});
    }
    const auto key = [](const Highlight& each) { return std::pair(each.kind, each.element); };
    std::ranges::sort(visited, {}, key);
    visited.erase(std::unique(visited.begin(), visited.end()), visited.end());
    return visited;
}

std::vector<TableColumn> access_table_columns() {
    return table_columns(window_columns(access_columns(), access_places()), access_places(), access_text);
}

std::shared_ptr<const RowSource> access_table_rows(std::shared_ptr<const ListedAccesses> listed,
                                                   std::vector<LaneAccessResult> results) {
    return std::make_shared<const AccessRows>(std::move(listed), std::move(results));
}

QString title_of(const AccessSubject& subject, const OpenRecording& recording) {
    if (subject.bytes) return title_of_bytes(*subject.bytes, recording.info());
    if (subject.allocation)
        return access_text("Allocation %1")
            .arg(text_of(allocation_labels(recording.info())[*subject.allocation]));
    if (!subject.line.empty()) return access_text("Source line %1").arg(text_of(subject.line));
    if (!subject.element) return {};
    const std::uint32_t width = recording.info().scene.width;
    if (subject.element->is_pixel() && width != 0)
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
    if (!listed.list.complete)
        notes.append(access_text("These are the first ones. The search goes on."));
    else if (found > ListedAccesses::most)
        notes.append(access_text("The first %1 of %2 accesses %3 in these frames.")
                         .arg(count_text(ListedAccesses::most), count_text(found), of));
    else
        notes.append(access_text("%1 accesses %2 in these frames.").arg(count_text(found), of));
    if (listed.subject.element && listed.subject.element->is_pixel() && listed.runs->empty())
        notes.append(access_text("The recording does not say which lane serves which pixel."));
    if (std::holds_alternative<SdcmConfig>(listed.simulation->model))
        notes.append(
            access_text("The stack distance cache model counts elements, not requests: for the level "
                        "that served an access, %1.")
                .arg(choose_gpu_text()));
    return notes.join(QLatin1Char(' '));
}

ByteRange line_at(std::uint64_t address, std::uint64_t bytes) {
    return {address & ~(bytes - 1), bytes};
}

std::optional<ByteRange> byte_range_of(const QString& text) {
    const QStringList parts = text.trimmed().split(QLatin1Char('/'));
    if (parts.size() > 2) return std::nullopt;
    bool valid = false;
    const std::uint64_t address = parts.front().toULongLong(&valid, 0);
    if (!valid) return std::nullopt;
    if (parts.size() == 1) return ByteRange{address, 1};
    const std::uint64_t bytes = parts.back().toULongLong(&valid, 0);
    constexpr std::uint64_t most_bytes = 4096;
    if (!valid || !std::has_single_bit(bytes) || bytes > most_bytes) return std::nullopt;
    return line_at(address, bytes);
}

} // namespace hitmap
