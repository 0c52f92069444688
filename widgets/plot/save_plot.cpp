#include "widgets/plot/save_plot.h"

#include "widgets/controls/save_file.h"
#include "widgets/plot/screen_style.h"
#include "widgets/plot/xy_plot.h"

#include <QtCore/QCoreApplication>

namespace hitmap {

namespace {

QString saving_text(const char* text) {
    return QCoreApplication::translate("SavePlot", text);
}

} // namespace

SaveMessage save_and_tell(const QString& name, const QByteArray& bytes, const QByteArray& provenance) {
    const QString reason = save_file(name, bytes, provenance);
    if (reason.isEmpty()) return {true, saving_text("Saved %1").arg(name)};
    return {false, saving_text("%1 cannot be saved: %2").arg(name, reason)};
}

std::optional<SaveMessage> save_drawing(QWidget* parent, const QString& stem, const Drawing& drawing,
                                        const QByteArray& provenance) {
    const QString file = ask_where_to_save(
        parent, saving_text("Save the picture"), stem, QStringLiteral(".png"),
        saving_text("PNG images (*.png)") + QStringLiteral(";;") + saving_text("SVG drawings (*.svg)"));
    if (file.isEmpty()) return std::nullopt;
    if (file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
        return save_and_tell(file, QByteArray::fromStdString(drawing.svg()), provenance);
    const auto png = encode_png(drawing.image());
    const QByteArray bytes(reinterpret_cast<const char*>(png.data()), // NOLINT: bytes
                           static_cast<int>(png.size()));
    return save_and_tell(file, bytes, provenance);
}

std::optional<SaveMessage> save_plot_picture(QWidget* parent, const XyPlot& plot, const QString& stem,
                                             const QByteArray& provenance) {
    PlotStyle style;
    style.number = local_axis_text;
    const FrameSize size{plot.width(), plot.height()};
    return save_drawing(parent, stem,
                        {[&] { return plot_svg(plot.data(), size, style); },
                         [&] { return plot_image(plot.data(), size, style); }},
                        provenance);
}

QString ask_for_plot_table(QWidget* parent, const QString& stem) {
    return ask_where_to_save(parent, saving_text("Save the values"), stem, QStringLiteral(".csv"),
                             saving_text("CSV tables (*.csv)"));
}

} // namespace hitmap
