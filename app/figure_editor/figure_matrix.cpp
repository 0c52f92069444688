#include "app/figure_editor/figure_matrix.h"

#include "app/figure_editor/panel_text.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QHeaderView>

namespace hitmap {

namespace {

QString track_text(const FigureTrack& track, std::size_t number) {
    const QString name = QString::fromStdString(track.name);
    return name.isEmpty() ? QString::number(number + 1) : name;
}

} // namespace

FigureMatrixView::FigureMatrixView(FigureDocument& document, QWidget* parent)
    : QTableWidget(parent), document_(document) {
    setObjectName(QStringLiteral("figure_matrix"));
    setAccessibleName(tr("Panels of the figure"));
    setEditTriggers(NoEditTriggers);
    setSelectionMode(SingleSelection);
    setTabKeyNavigation(false);
    setWordWrap(true);
    constexpr int widest_header = 110;
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    verticalHeader()->setMaximumWidth(widest_header);
    verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(&document_, &FigureDocument::changed, this, &FigureMatrixView::show_figure);
    connect(&document_, &FigureDocument::selection_changed, this, &FigureMatrixView::show_place);
    connect(this, &QTableWidget::currentCellChanged, this, [this](int row, int column) {
        if (row >= 0 && column >= 0)
            document_.select({static_cast<std::size_t>(row), static_cast<std::size_t>(column)});
    });
    show_figure();
}

void FigureMatrixView::show_figure() {
    const QSignalBlocker blocker(this);
    const Figure& figure = document_.figure();
    clearSpans();
    clear();
    setRowCount(static_cast<int>(figure.rows.size()));
    setColumnCount(static_cast<int>(figure.columns.size()));
    QStringList rows;
    QStringList columns;
    for (std::size_t i = 0; i < figure.rows.size(); ++i)
        rows.append(track_text(figure.rows[i], i));
    for (std::size_t i = 0; i < figure.columns.size(); ++i)
        columns.append(track_text(figure.columns[i], i));
    setVerticalHeaderLabels(rows);
    setHorizontalHeaderLabels(columns);
    for (int i = 0; i < rowCount(); ++i)
        verticalHeaderItem(i)->setToolTip(rows[i]);
    for (int i = 0; i < columnCount(); ++i)
        horizontalHeaderItem(i)->setToolTip(columns[i]);
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const FigurePanel& panel = figure.panels[i];
        auto* item = new QTableWidgetItem(panel_text(figure, i));
        item->setToolTip(item->text());
        setItem(static_cast<int>(panel.row), static_cast<int>(panel.column), item);
        if (panel.rows > 1 || panel.columns > 1)
            setSpan(static_cast<int>(panel.row), static_cast<int>(panel.column), static_cast<int>(panel.rows),
                    static_cast<int>(panel.columns));
    }
    show_place();
}

void FigureMatrixView::show_place() {
    const QSignalBlocker blocker(this);
    setCurrentCell(static_cast<int>(document_.place().row), static_cast<int>(document_.place().column));
}

} // namespace hitmap
