#include "widgets/panels/recording_table.h"

#include "core/layout/apply/apply_layout.h"
#include "core/report/rows/allocation_columns.h"
#include "core/trace/model/not_recorded.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/table/report_table.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

using RecordingOption = std::pair<std::string, std::string>;

/// Collects facts, each with the origin of its field.
class Facts {
public:
    explicit Facts(const RecordingInfo& info) : info_(info) {}

    void add(const QString& name, const TableCell& value, std::string_view field = {}) {
        rows_.push_back({text_cell(name), value, text_cell(origin_of(field))});
    }
    void add(const QString& name, const std::string& value, std::string_view field = {}) {
        add(name, text_cell(QString::fromStdString(value)), field);
    }
    void add(const QString& name, std::uint64_t count, std::string_view field = {}) {
        add(name, count_cell(count), field);
    }
    void add_origin(const FieldOrigin& field) {
        rows_.push_back({text_cell(tr("Origin of the field: %1").arg(QString::fromStdString(field.field))),
                         text_cell(text_of(name_of(field.origin))), text_cell({})});
    }
    [[nodiscard]] std::vector<TableRow> take() { return std::move(rows_); }

private:
    /// Fields that are not listed count as recorded.
    [[nodiscard]] QString origin_of(std::string_view field) const {
        return text_of(name_of(hitmap::origin_of(info_, field)));
    }

    const RecordingInfo& info_;
    std::vector<TableRow> rows_;
};

QString triple_text(const std::array<std::uint32_t, 3>& sizes) {
    return QStringLiteral("%1 × %2 × %3").arg(sizes[0]).arg(sizes[1]).arg(sizes[2]);
}

QString option_text(const std::string& name) {
    if (name == "mesh-declares") return tr("The mesh file declares");
    if (name == "mesh-read") return tr("Read of it");
    if (name == mesh_warning_option) return tr("Warnings of it");
    if (name == import_warning_option) return tr("Tolerated by the import");
    if (name == not_recorded_option) return tr("Missing");
    if (name == layout_note_option) return tr("Layout");
    return tr("Option: %1").arg(QString::fromStdString(name));
}

void add_file(Facts& facts, const OpenRecording& recording) {
    const RecordingInfo& info = recording.info();
    facts.add(
        recording.traced ? tr("Traced from") : tr("File"),
        text_cell(QString::fromStdString(recording.name), QString::fromStdString(to_text(recording.spec))));
    if (recording.from_cache)
        facts.add(tr("Traced"), text_cell(tr("by an earlier start; found in the cache on disk")));
    if (!recording.layout.empty())
        facts.add(tr("With the layout of"), text_cell(QString::fromStdString(recording.layout)));
    if (recording.imported) { // the recording in memory has another size
        facts.add(tr("Size"), bytes_cell(recording.stamp.bytes));
        const auto format = std::ranges::find(info.options, "format", &RecordingOption::first);
        facts.add(tr("Format"), format != info.options.end() ? format->second : std::string());
    } else {
        facts.add(tr("Size"), bytes_cell(recording.file->file_bytes()));
        facts.add(tr("Format version"), recording.file->version());
    }
    facts.add(tr("State"),
              text_cell(recording.file->incomplete() ? tr("interrupted: up to its last whole block")
                                                     : tr("complete")));
    facts.add(tr("Made by"), info.producer);
    facts.add(tr("Shows"), info.source_name);
    for (const auto& [name, value] : info.options)
        facts.add(option_text(name), value);
}

void add_scene(Facts& facts, const SceneSummary& scene) {
    if (!scene.present) {
        facts.add(tr("Scene"), text_cell(tr("none")), "scene");
        return;
    }
    facts.add(tr("Faces"), scene.faces, "scene");
    facts.add(tr("Face slots"), scene.face_slots, "scene");
    facts.add(tr("Vertices"), scene.vertices, "scene");
    facts.add(tr("Boxes"), scene.boxes, "scene");
    const QString size = QStringLiteral("%1 × %2").arg(scene.width).arg(scene.height);
    facts.add(tr("Framebuffer"), text_cell(scene.width == 0 ? tr("of unknown size") : size), "scene");
    facts.add(tr("Cameras"), scene.cameras.size(), "scene");
    if (scene.source_hash != 0) {
        const QString hash = QString::number(static_cast<qulonglong>(scene.source_hash), 16);
        facts.add(tr("Hash of the mesh"), text_cell(hash), "scene");
    }
}

void add_device(Facts& facts, const RecordingInfo& info) {
    facts.add(tr("Device"), info.device.name);
    facts.add(tr("SMs"), info.device.sm_count, "sm");
    facts.add(tr("Warp slots of an SM"), info.device.warp_slots_per_sm, "warp");
    facts.add(tr("Lanes of a warp"), info.device.warp_size, "warp");
    for (const Launch& launch : info.launches) {
        facts.add(tr("Kernel"), launch.kernel);
        facts.add(tr("Grid of blocks"), text_cell(triple_text(launch.grid)));
        facts.add(tr("Threads of a block"), text_cell(triple_text(launch.block)));
        facts.add(tr("Local memory a thread"), bytes_cell(launch.local_bytes));
        facts.add(tr("Shared memory a block"), bytes_cell(launch.shared_bytes));
        facts.add(tr("First request"), launch.first_request.value, "order");
    }
}

void add_accesses(Facts& facts, const RecordingInfo& info) {
    facts.add(tr("Requests"), info.requests, "order");
    facts.add(tr("Lane accesses"), info.lane_accesses, "order");
    for (ElementKindId kind = 0; !info.axis_is_requests() && kind < element_kinds().size(); ++kind) {
        facts.add(tr("%1 accesses").arg(capitalised(element_kinds()[kind].name)),
                  info.element_accesses.at(kind), "allocations");
    }
    if (info.axis_is_requests())
        facts.add(tr("Element accesses"), text_cell(tr("none; time counts requests")));
    facts.add(tr("Allocations"), info.allocations.size(), "allocations");
    facts.add(tr("Instructions"), info.instructions.size(), "instructions");
}

} // namespace

std::vector<TableColumn> fact_columns() {
    return {{tr("Fact"), QStringLiteral("fact")},
            {tr("Value"), QStringLiteral("value")},
            {tr("Origin"), QStringLiteral("origin"), true,
             tr("Recorded as it happened, derived from what was recorded, or assumed")}};
}

std::vector<TableRow> fact_rows(const OpenRecording& recording) {
    const RecordingInfo& info = recording.info();
    Facts facts(info);
    add_file(facts, recording);
    add_scene(facts, info.scene);
    add_device(facts, info);
    add_accesses(facts, info);
    for (const FieldOrigin& field : info.origins)
        facts.add_origin(field);
    return facts.take();
}

namespace {

const ColumnPlaces& allocation_places() {
    static const ColumnPlaces places{{"name"},  {"address"},  {"size_bytes"},   {"role"},
                                     {"space"}, {"elements"}, {"stride_bytes"}, {"element_bytes"}};
    return places;
}

} // namespace

std::vector<TableColumn> allocation_columns() {
    return table_columns(window_columns(allocation_report_columns(), allocation_places()),
                         allocation_places(), tr);
}

std::vector<TableRow> allocation_rows(const RecordingInfo& info) {
    const auto columns = window_columns(allocation_report_columns(), allocation_places());
    std::vector<TableRow> rows;
    for (const Allocation& allocation : info.allocations)
        rows.push_back(table_row(columns, {{}, allocation}));
    return rows;
}

} // namespace hitmap
