#include "widgets/plot/plot_box.h"

#include "widgets/plot/xy_plot.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QMenu>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

PlotBox::PlotBox(XyPlot* plot, QWidget* parent) : QWidget(parent), plot_(plot) {
    auto* scroll = new QScrollArea; // so that a long legend does not enlarge the window
    scroll->setWidget(plot);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(scroll);
    plot->setContextMenuPolicy(Qt::CustomContextMenu);
    plot->setToolTip(tr("The context menu saves the plot as a picture or as a table"));
    connect(plot, &QWidget::customContextMenuRequested, this, &PlotBox::show_menu);
}

void PlotBox::show_menu(const QPoint& position) {
    QMenu menu(this);
    for (const auto& [text, save] : {std::pair{tr("Save Picture (PNG or SVG) …"), &PlotBox::save_picture},
                                     std::pair{tr("Save Values as CSV …"), &PlotBox::save_table}}) {
        QAction* const action = menu.addAction(text, this, save);
        action->setEnabled(!plot_->empty());
    }
    menu.exec(plot_->mapToGlobal(position));
}

void PlotBox::tell(const SaveMessage& message) {
    if (message.saved)
        Q_EMIT saved(message.text);
    else
        Q_EMIT failed(message.text, this);
}

void PlotBox::save_picture() {
    if (const auto message = save_plot_picture(this, *plot_, file_stem_, provenance_)) tell(*message);
}

void PlotBox::save_table() {
    const QString file = ask_for_plot_table(this, file_stem_);
    if (!file.isEmpty()) tell(save_and_tell(file, plot_->csv().toUtf8(), provenance_));
}

} // namespace hitmap
