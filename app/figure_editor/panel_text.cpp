#include "app/figure_editor/panel_text.h"

#include "app/figure/figure_json.h"
#include "app/figure/figure_layout.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"

namespace hitmap {

QStringList panel_kind_titles() {
    return {tr("Mesh"),       tr("Image"), tr("Framebuffer"), tr("Plot"),
            tr("Colour bar"), tr("Table"), tr("Text")};
}

QStringList plot_titles() {
    return {tr("Hit rates over time"), tr("Accesses over time"), tr("Hit rate by L1 capacity"),
            tr("Hit rate by L2 capacity")};
}

QStringList table_titles() {
    return {tr("Kinds of elements"), tr("Allocations")};
}

QString panel_text(const Figure& figure, std::size_t number) {
    const FigurePanel& panel = figure.panels[number];
    QString letter;
    if (figure.letters && panel.has_letter && is_lettered(panel.kind)) {
        std::size_t before = 0;
        for (std::size_t i = 0; i < number; ++i)
            before += figure.panels[i].has_letter && is_lettered(figure.panels[i].kind) ? 1 : 0;
        letter = QString::fromStdString(figure_letter(before)) + QLatin1Char(' ');
    }
    const QString recording = QString::fromStdString(figure.recordings[panel.source.recording].name);
    QString what = panel_kind_titles().at(static_cast<int>(panel.kind));
    switch (panel.kind) {
    case FigurePanelKind::mesh:
        what = text_of(info_of(figure_view(panel).metric).title);
        if (panel.compare) what = tr("%1, difference").arg(what);
        break;
    case FigurePanelKind::image:
        what = text_of(figure_view(panel).image.quantity->title);
        break;
    case FigurePanelKind::plot:
        what = plot_titles().at(static_cast<int>(panel.plot));
        break;
    case FigurePanelKind::table:
        what = table_titles().at(static_cast<int>(panel.table));
        break;
    case FigurePanelKind::text:
        return QString::fromStdString(panel.text).replace(QLatin1Char('\n'), QLatin1Char(' '));
    case FigurePanelKind::colour_bar:
        return what;
    case FigurePanelKind::framebuffer:
        break;
    }
    return QStringLiteral("%1%2 · %3").arg(letter, what, recording);
}

} // namespace hitmap
