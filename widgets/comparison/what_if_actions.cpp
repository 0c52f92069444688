#include "core/replay/replay.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "widgets/comparison/pane_beside.h"
#include "widgets/comparison/what_if_panel.h"
#include "widgets/controls/save_file.h"
#include "widgets/session/recording/opening_memory.h"
#include "widgets/table/data_table.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtWidgets/QPushButton>

#include <filesystem>
#include <memory>
#include <system_error>

namespace hitmap {

namespace {

/// The same recording with its rays replayed over the tree of a layout.
RecordingSpec with_tree(const OpenRecording& recording, const TriedLayout& layout) {
    RecordingSpec spec = recording.spec;
    spec.replay = to_string(parse_replay(layout.tree));
    return spec;
}

/// Writes the recording of a row to a file.
void write_layout(const OpenRecording& recording, const TriedLayout& layout, const std::string& path,
                  ThreadPool& pool, const JobContext& job) {
    HmtWriteOptions writing;
    writing.tables_grow = layout.is_tree();
    job.begin(layout.is_tree() ? "replaying rays" : "moving the addresses");
    const auto sink = write_hmt(create_file(path), writing, &pool, job);
    if (layout.is_tree())
        (void)replay_recording(*recording.unreplayed, parse_replay(layout.tree), *sink, pool, job);
    else
        (void)relayout_recording(*recording.file, layout.options, mesh_of(recording), *sink, pool, job);
}

} // namespace

void WhatIfPanel::offer_actions() {
    const auto applies = [this](int row) { return is_other(row); };
    table_->offer(tr("Show &Beside"), {}, applies,
                  [this](int row) { show_beside(static_cast<std::size_t>(row)); });
    table_->offer(tr("Save the Recording in This &Layout …"), {}, applies,
                  [this](int row) { ask_for_file(static_cast<std::size_t>(row)); });
    connect(table_, &DataTable::row_activated, this, [this](int row) {
        if (is_other(row)) show_beside(static_cast<std::size_t>(row));
    });
    connect(beside_, &QPushButton::clicked, this, [this] { show_beside(wanted_row()); });
    connect(save_, &QPushButton::clicked, this, [this] { ask_for_file(wanted_row()); });
}

void WhatIfPanel::show_beside(std::size_t row) {
    const auto recording = pane_.recording();
    if (recording == nullptr || !is_other(static_cast<int>(row)) || is_making()) return;
    if (const QString why = why_no_pane_beside(session_); !why.isEmpty()) {
        no_room_ = std::make_unique<QObject>();
        Q_EMIT failed(why, no_room_.get());
        return;
    }
    making_.start(
        [recording, layout = rows_[row], config = pane_.config(),
         library = &pane_.library()](const JobContext& job) {
            const OpeningLimit limit{machine_memory(), !config.preset.empty()};
            const auto made = layout.is_tree()
                                  ? open_recording(with_tree(*recording, layout), library->pool(), job, limit)
                                  : relaid_recording(*recording, layout.options, library->pool(), job, limit);
            return library->simulation(made, config, job);
        },
        [this, choices = choices_beside(pane_.choices())](const std::shared_ptr<const Simulation>& made) {
            open_beside(made, choices);
        });
}

bool WhatIfPanel::is_making() {
    if (making_.running())
        Q_EMIT failed(tr("A recording in another layout is being made. Wait for it, or stop it first."),
                      &making_);
    return making_.running();
}

void WhatIfPanel::open_beside(const std::shared_ptr<const Simulation>& made, const PaneChoices& choices) {
    if (session_.pane_count() >= Session::most_panes || session_.index_of(pane_) == session_.pane_count())
        return;
    made_ = made;
    pane_.library().add(made);
    session_.set_active(session_.index_of(pane_));
    Pane& beside = session_.add_pane();
    connect(&beside, &Pane::opened, this, [this] { made_.reset(); });
    beside.open(made->recording->spec, made->config, choices);
    session_.set_active(session_.index_of(pane_)); // whose list this is, so that it stays
}

void WhatIfPanel::ask_for_file(std::size_t row) {
    const auto recording = pane_.recording();
    if (recording == nullptr || !is_other(static_cast<int>(row))) return;
    const std::string key = key_of(rows_[row]);
    const QString stem = file_stem_of(*recording) + QLatin1Char('-') +
                         QString::fromStdString(key)
                             .replace(QLatin1Char(' '), QLatin1Char('-'))
                             .replace(QLatin1Char('='), QLatin1Char('-'));
    const QString file = ask_where_to_save(window(), tr("Save the recording in this layout"), stem,
                                           QStringLiteral(".hmt"), tr("Recordings (*.hmt)"));
    // The dialog runs an event loop, in which the list may have changed.
    for (std::size_t now = 0; now < rows_.size(); ++now)
        if (!file.isEmpty() && key_of(rows_[now]) == key) return save_as(now, file);
}

void WhatIfPanel::save_as(std::size_t row, const QString& file) {
    const auto recording = pane_.recording();
    if (recording == nullptr || !is_other(static_cast<int>(row)) || is_making()) return;
    const std::string path = QFile::encodeName(QFileInfo(file).absoluteFilePath()).toStdString();
    if (!names_recording(path)) {
        Q_EMIT failed(tr("%1: the name of a recording ends with .hmt.").arg(file), &making_);
        return;
    }
    // The pane would go on to name the file, in which the layout would be another one.
    std::error_code none;
    if (std::filesystem::equivalent(path, whole_text(recording->spec), none)) {
        Q_EMIT failed(tr("%1 is the recording that is open. Choose another file.").arg(file), &making_);
        return;
    }
    making_.start(
        [recording, layout = rows_[row], path, &pool = pane_.pool()](const JobContext& job) {
            write_layout(*recording, layout, path, pool, job);
            return layout;
        },
        [this, file](const TriedLayout&) { Q_EMIT saved(tr("Saved %1").arg(file)); });
}

} // namespace hitmap
