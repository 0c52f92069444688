#include "app/run_window.h"

#include "app/dialogs/settings/appearance.h"
#include "app/window/window.h"
#include "app/window_application.h"
#include "core/base/error.h"
#include "widgets/base/path_text.h"
#include "widgets/base/settings_format.h"
#include "widgets/controls/contrast_style.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/session/recording/recording_spec.h"

#include <QtCore/QSemaphore>
#include <QtCore/QSettings>
#include <QtCore/QThreadPool>
#include <QtGui/QIcon>
#include <QtGui/QSurfaceFormat>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <memory>
#include <string>
#include <utility>

namespace hitmap {

namespace {

void prepare_application() {
    QCoreApplication::setOrganizationName(QStringLiteral("hitmap"));
    QCoreApplication::setApplicationName(QStringLiteral("hitmap"));
    QSettings::setDefaultFormat(checked_settings_format());
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

/// Returns false if Qt would abort without a display. If a platform is set explicitly, no check is made.
bool may_have_display() {
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

/// Until the window is made, Qt's only fatal message is that there is no display. Qt would abort after it. It
/// would wait for ever for a thread of its own that was not started.
void end_without_window(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message) {
    if (message.startsWith(QLatin1String("QThread::start"))) {
        std::fputs("hitmap: cannot open a window: cannot start a thread for Qt: the limit of memory or of "
                   "processes is reached\n",
                   stderr);
        std::_Exit(1);
    }
    if (type != QtFatalMsg) {
        std::fprintf(stderr, "%s\n", qPrintable(message));
        return;
    }
    std::fprintf(stderr, "hitmap: cannot open a window: %s\n", qPrintable(message.simplified()));
    std::fputs("hitmap: `hitmap render` makes pictures without a display\n", stderr);
    std::_Exit(1);
}

/// Prints when the mesh view shows a scene without values, a preview and a result: when it begins to draw it,
/// and when the picture has all triangles.
class PictureTimes : public QObject {
public:
    PictureTimes(Window& window, std::chrono::steady_clock::time_point start)
        : QObject(&window), window_(window), start_(start) {
        connect(&window.mesh_view(), &QOpenGLWidget::frameSwapped, this, &PictureTimes::see);
    }

private:
    void see() {
        const Pane& pane = window_.session().active();
        if (pane.opening().drawn() == nullptr) return;
        const EarlyPicture* const early = pane.opening().early();
        if (early != nullptr) see_picture(early->preview != nullptr ? "preview" : "geometry");
        if (early != nullptr || !window_.mesh_view().complete()) return;
        tell("first picture");
        window_.mesh_view().disconnect(this);
        deleteLater();
    }
    void see_picture(const std::string& what) {
        if (std::exchange(begun_, what) != what) tell(what + " begun");
        if (window_.mesh_view().complete() && std::exchange(complete_, what) != what) tell(what);
    }
    void tell(const std::string& what) const {
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_;
        std::fprintf(stderr, "%s after %.3f s, %.3f s of processor time\n", what.c_str(), seconds.count(),
                     static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
    }

    Window& window_;
    std::chrono::steady_clock::time_point start_;
    std::string begun_;    ///< the early picture that is being drawn
    std::string complete_; ///< the last early picture that was complete
};

/// Qt converts images on threads of its pool, and would wait for ever for one that cannot be started. They
/// are started now, and stay.
void start_threads_of_qt() {
    constexpr int threads = 2;
    QThreadPool& pool = *QThreadPool::globalInstance();
    pool.setMaxThreadCount(threads);
    pool.setExpiryTimeout(-1);
    struct Steps {
        QSemaphore begun;
        QSemaphore may_end;
    };
    const auto steps = std::make_shared<Steps>(); // the last that ends releases it
    for (int i = 0; i < threads; ++i)
        pool.start([steps] {
            steps->begun.release();
            steps->may_end.acquire();
        });
    steps->begun.acquire(threads); // each has a thread of its own
    steps->may_end.release(threads);
}

int run_application(int argc, char** argv, const ViewRequest& request,
                    std::chrono::steady_clock::time_point start) {
    keep_bytes_of_names();
    prepare_application();
    const QtMessageHandler usual = qInstallMessageHandler(end_without_window);
    WindowApplication application(argc, argv);
    start_threads_of_qt();
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/hitmap/hitmap-256.png")));
    QApplication::setStyle(new ContrastStyle);
    apply_appearance(stored_appearance());
    auto window = std::make_unique<Window>();
    window->set_outputs(request.outputs);
    window->show();
    if (request.timing) new PictureTimes(*window, start);
    QStringList files;
    for (const std::string& file : request.files) {
        RecordingSpec spec(file);
        // What the command line leaves out, the text of a spec may say.
        if (!request.part.is_whole()) spec.part = request.part;
        if (!request.layout.file.empty()) spec.layout = request.layout.file;
        if (!request.layout.relayouts.empty()) spec.relayouts = request.layout.relayouts;
        if (request.dealt_sms != 0) spec.dealt_sms = request.dealt_sms;
        files.append(path_text(to_text(spec)));
    }
    window->open_all(files);
    qInstallMessageHandler(usual);
    window.release()->setAttribute(Qt::WA_DeleteOnClose); // it is its own owner from now on
    return QApplication::exec();
}

} // namespace

int run_window(int argc, char** argv, const ViewRequest& request) {
    const auto start = std::chrono::steady_clock::now();
    if (!may_have_display()) {
        std::fputs(
            "hitmap: cannot open a window: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is "
            "set)\nhitmap: `hitmap render` makes pictures without one\n",
            stderr);
        return 1;
    }
    try {
        return run_application(argc, argv, request, start);
    } catch (const Error&) {
        throw; // told as those of the command line are
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hitmap: cannot open a window: %s\n", qPrintable(unexpected_text(error)));
        return 1;
    }
}

} // namespace hitmap
