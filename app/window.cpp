#include "app/window.h"

#include "render/colour_map.h"
#include "render/picture.h"
#include "widgets/cache_panel.h"
#include "widgets/colour_bar.h"
#include "widgets/format.h"
#include "widgets/framebuffer_view.h"
#include "widgets/inspector.h"
#include "widgets/job_bar.h"
#include "widgets/look_panel.h"
#include "widgets/mesh_view.h"
#include "widgets/message_bar.h"
#include "widgets/recording_panel.h"
#include "widgets/start_page.h"
#include "widgets/statistics_panel.h"
#include "widgets/time_panel.h"

#include <QtCore/QFileInfo>
#include <QtCore/QMimeData>
#include <QtCore/QSettings>
#include <QtGui/QCloseEvent>
#include <QtGui/QDragEnterEvent>
#include <QtGui/QDropEvent>
#include <QtGui/QScreen>
#include <QtWidgets/QAction>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

// Rises when docks or toolbars come or go, so that an older state is not forced on them.
constexpr int state_version = 1;
constexpr int most_recents = 8;

/// The one local file or built-in scene that is dragged, or nothing.
QString dropped_file(const QMimeData& data) {
    const QList<QUrl> urls = data.urls();
    if (urls.size() != 1 || !urls.front().isLocalFile()) return {};
    const QString file = urls.front().toLocalFile();
    return QFileInfo(file).isFile() ? file : QString();
}

} // namespace

Window::Window(QWidget* parent) : QMainWindow(parent) {
    setObjectName(QStringLiteral("window"));
    setAcceptDrops(true);
    setAnimated(false);
    create_central();
    create_docks();
    create_file_actions();
    create_view_actions();
    create_time_actions();
    create_help_actions();
    connect_model();
    restore_settings();
    show_recents();
    show_recording();
}

Window::~Window() = default;

void Window::create_central() {
    mesh_view_ = new MeshView(session_.pane());
    colour_bar_ = new ColourBar;
    pane_page_ = new QWidget;
    auto* columns = new QHBoxLayout(pane_page_);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(mesh_view_, 1);
    columns->addWidget(colour_bar_);

    start_page_ = new StartPage;
    pages_ = new QStackedWidget;
    pages_->addWidget(start_page_);
    pages_->addWidget(pane_page_);
    message_bar_ = new MessageBar;
    job_bar_ = new JobBar(session_.long_work());
    auto* image_bar = new JobBar(image_job_);
    image_bar->set_title(tr("Saving the image"));

    auto* central = new QWidget;
    auto* rows = new QVBoxLayout(central);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(message_bar_);
    rows->addWidget(job_bar_);
    rows->addWidget(image_bar);
    rows->addWidget(pages_, 1);
    setCentralWidget(central);
}

QDockWidget* Window::add_dock(const QString& title, const QString& name, QWidget* content,
                              Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    addDockWidget(area, dock);
    return dock;
}

void Window::create_docks() {
    auto* inspector = new Inspector;
    inspector->add_panel(tr("Metric"), new LookPanel(session_.pane()));
    inspector->add_panel(tr("This frame"), new StatisticsPanel(session_.pane()));
    inspector->add_panel(tr("Caches"), new CachePanel(session_));
    inspector->add_panel(tr("Recording"), new RecordingPanel(session_.pane()));
    inspector_dock_ =
        add_dock(tr("Inspector"), QStringLiteral("inspector_dock"), inspector, Qt::RightDockWidgetArea);
    framebuffer_dock_ = add_dock(tr("Framebuffer"), QStringLiteral("framebuffer_dock"),
                                 new FramebufferView(session_.pane()), Qt::RightDockWidgetArea);
    time_panel_ = new TimePanel(session_.pane());
    time_dock_ = add_dock(tr("Time"), QStringLiteral("time_dock"), time_panel_, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

void Window::connect_model() {
    Pane& pane = session_.pane();
    connect(&session_, &Session::failed, message_bar_, &MessageBar::show_error);
    connect(&image_job_, &JobRunner::failed, message_bar_, &MessageBar::show_error);
    connect(mesh_view_, &MeshView::failed, message_bar_, &MessageBar::show_error);
    connect(&session_, &Session::work_changed, this, [this] { job_bar_->set_title(session_.work_title()); });
    connect(&session_, &Session::opened, this, &Window::remember);
    connect(&pane, &Pane::recording_changed, this, &Window::show_recording);
    connect(&pane, &Pane::metric_changed, this, &Window::show_scale);
    connect(&pane, &Pane::values_changed, this, &Window::show_scale);
    connect(start_page_, &StartPage::scene_chosen, this, &Window::open);
    connect(start_page_, &StartPage::open_requested, this, &Window::ask_for_file);
}

void Window::open(const QString& spec) {
    message_bar_->hide();
    const bool builtin = spec.startsWith(QLatin1String("builtin:"));
    const QString full = builtin ? spec : QFileInfo(spec).absoluteFilePath();
    session_.open(full.toStdString());
}

void Window::show_recording() {
    const auto& recording = session_.pane().recording();
    const bool open = recording != nullptr;
    // Qt adds the application's name.
    setWindowTitle(open ? QString::fromStdString(recording->name) : QString());
    for (QAction* action : needs_recording_)
        action->setEnabled(open);
    // Docks first: the scene is drawn once, at the size that it keeps.
    show_docks(open);
    pages_->setCurrentWidget(open ? pane_page_ : static_cast<QWidget*>(start_page_));
    if (open) mesh_view_->setFocus();
    show_scale();
}

void Window::show_docks(bool shown) {
    if (shown == docks_shown_) return;
    docks_shown_ = shown;
    if (shown) {
        if (layout_.isEmpty() || !restoreState(layout_, state_version)) restore_default_layout();
        layout()->activate();
        return;
    }
    // They belong to a recording; the start page stands alone. What the person arranged comes back.
    layout_ = saveState(state_version);
    for (QDockWidget* dock : {inspector_dock_, framebuffer_dock_, time_dock_})
        dock->hide();
}

void Window::show_scale() {
    const Pane& pane = session_.pane();
    // The bar belongs to the picture: while a new metric is computed both show the old one.
    const Metric metric = pane.values() != nullptr ? pane.values()->metric : pane.choices().metric;
    const MetricInfo& info = info_of(metric);
    colour_bar_->show_scale({std::string(info.title), std::string(info.unit), value_style(metric)},
                            colour_map_named(pane.choices().view.colour_map), pane.range());
}

void Window::remember(const QString& spec) {
    QSettings settings;
    QStringList recents = settings.value(QStringLiteral("recents")).toStringList();
    recents.removeAll(spec);
    recents.prepend(spec);
    while (recents.size() > most_recents)
        recents.removeLast();
    settings.setValue(QStringLiteral("recents"), recents);
    if (!spec.startsWith(QLatin1String("builtin:"))) {
        settings.setValue(QStringLiteral("last_folder"), QFileInfo(spec).absolutePath());
    }
    show_recents();
}

void Window::show_recents() {
    const QStringList recents = QSettings().value(QStringLiteral("recents")).toStringList();
    start_page_->show_recents(recents);
    recent_menu_->clear();
    recent_menu_->setEnabled(!recents.isEmpty());
    for (const QString& spec : recents) {
        QAction* action = recent_menu_->addAction(spec);
        connect(action, &QAction::triggered, this, [this, spec] { open(spec); });
    }
}

void Window::restore_settings() {
    constexpr QSize comfortable{1600, 1000};
    constexpr QSize frame{16, 48}; // what a window manager may put around it
    resize(comfortable.boundedTo(screen()->availableSize() - frame));
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    layout_ = settings.value(QStringLiteral("window/state")).toByteArray();
    for (QDockWidget* dock : {inspector_dock_, framebuffer_dock_, time_dock_})
        dock->hide();
}

void Window::restore_default_layout() {
    for (QDockWidget* dock : {inspector_dock_, framebuffer_dock_, time_dock_}) {
        dock->setFloating(false);
        dock->show();
    }
    addDockWidget(Qt::RightDockWidgetArea, inspector_dock_);
    splitDockWidget(inspector_dock_, framebuffer_dock_, Qt::Vertical);
    addDockWidget(Qt::BottomDockWidgetArea, time_dock_);
    resizeDocks({inspector_dock_, framebuffer_dock_}, {3 * height() / 4, height() / 4}, Qt::Vertical);
    resizeDocks({inspector_dock_}, {340}, Qt::Horizontal);
}

void Window::closeEvent(QCloseEvent* event) {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), docks_shown_ ? saveState(state_version) : layout_);
    event->accept();
}

void Window::dragEnterEvent(QDragEnterEvent* event) {
    if (!dropped_file(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void Window::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    open(dropped_file(*event->mimeData()));
}

} // namespace hitmap
