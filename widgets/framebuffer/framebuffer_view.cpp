#include "widgets/framebuffer/framebuffer_view.h"

#include "core/trace/model/element_kind.h"
#include "widgets/base/format.h"
#include "widgets/colour/order_legend.h"
#include "widgets/controls/combo_width.h"
#include "widgets/controls/elided_label.h"
#include "widgets/framebuffer/pixel_selection.h"
#include "widgets/framebuffer/pixel_text.h"
#include "widgets/session/panes/empty_text.h"
#include "widgets/session/panes/explain_misses.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QToolTip>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

/// "12 boxes and 3 faces"
QString counts_text(const PerKind<std::uint64_t>& counts) {
    QStringList texts;
    for (const ElementKindId kind : drawn_kinds())
        if (mesh_kinds.contains(kind) || counts[kind] != 0)
            texts.append(
                QStringLiteral("%1 %2").arg(count_text(counts[kind]), text_of(element_kinds()[kind].plural)));
    const QString last = texts.takeLast();
    return FramebufferView::tr("%1 and %2").arg(texts.join(QStringLiteral(", ")), last);
}

} // namespace

FramebufferView::FramebufferView(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      metric_(new QComboBox),
      fit_(new QToolButton),
      legend_(new OrderLegend),
      sides_(new QSplitter),
      cells_(new PixelCanvas),
      picture_(new PixelCanvas),
      picture_title_(new ElidedLabel),
      below_cells_(new QWidget),
      fact_(new ElidedLabel),
      there_(new QToolButton) {
    setObjectName(QStringLiteral("framebuffer_view"));
    lay_out();
    connect_model();
    show_words();
    request_cells();
    show_selection();
}

QWidget* FramebufferView::title_row() {
    metric_->setObjectName(QStringLiteral("framebuffer_metric"));
    metric_->setAccessibleName(tr("What colours the framebuffer"));
    metric_->addItem(tr("Access order in the frame"));
    metric_->insertSeparator(1);
    for (const PixelQuantity& quantity : pixel_quantities()) {
        metric_->addItem(text_of(quantity.title));
        metric_->setItemData(metric_->count() - 1, text_of(quantity.explanation), Qt::ToolTipRole);
    }
    fit_->setObjectName(QStringLiteral("fit_button"));
    fit_->setText(tr("Fit"));
    fit_->setToolTip(tr("Show all of it (F in the framebuffer)"));
    auto* row = new QWidget;
    auto* columns = new QHBoxLayout(row);
    columns->setContentsMargins(0, 0, 0, 0);
    bound_width(*metric_);
    columns->addWidget(metric_, 10);
    columns->addStretch(1);
    columns->addWidget(fit_);
    return row;
}

void FramebufferView::lay_out() {
    cells_->setObjectName(QStringLiteral("framebuffer_cells"));
    cells_->setAccessibleName(tr("Framebuffer: access order of pixels in the frame"));
    picture_->setObjectName(QStringLiteral("framebuffer_picture"));
    picture_->setAccessibleName(tr("Rendered image"));
    fact_->setObjectName(QStringLiteral("pixel_fact"));
    there_->setObjectName(QStringLiteral("pixel_frame"));
    there_->setFocusPolicy(Qt::TabFocus);
    // The button comes and goes as pixels are clicked, and the pictures keep their height.
    there_->setText(QStringLiteral("0"));
    fact_->setMinimumHeight(there_->sizeHint().height());
    there_->hide();
    connect(there_, &QToolButton::clicked, this, [this] {
        if (const auto frames = frames_of_pixel()) pane_.set_frames(*frames);
    });
    const auto add_side = [&](PixelCanvas* canvas, QWidget* below) {
        auto* side = new QWidget;
        auto* side_rows = new QVBoxLayout(side);
        side_rows->setContentsMargins(0, 0, 0, 0);
        side_rows->setSpacing(1);
        side_rows->addWidget(canvas, 1);
        side_rows->addWidget(below);
        sides_->addWidget(side);
    };
    add_side(cells_, below_cells_);
    add_side(picture_, picture_title_);
    sides_->setSizes({1000, 1000});
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 2, 6, 3);
    rows->setSpacing(2);
    rows->addWidget(title_row());
    rows->addWidget(legend_);
    rows->addWidget(sides_, 1);
    auto* facts = new QHBoxLayout;
    facts->addWidget(fact_, 1);
    facts->addWidget(there_);
    rows->addLayout(facts);
}

void FramebufferView::connect_canvas(PixelCanvas& canvas, PixelCanvas& other) {
    connect(&canvas, &PixelCanvas::chosen, this, [this](const QPoint& pixel) { select_pixel(pane_, pixel); });
    connect(&canvas, &PixelCanvas::pointed_at, this, &FramebufferView::show_tip);
    connect(&canvas, &PixelCanvas::viewport_changed, &other,
            [&canvas, &other] { other.set_viewport(canvas.viewport()); });
    connect(fit_, &QToolButton::clicked, &canvas, [&canvas] { canvas.set_viewport({}); });
}

void FramebufferView::connect_model() {
    connect(metric_, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] {
        orders_.reset();
        shown_.quantity = nullptr; // its pixels may serve the next quantity
        if (shown_cells() == FramebufferCells::order) quantity_job_.stop();
        show_words();
        const PixelQuantity* const quantity = shown_cells().quantity;
        if (quantity != nullptr && quantity->needs == PixelPart::causes) explain_misses(pane_);
        request_cells();
    });
    connect_canvas(*cells_, *picture_);
    connect_canvas(*picture_, *cells_);
    connect(&pane_, &Pane::values_changed, this, &FramebufferView::request_cells);
    // The cells belong to another framebuffer.
    connect(&pane_, &Pane::recording_changed, this, [this] {
        show_no_cells({});
        cells_->set_viewport({});
    });
    connect(&pane_, &Pane::recording_changed, this, &FramebufferView::request_picture);
    connect(&pane_, &Pane::early_changed, this, [this] {
        if (pane_.recording() != nullptr) return;
        show_no_cells({});
        request_picture();
    });
    connect(&pane_, &Pane::recording_changed, this, &FramebufferView::show_selection);
    connect(&pane_, &Pane::selection_changed, this, &FramebufferView::show_selection);
    connect(&pane_.marks(), &PaneMarks::highlighted_changed, this, &FramebufferView::show_selection);
    connect(&picture_job_, &JobRunner::failed, &pane_, &Pane::failed);
    connect(&cells_job_, &JobRunner::failed, &pane_, &Pane::failed);
    connect(&quantity_job_, &JobRunner::failed, &pane_, &Pane::failed);
    connect(&quantity_job_, &JobRunner::progressed, this, [this](const Progress::Snapshot& progress) {
        if (shown_.pixels != nullptr) return;
        const auto share = fraction_of(progress);
        show_counting(share ? tr("%1 %").arg(qRound(*share * 100.0)) : QString());
    });
    connect(&pane_, &Pane::look_changed, this, &FramebufferView::request_cells);
}

FramebufferCells FramebufferView::shown_cells() const {
    constexpr int first_quantity = 2; // behind the separator
    const int row = metric_->currentIndex();
    if (row < first_quantity) return FramebufferCells::order;
    return {&pixel_quantities()[static_cast<std::size_t>(row - first_quantity)]};
}

void FramebufferView::show_words() {
    legend_->show_words({tr("first"), tr("last"), tr("not written")});
}

void FramebufferView::show_no_cells(const QString& reason) {
    cells_job_.stop();
    quantity_job_.stop();
    orders_.reset();
    shown_ = {};
    cells_->show_image({}, pane_.recording() == nullptr ? empty_text(pane_) : reason);
}

void FramebufferView::request_cells() {
    if (!isVisible()) return;
    if (const PixelQuantity* const quantity = shown_cells().quantity)
        request_quantity(*quantity);
    else
        request_orders();
}

void FramebufferView::request_quantity(const PixelQuantity& quantity) {
    const auto& values = pane_.values();
    if (values == nullptr || framebuffer_size(pane_).isEmpty())
        return show_no_cells(tr("The recording has no framebuffer of a known size."));
    const auto simulation = values->simulation;
    View view;
    view.colour_map = pane_.choices().view.colour_map;
    const RangeMode mode = pane_.choices().view.range_mode;
    // The others are ranges of the pane's metric.
    if (mode == RangeMode::full || mode == RangeMode::data) view.range_mode = mode;
    const bool same_counts = shown_.simulation.lock() == simulation && shown_.window == values->window;
    if (same_counts && shown_.quantity == &quantity && shown_.view == view) return;
    const bool same_simulation = shown_.simulation.lock() == simulation;
    // The former cells stay until the next ones are complete, unless that takes long.
    const bool stays = same_counts || (same_simulation && !shown_.simulated);
    const auto pixels = stays ? shown_.pixels : nullptr;
    shown_ = {simulation, values->window, &quantity, view, pixels, same_simulation && shown_.simulated};
    cells_job_.stop();
    legend_->show_map(colour_map_named(view.colour_map));
    if (pixels == nullptr) show_counting({});
    const WantedCells request{{simulation, values->frames}, &quantity, view};
    const bool follows = quantity_job_.running() && same_simulation;
    if (!follows || !latest_->replace(request)) start_quantity_job(request);
}

void FramebufferView::show_counting(const QString& progress) {
    QString text = progress.isEmpty() ? tr("Counting requests of pixels …")
                                      : tr("Counting requests of pixels: %1").arg(progress);
    if (shown_.simulated)
        text += QLatin1Char('\n') +
                tr("Each frame is simulated, since memory is lacking for an index of pixels.");
    cells_->show_image({}, text);
}

void FramebufferView::start_quantity_job(const WantedCells& request) {
    latest_ = std::make_shared<LatestWanted<WantedCells>>(request);
    quantity_job_.start(
        // The pixels stay in memory until the library is asked for them again.
        [latest = latest_, pixels = shown_.pixels, &library = pane_.library()](const JobContext& job) {
            return pixel_cells(*latest, library, job);
        },
        [this](const PixelCells& cells) {
            const WantedCells newest = latest_->get();
            const bool is_newest = newest.counted == cells.request.counted &&
                                   newest.quantity == cells.request.quantity &&
                                   newest.view == cells.request.view;
            if (cells.request.quantity == newest.quantity) show_quantity(cells);
            if (!is_newest) start_quantity_job(newest); // requested after the job had read it
        });
}

void FramebufferView::show_quantity(const PixelCells& cells) {
    const PixelQuantity& quantity = *cells.request.quantity;
    shown_.pixels = cells.pixels;
    shown_.simulated = cells.simulated;
    cells_->show_image(cells.image, cells.absence);
    if (cells.image.isNull()) return;
    const FramebufferPanel& panel = cells.panel;
    const auto end = [&](float value, const std::string& more) {
        const QString label =
            QString::fromStdString(value_label(static_cast<double>(value), value_style_of(quantity)));
        return more.empty() ? label : label + QLatin1Char(' ') + text_of(more);
    };
    legend_->show_words(
        {end(panel.bottom, panel.words.low), end(panel.top, panel.words.high), text_of(panel.words.absent)});
}

void FramebufferView::request_orders() {
    const auto& values = pane_.values();
    const QSize size = framebuffer_size(pane_);
    if (values != nullptr && !values->simulation->profile->capabilities().knows_order)
        return show_no_cells(tr("The recording has sums and does not have the order of accesses."));
    const auto orders = values != nullptr ? pixel_orders(*values, size) : nullptr;
    const std::string& map = pane_.choices().view.colour_map;
    if (orders == nullptr) return show_no_cells(tr("The recording has no framebuffer of a known size."));
    if (orders == orders_ && map == map_) return;
    orders_ = orders;
    map_ = map;
    legend_->show_map(colour_map_named(map));
    cells_job_.start([orders, size, &colours = colour_map_named(map)](
                         const JobContext& job) { return order_image(*orders, size, colours, job); },
                     [this](const QImage& image) {
                         if (shown_cells() == FramebufferCells::order) cells_->show_image(image);
                     });
}

void FramebufferView::request_picture() {
    if (!isVisible()) return;
    const auto recording = pane_.recording();
    if (recording == nullptr) {
        picture_job_.stop();
        picture_->show_image({}, empty_text(pane_));
        picture_title_->set_text({});
    }
    const bool same = recording == pictured_.lock();
    pictured_ = recording;
    if (recording == nullptr || same) return;
    picture_->show_image({}, tr("Shading the scene …"));
    picture_title_->set_text({});
    picture_job_.start([recording](const JobContext& job) { return rendered_image(*recording, job); },
                       [this](const RenderedImage& rendered) { show_picture(rendered); });
}

void FramebufferView::show_picture(const RenderedImage& rendered) {
    picture_->show_image(
        rendered.image,
        tr("The recording has no image, and does not know the mesh, the camera or the size to make one."));
    picture_title_->set_text(rendered.image.isNull() ? QString()
                             : rendered.recorded     ? tr("Recorded image")
                                                     : tr("Shaded image"));
    picture_title_->set_explanation(
        rendered.recorded ? tr("Contents of the framebuffer in the recording")
                          : tr("The recording holds no image; this one is shaded from its scene, as "
                               "its camera sees it"));
    show_selection();
}

void FramebufferView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const auto wanted = sides_->width() > sides_->height() ? Qt::Horizontal : Qt::Vertical;
    if (sides_->orientation() != wanted) sides_->setOrientation(wanted);
    below_cells_->setVisible(wanted == Qt::Horizontal);
    below_cells_->setFixedHeight(picture_title_->sizeHint().height());
}

void FramebufferView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_cells();
    request_picture();
}

std::optional<FrameRange> FramebufferView::frames_of_pixel() const {
    const auto& touched = pane_.marks().highlighted();
    const auto profile = pane_.profile();
    if (profile == nullptr || touched == nullptr || !touched->known || !touched->elements.empty() ||
        touched->frames.total == 1 || !pane_.choices().selection || !pane_.choices().selection->is_pixel())
        return std::nullopt;
    const std::uint64_t positions = profile->positions();
    const ElementSums sums = profile->element({0, positions}, pixel_kind, pane_.choices().selection->element);
    if (sums.accesses == 0 || !profile->capabilities().knows_order) return std::nullopt;
    const FrameRange& frames = pane_.choices().frames;
    return with_first_frame(frames, frame_at_share(frames, static_cast<double>(sums.last_access) /
                                                               static_cast<double>(positions)));
}

void FramebufferView::show_selection() {
    const auto pixel = selected_pixel(pane_);
    const auto there = frames_of_pixel();
    there_->setVisible(there.has_value());
    if (there) there_->setText(tr("Show frame %1, where it is traced").arg(count_text(there->first)));
    cells_->mark(pixel);
    picture_->mark(pixel);
    legend_->setVisible(!framebuffer_size(pane_).isEmpty());
    if (!pixel) {
        const auto recording = pane_.recording();
        const bool knows_rays = recording != nullptr && !recording->info().has_sums();
        fact_->set_text(framebuffer_size(pane_).isEmpty() || !knows_rays
                            ? QString()
                            : tr("Click a pixel to see what its rays access"));
        return;
    }
    QString text = tr("Pixel %1, %2").arg(pixel->x()).arg(pixel->y());
    const auto& touched = pane_.marks().highlighted();
    if (touched != nullptr && touched->pixel == pane_.choices().selection->element) {
        // The mesh view draws all rays of the pixel, also those that do not count here.
        const Restriction& only = pane_.config().only;
        if (touched->known)
            text += (only.rays ? tr(": its chosen rays access %1") : tr(": its rays access %1"))
                        .arg(counts_text(touched->counts));
        else
            text += tr(": what its rays access was not recorded (no lane tags)");
        if (touched->known && touched->frames.total > 1)
            text += tr(" in %1").arg(text_of(frames_name(touched->frames)));
        if (touched->known && !only.of_rays_alone()) text += tr(", in the part that is counted");
    }
    fact_->set_text(text);
}

void FramebufferView::show_tip(const QPoint& pixel, const QPoint& where) {
    const QSize size = framebuffer_size(pane_);
    if (pixel.x() < 0 || size.isEmpty()) {
        QToolTip::hideText();
    } else {
        const auto profile = pane_.profile();
        const bool of_quantity = shown_.quantity != nullptr && shown_.pixels != nullptr;
        QToolTip::showText(where,
                           of_quantity ? pixel_text(pixel, *shown_.quantity, *shown_.pixels)
                                       : pixel_text(pixel, size, orders_.get(), profile.get()),
                           this);
    }
}

} // namespace hitmap
