#include "app/figure_editor/figure_maker.h"

#include "app/figure/figure_estimates.h"
#include "app/figure/figure_writer.h"
#include "app/figure/make_figure.h"
#include "core/base/error.h"
#include "widgets/controls/colour_vision_effect.h"
#include "widgets/controls/save_file.h"

#include <QtCore/QFileInfo>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// Gives the store what is open already.
void adopt_opened(FigureStore& store, const std::vector<OpenedSource>& opened, const JobContext& job) {
    const auto lock = store.lock(job);
    for (const OpenedSource& source : opened) {
        const OpenRecording& recording = *source.simulation->recording;
        FigureMaterial material{recording.file, recording.scene, recording.prepared};
        material.stamp = recording.stamp;
        material.rays = recording.element_rays;
        store.adopt(source.recording, std::move(material), source.cache, source.simulation->profile);
    }
}

QImage image_of_page(const Image& page) {
    const QImage shared(page.rgba.data(), page.size.width, page.size.height, 4 * page.size.width,
                        QImage::Format_RGBA8888);
    return shared.convertToFormat(QImage::Format_RGB32);
}

void save_or_throw(const QString& file, const std::string& bytes) {
    if (const QString reason = save_file(file, QByteArray::fromStdString(bytes)); !reason.isEmpty())
        throw FileError(file.toStdString(), "", reason.toStdString());
}

} // namespace

FigureMaker::FigureMaker(ThreadPool& pool, QObject* parent)
    : QObject(parent), pool_(pool), store_(std::make_shared<FigureStore>(pool)) {
    for (const JobRunner* job : {&hash_job_, &write_job_, &picture_job_})
        connect(job, &JobRunner::failed, this, &FigureMaker::failed);
    for (const auto ended : {&JobRunner::finished, &JobRunner::stopped})
        connect(&hash_job_, ended, this, &FigureMaker::hashes_done);
    connect(&hash_job_, &JobRunner::failed, this, &FigureMaker::hashes_done);
}

std::vector<OpenedSource> FigureMaker::opened_of(const Figure& figure) {
    std::set<std::string> keys;
    for (const FigureRecording& recording : figure.recordings)
        keys.insert(recording_key(recording));
    std::erase_if(
        opened_, [&](const OpenedSource& source) { return !keys.contains(recording_key(source.recording)); });
    return opened_;
}

void FigureMaker::forget() {
    store_ = std::make_shared<FigureStore>(pool_);
    opened_.clear();
}

void FigureMaker::make_picture(Figure figure, int width, ColourVision vision) {
    if (figure.panels.empty()) {
        picture_job_.stop();
        picture_.reset();
        Q_EMIT made();
        return;
    }
    constexpr double mm_per_inch = 25.4;
    figure.dots_per_inch = std::clamp(width * mm_per_inch / figure.width, lowest_dpi, highest_dpi);
    picture_job_.start(
        [store = store_, opened = opened_of(figure), figure, vision](const JobContext& job) {
            adopt_opened(*store, opened, job);
            const MadeFigure made = make_figure(figure, *store, job);
            {
                const auto lock = store->lock(job);
                store->keep_only(figure);
            }
            FigurePicture picture{figure, made.layout, image_of_page(figure_image(figure, made, vision)), {}};
            for (const auto& marks : marks_of(figure, made)) {
                const QString warning = alike_sentence(marks, vision);
                if (!warning.isEmpty() && !picture.warnings.contains(warning))
                    picture.warnings.append(warning);
            }
            return picture;
        },
        [this](FigurePicture picture) {
            picture_ = std::move(picture);
            Q_EMIT made();
        });
}

QString FigureMaker::pdf_beside(const QString& file) {
    const QFileInfo info(file);
    if (info.suffix().toLower() != QLatin1String("tex")) return {};
    return info.path() + QLatin1Char('/') + info.completeBaseName() + QStringLiteral(".pdf");
}

void FigureMaker::write(const Figure& figure, const QString& file, ColourVision vision) {
    const QString pdf = pdf_beside(file);
    const QString page = pdf.isEmpty() ? file : pdf;
    const auto format = figure_format_named(QFileInfo(page).suffix().toLower().toStdString());
    if (!format) {
        Q_EMIT failed(tr("%1: expected a name that ends in .pdf, .svg, .png or .tex").arg(file), &write_job_);
        return;
    }
    if (page != file) {
        try {
            check_latex_name(QFileInfo(page).fileName().toStdString());
        } catch (const UsageError& error) {
            Q_EMIT failed(QString::fromStdString(error.what()), &write_job_);
            return;
        }
    }
    write_job_.start(
        [store = store_, opened = opened_of(figure), figure, vision, file, page,
         chosen = *format](const JobContext& job) {
            adopt_opened(*store, opened, job);
            const MadeFigure made = make_figure(figure, *store, job);
            save_or_throw(page, figure_file(figure, made, chosen, vision));
            if (page != file)
                save_or_throw(file, figure_latex(figure, QFileInfo(page).fileName().toStdString(),
                                                 figure_estimates(made.contents)));
            return file;
        },
        [this, page](const QString& name) {
            written_files_ << name << page;
            Q_EMIT written(name);
        });
}

void FigureMaker::hash(const Figure& figure) {
    std::set<std::string> files;
    for (const FigureRecording& recording : figure.recordings)
        if (!recording.file.empty() && !recording.crc) files.insert(recording.file);
    if (files.empty() || (hashing() && files == hashed_files_)) return;
    hashed_files_ = files;
    hash_job_.start(
        [files](const JobContext& job) {
            std::vector<std::pair<std::string, std::uint32_t>> hashes;
            for (const std::string& file : files)
                hashes.emplace_back(file, crc_of_file(file, job));
            return hashes;
        },
        [this](const std::vector<std::pair<std::string, std::uint32_t>>& hashes) {
            for (const auto& [file, crc] : hashes)
                Q_EMIT hashed(file, crc);
        });
}

} // namespace hitmap
