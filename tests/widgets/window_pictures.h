#pragma once

#include "app/dialogs/settings/appearance.h"
#include "tests/widgets/window_fixture.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtWidgets/QDialog>

#include <stdexcept>
#include <string>

namespace hitmap {

/// A picture of the window, or of a part of it, for the README or the manual.
class WindowPictures : public WindowFixture {
protected:
    static constexpr QSize manual_size{1080, 720};
    template <class Condition>
    static bool wait_long(Condition condition) {
        constexpr int half_an_hour_ms = 1'800'000; // for large scenes on busy machines without a GPU
        return QTest::qWaitFor(condition, half_an_hour_ms);
    }
    /// Waits until every pane shows the requested values and the layout is final.
    bool drawn() {
        const auto shown = [this] {
            Session& session = window_->session();
            for (std::size_t i = 0; i < session.pane_count(); ++i) {
                Pane& each = session.pane(i);
                if (each.work().running() || each.values() == nullptr ||
                    each.config() != each.wanted_config() || each.values()->frames != each.choices().frames)
                    return false;
            }
            for (const MeshView* view : window_->findChildren<MeshView*>()) {
                if (view->isVisible() && !view->complete()) return false;
            }
            return true;
        };

        constexpr int pause_ms = 3000; // tables and lists of the panels are filled after the picture
        if (!wait_long(shown)) return false;
        QTest::qWait(pause_ms);
        return wait_long(shown);
    }
    void open(const QString& spec, QSize size) {
        if (qEnvironmentVariable("HITMAP_APPEARANCE") == QStringLiteral("dark"))
            apply_appearance(Appearance::dark);
        window_->resize(size);
        window_->open_all({spec});
        ASSERT_TRUE(wait_long([this] { return pane().recording() != nullptr; })) << message();
        ASSERT_TRUE(drawn()) << message();
    }
    /// The panes of a session as in docs/view-files.md.
    void open_panes(const std::string& panes, QSize size) {
        const QString file = folder_.filePath(QStringLiteral("session.hitmap"));
        QFile out(file);
        ASSERT_TRUE(out.open(QIODevice::WriteOnly));
        out.write(QByteArray::fromStdString(R"({"hitmap_session": 1, "panes": [)" + panes + "]}"));
        out.close();
        open(file, size);
    }
    template <class T>
    static T& in(QDialog& dialog, const char* name) {
        T* widget = dialog.findChild<T*>(QString::fromLatin1(name));
        if (widget == nullptr) throw std::runtime_error(std::string("no widget ") + name);
        return *widget;
    }
    /// Runs the command line in the folder of the test.
    bool hitmap(const QStringList& arguments) {
        QProcess program;
        program.setWorkingDirectory(folder_.path());
        program.start(QStringLiteral(HITMAP_PROGRAM), arguments);
        return program.waitForFinished(-1) && program.exitCode() == 0;
    }
    static void save(const char* name, QWidget& widget, QRect part = {}) {
        const QString folder = qEnvironmentVariable("HITMAP_PICTURES", QStringLiteral("."));
        if (part.isNull()) part = widget.rect();
        ASSERT_TRUE(widget.grab(part).save(QStringLiteral("%1/%2.png").arg(folder, QLatin1String(name))));
    }
};

} // namespace hitmap
