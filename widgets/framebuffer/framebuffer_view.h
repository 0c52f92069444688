#pragma once

#include "widgets/base/job.h"
#include "widgets/framebuffer/framebuffer_images.h"
#include "widgets/framebuffer/pixel_canvas.h"
#include "widgets/framebuffer/pixel_cells.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QComboBox;
class QSplitter;
class QToolButton;

namespace hitmap {

class ElidedLabel;
class OrderLegend;

/// The framebuffer with one cell per pixel, coloured by access order in the frame; pixels not written in it
/// are grey (von Buelow et al. 2022, section 5.6 and figure 7). Alternatively it is coloured by a quantity of
/// pixels, for which a job simulates again (von Buelow 2024, section 3.5). Beside it is the rendered image.
/// Choosing a pixel in either makes it the pane's selection.
class FramebufferView : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit FramebufferView(Pane& pane, QWidget* parent = nullptr);

    [[nodiscard]] PixelCanvas& cells() { return *cells_; }
    [[nodiscard]] PixelCanvas& picture() { return *picture_; }
    [[nodiscard]] FramebufferCells shown_cells() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* title_row();
    void lay_out();
    void connect_model();
    void connect_canvas(PixelCanvas& canvas, PixelCanvas& other);
    void request_cells();
    void request_orders();
    void request_quantity(const PixelQuantity& quantity);
    /// Shown while there are no cells of the quantity yet. `progress` may be empty.
    void show_counting(const QString& progress);
    void start_quantity_job(const WantedCells& request);
    void show_quantity(const PixelCells& cells);
    /// Shown instead of cells.
    void show_no_cells(const QString& reason);
    void show_words();
    void request_picture();
    void show_picture(const RenderedImage& rendered);
    void show_selection();
    /// The frames at the last access of the selected pixel, if its rays access nothing in those that are
    /// shown.
    [[nodiscard]] std::optional<FrameRange> frames_of_pixel() const;
    void show_tip(const QPoint& pixel, const QPoint& where);

    Pane& pane_;
    QComboBox* metric_;
    QToolButton* fit_;
    OrderLegend* legend_;
    QSplitter* sides_;
    PixelCanvas* cells_;
    PixelCanvas* picture_;
    ElidedLabel* picture_title_;
    QWidget* below_cells_; ///< as high as the title, so that both pictures are aligned
    ElidedLabel* fact_;    ///< text about the selected pixel
    QToolButton* there_;   ///< shows the frame in which the selected pixel was traced
    std::shared_ptr<const std::vector<float>> orders_; ///< the orders that cells_ shows or will show
    /// What cells_ shows or will show of a quantity of pixels.
    struct ShownQuantity {
        std::weak_ptr<const Simulation> simulation;
        TimeWindow window;
        const PixelQuantity* quantity = nullptr;
        View view;                                  ///< its colours and its range
        std::shared_ptr<const WindowPixels> pixels; ///< null until the job has counted them
        bool simulated = false;                     ///< see PixelCells
    };
    ShownQuantity shown_;
    std::string map_;                             ///< the colour map of the cells
    std::weak_ptr<const OpenRecording> pictured_; ///< the recording that picture_ shows or will show
    JobRunner cells_job_{Supersede::finish};
    std::shared_ptr<LatestWanted<WantedCells>> latest_; ///< of quantity_job_
    JobRunner quantity_job_{Supersede::stop, JobLength::lasting};
    JobRunner picture_job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
