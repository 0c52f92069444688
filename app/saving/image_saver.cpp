#include "app/saving/image_saver.h"

#include "app/saving/shown_end.h"
#include "core/base/error.h"
#include "core/trace/elements/element_source.h"
#include "core/trace/model/element_kind.h"
#include "render/picture/metric_picture.h"
#include "render/picture/panels.h"
#include "render/view/metric_caption.h"
#include "widgets/base/format.h"
#include "widgets/controls/save_file.h"
#include "widgets/framebuffer/pixel_selection.h"
#include "widgets/messages/message_bar.h"
#include "widgets/session/recording/difference_lines.h"
#include "widgets/session/recording/library.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtWidgets/QFileDialog>

#include <optional>
#include <utility>

namespace hitmap {

namespace {

/// The state of a pane that a picture needs. A job draws it, so that nothing of it may change.
struct PanePicture {
    std::shared_ptr<const Simulation> simulation;
    std::shared_ptr<const FrameValues> values;
    std::vector<std::string> caption;
    ViewState state;
    ColourRange range;
    ImageChoices choices;
    WantedImage image;
    Library* library;
    RateAxis rate_axis; ///< of curves
};

enum class ImageFormat { png, svg, csv, exr, npy };

std::optional<RawFormat> raw_format_of(ImageFormat format) {
    if (format == ImageFormat::exr) return RawFormat::exr;
    if (format == ImageFormat::npy) return RawFormat::npy;
    return std::nullopt;
}

Image mesh_picture(const PanePicture& picture, const JobContext& job) {
    const FrameValues& values = *picture.values;
    WantedPicture request;
    request.size = picture.choices.size;
    request.view = picture.state.view;
    request.range = picture.range;
    request.bar = bar_text_of(values, request.view);
    if (values.difference) {
        request.caption = difference_lines(values, request.view);
    } else {
        request.caption = picture.caption;
        for (std::string& line : metric_summary(*picture.simulation->profile, values.counting,
                                                ElementSources(picture.simulation->recording->scene),
                                                values.window, values.metric))
            request.caption.push_back(std::move(line));
        request.caption.back() += drawn_boxes_text(request.view) + drawn_part_text(request.view);
        if (std::string line = face_colours_text(values.colours, request.view); !line.empty())
            request.caption.push_back(std::move(line));
    }
    request.style.transparent = picture.choices.transparent;
    PictureValues shown;
    for (const ElementKindId kind : drawn_kinds())
        shown.kinds[kind] = values.kinds[kind];
    shown.part = values.part ? values.part->elements : nullptr;
    return render_values_picture(picture.simulation->recording->prepared, shown, std::move(request),
                                 picture.choices.histogram, job);
}

QByteArray png_bytes(const Image& image) {
    const auto png = encode_png(image);
    return {reinterpret_cast<const char*>(png.data()), static_cast<int>(png.size())}; // NOLINT: bytes
}

template <class Panel>
QByteArray panel_bytes(const Panel& panel, const PanePicture& picture, ImageFormat format) {
    PictureStyle style;
    style.transparent = picture.choices.transparent;
    if (format == ImageFormat::svg)
        return QByteArray::fromStdString(panel_svg(panel, picture.choices.size, style));
    return png_bytes(panel_image(panel, picture.choices.size, style));
}

/// Returns the picture of the framebuffer. Throws Error, Cancelled.
FramebufferPanel framebuffer_panel(const PanePicture& picture, const JobContext& job) {
    const Profile& profile = *picture.simulation->profile;
    const RecordedScene& scene = *picture.simulation->recording->scene;
    if (const PixelQuantity* const quantity = picture.choices.cells.quantity) {
        const auto pixels = picture.library->pixels({picture.simulation, picture.values->frames}, job);
        return image_of(*pixels, *quantity, picture.state.view, job);
    }
    FramebufferPanel panel = framebuffer_of(scene, profile, picture.values->window, job);
    panel.colour_map = picture.state.view.colour_map;
    return panel;
}

/// Returns the bytes of a file with the pane's image. Throws Error, Cancelled.
QByteArray image_bytes(const PanePicture& picture, ImageFormat format, const JobContext& job) {
    const auto image = image_values(picture.image, *picture.library, job);
    if (!image->refusal.empty()) throw Error(image->refusal);
    if (const auto raw = raw_format_of(format))
        return QByteArray::fromStdString(encode_raw_image(counted_image(*image), *raw, job));
    FramebufferPanel panel = panel_of(*image, picture.state.view, job);
    // The panes that are linked share a range.
    if (picture.state.shown == Shown::image) set_range(panel, picture.range);
    if (format == ImageFormat::csv) return QByteArray::fromStdString(framebuffer_csv(panel));
    return panel_bytes(panel, picture, format);
}

/// Curves have no metric and show all frames. Cells show the access order or a quantity.
std::vector<std::string> caption_of(const PanePicture& picture) {
    const Simulation& simulation = *picture.simulation;
    std::optional<Metric> metric = picture.values->metric;
    FrameRange frames = picture.values->frames;
    const bool cells = picture.choices.subject == ImageSubject::framebuffer;
    if (cells && picture.choices.cells.quantity != nullptr) {
        const PixelQuantity& quantity = *picture.choices.cells.quantity;
        auto lines =
            picture_caption(simulation.recording->info(), simulation.model,
                            std::string(quantity.title) + " of pixels", frames, simulation.config.only);
        lines.emplace_back(quantity.explanation);
        return lines;
    }
    if (cells) metric = "access-order"_metric;
    if (picture.choices.subject == ImageSubject::curves) {
        metric.reset();
        frames = {};
    }
    return metric_caption(simulation.recording->info(), simulation.model, metric, frames,
                          simulation.config.only);
}

ImageFormat image_format_of(const QString& file) {
    const auto ends = [&file](const char* suffix) {
        return file.endsWith(QLatin1String(suffix), Qt::CaseInsensitive);
    };
    if (ends(".exr")) return ImageFormat::exr;
    if (ends(".npy")) return ImageFormat::npy;
    return ends(".svg") ? ImageFormat::svg : ends(".csv") ? ImageFormat::csv : ImageFormat::png;
}

bool can_be_drawn(ImageSubject subject, ImageFormat format) {
    if (raw_format_of(format)) return subject == ImageSubject::image;
    return format == ImageFormat::png || (format == ImageFormat::svg && subject != ImageSubject::mesh) ||
           subject == ImageSubject::framebuffer || subject == ImageSubject::image;
}

/// Returns why there is no such picture of the recording; empty if there is.
QString why_not_drawn(const OpenRecording& recording, ImageSubject subject) {
    if (subject == ImageSubject::mesh) return why_no_mesh(recording);
    if (subject == ImageSubject::framebuffer && framebuffer_size(recording).isEmpty())
        return ImageSaver::tr("The recording has no framebuffer of a known size.");
    if (subject == ImageSubject::image) return why_no_image(recording);
    return {};
}

PanePicture picture_of(const Pane& pane, const ImageChoices& choices) {
    PanePicture picture{pane.simulation(),   pane.values(),   {},
                        pane.choices(),      pane.range(),    choices,
                        pane.wanted_image(), &pane.library(), pane.choices().panel<TimeDisplay>().rates};
    // A locked range does not come from these values, and a manual one may be for other values.
    View& view = picture.state.view;
    view.subtree = picture.values->drawn_subtree(); // newer values may be on their way
    view.only_ranges = picture.values->drawn_ranges();
    view = with_range_resolved(view, pane.range_subject(), pane.range().min, pane.range().max);
    if (choices.subject != ImageSubject::image) view.range_mode = range_mode_for(view, pane.range_subject());
    if (choices.subject == ImageSubject::mesh && pane.shows_image()) {
        // The range of the pane is that of its image.
        const FrameValues& values = *picture.values;
        view.range_mode = range_mode_for(pane.choices().view, {values.metric, values.difference});
        const auto extent = values.extent(view);
        picture.range =
            make_colour_range(view.range_mode, style_of(values), extent, view.range_min, view.range_max);
    }
    picture.caption = caption_of(picture);
    return picture;
}

QByteArray picture_bytes(const PanePicture& picture, ImageFormat format, const JobContext& job) {
    const Profile& profile = *picture.simulation->profile;
    switch (picture.choices.subject) {
    case ImageSubject::framebuffer: {
        FramebufferPanel panel = framebuffer_panel(picture, job);
        if (format == ImageFormat::csv) return QByteArray::fromStdString(framebuffer_csv(panel));
        panel.caption = picture.caption;
        return panel_bytes(panel, picture, format);
    }
    case ImageSubject::image:
        return image_bytes(picture, format, job);
    case ImageSubject::curves: {
        const std::uint64_t frames = picture.values->frames.total;
        const std::uint64_t intervals = curve_intervals(profile.positions(), frames);
        PlotsPanel panel = curves_of(profile, picture.values->counting, intervals,
                                     intervals != frames ? "interval" : "frame", picture.rate_axis, job);
        panel.caption = picture.caption;
        return panel_bytes(panel, picture, format);
    }
    case ImageSubject::mesh:
        break;
    }
    return png_bytes(mesh_picture(picture, job));
}

} // namespace

ImageSaver::ImageSaver(const Session& session, MessageBar& messages, QWidget& window)
    : session_(session), messages_(messages), window_(window) {
    connect(&job_, &JobRunner::failed, &messages, &MessageBar::show_failure);
}

bool ImageSaver::can_save() const {
    // A second job would replace the first one, whose file would not be written.
    return session_.active().recording() != nullptr && !job_.running();
}

QString ImageSaver::proposed_name(const ImageChoices& choices) const {
    const Pane& pane = session_.active();
    QString name = file_stem_of(*pane.recording());
    if (choices.subject == ImageSubject::mesh)
        name += QStringLiteral("-%1").arg(text_of(info_of(pane.choices().metric).name));
    if (choices.subject == ImageSubject::mesh && pane.reference() != nullptr) name += tr("-difference");
    if (choices.subject == ImageSubject::framebuffer)
        name += choices.cells.quantity != nullptr
                    ? QStringLiteral("-%1-of-pixels").arg(text_of(choices.cells.quantity->name))
                    : QStringLiteral("-framebuffer");
    if (choices.subject == ImageSubject::image) {
        name += QStringLiteral("-%1-of-pixels").arg(text_of(pane.choices().image.quantity->name));
        if (pane.reference() != nullptr) name += tr("-difference");
    }
    if (choices.subject == ImageSubject::curves) name += QStringLiteral("-curves");
    const FrameRange& frames = pane.choices().frames;
    if (frames.total > 1 && choices.subject != ImageSubject::curves)
        name += QStringLiteral("-frame-%1").arg(frames_in_file_name(frames));
    return name + QStringLiteral(".png");
}

void ImageSaver::ask(FrameSize on_screen, FramebufferCells cells) {
    ImageDialog dialog(*session_.active().recording(), on_screen, cells, session_.active().choices(),
                       &window_);
    if (dialog.exec() != QDialog::Accepted) return;
    const ImageChoices choices = dialog.choices();
    const QString folder = QSettings().value(QStringLiteral("image_folder"), QDir::homePath()).toString();
    QString formats = tr("PNG images (*.png)");
    if (choices.subject != ImageSubject::mesh) formats += tr(";;SVG drawings (*.svg)");
    if (choices.subject == ImageSubject::framebuffer || choices.subject == ImageSubject::image)
        formats += tr(";;CSV tables (*.csv)");
    if (choices.subject == ImageSubject::image)
        formats += tr(";;OpenEXR values (*.exr);;NumPy arrays (*.npy)");
    const QString file = QFileDialog::getSaveFileName(&window_, tr("Save the image"),
                                                      QDir(folder).filePath(proposed_name(choices)), formats);
    if (file.isEmpty()) return;
    QSettings().setValue(QStringLiteral("image_folder"), QFileInfo(file).absolutePath());
    save(file, choices);
}

void ImageSaver::save(const QString& file, const ImageChoices& choices) {
    const Pane& pane = session_.active();
    if (pane.simulation() == nullptr || pane.values() == nullptr) return;
    const ImageFormat format = image_format_of(file);
    if (!can_be_drawn(choices.subject, format)) {
        messages_.show_failure(
            tr("%1: the mesh view is saved as PNG, the framebuffer, the image and the curves "
               "as SVG too, the framebuffer and the image as CSV, and the image as OpenEXR and NumPy.")
                .arg(file),
            &job_);
        return;
    }
    if (const QString reason = why_not_drawn(*pane.recording(), choices.subject); !reason.isEmpty()) {
        messages_.show_refusal(reason, end_of_shown(session_));
        return;
    }
    messages_.begin(job_);
    job_.start(
        [picture = picture_of(pane, choices), format, file](const JobContext& job) {
            // The caption of a picture names the recording.
            const QByteArray provenance = format == ImageFormat::csv
                                              ? provenance_of_parts({picture.simulation->recording.get()})
                                              : QByteArray();
            const QString reason = save_file(file, picture_bytes(picture, format, job), provenance);
            if (!reason.isEmpty()) throw FileError(file.toStdString(), "", reason.toStdString());
            return file;
        },
        [this](const QString& name) { messages_.show_notice(tr("Saved %1").arg(name)); });
}

} // namespace hitmap
