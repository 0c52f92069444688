#include "app/window.h"
#include "core/trace/element_kind.h"
#include "tests/widgets/tiny_recording.h"
#include "widgets/mesh_view.h"
#include "widgets/message_bar.h"
#include "widgets/pane_grid.h"
#include "widgets/time_panel.h"

#include <QtCore/QMimeData>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtCore/QUrl>
#include <QtGui/QClipboard>
#include <QtGui/QDragEnterEvent>
#include <QtGui/QDropEvent>
#include <QtGui/QGuiApplication>
#include <QtGui/QImage>
#include <QtGui/QMouseEvent>
#include <QtTest/QTest>
#include <QtWidgets/QAction>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTextBrowser>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>

namespace hitmap {
namespace {

constexpr int patience_ms = 60'000;

/// Everything goes through the real window: clicks, drags and keys, as a person makes them.
class WindowTest : public testing::Test {
protected:
    WindowTest() : file_(folder_.filePath(QStringLiteral("tiny.hmt"))), window_(std::make_unique<Window>()) {
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
    bool settle() {
        return QTest::qWaitFor([this] { return !window_->session().active().work().running(); }, patience_ms);
    }
    /// The mesh view as it is when nothing is left to be laid out or drawn.
    QImage picture() {
        MeshView& view = window_->mesh_view();
        // Nested layouts settle one after the other.
        QSize size;
        for (int settled = 0; settled < 5; ++settled) {
            if (view.size() != size) settled = 0;
            size = view.size();
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
        const auto shown = [&] {
            const auto& values = window_->session().active().values();
            const PaneChoices& choices = window_->session().active().choices();
            return values != nullptr && values->frames == choices.frames &&
                   values->metric == choices.metric && view.complete();
        };
        EXPECT_TRUE(QTest::qWaitFor(shown, patience_ms));
        return view.grabFramebuffer();
    }
    void open_tiny() {
        window_->open(file_);
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << window_->message_bar().message().toStdString();
    }
    /// Shortcuts reach the active window alone.
    void activate() {
        window_->activateWindow();
        window_->mesh_view().setFocus();
        ASSERT_TRUE(QTest::qWaitFor([this] { return window_->mesh_view().hasFocus(); }, patience_ms));
    }
    Pane& pane() { return window_->session().active(); }

    QTemporaryDir folder_;
    QString file_;
    std::unique_ptr<Window> window_;
};

TEST_F(WindowTest, StartsWithBuiltInScenesThatKeysReach) {
    for (const char* name : {"builtin:atrium", "builtin:statue", "builtin:teapot", "open_button"}) {
        const auto& button = find<QPushButton>(name);
        EXPECT_TRUE(button.isVisible()) << name;
        EXPECT_NE(button.focusPolicy() & Qt::TabFocus, 0) << name;
    }
    EXPECT_TRUE(window_->message_bar().message().isEmpty());
}

TEST_F(WindowTest, ShowsTheSceneInColour) {
    open_tiny();
    EXPECT_EQ(window_->windowTitle(), QStringLiteral("tiny.hmt"));
    const QImage shown = picture();
    int coloured = 0;
    for (int y = 0; y < shown.height(); y += 4) {
        for (int x = 0; x < shown.width(); x += 4)
            coloured += shown.pixelColor(x, y).saturation() > 100 ? 1 : 0;
    }
    EXPECT_GT(coloured, 500);
}

TEST_F(WindowTest, DraggingTheSliderRecolours) {
    open_tiny();
    const QImage whole = picture();
    auto& count = find<QSpinBox>("frame_count");
    count.setFocus();
    count.selectAll();
    QTest::keyClicks(&count, QStringLiteral("12"));
    QTest::keyClick(&count, Qt::Key_Return);
    EXPECT_EQ(pane().choices().frames.q, 12U);
    auto& slider = find<FrameSlider>("frame_slider");
    slider.setValue(0);
    const QImage first = picture();
    EXPECT_NE(first, whole);
    const QPoint handle(8, slider.height() / 2);
    const QPoint middle(slider.width() / 2, slider.height() / 2);
    QTest::mousePress(&slider, Qt::LeftButton, {}, handle);
    QMouseEvent move(QEvent::MouseMove, middle, Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&slider, &move);
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, middle);
    const std::uint64_t dragged = pane().choices().frames.f;
    EXPECT_GT(dragged, 0U);
    EXPECT_NE(picture(), first);
    QTest::keyClick(&slider, Qt::Key_Right);
    EXPECT_EQ(pane().choices().frames.f, dragged + 1);
    QTest::keyClick(&slider, Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_EQ(pane().choices().frames.f, dragged + 1 > 10 ? dragged - 9 : 0U);
    QTest::keyClick(&slider, Qt::Key_End);
    EXPECT_EQ(pane().choices().frames.f, 11U);
    QTest::keyClick(&slider, Qt::Key_Home);
    EXPECT_EQ(pane().choices().frames.f, 0U);
}

TEST_F(WindowTest, SpacePlays) {
    open_tiny();
    pane().set_frames({6, 0});
    auto& slider = find<FrameSlider>("frame_slider");
    window_->activateWindow();
    slider.setFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return slider.hasFocus(); }, patience_ms));
    QTest::keyClick(&slider, Qt::Key_Space);
    EXPECT_TRUE(QTest::qWaitFor([this] { return pane().choices().frames.f >= 2; }, patience_ms));
    QTest::keyClick(&slider, Qt::Key_Space);
    const FrameRange stopped = pane().choices().frames;
    QTest::qWait(400);
    EXPECT_EQ(pane().choices().frames, stopped);
}

TEST_F(WindowTest, PointerAndKeysMoveTheCamera) {
    open_tiny();
    MeshView& view = window_->mesh_view();
    const QImage recorded = picture();
    const Camera home = pane().choices().view.camera;
    const QPoint middle(view.width() / 2, view.height() / 2);
    const auto drag = [&](Qt::MouseButton button, Qt::KeyboardModifiers keys) {
        const Camera before = pane().choices().view.camera;
        QTest::mousePress(&view, button, keys, middle);
        QMouseEvent move(QEvent::MouseMove, middle + QPoint(60, 30), Qt::NoButton, button, keys);
        QCoreApplication::sendEvent(&view, &move);
        QTest::mouseRelease(&view, button, keys, middle + QPoint(60, 30));
        return pane().choices().view.camera != before;
    };
    EXPECT_TRUE(drag(Qt::LeftButton, Qt::NoModifier));
    EXPECT_NE(pane().choices().view.camera.forward, home.forward);
    EXPECT_NE(picture(), recorded);
    const glm::vec3 forward = pane().choices().view.camera.forward;
    EXPECT_TRUE(drag(Qt::MiddleButton, Qt::NoModifier));
    EXPECT_TRUE(drag(Qt::LeftButton, Qt::ShiftModifier));
    EXPECT_EQ(pane().choices().view.camera.forward, forward) << "moving sideways turns nothing";
    for (const int key : {Qt::Key_Left, Qt::Key_Up, Qt::Key_Plus}) {
        const Camera before = pane().choices().view.camera;
        QTest::keyClick(&view, static_cast<Qt::Key>(key));
        EXPECT_NE(pane().choices().view.camera, before) << key;
    }
    view.reset_camera();
    EXPECT_EQ(pane().choices().view.camera, home);
    EXPECT_EQ(picture(), recorded);
}

TEST_F(WindowTest, StopReturnsToWhereOneWas) {
    open_tiny();
    const QImage before = picture();
    window_->open(QStringLiteral("builtin:statue"));
    auto& stop = *window_->panes().active().findChild<QPushButton*>(QStringLiteral("stop_button"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return stop.isVisible(); }, patience_ms));
    QTest::mouseClick(&stop, Qt::LeftButton);
    EXPECT_FALSE(stop.isVisible());
    EXPECT_EQ(window_->windowTitle(), QStringLiteral("tiny.hmt"));
    const QImage after = picture();
    EXPECT_EQ(after.size(), before.size());
    EXPECT_EQ(after, before);
}

TEST_F(WindowTest, ABrokenFileIsAMessageInPlace) {
    open_tiny();
    const auto recording = pane().recording();
    const QString broken = folder_.filePath(QStringLiteral("broken.hmt"));
    std::ofstream(broken.toStdString()) << "this is no recording";
    window_->open(broken);
    ASSERT_TRUE(settle());
    EXPECT_THAT(window_->message_bar().message().toStdString(), testing::HasSubstr("broken.hmt"));
    EXPECT_EQ(pane().recording(), recording);
    QTest::mouseClick(&find<QPushButton>("dismiss_button"), Qt::LeftButton);
    EXPECT_TRUE(window_->message_bar().message().isEmpty());
}

TEST_F(WindowTest, CachesAreCheckedAsTheyAreTypedAndApplied) {
    open_tiny();
    auto& l1 = find<QLineEdit>("l1_edit");
    auto& error = find<QLabel>("cache_error");
    auto& apply = find<QPushButton>("apply_button");
    EXPECT_FALSE(apply.isEnabled());
    l1.selectAll();
    QTest::keyClicks(&l1, QStringLiteral("32KiB:100:64"));
    EXPECT_FALSE(error.isHidden());
    EXPECT_THAT(error.text().toStdString(), testing::HasSubstr("L1"));
    EXPECT_FALSE(apply.isEnabled());
    l1.selectAll();
    QTest::keyClicks(&l1, QStringLiteral("1KiB:128:1"));
    EXPECT_TRUE(error.isHidden());
    ASSERT_TRUE(apply.isEnabled());
    apply.click();
    EXPECT_TRUE(pane().stale());
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config().l1, parse_cache_geometry("1KiB:128:1"));
    EXPECT_FALSE(pane().stale());
}

TEST_F(WindowTest, OpensWhatIsDroppedOnIt) {
    const auto drop = [this](const QList<QUrl>& urls) {
        QMimeData data;
        data.setUrls(urls);
        const QPoint middle = window_->rect().center();
        QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QCoreApplication::sendEvent(window_.get(), &enter);
        if (!enter.isAccepted()) return false;
        QDropEvent event(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window_.get(), &event);
        return true;
    };
    EXPECT_FALSE(drop({QUrl(QStringLiteral("https://example.org/mesh.obj"))}));
    EXPECT_FALSE(drop({QUrl::fromLocalFile(folder_.path())}));
    EXPECT_TRUE(drop({QUrl::fromLocalFile(file_)}));
    ASSERT_TRUE(settle());
    EXPECT_EQ(window_->windowTitle(), QStringLiteral("tiny.hmt"));
}

TEST_F(WindowTest, DrawsTheSameInANewContext) {
    open_tiny();
    const QImage before = picture();
    MeshView& view = window_->mesh_view();
    auto* row = qobject_cast<QHBoxLayout*>(view.parentWidget()->layout()->itemAt(1)->layout());
    ASSERT_NE(row, nullptr);
    // A window of its own has a context of its own.
    view.setParent(nullptr);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view, patience_ms));
    row->insertWidget(0, &view, 1);
    EXPECT_EQ(picture(), before);
}

TEST_F(WindowTest, SavesThePicture) {
    open_tiny();
    const QString image = folder_.filePath(QStringLiteral("picture.png"));
    window_->save_image(image);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !window_->message_bar().message().isEmpty(); }, patience_ms));
    EXPECT_THAT(window_->message_bar().message().toStdString(), testing::HasSubstr("Saved"));
    const QImage saved(image);
    EXPECT_GT(saved.width(), 300);
    EXPECT_GT(saved.height(), 300);
}

TEST_F(WindowTest, ClosesWhileItWorks) {
    open_tiny();
    window_->open(QStringLiteral("builtin:statue"));
    QTest::qWait(50);
    EXPECT_TRUE(window_->close());
    window_.reset();
}

TEST_F(WindowTest, PanesComeAndGoByKeys) {
    open_tiny();
    activate();
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    ASSERT_EQ(window_->session().pane_count(), 3U);
    EXPECT_EQ(window_->session().active_index(), 2U);
    QTest::mouseClick(&window_->panes().frame(1).mesh_view(), Qt::MiddleButton);
    EXPECT_EQ(window_->session().active_index(), 1U);
    const Camera before = pane().choices().view.camera;
    window_->mesh_view().setFocus();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Left);
    EXPECT_NE(pane().choices().view.camera, before);
    EXPECT_EQ(window_->session().pane(2).choices().view.camera, pane().choices().view.camera);
    EXPECT_EQ(picture().isNull(), false);
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
    EXPECT_EQ(window_->session().pane_count(), 1U);
    EXPECT_EQ(window_->windowTitle(), QStringLiteral("tiny.hmt"));
}

TEST_F(WindowTest, SeveralFilesOpenSideBySide) {
    window_->open_all({file_, file_});
    ASSERT_TRUE(settle());
    EXPECT_EQ(window_->session().pane_count(), 2U);
    EXPECT_TRUE(QTest::qWaitFor(
        [this] { return window_->session().pane(0).recording() == pane().recording(); }, patience_ms));
    EXPECT_NE(pane().recording(), nullptr);
}

TEST_F(WindowTest, AClickPinsWhatIsUnderThePointer) {
    open_tiny();
    View view = pane().choices().view;
    view.show_boxes = false;
    pane().set_view(view);
    const QImage plain = picture();
    MeshView& shown = window_->mesh_view();
    const QPoint middle(shown.width() / 2, shown.height() / 2);
    QTest::mouseClick(&shown, Qt::LeftButton, {}, middle);
    ASSERT_TRUE(pane().choices().selection.has_value());
    EXPECT_EQ(pane().choices().selection->kind, face_kind);
    EXPECT_NE(picture(), plain) << "it is outlined";
    shown.fly_to(*pane().choices().selection);
    const Camera home = view.camera;
    EXPECT_TRUE(QTest::qWaitFor([&] { return pane().choices().view.camera != home; }, patience_ms));
    QTest::qWait(400);
    QTest::mouseClick(&shown, Qt::LeftButton, {}, middle);
    EXPECT_TRUE(pane().choices().selection.has_value());
}

TEST_F(WindowTest, AxisViewsProjectionAndFlyModeByKeys) {
    open_tiny();
    MeshView& view = window_->mesh_view();
    activate();
    QTest::keyClick(&view, Qt::Key_7);
    EXPECT_EQ(pane().choices().view.camera.forward, glm::vec3(0.0F, -1.0F, 0.0F));
    QTest::keyClick(&view, Qt::Key_1);
    EXPECT_EQ(pane().choices().view.camera.forward, glm::vec3(0.0F, 0.0F, -1.0F));
    QTest::keyClick(&view, Qt::Key_5);
    EXPECT_EQ(pane().choices().view.projection, Projection::orthographic);
    QTest::keyClick(&view, Qt::Key_Z);
    EXPECT_TRUE(pane().choices().view.wireframe);
    QTest::keyClick(&view, Qt::Key_F, Qt::ShiftModifier);
    ASSERT_TRUE(view.flying());
    const glm::vec3 before = pane().choices().view.camera.position;
    QTest::keyPress(&view, Qt::Key_W);
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return pane().choices().view.camera.position != before; }, patience_ms));
    QTest::keyRelease(&view, Qt::Key_W);
    const glm::vec3 way = pane().choices().view.camera.position - before;
    EXPECT_LT(way.z, 0.0F) << "ahead";
    QTest::keyClick(&view, Qt::Key_F, Qt::ShiftModifier);
    EXPECT_FALSE(view.flying());
}

TEST_F(WindowTest, ViewsAreCopiedStoredAndUndone) {
    open_tiny();
    MeshView& view = window_->mesh_view();
    activate();
    const Camera home = pane().choices().view.camera;
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QTest::keyClick(&view, Qt::Key_3, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(&view, Qt::Key_7);
    const Camera above = pane().choices().view.camera;
    ASSERT_NE(above, home);
    QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(pane().choices().view.camera, home);
    QTest::keyClick(&view, Qt::Key_7);
    QTest::keyClick(&view, Qt::Key_3, Qt::ControlModifier);
    EXPECT_EQ(pane().choices().view.camera, home);
    QTest::qWait(600); // a step of its own
    QTest::keyClick(&view, Qt::Key_7);
    QTest::keyClick(&view, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(pane().choices().view.camera, home);
    QTest::keyClick(&view, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(pane().choices().view.camera, above);
    QGuiApplication::clipboard()->setText(QStringLiteral("{\"metric\":\"speed\"}"));
    QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier);
    EXPECT_THAT(window_->message_bar().message().toStdString(), testing::HasSubstr("metric"));
}

TEST_F(WindowTest, ASessionIsSavedAndOpened) {
    open_tiny();
    activate();
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    pane().set_metric(Metric::access_count);
    pane().set_frames({8, 5, 2});
    const SessionState state = window_->session().state();
    const QString file = folder_.filePath(QStringLiteral("a.hitmap"));
    window_->save_session(file);
    EXPECT_THAT(window_->message_bar().message().toStdString(), testing::HasSubstr("Saved"));
    Window other;
    other.show();
    other.open_all({file});
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return other.session().pane_count() == 2 && other.session().pane(1).recording() != nullptr; },
        patience_ms));
    EXPECT_EQ(other.session().state(), state);
    window_->save_session(QStringLiteral("/dev/full/a.hitmap"));
    EXPECT_THAT(window_->message_bar().message().toStdString(), testing::HasSubstr("/dev/full/a.hitmap"));
    std::ofstream(file.toStdString()) << "{}";
    other.open_session(file);
    EXPECT_THAT(other.message_bar().message().toStdString(), testing::HasSubstr("hitmap_session"));
    EXPECT_EQ(other.session().pane_count(), 2U) << "what is open stays";
}

TEST_F(WindowTest, TheCommandLineMakesTheSamePictureFromTheSameView) {
    open_tiny();
    activate();
    pane().set_metric(Metric::l2_misses);
    pane().set_frames({4, 1, 2});
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Left);
    View view = pane().choices().view;
    view.range_mode = RangeMode::data;
    view.wireframe = true;
    view.minimum_accesses = 3;
    pane().set_view(view);
    static_cast<void>(picture());
    QTest::keyClick(&window_->mesh_view(), Qt::Key_C, Qt::ControlModifier);
    const QString json = folder_.filePath(QStringLiteral("view.json"));
    std::ofstream(json.toStdString()) << QGuiApplication::clipboard()->text().toStdString();
    const QString by_window = folder_.filePath(QStringLiteral("window.png"));
    window_->save_image(by_window, {ImageSubject::mesh, {640, 400}, true, true});
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(by_window); }, patience_ms));
    const QString by_command = folder_.filePath(QStringLiteral("command.png"));
    const QStringList arguments{QStringLiteral("render"),
                                file_,
                                QStringLiteral("-o"),
                                by_command,
                                QStringLiteral("--view"),
                                json,
                                QStringLiteral("--size"),
                                QStringLiteral("640x400"),
                                QStringLiteral("--transparent"),
                                QStringLiteral("--histogram")};
    ASSERT_EQ(QProcess::execute(QStringLiteral(HITMAP_PROGRAM), arguments), 0);
    const QImage shown(by_window);
    EXPECT_EQ(shown.size(), QSize(640, 400));
    EXPECT_EQ(shown, QImage(by_command));
}

TEST_F(WindowTest, HelpIsThereByKeys) {
    open_tiny();
    activate();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_F1);
    auto* manual = window_->findChild<QTextBrowser*>(QStringLiteral("manual_text"));
    ASSERT_NE(manual, nullptr);
    EXPECT_TRUE(manual->toPlainText().contains(QStringLiteral("Looking at a scene")));
    for (const char* page : {"scene", "time", "numbers", "framebuffer", "panes", "files", "pictures"}) {
        manual->setSource(QUrl(QStringLiteral("qrc:/manual/%1.md").arg(QLatin1String(page))));
        EXPECT_GT(manual->toPlainText().size(), 300) << page;
    }
    manual->window()->close();
    activate();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Question);
    auto* search = window_->findChild<QLineEdit*>(QStringLiteral("key_search"));
    ASSERT_NE(search, nullptr);
    int listed = 0;
    for (const QLabel* label : search->window()->findChildren<QLabel*>())
        listed += label->text() == QStringLiteral("Ctrl+T") ? 1 : 0;
    EXPECT_EQ(listed, 1);
}

TEST_F(WindowTest, CloseGoesBackToTheStartPage) {
    open_tiny();
    window_->session().active().close();
    EXPECT_TRUE(find<QPushButton>("builtin:teapot").isVisible());
    EXPECT_TRUE(window_->windowTitle().isEmpty());
}

} // namespace
} // namespace hitmap
