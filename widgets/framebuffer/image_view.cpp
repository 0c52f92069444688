#include "widgets/framebuffer/image_view.h"

#include "widgets/base/format.h"
#include "widgets/controls/elided_label.h"
#include "widgets/framebuffer/pixel_selection.h"
#include "widgets/framebuffer/pixel_text.h"
#include "widgets/session/panes/empty_text.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolTip>
#include <QtWidgets/QVBoxLayout>

#include <cmath>

namespace hitmap {

namespace {

constexpr int page_width = 560;

} // namespace

ImageView::ImageView(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      canvas_(new PixelCanvas),
      page_(new QWidget),
      page_title_(new QLabel),
      reason_(new QLabel),
      retry_(new QPushButton(tr("Cou&nt Again"))),
      scale_(new ElidedLabel) {
    setObjectName(QStringLiteral("image_view"));
    setMinimumSize(240, 180);
    canvas_->setObjectName(QStringLiteral("image_canvas"));
    canvas_->setContextMenuPolicy(Qt::CustomContextMenu);
    scale_->setObjectName(QStringLiteral("image_scale"));
    make_page();
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(canvas_, 1);
    rows->addWidget(page_, 1);
    rows->addWidget(scale_);
    scale_->setContentsMargins(6, 2, 6, 2);
    connect_model();
    show_image();
    show_area();
}

void ImageView::make_page() {
    page_->setObjectName(QStringLiteral("image_page"));
    page_->setAutoFillBackground(true);
    page_->setBackgroundRole(QPalette::Base);
    page_title_->setObjectName(QStringLiteral("image_page_title"));
    QFont font = page_title_->font();
    font.setPointSizeF(font.pointSizeF() * 1.5);
    font.setBold(true);
    page_title_->setFont(font);
    reason_->setObjectName(QStringLiteral("image_reason"));
    for (QLabel* label : {page_title_, reason_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    retry_->setObjectName(QStringLiteral("image_retry"));
    auto* mesh = new QPushButton(tr("Show the &Mesh"));
    mesh->setObjectName(QStringLiteral("image_to_mesh"));
    connect(retry_, &QPushButton::clicked, this, [this] { pane_.image().retry(); });
    connect(mesh, &QPushButton::clicked, this, [this] { pane_.set_shown(Shown::mesh); });
    auto* column = new QWidget;
    column->setMaximumWidth(page_width);
    auto* rows = new QVBoxLayout(column);
    rows->addWidget(page_title_);
    rows->addWidget(reason_);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(retry_);
    buttons->addWidget(mesh);
    buttons->addStretch();
    rows->addLayout(buttons);
    auto* middle = new QVBoxLayout(page_);
    middle->addStretch();
    middle->addWidget(column);
    middle->addStretch(2);
}

void ImageView::connect_model() {
    connect(canvas_, &PixelCanvas::chosen, this, [this](const QPoint& pixel) { select_pixel(pane_, pixel); });
    connect(canvas_, &PixelCanvas::pointed_at, this, &ImageView::show_tip);
    connect(canvas_, &PixelCanvas::viewport_changed, this, &ImageView::store_area);
    connect(canvas_, &PixelCanvas::image_changed, this, &ImageView::show_scale);
    connect(canvas_, &QWidget::customContextMenuRequested, this, &ImageView::show_menu);
    connect(&pane_, &Pane::values_changed, this, &ImageView::show_image);
    connect(&pane_, &Pane::recording_changed, this, &ImageView::show_image);
    connect(&pane_, &Pane::early_changed, this, &ImageView::show_image);
    connect(&pane_, &Pane::image_area_changed, this, &ImageView::show_area);
    connect(&pane_.image().job(), &JobRunner::started, this, &ImageView::show_image);
    connect(&pane_.image().job(), &JobRunner::failed, this, &ImageView::show_image);
    connect(&pane_, &Pane::selection_changed, this, [this] { canvas_->mark(selected_pixel(pane_)); });
    connect(&cells_job_, &JobRunner::failed, &pane_, &Pane::failed);
}

void ImageView::show_page(const QString& title, const QString& reason) {
    const bool focused = canvas_->hasFocus();
    page_title_->setText(title);
    reason_->setText(reason);
    retry_->setVisible(pane_.image().stopped());
    canvas_->hide();
    scale_->hide();
    page_->show();
    page_->setAccessibleName(title + QLatin1Char(' ') + reason);
    if (focused) focus();
}

void ImageView::show_image() {
    const auto recording = pane_.recording();
    const PaneImage& image = pane_.image();
    const QString missing = recording != nullptr ? why_no_image(*recording) : QString();
    const auto& values = image.values();
    if (values == nullptr || values->values == nullptr) {
        cells_job_.stop();
        drawn_.reset();
        canvas_->show_image({}, recording == nullptr ? empty_text(pane_)
                                                     : tr("Counting the requests of pixels …"));
    }
    if (!missing.isEmpty()) return show_page(tr("There is no image"), missing);
    if (image.stopped())
        return show_page(tr("Stopped"), tr("The requests of the pixels were not counted to the end."));
    if (values != nullptr && !values->refusal.empty())
        return show_page(values->difference() ? tr("There is no difference") : tr("There is no image"),
                         text_of(values->refusal));
    const bool focused = page_->isAncestorOf(window()->focusWidget());
    page_->hide();
    canvas_->show();
    scale_->show();
    canvas_->mark(selected_pixel(pane_));
    if (focused) focus();
    request_cells();
}

void ImageView::focus() {
    (shows_page()
         ? static_cast<QWidget*>(
               retry_->isHidden() ? page_->findChild<QWidget*>(QStringLiteral("image_to_mesh")) : retry_)
         : canvas_)
        ->setFocus();
}

void ImageView::request_cells() {
    const auto& values = pane_.image().values();
    if (!isVisible() || values == nullptr || values->values == nullptr) return;
    const std::string& map = pane_.choices().view.colour_map;
    if (drawn_ == values && drawn_range_ == pane_.range() && drawn_map_ == map) return;
    drawn_ = values;
    drawn_range_ = pane_.range();
    drawn_map_ = map;
    const QSize size(static_cast<int>(values->width), static_cast<int>(values->height));
    canvas_->setAccessibleName(tr("Image of %1 by %2 pixels: %3")
                                   .arg(size.width())
                                   .arg(size.height())
                                   .arg(text_of(bar_text_of(values->request).title)));
    const ColourMap& colours = pane_.range().difference ? difference_map() : colour_map_named(map);
    cells_job_.start(
        [values = values->values, size, range = pane_.range(), &colours,
         shown = canvas_->shown_size(size)](const JobContext& job) {
            CellImage cells = coloured_cells(*values, size, range, colours, job);
            cells.reduced = PixelCanvas::reduced(cells.cells, shown); // takes too long for painting
            return cells;
        },
        [this](const CellImage& cells) { canvas_->show_cells(cells); });
}

bool ImageView::complete() const {
    return pane_.image().values() != nullptr && pane_.image().values() == drawn_ &&
           drawn_range_ == pane_.range() && !pane_.image().job().running() && !cells_job_.running();
}

void ImageView::show_area() {
    const ImageArea& area = pane_.choices().image.area;
    showing_area_ = true;
    canvas_->set_viewport(
        {static_cast<double>(area.zoom), {static_cast<double>(area.x), static_cast<double>(area.y)}});
    showing_area_ = false;
    show_scale();
}

void ImageView::store_area() {
    if (showing_area_) return;
    const PixelViewport& viewport = canvas_->viewport();
    ImageLook look = pane_.choices().image;
    look.area = {static_cast<float>(viewport.zoom), static_cast<float>(viewport.centre.x()),
                 static_cast<float>(viewport.centre.y())};
    pane_.set_image_look(look);
}

void ImageView::show_scale() {
    const QSize size = canvas_->image().size();
    if (size.isEmpty()) return scale_->set_text({});
    const double scale = canvas_->scale();
    const QString pixels = tr("%1 × %2 pixels").arg(size.width()).arg(size.height());
    const bool sharp = scale >= 1.0;
    QString text = sharp ? tr("%1 · scale %2 : 1").arg(pixels).arg(scale, 0, 'f', 1)
                         : tr("%1 · scale 1 : %2, mean colours").arg(pixels).arg(1.0 / scale, 0, 'f', 1);
    QString explanation =
        sharp ? tr("A pixel of the image is that many pixels of the screen wide")
              : tr("A pixel of the screen has the mean colour of the pixels of the image under "
                   "it. Zoom in before you read single values");
    if (drawn_ != nullptr && drawn_->simulated) {
        text += tr(" · simulated for each frame");
        explanation +=
            tr(". Memory is lacking for an index of pixels, so that each frame is simulated again");
    }
    scale_->set_text(text);
    scale_->set_explanation(explanation);
}

void ImageView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    show_scale();
}

void ImageView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_cells();
}

void ImageView::show_tip(const QPoint& pixel, const QPoint& where) {
    const auto& values = pane_.image().values();
    if (pixel.x() < 0 || values == nullptr || values->values == nullptr)
        QToolTip::hideText();
    else
        QToolTip::showText(where, pixel_text(pixel, *values), canvas_);
}

void ImageView::show_menu(const QPoint& position) {
    const auto& values = pane_.image().values();
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("image_menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto pixel = cell_at(canvas_->target(), canvas_->image().size(), position);
    if (pixel && values != nullptr && values->values != nullptr) {
        const QString text = pixel_text(*pixel, *values);
        menu->addSection(text.section(QLatin1Char('\n'), 0, 0));
        menu->addAction(tr("&Pin It"), this, [this, at = *pixel] { select_pixel(pane_, at); });
        menu->addAction(tr("Pin in &Time"), this, [this, at = *pixel] {
            const auto width = static_cast<std::uint64_t>(canvas_->image().width());
            const std::uint64_t row = static_cast<std::uint64_t>(at.y());
            pane_.pin_curve(CurveElement{pixel_kind, row * width + static_cast<std::uint64_t>(at.x())});
        });
        menu->addAction(tr("&Copy Its Numbers"), this,
                        [text] { QGuiApplication::clipboard()->setText(text); });
        menu->addSeparator();
    }
    if (pane_.choices().selection)
        menu->addAction(tr("&Unpin"), this, [this] { pane_.set_selection(std::nullopt); });
    menu->addAction(tr("Show &All of It"), this, [this] { canvas_->set_viewport({}); });
    menu->addAction(tr("Show the &Mesh"), this, [this] { pane_.set_shown(Shown::mesh); });
    menu->popup(canvas_->mapToGlobal(position));
}

} // namespace hitmap
