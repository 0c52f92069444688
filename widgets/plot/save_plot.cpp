#include "widgets/plot/save_plot.h"

#include "widgets/controls/save_file.h"
#include "widgets/plot/xy_plot.h"

#include <QtCore/QBuffer>
#include <QtCore/QCoreApplication>
#include <QtGui/QImage>

namespace hitmap {

namespace {

QString saving_text(const char* text) {
    return QCoreApplication::translate("SavePlot", text);
}

} // namespace

SaveMessage save_and_tell(const QString& name, const QByteArray& bytes) {
    const QString reason = save_file(name, bytes);
    if (reason.isEmpty()) return {true, saving_text("Saved %1").arg(name)};
    return {false, saving_text("%1 cannot be saved: %2").arg(name, reason)};
}

std::optional<SaveMessage> save_plot_picture(QWidget* parent, const XyPlot& plot, const QString& stem) {
    const QString file = ask_where_to_save(parent, saving_text("Save the picture"), stem,
                                           QStringLiteral(".png"), saving_text("PNG pictures (*.png)"));
    if (file.isEmpty()) return std::nullopt;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    plot.picture().save(&buffer, "PNG");
    return save_and_tell(file, bytes);
}

QString ask_for_plot_table(QWidget* parent, const QString& stem) {
    return ask_where_to_save(parent, saving_text("Save the values"), stem, QStringLiteral(".csv"),
                             saving_text("CSV tables (*.csv)"));
}

} // namespace hitmap
