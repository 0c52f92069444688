#pragma once

#include "widgets/base/job.h"
#include "widgets/framebuffer/pixel_canvas.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <string>
#include <vector>

class QLabel;
class QPushButton;

namespace hitmap {

class ElidedLabel;

/// The image of a pane: one cell per pixel, coloured by a quantity of pixels or by its difference to another
/// pane (von Buelow 2024, section 3.5). Zoom and place are those of the pane, and so is the selected pixel. A
/// page with the reason replaces it where there is no image.
class ImageView : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the view
    explicit ImageView(Pane& pane, QWidget* parent = nullptr);

    [[nodiscard]] PixelCanvas& canvas() { return *canvas_; }
    /// The page with the reason.
    [[nodiscard]] QWidget& page() { return *page_; }
    /// Returns whether the page is shown.
    [[nodiscard]] bool shows_page() const { return page_->isVisibleTo(this); }
    /// Returns whether the newest values are on the screen.
    [[nodiscard]] bool complete() const;
    /// Gives the keyboard to the image or to the page.
    void focus();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void make_page();
    void connect_model();
    void show_image();
    void show_page(const QString& title, const QString& reason);
    void request_cells();
    void show_area();
    void store_area();
    void show_scale();
    void show_tip(const QPoint& pixel, const QPoint& where);
    void show_menu(const QPoint& position);

    Pane& pane_;
    PixelCanvas* canvas_;
    QWidget* page_;
    QLabel* page_title_;
    QLabel* reason_;
    QPushButton* retry_;
    ElidedLabel* scale_; ///< size of the image, and how pixels are drawn
    bool showing_area_ = false;
    /// What the canvas shows or will show.
    std::shared_ptr<const ImageValues> drawn_;
    ColourRange drawn_range_;
    std::string drawn_map_;
    JobRunner cells_job_{Supersede::finish};
};

} // namespace hitmap
