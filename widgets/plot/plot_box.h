#pragma once

#include "widgets/plot/save_plot.h"

#include <QtCore/QByteArray>
#include <QtCore/QString>
#include <QtWidgets/QWidget>

namespace hitmap {

class XyPlot;

/// A plot that scrolls where it is too high for its place, with a menu of its own (right click, or the menu
/// key) that saves it as a picture and as a table.
class PlotBox : public QWidget {
    Q_OBJECT
public:
    /// @param plot  becomes a child
    explicit PlotBox(XyPlot* plot, QWidget* parent = nullptr);

    [[nodiscard]] XyPlot& plot() { return *plot_; }
    /// As in DataTable.
    void set_file_stem(const QString& stem, const QByteArray& provenance = {}) {
        file_stem_ = stem;
        provenance_ = provenance;
    }

Q_SIGNALS:
    void saved(const QString& message);
    /// @param message  one sentence about the result
    /// @param cause    as that of JobRunner::failed(); if it is this, saved() ends it, too
    void failed(const QString& message, QObject* cause);

private:
    void show_menu(const QPoint& position);
    void save_picture();
    void save_table();
    void tell(const SaveMessage& message);

    XyPlot* plot_;
    QString file_stem_;
    QByteArray provenance_;
};

} // namespace hitmap
