#include "widgets/recording_panel.h"

#include "core/trace/element_kind.h"
#include "widgets/format.h"

#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>

namespace hitmap {

RecordingPanel::RecordingPanel(Pane& pane, QWidget* parent)
    : QWidget(parent), pane_(pane), facts_(new QFormLayout(this)) {
    facts_->setContentsMargins(0, 0, 0, 0);
    facts_->setVerticalSpacing(2);
    connect(&pane, &Pane::recording_changed, this, &RecordingPanel::show_recording);
    show_recording();
}

void RecordingPanel::show_recording() {
    while (facts_->rowCount() > 0)
        facts_->removeRow(0);
    const auto& recording = pane_.recording();
    if (recording == nullptr) {
        facts_->addRow(new QLabel(tr("Nothing is open.")));
        return;
    }
    const RecordingInfo& info = recording->info();
    add_fact(recording->traced ? tr("Traced from") : tr("File"), QString::fromStdString(recording->name),
             QString::fromStdString(recording->spec));
    add_fact(tr("Size"), bytes_text(recording->file->file_bytes()),
             tr("%1 bytes").arg(count_text(recording->file->file_bytes())));
    if (recording->file->incomplete()) add_fact(tr("State"), tr("interrupted: up to its last whole block"));
    add_fact(tr("Made by"), QString::fromStdString(info.producer));
    add_fact(tr("Shows"), QString::fromStdString(info.source_name));
    add_scene(*recording);
    add_device(*recording);
    for (const auto& [name, value] : info.options) {
        add_fact(QString::fromStdString(name), QString::fromStdString(value),
                 tr("how the recording was made"));
    }
    for (const FieldOrigin& origin : info.origins) {
        add_fact(QString::fromStdString(origin.field), text_of(name_of(origin.origin)),
                 tr("where this part of the recording came from"));
    }
}

void RecordingPanel::add_scene(const OpenRecording& recording) {
    const SceneSummary& scene = recording.info().scene;
    add_fact(tr("Faces"), count_text(scene.faces),
             tr("in %1 slots of the face buffer").arg(count_text(scene.face_slots)));
    add_fact(tr("Vertices"), count_text(scene.vertices));
    add_fact(tr("Boxes"), count_text(scene.boxes));
    add_fact(tr("Framebuffer"), QStringLiteral("%1 × %2").arg(scene.width).arg(scene.height));
}

void RecordingPanel::add_device(const OpenRecording& recording) {
    const RecordingInfo& info = recording.info();
    add_fact(
        tr("Device"), QString::fromStdString(info.device.name),
        tr("%1 SMs with %2 warp slots each").arg(info.device.sm_count).arg(info.device.warp_slots_per_sm));
    for (const Launch& launch : info.launches)
        add_fact(tr("Kernel"), QString::fromStdString(launch.kernel));
    add_fact(tr("Requests"), count_text(info.requests));
    add_fact(tr("Lane accesses"), count_text(info.lane_accesses));
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind) {
        add_fact(tr("%1 accesses").arg(capitalised(element_kinds()[kind].name)),
                 count_text(info.element_accesses.at(kind)));
    }
}

void RecordingPanel::add_fact(const QString& name, const QString& value, const QString& tool_tip) {
    auto* label = new QLabel(value.isEmpty() ? undefined_text() : value);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setToolTip(tool_tip);
    label->setWordWrap(true);
    facts_->addRow(name, label);
}

} // namespace hitmap
