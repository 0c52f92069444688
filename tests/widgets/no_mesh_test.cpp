#include "core/layout/derive/derive_layout.h"
#include "core/layout/model/layout_json.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/model/not_recorded.h"
#include "tests/layout/ray_csv.h"
#include "tests/widgets/matrix_product.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/colour/colour_bar.h"
#include "widgets/panels/recording_table.h"
#include "widgets/panes/no_mesh_page.h"

#include <QtCore/QMimeData>
#include <QtCore/QProcess>
#include <QtCore/QUrl>
#include <QtGui/QDragEnterEvent>
#include <QtGui/QDropEvent>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <gmock/gmock.h>

#include <fstream>

namespace hitmap {
namespace {

/// The window with a recording of a program that is no ray tracer.
class NoMeshTest : public WindowFixture {
protected:
    NoMeshTest() : product_(folder_.filePath(QStringLiteral("matmul.csv"))) {
        write_matrix_product(product_.toStdString());
    }
    void open_product() {
        window_->open(product_);
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << message();
    }
    NoMeshPage& page() { return window_->panes().active().no_mesh_page(); }
    void save_screen(const char* name) {
        QTest::qWait(200);
        const QString folder = QStringLiteral(HITMAP_TEST_OUTPUT "/screenshots");
        ASSERT_TRUE(QDir().mkpath(folder));
        ASSERT_TRUE(window_->grab().save(QStringLiteral("%1/%2.png").arg(folder, QString::fromLatin1(name))));
    }
    std::string text_of_label(const char* name) { return visible<QLabel>(name).text().toStdString(); }
    /// Returns the text of a cell, and its tool tip.
    static std::string cell(const QTableView& table, int row, int column, int role = Qt::DisplayRole) {
        return table.model()->index(row, column).data(role).toString().toStdString();
    }
    /// Returns the cells of a row, separated by " | ".
    static std::string row_text(const QTableView& table, int row) {
        std::string text;
        for (int column = 0; column < table.model()->columnCount(); ++column)
            if (!table.isColumnHidden(column)) text += (text.empty() ? "" : " | ") + cell(table, row, column);
        return text;
    }
    /// Returns the visible table in a dock.
    QTableView& table_of(const char* dock) {
        for (QTableView* table : find<QDockWidget>(dock).findChildren<QTableView*>())
            if (table->isVisible() && table->model() != nullptr && table->model()->columnCount() > 2)
                return *table;
        throw std::runtime_error(std::string("no visible table in ") + dock);
    }

    QString product_;
};

TEST_F(NoMeshTest, FacesWithAssumedVerticesAreCountedAndNotDrawn) {
    product_ = folder_.filePath(QStringLiteral("accesses.csv"));
    std::ofstream(product_.toStdString())
        << "order,launch,sm,warp,lane,kind,element,source,l1_hits,l1_lookups,l2_hits,l2_lookups\n"
           "0,0,0,0,0,box,0,0,0,1,0,1\n1,0,0,0,0,face,3,1,0,4,0,4\n2,0,0,0,1,face,3,1,3,4,4,4\n"
           "3,0,0,0,0,pixel,5,5,,,,\n";
    open_product();
    EXPECT_FALSE(pane().recording()->has_mesh());
    EXPECT_TRUE(page().isVisible());
    EXPECT_THAT(text_of_label("no_mesh_reason"), testing::HasSubstr("the vertices of its faces are assumed"));
    EXPECT_THAT(text_of_label("no_mesh_reason"), testing::HasSubstr("Accesses of"));
    EXPECT_EQ(pane().simulation()->totals[face_kind].accesses, 2U);
    save_screen("assumed-vertices");

    std::string facts;
    for (const TableRow& row : fact_rows(*pane().recording()))
        facts += cell_text(row[0]).toStdString() + ": " + cell_text(row[1]).toStdString() + "\n";
    EXPECT_THAT(facts, testing::HasSubstr("\nFormat: element-csv\n"));
    EXPECT_THAT(facts, testing::HasSubstr("\nSize: 188 B\n"));
    EXPECT_THAT(facts, testing::HasSubstr("\nFramebuffer: of unknown size\n"));
}

TEST_F(NoMeshTest, APageSaysWhatIsMissingAndWhatIsKnown) {
    open_product();
    EXPECT_TRUE(page().isVisible());
    EXPECT_EQ(window_->focusWidget(), &page());
    EXPECT_FALSE(window_->mesh_view().isVisible());
    EXPECT_FALSE(window_->panes().active().colour_bar().isVisible());
    EXPECT_EQ(text_of_label("no_mesh_title"), "matmul.csv has no mesh to show");
    EXPECT_THAT(text_of_label("no_mesh_reason"), testing::HasSubstr("This recording has no scene"));
    std::string facts;
    for (const QLabel* fact : page().findChildren<QLabel*>(QStringLiteral("no_mesh_fact")))
        facts += fact->text().toStdString() + "\n";
    EXPECT_THAT(facts, testing::HasSubstr("160, with 5,120 accesses of lanes"));
    EXPECT_THAT(facts, testing::HasSubstr("3 (derived), of 3 source lines"));
    EXPECT_EQ(pane().config().preset, "turing-rtx2080ti")
        << "the stack distance cache model has nothing to count";
    save_screen("no-mesh-page");

    window_->open(file_);
    ASSERT_TRUE(settle());
    EXPECT_FALSE(page().isVisible());
    EXPECT_TRUE(window_->mesh_view().isVisible());
    EXPECT_TRUE(window_->panes().active().colour_bar().isVisible());
    EXPECT_EQ(pane().config().preset, "") << "the model of the other recording was no choice of the user";
}

TEST_F(NoMeshTest, WithALayoutAndNoMeshThePageSaysWhatIsCountedAndDerived) {
    const QString rays = folder_.filePath(QStringLiteral("rays.csv"));
    std::ofstream(rays.toStdString()) << test::csv_of_rays();
    {
        ThreadPool pool;
        const HmtFile file(open_any_recording(rays.toStdString(), {}));
        write_layout(layout_path(rays.toStdString()), derive_layout(file, pool));
    }
    window_->open(rays);
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_THAT(text_of_label("no_mesh_reason"),
                testing::AllOf(testing::HasSubstr("Accesses of boxes, pixels are counted"),
                               testing::Not(testing::HasSubstr("no numbers of"))));
    std::string facts;
    for (const QLabel* fact : page().findChildren<QLabel*>(QStringLiteral("no_mesh_fact")))
        facts += fact->text().toStdString() + "\n";
    EXPECT_THAT(facts, testing::HasSubstr("at 0x10000 (derived)"));
    EXPECT_THAT(facts, testing::HasSubstr("rays.csv.layout.json"));
    EXPECT_EQ(text_of_label("incomplete_text"), "rays.csv is shown with the layout of rays.csv.layout.json.");
    EXPECT_EQ(pane().recording()->scene->width, 2U) << "the framebuffer is shown";
    save_screen("no-mesh-layout");
}

TEST_F(NoMeshTest, BoxesWithoutExtentAreSaidToBeInvisible) {
    const QString file = folder_.filePath(QStringLiteral("points.hmt"));
    {
        RecordingInfo info;
        info.device = {"", 1, 1};
        info.instructions.resize(1);
        info.instructions.front().bytes_per_lane = 24;
        Allocation boxes;
        boxes.name = "boxes";
        boxes.role = Role::boxes;
        boxes.address = 0x1000;
        boxes.stride = boxes.element_bytes = 24;
        boxes.bytes = 48;
        info.allocations.push_back(boxes);
        RecordedScene scene;
        scene.boxes.assign(2, Aabb{glm::vec3(0.0F), glm::vec3(0.0F)});
        const auto sink = write_hmt(create_file(file.toStdString()));
        sink->begin(info, &scene);
        Launch launch;
        launch.block = {32, 1, 1};
        sink->begin_launch(launch);
        Request request;
        request.mask = 1;
        request.address[0] = boxes.address;
        sink->add(request);
        sink->finish();
    }
    window_->open(file);
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_TRUE(page().isVisible());
    EXPECT_THAT(text_of_label("no_mesh_reason"),
                testing::HasSubstr("boxes of this recording have no extent"));
    EXPECT_THAT(text_of_label("no_mesh_reason"), testing::HasSubstr("Accesses of boxes are counted"));
    save_screen("no-mesh-points");
}

TEST_F(NoMeshTest, WhatNeedsElementsIsUnavailableWithTheReason) {
    open_product();
    for (const char* name : {"bar_metric", "bar_range", "reference"}) {
        const auto& box = visible<QComboBox>(name);
        EXPECT_FALSE(box.isEnabled()) << name;
        EXPECT_THAT(box.toolTip().toStdString(), testing::HasSubstr("no scene")) << name;
    }
    EXPECT_THAT(visible<QComboBox>("rays").toolTip().toStdString(),
                testing::HasSubstr("does not say where faces, boxes or pixels are"));
    EXPECT_THAT(text_of_label("selection_title"), testing::HasSubstr("Nothing can be pinned"));
    raise("worst_dock");
    EXPECT_THAT(text_of_label("worst_note"), testing::HasSubstr("does not say where faces"));
    auto& kind = visible<QComboBox>("worst_kind");
    for (int i = 0; i < kind.count(); ++i) {
        kind.setCurrentIndex(i);
        QCoreApplication::processEvents();
    }
    EXPECT_THAT(text_of_label("regions_note"), testing::HasSubstr("no scene"));
    save_screen("no-mesh-worst");
}

TEST_F(NoMeshTest, PanelsShowWhatRequestsTell) {
    open_product();
    EXPECT_EQ(text_of_label("window_label"), "Requests 0–159 of 160");
    EXPECT_THAT(text_of_label("rates_label"), testing::HasSubstr("L1 20.0 % (128 of 640)"));
    raise("traffic_dock");
    visible<QTabWidget>("traffic_tabs").setCurrentIndex(1);
    ASSERT_TRUE(wait([this] { return table_of("traffic_dock").model()->rowCount() == 4; }));
    const QTableView& lines = table_of("traffic_dock");
    EXPECT_EQ(lines.model()->headerData(2, Qt::Vertical).toString().toStdString(), "matmul.cu:15");
    EXPECT_THAT(row_text(lines, 2), testing::HasSubstr("50.0 %"));
    save_screen("no-mesh-traffic");
    raise("inspector_dock");
    save_screen("no-mesh-inspector");
    auto& frames = visible<QSpinBox>("frame_count");
    frames.setFocus();
    frames.selectAll();
    QTest::keyClicks(&frames, QStringLiteral("4"));
    QTest::keyClick(&frames, Qt::Key_Return);
    ASSERT_TRUE(wait([this] { return pane().values()->frames.total == 4; }));
    EXPECT_EQ(text_of_label("window_label"), "Requests 0–39 of 160");
    raise("caches_dock");
    save_screen("no-mesh-caches");
}

TEST_F(NoMeshTest, ButtonsOfThePageLeadToPanels) {
    open_product();
    window_->activateWindow();
    for (const auto& [button, tab] :
         {std::pair("show_lines", 1), {"show_allocations", 0}, {"show_reuse", 2}}) {
        window_->panes().focus_active();
        ASSERT_EQ(window_->focusWidget(), &page());
        for (int i = 0; i < 8 && window_->focusWidget()->objectName() != QLatin1String(button); ++i)
            QTest::keyClick(window_->focusWidget(), Qt::Key_Tab);
        ASSERT_EQ(window_->focusWidget()->objectName(), QLatin1String(button));
        QTest::keyClick(window_->focusWidget(), Qt::Key_Space);
        EXPECT_EQ(visible<QTabWidget>("traffic_tabs").currentIndex(), tab) << button;
    }
    save_screen("no-mesh-reuse");
}

TEST_F(NoMeshTest, AnotherModelIsOfferedWhereTheChosenOneCountsNothing) {
    open_product();
    EXPECT_FALSE(page().findChild<QWidget*>(QStringLiteral("simulate_gpu"))->isVisible());
    pane().simulate({});
    ASSERT_TRUE(settle());
    EXPECT_THAT(text_of_label("no_mesh_model"), testing::HasSubstr("counts accesses of elements alone"));
    EXPECT_THAT(text_of_label("rates_label"), testing::HasSubstr("L1 –"));
    save_screen("no-mesh-sdcm");
    QTest::mouseClick(&visible<QPushButton>("simulate_gpu"), Qt::LeftButton);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config().preset, "turing-rtx2080ti");
}

TEST_F(NoMeshTest, EveryActionOfTheMenusBehaves) {
    open_product();
    const std::vector<std::string> skipped{"&Quit", "&Close", "S&top",  "F&ull Screen",
                                           "&Dark", "&Light", "&System"};
    QTimer closes_dialogs;
    QObject::connect(&closes_dialogs, &QTimer::timeout, [] {
        if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) dialog->reject();
        if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    });
    closes_dialogs.start(100);
    int triggered = 0;
    for (const QMenu* menu : window_->menuBar()->findChildren<QMenu*>())
        for (QAction* action : menu->actions()) {
            const std::string text = action->text().toStdString();
            const bool is_file = text.starts_with('/'); // a recent one
            if (is_file || testing::Value(text, testing::AnyOfArray(skipped))) continue;
            if (action->menu() != nullptr || action->isSeparator() || !action->isEnabled()) continue;
            SCOPED_TRACE(text);
            action->trigger();
            QCoreApplication::processEvents();
            ++triggered;
            for (QWidget* window : QApplication::topLevelWidgets())
                if (window != window_.get() && qobject_cast<QDialog*>(window) != nullptr) window->close();
        }
    EXPECT_GT(triggered, 30);
    ASSERT_TRUE(settle());
    EXPECT_FALSE(pane().recording() == nullptr);
}

TEST_F(NoMeshTest, CurvesAreSavedAndAMeshIsRefused) {
    open_product();
    const QString mesh = folder_.filePath(QStringLiteral("mesh.png"));
    for (const ImageSubject subject : {ImageSubject::mesh, ImageSubject::framebuffer}) {
        ImageChoices choices;
        choices.subject = subject;
        window_->save_image(mesh, choices);
        EXPECT_THAT(message(),
                    testing::HasSubstr(subject == ImageSubject::mesh ? "no scene" : "no framebuffer"));
        EXPECT_FALSE(QFile::exists(mesh));
    }
    EXPECT_EQ(ImageDialog(*pane().recording(), {600, 500}, FramebufferCells::order, {}).choices().subject,
              ImageSubject::curves);
    ImageChoices choices;
    choices.subject = ImageSubject::curves;
    for (const char* name : {"curves.png", "curves.svg"}) {
        const QString file = folder_.filePath(QString::fromLatin1(name));
        window_->save_image(file, choices);
        EXPECT_TRUE(wait([&] { return QFile::exists(file); })) << message();
    }
}

TEST_F(NoMeshTest, ASessionAndASavedCopyComeBack) {
    open_product();
    pane().set_frames({4, 1});
    const QString session = folder_.filePath(QStringLiteral("product.hitmap"));
    window_->save_session(session);
    Window other;
    other.open_session(session);
    ASSERT_TRUE(wait([&] { return other.session().active().values() != nullptr; }));
    EXPECT_EQ(other.session().active().choices().frames, (FrameRange{4, 1}));
    EXPECT_EQ(other.session().active().config().preset, "turing-rtx2080ti");
    EXPECT_FALSE(other.session().active().recording()->has_mesh());

    const QString copy = folder_.filePath(QStringLiteral("product.hmt"));
    window_->save_recording(copy);
    ASSERT_TRUE(wait([&] { return pane().recording()->name == "product.hmt"; })) << message();
    EXPECT_FALSE(pane().recording()->imported);
}

TEST_F(NoMeshTest, APaneWithASceneAndOneWithoutAreCompared) {
    open_tiny();
    const Camera camera = pane().choices().view.camera;
    window_->open_all({product_});
    ASSERT_EQ(window_->session().pane_count(), 2U);
    ASSERT_TRUE(settle());
    EXPECT_TRUE(page().isVisible());
    EXPECT_TRUE(window_->panes().frame(0).colour_bar().isVisible());
    raise("comparison_dock");
    ASSERT_TRUE(wait([this] { return table_of("comparison_dock").model()->rowCount() > 10; }));
    EXPECT_THAT(text_of_label("comparison_note"), testing::HasSubstr("recording B has no scene"));
    const QTableView& table = table_of("comparison_dock");
    int dashes = 0;
    for (int row = 0; row < table.model()->rowCount(); ++row)
        dashes += cell(table, row, 3) == "–" &&
                  cell(table, row, 3, Qt::ToolTipRole).find("does not say where faces") != std::string::npos;
    EXPECT_GT(dashes, 10) << "numbers of elements";
    save_screen("no-mesh-comparison");
    Links links = window_->session().links();
    links.camera = false;
    window_->session().set_links(links);
    links.camera = true;
    window_->session().set_links(links);
    EXPECT_EQ(window_->session().pane(0).choices().view.camera, camera) << "a page has no camera to share";
    window_->session().undo();
    window_->session().redo();
    window_->session().set_active(0);
    ASSERT_TRUE(settle());
}

TEST_F(NoMeshTest, ADroppedFileOfAnotherProgramOpens) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(product_)});
    const QPoint middle = window_->rect().center();
    QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &enter);
    ASSERT_TRUE(enter.isAccepted());
    QDropEvent drop(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &drop);
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(pane().recording()->name, "matmul.csv");
    EXPECT_TRUE(pane().recording()->imported);
}

TEST_F(NoMeshTest, ABrokenFileOfAnotherProgramIsAMessage) {
    const QString broken = folder_.filePath(QStringLiteral("broken.csv"));
    std::ofstream(broken.toStdString()) << "sm,warp,lane,address,bytes,operation\n0,0,0,zero,4,load\n";
    window_->open(broken);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().recording(), nullptr);
    EXPECT_THAT(message(), testing::AllOf(testing::HasSubstr("broken.csv"), testing::HasSubstr("line 2")));
}

TEST_F(NoMeshTest, ToleratedAnomaliesAreShown) {
    const QString file = folder_.filePath(QStringLiteral("anomalies.hmt"));
    {
        RecordingInfo info;
        info.producer = "another program";
        info.device = {"", 1, 1};
        info.options = {{std::string(import_warning_option), "3 lines without an address"},
                        {std::string(import_warning_option), "1 unknown operation"},
                        {std::string(not_recorded_option), "3 records"}};
        info.instructions.resize(1);
        info.instructions.front().bytes_per_lane = 4;
        const auto sink = write_hmt(create_file(file.toStdString()));
        sink->begin(info, nullptr);
        Launch launch;
        launch.block = {32, 1, 1};
        sink->begin_launch(launch);
        Request request;
        request.mask = 1;
        sink->add(request);
        sink->finish();
    }
    window_->open(file);
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(text_of_label("incomplete_text"),
              "Tolerated while anomalies.hmt was read: 3 lines without an address; "
              "1 unknown operation.\n"
              "Not everything was recorded in anomalies.hmt. Missing: 3 records.");
    save_screen("no-mesh-anomalies");
    QTest::mouseClick(&visible<QToolButton>("dismiss_incomplete"), Qt::LeftButton);
    EXPECT_FALSE(find<QLabel>("incomplete_text").isVisible());
}

} // namespace
} // namespace hitmap
