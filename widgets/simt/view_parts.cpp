#include "widgets/simt/view_parts.h"

#include "core/cache/results/source_lines.h"
#include "widgets/plot/plot_box.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/panes/toggle_restriction.h"
#include "widgets/table/data_table.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSplitter>

#include <algorithm>
#include <utility>

namespace hitmap {

QString simt_text(const char* text) {
    return QCoreApplication::translate("SimtPanel", text);
}

QLabel* make_note(const char* name) {
    auto* note = new QLabel;
    note->setObjectName(QLatin1String(name));
    note->setWordWrap(true);
    note->setTextFormat(Qt::PlainText);
    note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return note;
}

void show_note(QLabel& note, const QString& text) {
    note.setText(text);
    note.setVisible(!text.isEmpty());
}

QSplitter* make_parts(const char* name, QWidget* above, QWidget* below) {
    auto* parts = new QSplitter(Qt::Vertical);
    parts->setObjectName(QLatin1String(name));
    parts->setChildrenCollapsible(false);
    parts->addWidget(above);
    parts->addWidget(below);
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    return parts;
}

void name_files(const ExecutionResults& results, const char* subject, DataTable* table, PlotBox* plot) {
    const QString stem = file_stem_of(*results.recording) + QLatin1Char('-') + QLatin1String(subject);
    const QByteArray provenance = provenance_of_parts({results.recording.get()});
    if (table != nullptr) table->set_file_stem(stem, provenance);
    if (plot != nullptr) plot->set_file_stem(stem, provenance);
}

void choose_line(Pane& pane, const std::string& file, std::uint32_t line) {
    const auto recording = pane.recording();
    if (recording == nullptr) return;
    for (const SourceLine& each : source_lines(recording->info())) {
        if (each.file != file || each.line != line) continue;
        Restriction only;
        only.line = each.name;
        toggle_restriction(pane, std::move(only));
        break;
    }
    pane.guide().show_line(file, line, false);
}

void show_window(Pane& pane, const TimeWindow& window) {
    constexpr std::uint64_t frames_to_divide_into = 16;
    const auto profile = pane.profile();
    if (profile == nullptr || profile->positions() == 0) return;
    const std::uint64_t positions = profile->positions();
    FrameRange frames = pane.choices().frames;
    if (frames.total <= 1) frames.total = frames_to_divide_into;
    frames.first = frame_of(positions, frames.total, std::min(window.first, positions - 1));
    const std::uint64_t last = frame_of(positions, frames.total, std::min(window.last, positions) - 1);
    frames.count = std::max(last, frames.first) - frames.first + 1;
    pane.set_frames(frames);
}

} // namespace hitmap
