#include "widgets/simt/path_view.h"

#include "core/report/rows/access_columns.h"
#include "widgets/base/format.h"
#include "widgets/controls/save_file.h"
#include "widgets/framebuffer/pixel_selection.h"
#include "widgets/plot/save_plot.h"
#include "widgets/session/panes/pane.h"
#include "widgets/simt/path_picture.h"
#include "widgets/simt/view_parts.h"
#include "widgets/table/data_table.h"
#include "widgets/table/report_table.h"

#include <QtCore/QBuffer>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QToolTip>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

struct PathRow {
    std::uint64_t number = 0; ///< from 1
    ThreadPath path;
    std::uint64_t all = 0; ///< pixels
    std::string rays;      ///< "primary, shadow 1"
};

ReportColumns<PathRow> path_columns() {
    return {
        {{.key = "number", .title = "Path", .help = "By frequency, as in the picture"},
         [](const PathRow& row) { return CellValue(row.number); }},
        {{.key = "share", .title = "Share", .type = CellType::rate, .of = "pixels"},
         [](const PathRow& row) { return quotient(row.path.threads, row.all); }},
        {{.key = "threads", .title = "Pixels"},
         [](const PathRow& row) { return CellValue(row.path.threads); }},
        {{.key = "path",
          .title = "Rays",
          .type = CellType::text,
          .help = "A digit for each ray that any pixel has, by sample, bounce and kind: 1 if these pixels "
                  "have it"},
         [](const PathRow& row) { return CellValue(row.path.path); }},
        {{.key = "rays", .title = "Kinds of rays", .type = CellType::text}, &PathRow::rays},
    };
}

/// The kinds of the rays of a path, each once: "primary, shadow 1".
std::string kinds_of(const ThreadPaths& paths, const ThreadPath& path) {
    std::vector<std::string> kinds;
    for (std::size_t i = 0; i < path.path.size() && i < paths.rays.size(); ++i) {
        if (path.path[i] != '1') continue;
        const PathRay& ray = paths.rays[i];
        std::string kind = ray_kind_name(ray.kind);
        if (ray.bounce != 0) kind += " " + std::to_string(ray.bounce);
        if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(std::move(kind));
    }
    std::string text;
    for (const std::string& kind : kinds)
        text += (text.empty() ? "" : ", ") + kind;
    return text;
}

} // namespace

PathView::PathView(Pane& pane, QWidget* parent)
    : ExecutionView(parent),
      pane_(pane),
      facts_(make_note("simt_path_facts")),
      table_(new DataTable(QStringLiteral("simt_paths"), table_columns(path_columns(), {}, simt_text),
                           DataTable::Height::scrolls)),
      picture_(new PathPicture),
      legend_(new PathLegend),
      pixel_(make_note("simt_path_pixel")) {
    lay_out();
    connect_model();
}

void PathView::lay_out() {
    picture_->setObjectName(QStringLiteral("simt_path_picture"));
    picture_->setAccessibleName(tr("Thread paths of pixels"));
    picture_->setContextMenuPolicy(Qt::CustomContextMenu);
    legend_->setObjectName(QStringLiteral("simt_path_legend"));
    auto* below = new QWidget;
    auto* picture_rows = new QVBoxLayout(below);
    picture_rows->setContentsMargins(0, 0, 0, 0);
    picture_rows->addWidget(picture_, 1);
    picture_rows->addWidget(legend_);
    auto* parts = make_parts("simt_path_parts", table_, below);
    parts->setStretchFactor(0, 2);
    parts->setStretchFactor(1, 3);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(facts_);
    rows->addWidget(parts, 1);
    rows->addWidget(pixel_);
}

void PathView::connect_model() {
    connect(table_, &DataTable::row_chosen, this, [this](int row) {
        chosen_ = row < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(row));
        show_image();
    });
    connect(picture_, &PixelCanvas::chosen, this, [this](const QPoint& pixel) {
        if (results_ != nullptr && results_->recording == pane_.recording()) select_pixel(pane_, pixel);
    });
    connect(picture_, &PixelCanvas::pointed_at, this, &PathView::show_tip);
    connect(picture_, &QWidget::customContextMenuRequested, this, &PathView::show_picture_menu);
    connect(&pane_, &Pane::selection_changed, this, &PathView::show_selection);
    connect(&image_job_, &JobRunner::failed, this, &PathView::failed);
    connect(this, &PathView::saved, table_, &DataTable::saved);
    connect(this, &PathView::failed, table_, &DataTable::failed);
}

void PathView::show_results(const std::shared_ptr<const ExecutionResults>& results) {
    results_ = results;
    chosen_.reset();
    std::vector<TableRow> cells;
    if (results_ != nullptr) {
        const ThreadPaths& paths = results_->paths.paths;
        const auto columns = path_columns();
        for (const ThreadPath& path : paths.top)
            cells.push_back(
                table_row(columns, PathRow{cells.size() + 1, path, paths.threads, kinds_of(paths, path)}));
        name_files(*results_, "paths", table_, nullptr);
    }
    table_->set_rows(std::move(cells));
    legend_->show_paths(results_ != nullptr ? results_->paths.paths : ThreadPaths());
    picture_->set_viewport({});
    show_image();
    show_facts();
    show_selection();
}

void PathView::show_facts() {
    if (results_ == nullptr) return show_note(*facts_, {});
    const ThreadPaths& paths = results_->paths.paths;
    if (!paths.why_empty.empty())
        return show_note(*facts_, tr("Thread paths are not known: %1.").arg(text_of(paths.why_empty)));
    QString text = tr("%1 pixels have %2 different paths: sequences of rays.")
                       .arg(count_text(paths.threads), count_text(paths.count));
    if (results_->has_events())
        text +=
            QLatin1Char(' ') + tr("Of %1 warps, %2 groups of lanes begin the kernel together, and %3 leave "
                                  "it together.")
                                   .arg(count_text(results_->sums.warps), count_text(results_->sums.entries),
                                        count_text(results_->sums.exits));
    show_note(*facts_, text);
}

void PathView::show_image() {
    if (results_ == nullptr || results_->paths.of_pixel.empty()) {
        image_job_.stop();
        picture_->outline({}, std::nullopt);
        return picture_->show_image(
            {}, results_ == nullptr ? QString() : tr("The recording has no framebuffer of a known size."));
    }
    image_job_.start(
        [results = results_, chosen = chosen_](const JobContext& job) {
            return path_image(results->paths, results->picture, chosen, job);
        },
        [this, results = results_](const QImage& image) {
            if (results != results_) return;
            picture_->outline(results_->paths.of_pixel, chosen_);
            picture_->show_image(image);
        });
}

std::optional<std::uint32_t> PathView::path_of(const QPoint& pixel) const {
    if (results_ == nullptr || pixel.x() < 0) return std::nullopt;
    const auto index =
        static_cast<std::size_t>(pixel.y()) * static_cast<std::size_t>(results_->picture.width()) +
        static_cast<std::size_t>(pixel.x());
    if (index >= results_->paths.of_pixel.size()) return std::nullopt;
    return results_->paths.of_pixel[index];
}

QString PathView::text_of_pixel(const QPoint& pixel) const {
    const auto path = path_of(pixel);
    if (!path) return {};
    const QString place = tr("Pixel %1, %2").arg(pixel.x()).arg(pixel.y());
    if (*path == PixelPaths::none) return tr("%1: no ray").arg(place);
    if (*path == PixelPaths::rare) return tr("%1: a path that is not listed").arg(place);
    const ThreadPaths& paths = results_->paths.paths;
    const ThreadPath& of = paths.top[*path];
    return tr("%1: path %2 of %3 of the pixels, %4")
        .arg(place, QString::number(*path + 1), share_text(of.threads, paths.threads),
             text_of(kinds_of(paths, of)));
}

void PathView::show_selection() {
    const auto pixel = results_ != nullptr && results_->recording == pane_.recording() ? selected_pixel(pane_)
                                                                                       : std::nullopt;
    picture_->mark(pixel);
    const bool has_picture = results_ != nullptr && !results_->paths.of_pixel.empty();
    show_note(*pixel_, pixel ? text_of_pixel(*pixel)
                       : has_picture
                           ? tr("A row outlines its pixels. A click in the picture selects a pixel, "
                                "also in the mesh and the image.")
                           : QString());
}

void PathView::show_tip(const QPoint& pixel, const QPoint& where) {
    const QString text = pixel.x() < 0 ? QString() : text_of_pixel(pixel);
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(where, text, this);
}

void PathView::show_picture_menu(const QPoint& position) {
    QMenu menu(this);
    menu.addAction(tr("Save Picture (PNG) …"), this, &PathView::save_picture)
        ->setEnabled(!picture_->image().isNull());
    menu.exec(picture_->mapToGlobal(position));
}

void PathView::save_picture() {
    // The dialog runs an event loop, in which a new recording may be opened.
    const auto results = results_;
    const QImage picture = picture_->image();
    if (results == nullptr || picture.isNull()) return;
    const QString file = ask_where_to_save(this, tr("Save the picture"),
                                           file_stem_of(*results->recording) + QStringLiteral("-paths"),
                                           QStringLiteral(".png"), tr("PNG images (*.png)"));
    if (file.isEmpty()) return;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    picture.save(&buffer, "PNG");
    const SaveMessage message = save_and_tell(file, bytes, provenance_of_parts({results->recording.get()}));
    if (message.saved)
        Q_EMIT saved(message.text);
    else
        Q_EMIT failed(message.text, table_); // which tells saved(), too
}

} // namespace hitmap
