#include "app/figure_editor/figure_document.h"

#include "app/figure/figure_json.h"
#include "app/figure/figure_writer.h"
#include "app/picture_matrix/experiment_figure.h"
#include "core/base/error.h"
#include "core/trace/io/read_text.h"
#include "widgets/base/path_text.h"
#include "widgets/controls/save_file.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>

#include <algorithm>
#include <exception>
#include <utility>

namespace hitmap {

namespace {

/// Messages about a recipe begin with the name of its file, which one that is being composed does not have.
QString message_of(const std::exception& error) {
    QString message = QString::fromStdString(error.what());
    if (const QString unnamed = QStringLiteral("/: "); message.startsWith(unnamed))
        message.remove(0, unnamed.size());
    return message;
}

std::string text_of_file(const QString& name) {
    constexpr std::uint64_t limit = 64U << 20U;
    return read_text(QFile::encodeName(name).toStdString(), limit);
}

} // namespace

FigureDocument::FigureDocument(QObject* parent)
    : QObject(parent), history_(state_of(empty_figure())), saved_(history_.present()) {}

FigureDocument::State FigureDocument::state_of(const Figure& figure) {
    return {figure, figure_to_json(figure, "/")};
}

const FigurePanel* FigureDocument::panel() const {
    const auto number = panel_at(figure(), place_);
    return number ? &figure().panels[*number] : nullptr;
}

void FigureDocument::select(FigurePlace place) {
    place.row = std::min(place.row, figure().rows.size() - 1);
    place.column = std::min(place.column, figure().columns.size() - 1);
    if (place == place_) return;
    place_ = place;
    Q_EMIT selection_changed();
}

void FigureDocument::tell() {
    place_.row = std::min(place_.row, figure().rows.size() - 1);
    place_.column = std::min(place_.column, figure().columns.size() - 1);
    Q_EMIT changed();
    Q_EMIT selection_changed();
    Q_EMIT state_changed();
}

bool FigureDocument::change(const std::function<void(Figure&)>& edit) {
    try {
        Figure figure = this->figure();
        edit(figure);
        remove_unused(figure);
        State state = state_of(checked_figure(figure));
        if (state.json == json()) return true;
        history_.push(std::move(state));
    } catch (const std::exception& error) { // an event of Qt cannot pass one on
        tell();                             // so that forms show the present values again
        Q_EMIT failed(message_of(error));
        return false;
    }
    tell();
    return true;
}

bool FigureDocument::change_panel(const std::function<void(FigurePanel&)>& edit) {
    const auto number = panel_at(figure(), place_);
    return number && change([&](Figure& figure) { edit(figure.panels[*number]); });
}

void FigureDocument::undo() {
    if (!can_undo()) return;
    history_.undo();
    tell();
}

void FigureDocument::redo() {
    if (!can_redo()) return;
    history_.redo();
    tell();
}

void FigureDocument::set_hash(const std::string& file, std::uint32_t crc) {
    const auto add_to = [&](State& state) {
        bool added = false;
        for (FigureRecording& recording : state.figure.recordings)
            if (recording.file == file && !recording.crc) {
                recording.crc = crc;
                added = true;
            }
        if (added) state.json = figure_to_json(state.figure, "/");
        return added;
    };
    history_.rewrite(add_to);
    if (add_to(saved_)) lacks_hashes_ = was_saved_;
    Q_EMIT state_changed();
}

void FigureDocument::forget_hashes() {
    history_.rewrite([&](State& state) {
        for (FigureRecording& recording : state.figure.recordings)
            recording.crc.reset();
        state.json = figure_to_json(state.figure, "/");
    });
    tell();
}

bool FigureDocument::modified() const {
    return !is_empty() && json() != saved_.json;
}

void FigureDocument::begin(const Figure& figure, const QString& file) {
    history_ = History<State>(state_of(figure));
    place_ = {};
    file_ = file;
    saved_ = history_.present();
    was_saved_ = false;
    lacks_hashes_ = false;
    tell();
}

void FigureDocument::clear() {
    begin(empty_figure(), {});
}

bool FigureDocument::open(const QString& file) {
    try {
        begin(checked_figure(parse_figure(text_of_file(file), path_bytes(file))), file);
        return true;
    } catch (const Error& error) {
        Q_EMIT failed(QString::fromStdString(error.what()));
        return false;
    }
}

bool FigureDocument::take_experiment(const QString& file) {
    try {
        const Figure matrix = figure_of_experiment(parse_experiment(text_of_file(file), path_bytes(file)));
        return change([&](Figure& figure) { figure = matrix; });
    } catch (const Error& error) {
        Q_EMIT failed(QString::fromStdString(error.what()));
        return false;
    }
}

bool FigureDocument::write(const Figure& figure, const QString& file) {
    QString reason = tr("The figure has no panels yet.");
    if (!figure.panels.empty()) {
        const std::string folder = path_bytes(QFileInfo(file).absolutePath());
        reason = save_file(file, QByteArray::fromStdString(figure_to_json(figure, folder)));
    }
    if (reason.isEmpty())
        Q_EMIT saved();
    else
        Q_EMIT failed(tr("%1: %2").arg(file, reason));
    return reason.isEmpty();
}

bool FigureDocument::save(const QString& file) {
    if (!write(figure(), file)) return false;
    file_ = file;
    saved_ = history_.present();
    was_saved_ = true;
    lacks_hashes_ = false;
    Q_EMIT state_changed();
    return true;
}

void FigureDocument::save_hashes() {
    if (std::exchange(lacks_hashes_, false)) write(saved_.figure, file_);
}

} // namespace hitmap
