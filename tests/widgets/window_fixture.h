#pragma once

#include "app/window/window.h"
#include "tests/widgets/common.h"
#include "tests/widgets/tiny_recording.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/messages/message_bar.h"
#include "widgets/panes/pane_grid.h"

#include <QtCore/QDir>
#include <QtCore/QPointer>
#include <QtCore/QTemporaryDir>
#include <QtCore/QTimer>
#include <QtGui/QImage>
#include <QtTest/QTest>
#include <QtWidgets/QAction>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QLineEdit>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace hitmap {

/// Tests use the real window with clicks, drags and keys, as users do.
class WindowFixture : public testing::Test {
protected:
    WindowFixture()
        : file_(folder_.filePath(QStringLiteral("tiny.hmt"))), window_(std::make_unique<Window>()) {
        write_tiny_recording(file_.toStdString());
        window_->resize(1200, 660);
        window_->show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(window_.get(), patience_ms));
    }

    template <class T>
    T& find(const char* name) {
        T* widget = window_->findChild<T*>(QString::fromLatin1(name));
        if (widget == nullptr) throw std::runtime_error(std::string("no widget ") + name);
        return *widget;
    }
    /// If several panes have such a widget, returns the visible one.
    template <class T>
    T& visible(const char* name) {
        for (T* widget : window_->findChildren<T*>(QString::fromLatin1(name)))
            if (widget->isVisible()) return *widget;
        throw std::runtime_error(std::string("nothing visible is named ") + name);
    }
    /// Brings a dock to the front of its tabs.
    void raise(const char* dock) {
        auto& widget = find<QDockWidget>(dock);
        if (widget.isHidden()) {
            widget.toggleViewAction()->trigger(); // with its group
            await_keyboard();
        }
        widget.raise();
        QCoreApplication::processEvents();
    }
    /// Waits until a panel that was chosen has the keyboard. It gets it by a timer of 0 ms, and timers of the
    /// same interval end in their order.
    static void await_keyboard() {
        QTimer later;
        later.setSingleShot(true);
        later.start(0);
        EXPECT_TRUE(wait([&] { return !later.isActive(); }));
    }
    template <class Condition>
    static bool wait(Condition condition) {
        return QTest::qWaitFor(condition, patience_ms);
    }
    bool settle() {
        return wait([this] { return !pane().work().running(); });
    }
    /// Returns the picture of the mesh view after layout and drawing are complete.
    QImage picture() {
        MeshView& view = window_->mesh_view();
        // Nested layouts need several rounds of events.
        QSize size;
        for (int settled = 0; settled < 5; ++settled) {
            if (view.size() != size) settled = 0;
            size = view.size();
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
        const auto shown = [&] {
            const auto& values = pane().values();
            const PaneChoices& choices = pane().choices();
            return values != nullptr && values->frames == choices.frames &&
                   values->metric == choices.metric && view.complete();
        };
        EXPECT_TRUE(wait(shown));
        return view.grabFramebuffer();
    }
    void open_tiny() {
        window_->open(file_);
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << message();
    }
    /// Activates the window. Only the active window receives shortcuts.
    void activate() {
        window_->activateWindow();
        window_->mesh_view().setFocus();
        ASSERT_TRUE(wait([this] { return window_->mesh_view().hasFocus(); }));
    }
    /// Saves a screenshot of the window after it is drawn, for inspection.
    void screenshot(const char* name) {
        (void)picture();
        const QString folder = QStringLiteral(HITMAP_TEST_OUTPUT "/screenshots");
        ASSERT_TRUE(QDir().mkpath(folder));
        ASSERT_TRUE(window_->grab().save(QStringLiteral("%1/%2.png").arg(folder, QString::fromLatin1(name))));
    }
    /// Calls `work` with the next dialog of this class.
    template <class Dialog, class Work>
    void when_asked(Work work) {
        auto* timer = new QTimer(window_.get());
        QObject::connect(timer, &QTimer::timeout, window_.get(), [timer, work] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr) return;
            timer->stop();
            timer->deleteLater();
            work(*dialog);
        });
        timer->start(200); // leaves time for the layout of the dialog
    }
    /// Types the name into the next dialog, again and again until the dialog accepts it, since it may still
    /// be reading the folder.
    void answer_file_dialog(const QString& file) {
        auto* timer = new QTimer(window_.get());
        QObject::connect(timer, &QTimer::timeout, window_.get(),
                         [timer, file, answers = QPointer<QFileDialog>(), answered = false]() mutable {
                             auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                             if (answered && (dialog == nullptr || dialog != answers))
                                 return timer->deleteLater();
                             if (dialog == nullptr) return;
                             answers = dialog;
                             answered = true;
                             auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
                             name->selectAll();
                             QTest::keyClicks(name, file);
                             QTest::keyClick(name, Qt::Key_Return);
                         });
        timer->start(200);
    }
    Pane& pane() { return window_->session().active(); }
    std::string message() const { return window_->message_bar().message().toStdString(); }

    QTemporaryDir folder_;
    QString file_;
    std::unique_ptr<Window> window_;
};

} // namespace hitmap
