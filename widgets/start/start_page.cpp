#include "widgets/start/start_page.h"

#include "core/geometry/scene.h"
#include "widgets/base/format.h"

#include <QtCore/QLocale>
#include <QtWidgets/QCommandLinkButton>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

constexpr int start_column_width = 400;

QLabel* make_title(const QString& text, double size) {
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setBold(true);
    label->setFont(font);
    return label;
}

} // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
    auto* columns = new QHBoxLayout;
    columns->setSpacing(48);
    columns->addWidget(make_builtins(), 0, Qt::AlignTop);
    columns->addWidget(make_files(), 0, Qt::AlignTop);

    auto* content = new QWidget;
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(24, 24, 24, 24);
    rows->setSpacing(24);
    rows->addStretch(1);
    rows->addWidget(make_heading());
    rows->addLayout(columns);
    rows->addStretch(2);

    auto* centred = new QWidget;
    auto* middle = new QHBoxLayout(centred);
    middle->addStretch();
    middle->addWidget(content);
    middle->addStretch();

    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(centred);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
    setAccessibleName(tr("Start page"));
}

QWidget* StartPage::make_heading() {
    auto* box = new QWidget;
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(make_title(QStringLiteral("Hitmap"), 2.2));
    rows->addWidget(new QLabel(tr("See where in a scene a GPU ray tracer hits or misses its caches.")));
    return box;
}

QWidget* StartPage::make_builtins() {
    auto* box = new QWidget;
    box->setFixedWidth(start_column_width);
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(make_title(tr("Try a built-in scene"), 1.2));
    for (const BuiltinScene& scene : builtin_scenes()) {
        const QString name = text_of(scene.name);
        auto* button = new QCommandLinkButton(
            capitalised(scene.name), tr("%1. About %2 triangles, traced here.")
                                         .arg(capitalised(scene.description), count_text(scene.triangles)));
        const QString spec = QStringLiteral("builtin:") + name;
        button->setObjectName(spec);
        button->setToolTip(spec);
        connect(button, &QCommandLinkButton::clicked, this, [this, spec] { Q_EMIT scene_chosen(spec); });
        rows->addWidget(button);
    }
    return box;
}

QWidget* StartPage::make_files() {
    auto* box = new QWidget;
    box->setFixedWidth(start_column_width);
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(make_title(tr("Open your own"), 1.2));
    auto* recovery = new QCommandLinkButton(tr("&Restore the last session"),
                                            tr("Hitmap ended unexpectedly; this is what was open."));
    recovery->setObjectName(QStringLiteral("recovery_button"));
    connect(recovery, &QCommandLinkButton::clicked, this, &StartPage::recovery_chosen);
    rows->addWidget(recovery);
    recovery->hide();
    recovery_ = recovery;
    auto* open = new QPushButton(tr("&Open a recording or a mesh …"));
    open->setObjectName(QStringLiteral("open_button"));
    connect(open, &QPushButton::clicked, this, &StartPage::open_requested);
    rows->addWidget(open);
    auto* hint = new QLabel(
        tr("Or drop one on this window: a recording, of this program (.hmt) or of another one, or a "
           "mesh (OBJ, PLY, STL, glTF, COLLADA and others), which is ray traced first."));
    hint->setWordWrap(true);
    rows->addWidget(hint);

    recents_box_ = new QWidget;
    auto* recent_rows = new QVBoxLayout(recents_box_);
    recent_rows->setContentsMargins(0, 16, 0, 0);
    recent_rows->addWidget(make_title(tr("Recent"), 1.2));
    recents_ = new QVBoxLayout;
    recents_->setSpacing(2);
    recent_rows->addLayout(recents_);
    rows->addWidget(recents_box_);
    recents_box_->hide();
    return box;
}

void StartPage::show_recoverable(bool recoverable) {
    recovery_->setVisible(recoverable);
}

void StartPage::show_recents(const QList<Recent>& recents) {
    while (QLayoutItem* item = recents_->takeAt(0)) {
        // Deleted later, since it may be the sender of the click that is being handled.
        item->widget()->deleteLater();
        delete item;
    }
    for (const auto& [spec, name] : recents) {
        auto* button =
            new QPushButton(fontMetrics().elidedText(name, Qt::ElideMiddle, start_column_width - 40));
        button->setFlat(true);
        button->setToolTip(spec);
        button->setAccessibleName(name);
        button->setStyleSheet(QStringLiteral("text-align: left; padding: 4px;"));
        connect(button, &QPushButton::clicked, this, [this, spec = spec] { Q_EMIT scene_chosen(spec); });
        recents_->addWidget(button);
    }
    recents_box_->setVisible(!recents.isEmpty());
}

} // namespace hitmap
