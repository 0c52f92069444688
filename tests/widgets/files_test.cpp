#include "app/dialogs/image_dialog.h"
#include "core/cache/gpu/preset_library.h"
#include "tests/jobs/full_disk.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/base/format.h"
#include "widgets/base/path_text.h"
#include "widgets/controls/save_file.h"
#include "widgets/framebuffer/framebuffer_view.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QMimeData>
#include <QtCore/QProcess>
#include <QtCore/QTimer>
#include <QtCore/QUrl>
#include <QtGui/QClipboard>
#include <QtGui/QDragEnterEvent>
#include <QtGui/QDropEvent>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialog>
#include <QtWidgets/QFrame>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace hitmap {
namespace {

class FilesTest : public WindowFixture {};

TEST_F(FilesTest, ABrokenFileIsAMessageInPlace) {
    open_tiny();
    const auto recording = pane().recording();
    const QString broken = folder_.filePath(QStringLiteral("broken.hmt"));
    std::ofstream(broken.toStdString()) << "this is no recording";
    window_->open(broken);
    ASSERT_TRUE(settle());
    EXPECT_THAT(message(), testing::HasSubstr("broken.hmt"));
    EXPECT_EQ(pane().recording(), recording);
    QTest::mouseClick(&find<QPushButton>("dismiss_button"), Qt::LeftButton);
    EXPECT_TRUE(window_->message_bar().message().isEmpty());
}

TEST_F(FilesTest, ANameThatIsNotUtf8IsOpenedByArgumentDialogAndDrop) {
    keep_bytes_of_names();
    const std::string name = folder_.path().toStdString() + "/B\xfcste.hmt";
    std::filesystem::copy_file(file_.toStdString(), name);
    window_->open(path_text(name));
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(pane().recording()->spec, name);
    // Dialogs list folders with QDir.
    const QStringList listed = QDir(folder_.path()).entryList({QStringLiteral("B*.hmt")}, QDir::Files);
    ASSERT_EQ(listed.size(), 1);
    EXPECT_EQ(path_bytes(listed.front()), "B\xfcste.hmt");
    EXPECT_TRUE(QFile::exists(folder_.filePath(listed.front())));
    // Other programs name files by percent-encoded bytes.
    for (const char* bytes :
         {"/tmp/\xc3\xbc\xff\xe6\xa8.hmt", "\xef\x9f\xbf", "\xef\x9e\x80\xff", "\xef\x9e"})
        EXPECT_EQ(path_bytes(path_text(bytes)), bytes);
    const std::string dropped = folder_.path().toStdString() + "/\xff.hmt";
    std::filesystem::copy_file(name, dropped);
    QMimeData data;
    data.setUrls({QUrl::fromEncoded("file://" + folder_.path().toLatin1() + "/%FF.hmt")});
    QDragEnterEvent enter(window_->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &enter);
    QDropEvent drop(window_->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &drop);
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(pane().recording()->spec, dropped) << message();
}

TEST_F(FilesTest, AFileOfAnUnknownFormatIsToldWhatCanBeOpened) {
    const QString text = folder_.filePath(QStringLiteral("notes.text"));
    std::ofstream(text.toStdString()) << "hello\n";
    window_->open(text);
    ASSERT_TRUE(settle());
    EXPECT_THAT(message(), testing::HasSubstr("a mesh (OBJ, PLY"));
    EXPECT_THAT(message(), testing::HasSubstr("or a recording, .hmt or of another program; docs/import.md"));
}

TEST_F(FilesTest, AnInterruptedRecordingSaysHowMuchItHolds) {
    // The files of an interrupted recording and of an incomplete copy.
    for (const char* name : {"cut.hmt.part", "cut.hmt"}) {
        const QString cut = folder_.filePath(QString::fromLatin1(name));
        write_tiny_recording(cut.toStdString(), 1000);
        const std::uintmax_t bytes = std::filesystem::file_size(cut.toStdString());
        std::filesystem::resize_file(cut.toStdString(), bytes * 2 / 3);
        window_->open(cut);
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << message();
        const auto& file = *pane().recording()->file;
        ASSERT_TRUE(file.incomplete());
        ASSERT_GT(file.blocks().size(), 1U);
        auto& banner = find<QFrame>("incomplete_banner");
        EXPECT_TRUE(banner.isVisible());
        const std::string text = find<QLabel>("incomplete_text").text().toStdString();
        EXPECT_THAT(text, testing::HasSubstr(name));
        EXPECT_THAT(text, testing::HasSubstr(count_text(file.info().requests).toStdString() + " requests"));
        picture();
        QTest::mouseClick(&find<QToolButton>("dismiss_incomplete"), Qt::LeftButton);
        EXPECT_FALSE(banner.isVisible());
        pane().simulate({parse_cache_geometry("1KiB:128:1"), parse_cache_geometry("2KiB:128:1")});
        ASSERT_TRUE(settle());
        EXPECT_FALSE(banner.isVisible()) << "it was read";
    }
    window_->open(file_);
    ASSERT_TRUE(settle());
    EXPECT_FALSE(find<QFrame>("incomplete_banner").isVisible());
}

/// Returns the size of a beginning of a recording that can be opened but has no readable scene; 0 if none was
/// found.
std::uintmax_t bytes_into_the_scene(const std::string& recording) {
    constexpr int parts = 200;
    const std::string beginning = recording + ".beginning";
    const std::uintmax_t all = std::filesystem::file_size(recording);
    for (int part = parts - 1; part > 0; --part) {
        const std::uintmax_t bytes = all * part / parts;
        std::filesystem::copy_file(recording, beginning, std::filesystem::copy_options::overwrite_existing);
        std::filesystem::resize_file(beginning, bytes);
        std::optional<HmtFile> file;
        try {
            file.emplace(open_file(beginning));
            (void)file->read_scene();
        } catch (const FileError&) {
            return file ? bytes : 0; // Without a file, it ends before the description of the recording does.
        }
    }
    return 0;
}

TEST_F(FilesTest, ARecordingThatEndsInItsSceneIsNamedAsIncomplete) {
    const QString cut = folder_.filePath(QStringLiteral("cut.hmt"));
    write_tiny_recording(cut.toStdString(), 10);
    const std::uintmax_t bytes = bytes_into_the_scene(cut.toStdString());
    ASSERT_NE(bytes, 0U);
    std::filesystem::resize_file(cut.toStdString(), bytes);
    window_->open(cut);
    ASSERT_TRUE(settle());
    EXPECT_THAT(message(), testing::HasSubstr("cut.hmt: "));
    EXPECT_THAT(message(), testing::HasSubstr("; the recording is incomplete: its end is missing, and it has "
                                              "no whole block of requests"));
}

TEST_F(FilesTest, VerticesWithoutAFaceMakeNoMeshIncomplete) {
    const QString mesh = folder_.filePath(QStringLiteral("loose.obj"));
    std::ofstream(mesh.toStdString()) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 7 7 7\nf 1 2 3\n";
    window_->open(mesh);
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_FALSE(find<QFrame>("incomplete_banner").isVisible());
    EXPECT_THAT(pane().recording()->info().options,
                testing::Contains(testing::Pair(
                    "mesh-read", "3 vertices, 1 triangle; 1 vertex is used by no face and is left out")));
}

TEST_F(FilesTest, AMeshFileOfWhichSomethingIsMissingSaysWhat) {
    const QString mesh = folder_.filePath(QStringLiteral("lines.obj"));
    std::ofstream(mesh.toStdString()) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nl 1 2\n";
    window_->open(mesh);
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_TRUE(find<QFrame>("incomplete_banner").isVisible());
    EXPECT_EQ(find<QLabel>("incomplete_text").text().toStdString(),
              "lines.obj was read with warnings: 1 line is left out: a ray tracer meets triangles only.");
    const QString broken = folder_.filePath(QStringLiteral("broken.ply"));
    std::ofstream(broken.toStdString()) << "ply\nformat ascii 1.0\nelement vertex -1\n";
    window_->open(broken);
    ASSERT_TRUE(settle());
    EXPECT_THAT(message(),
                testing::HasSubstr("broken.ply: line 3: expected a number of elements, found '-1'"));
}

TEST_F(FilesTest, OpensWhatIsDroppedOnIt) {
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

TEST_F(FilesTest, SavesThePicture) {
    open_tiny();
    const QString image = folder_.filePath(QStringLiteral("picture.png"));
    window_->save_image(image);
    ASSERT_TRUE(wait([this] { return !window_->message_bar().message().isEmpty(); }));
    EXPECT_THAT(message(), testing::HasSubstr("Saved"));
    const QImage saved(image);
    EXPECT_GT(saved.width(), 300);
    EXPECT_GT(saved.height(), 300);
}

TEST_F(FilesTest, TheFramebufferIsSavedAsItIsShown) {
    open_tiny();
    const auto saved = [this](const QString& name, FramebufferCells cells) {
        const QString file = folder_.filePath(name);
        ImageChoices choices{ImageSubject::framebuffer, {600, 500}};
        choices.cells = cells;
        window_->save_image(file, choices);
        EXPECT_TRUE(wait([&] { return QFile::exists(file); }));
        QFile read(file);
        EXPECT_TRUE(read.open(QIODevice::ReadOnly));
        return read.readAll().toStdString();
    };
    auto& metric = find<QComboBox>("framebuffer_metric");
    const auto& view = find<FramebufferView>("framebuffer_view");
    EXPECT_EQ(view.shown_cells(), FramebufferCells::order);
    EXPECT_THAT(saved(QStringLiteral("order.svg"), FramebufferCells::order),
                testing::HasSubstr(">Access order<"));
    EXPECT_THAT(saved(QStringLiteral("order.csv"), FramebufferCells::order),
                testing::StartsWith("pixel,x,y,access_order\n0,0,0,"));
    metric.setCurrentText(QStringLiteral("Requests"));
    const FramebufferCells requests{pixel_quantity_named("requests")};
    EXPECT_EQ(view.shown_cells(), requests);
    EXPECT_EQ(
        ImageDialog(*pane().recording(), {600, 500}, view.shown_cells(), pane().choices()).choices().cells,
        requests);
    const std::string svg = saved(QStringLiteral("requests.svg"), requests);
    EXPECT_THAT(svg, testing::HasSubstr(">Requests<"));
    EXPECT_THAT(svg, testing::Not(testing::HasSubstr("Access order")));
    EXPECT_THAT(saved(QStringLiteral("requests.csv"), requests),
                testing::StartsWith("pixel,x,y,requests\n0,0,0,"));
    EXPECT_NE(saved(QStringLiteral("requests.png"), requests),
              saved(QStringLiteral("order.png"), FramebufferCells::order));
}

TEST_F(FilesTest, TheCurvesAreSavedAsSvgAndAsPng) {
    open_tiny();
    const auto save = [this](const QString& file) {
        window_->save_image(file, {ImageSubject::curves, {600, 500}});
        EXPECT_TRUE(wait([&] { return message().find(file.toStdString()) != std::string::npos; }))
            << message();
    };
    const QString svg = folder_.filePath(QStringLiteral("curves.svg"));
    save(svg);
    QFile saved(svg);
    ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
    EXPECT_THAT(saved.readAll().toStdString(),
                testing::AllOf(testing::HasSubstr(">L2 hit rate</text>"),
                               testing::HasSubstr(">accesses per interval</text>")));
    const QString png = folder_.filePath(QStringLiteral("curves.png"));
    save(png);
    EXPECT_EQ(QImage(png).size(), QSize(600, 500));
    save(QStringLiteral("/proc/nowhere.svg"));
    EXPECT_FALSE(QFile::exists(QStringLiteral("/proc/nowhere.svg")));
}

TEST_F(FilesTest, FormatsThatAPictureDoesNotHaveAreRefused) {
    open_tiny();
    for (const auto& [name, subject] :
         {std::pair("mesh.svg", ImageSubject::mesh), std::pair("mesh.csv", ImageSubject::mesh),
          std::pair("curves.csv", ImageSubject::curves), std::pair("mesh.exr", ImageSubject::mesh),
          std::pair("framebuffer.npy", ImageSubject::framebuffer)}) {
        const QString file = folder_.filePath(QString::fromLatin1(name));
        window_->save_image(file, {subject, {600, 500}});
        EXPECT_THAT(message(), testing::HasSubstr(std::string(name) + ": the mesh view is saved as PNG"));
        EXPECT_FALSE(QFile::exists(file));
    }
}

TEST_F(FilesTest, APictureAfterTheOther) {
    open_tiny();
    activate();
    bool asked = false;
    const auto press_save = [&] {
        asked = false;
        QTimer::singleShot(100, window_.get(), [&asked] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            asked = dialog != nullptr;
            if (asked) dialog->reject();
        });
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    };
    const QString image = folder_.filePath(QStringLiteral("first.png"));
    window_->save_image(image, {ImageSubject::mesh, {1600, 1200}, false, true});
    press_save();
    ASSERT_TRUE(wait([this] { return !window_->message_bar().message().isEmpty(); }));
    EXPECT_TRUE(QFile::exists(image));
    QTest::qWait(200);
    EXPECT_FALSE(asked) << "the first one was still being written";
    press_save();
    EXPECT_TRUE(asked);
}

TEST_F(FilesTest, SeveralFilesOpenSideBySide) {
    window_->open_all({file_, file_});
    ASSERT_TRUE(settle());
    EXPECT_EQ(window_->session().pane_count(), 2U);
    EXPECT_TRUE(wait([this] { return window_->session().pane(0).recording() == pane().recording(); }));
    EXPECT_NE(pane().recording(), nullptr);
}

TEST_F(FilesTest, MoreFilesThanPanesAreOfferedAndOpenedWhenAsked) {
    QStringList files;
    for (int i = 0; i < 14; ++i) {
        files.append(folder_.filePath(QStringLiteral("%1.hmt").arg(i)));
        ASSERT_TRUE(QFile::copy(file_, files.back()));
    }
    window_->open_all(files);
    EXPECT_EQ(window_->session().pane_count(), Session::most_panes);
    auto& bar = find<MessageBar>("rest_bar");
    EXPECT_EQ(bar.message(),
              QStringLiteral("8 more files are not open yet: a window has up to 6 panes. The next is %1.")
                  .arg(files[6]));
    const auto windows = [] {
        QList<Window*> found;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* window = qobject_cast<Window*>(widget)) found.append(window);
        return found;
    };
    EXPECT_EQ(windows().size(), 1) << "no window opens by itself";
    bar.findChild<QPushButton*>(QStringLiteral("message_action"))->click();
    ASSERT_EQ(windows().size(), 2);
    Window* further = windows().front() == window_.get() ? windows().back() : windows().front();
    EXPECT_EQ(further->session().pane_count(), Session::most_panes);
    EXPECT_THAT(further->findChild<MessageBar*>(QStringLiteral("rest_bar"))->message().toStdString(),
                testing::StartsWith("2 more files"));
    EXPECT_EQ(bar.message(), QString()) << "it is done";
    delete further;
}

TEST_F(FilesTest, ASessionIsSavedAndOpened) {
    open_tiny();
    activate();
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    pane().set_metric("access-count"_metric);
    pane().set_frames({8, 5, 2});
    const SessionState state = window_->session().state();
    const QString file = folder_.filePath(QStringLiteral("a.hitmap"));
    window_->save_session(file);
    EXPECT_THAT(message(), testing::HasSubstr("Saved"));
    Window other;
    other.show();
    other.open_all({file});
    ASSERT_TRUE(wait(
        [&] { return other.session().pane_count() == 2 && other.session().pane(1).recording() != nullptr; }));
    EXPECT_EQ(other.session().state(), state);
    window_->save_session(QStringLiteral("/dev/full/a.hitmap"));
    EXPECT_THAT(message(), testing::HasSubstr("/dev/full/a.hitmap"));
    std::ofstream(file.toStdString()) << "{}";
    other.open_session(file);
    EXPECT_THAT(other.message_bar().message().toStdString(), testing::HasSubstr("hitmap_session"));
    EXPECT_EQ(other.session().pane_count(), 2U) << "what is open stays";
}

TEST_F(FilesTest, OnAFullDiskTheOldSessionStaysAndTheMessageSaysSo) {
    open_tiny();
    const QString file = folder_.filePath(QStringLiteral("a.hitmap"));
    window_->save_session(file);
    const auto text = [&] {
        std::ifstream in(file.toStdString());
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    const std::string before = text();
    pane().set_metric("access-count"_metric);
    {
        const test::FullDisk full(100);
        window_->save_session(file);
    }
    EXPECT_THAT(message(), testing::HasSubstr("a.hitmap: byte 100: cannot be written: File too large"));
    EXPECT_EQ(text(), before);
}

TEST_F(FilesTest, OnAFullDiskAFileAndItsProvenanceStayAsTheyWere) {
    const QString file = folder_.filePath(QStringLiteral("a.csv"));
    ASSERT_EQ(save_file(file, "old", "{}"), QString());
    for (const auto& [bytes, provenance] : {std::pair(200, 2), {3, 200}}) {
        const test::FullDisk full(100);
        EXPECT_EQ(save_file(file, QByteArray(bytes, 'x'), QByteArray(provenance, 'y')),
                  QStringLiteral("File too large"));
    }
    for (const auto& [name, text] : {std::pair("a.csv", "old"), {"a.csv.json", "{}"}}) {
        QFile in(folder_.filePath(QString::fromLatin1(name)));
        ASSERT_TRUE(in.open(QIODevice::ReadOnly));
        EXPECT_EQ(in.readAll(), QByteArray(text));
    }
    EXPECT_EQ(QDir(folder_.path()).entryList({QStringLiteral("*.part")}).size(), 0);
}

TEST_F(FilesTest, TheCommandLineMakesTheSamePictureFromTheSameView) {
    open_tiny();
    activate();
    pane().set_metric("l2-misses"_metric);
    pane().set_frames({4, 1, 2});
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Left);
    for (const bool locked : {false, true}) {
        View view = pane().choices().view;
        view.range_mode = RangeMode::data;
        view.range_locked = locked;
        view.wireframe = true;
        view.minimum_accesses = 3;
        pane().set_view(view);
        static_cast<void>(picture());
        QTest::keyClick(&window_->mesh_view(), Qt::Key_C, Qt::ControlModifier);
        const QString json = folder_.filePath(QStringLiteral("view.json"));
        std::ofstream(json.toStdString()) << QGuiApplication::clipboard()->text().toStdString();
        const QString by_window = folder_.filePath(QStringLiteral("window-%1.png").arg(locked));
        window_->save_image(by_window, {ImageSubject::mesh, {640, 400}, true, true});
        ASSERT_TRUE(wait([&] { return QFile::exists(by_window); }));
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
        EXPECT_EQ(shown, QImage(by_command)) << (locked ? "of a locked range" : "");
    }
}

} // namespace
} // namespace hitmap
