#include "app/run_window.h"

#include "app/appearance.h"
#include "app/window.h"

#include <QtGui/QIcon>
#include <QtGui/QSurfaceFormat>
#include <QtWidgets/QApplication>

namespace hitmap {

namespace {

void prepare_application() {
    QCoreApplication::setOrganizationName(QStringLiteral("hitmap"));
    QCoreApplication::setApplicationName(QStringLiteral("hitmap"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HITMAP_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Hitmap"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.hitmap.Hitmap"));
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QCoreApplication::setAttribute(Qt::AA_EnableHighDpiScaling);
    QCoreApplication::setAttribute(Qt::AA_UseHighDpiPixmaps);
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setVersion(4, 5);
    QSurfaceFormat::setDefaultFormat(format);
}

} // namespace

int run_window(int argc, char** argv, const ViewRequest& request) {
    prepare_application();
    QApplication application(argc, argv);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/hitmap/hitmap-256.png")));
    apply_appearance(stored_appearance());
    auto* window = new Window;
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
    QStringList files;
    for (const std::string& file : request.files)
        files.append(QString::fromStdString(file));
    window->open_all(files);
    return QApplication::exec();
}

} // namespace hitmap
