#pragma once

#include "widgets/base/job.h"
#include "widgets/simt/execution_view.h"

#include <QtCore/QPoint>

#include <cstdint>
#include <memory>
#include <optional>

class QLabel;

namespace hitmap {

class DataTable;
class Pane;
class PathLegend;
class PathPicture;

/// The thread paths: which rays pixels have. A table of the most frequent ones (Pankratz et al. 2021, table
/// III) and a picture in which each has a colour. Choosing a row outlines its pixels; choosing a pixel in
/// the picture makes it the pane's selection.
class PathView : public ExecutionView {
    Q_OBJECT
public:
    /// @param pane  must outlive the view
    explicit PathView(Pane& pane, QWidget* parent = nullptr);

    void show_results(const std::shared_ptr<const ExecutionResults>& results) override;
    [[nodiscard]] bool needs_events() const override { return false; }

Q_SIGNALS:
    void saved(const QString& message);
    /// @param message  one sentence about the result
    /// @param cause    as that of JobRunner::failed(); if it is the table, saved() ends it, too
    void failed(const QString& message, QObject* cause);

private:
    void lay_out();
    void connect_model();
    void show_image();
    void show_facts();
    void show_selection();
    void show_tip(const QPoint& pixel, const QPoint& where);
    void show_picture_menu(const QPoint& position);
    void save_picture();
    /// The text about a pixel: its path and the rays of it.
    [[nodiscard]] QString text_of_pixel(const QPoint& pixel) const;
    [[nodiscard]] std::optional<std::uint32_t> path_of(const QPoint& pixel) const;

    Pane& pane_;
    QLabel* facts_;
    DataTable* table_;
    PathPicture* picture_;
    PathLegend* legend_;
    QLabel* pixel_;
    std::shared_ptr<const ExecutionResults> results_;
    std::optional<std::uint32_t> chosen_; ///< the path whose pixels are outlined
    JobRunner image_job_{Supersede::finish};
};

} // namespace hitmap
