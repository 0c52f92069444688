// Makes the pictures of the window for the README and the manual. It is no test but uses the same tools.
// Writes NAME.png for each picture into the folder HITMAP_PICTURES, from where
// docs/images/make-window-images.sh copies them. HITMAP_APPEARANCE=dark makes the same pictures dark, to look
// at.

#include "tests/widgets/window_pictures.h"

#include "app/dialogs/layout_dialog.h"
#include "app/dialogs/part_dialog.h"
#include "core/geometry/scene.h"
#include "tests/widgets/matrix_product.h"
#include "widgets/accesses/addresses_panel.h"
#include "widgets/comparison/findings_panel.h"
#include "widgets/comparison/what_if_panel.h"
#include "widgets/contents/contents_panel.h"
#include "widgets/elements/group_scatter.h"
#include "widgets/framebuffer/image_view.h"
#include "widgets/framebuffer/pixel_selection.h"
#include "widgets/plot/xy_plot.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialog>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>
#include <QtWidgets/QTreeWidget>
#include <fmt/format.h>

#include <iterator>

namespace hitmap {
namespace {

constexpr QSize readme_size{1280, 800};

/// The teapot lying on its side, like meshes from programs with z upwards.
void write_z_up_teapot(const QString& file) {
    const Scene scene = load_scene("builtin:teapot?triangles=20000");
    std::string text;
    for (const glm::vec3& p : scene.mesh.positions)
        fmt::format_to(std::back_inserter(text), "v {} {} {}\n", p.x, -p.z, p.y);
    for (const glm::uvec3& f : scene.mesh.faces)
        fmt::format_to(std::back_inserter(text), "f {} {} {}\n", f.x + 1, f.y + 1, f.z + 1);
    QFile out(file);
    ASSERT_TRUE(out.open(QIODevice::WriteOnly));
    ASSERT_EQ(out.write(text.data(), static_cast<qint64>(text.size())), static_cast<qint64>(text.size()));
}

TEST_F(WindowPictures, Atrium) {
    open(QStringLiteral("builtin:atrium"), readme_size);
    save("window-atrium", *window_);
    window_->resize(manual_size);
    ASSERT_TRUE(drawn());
    save("window", *window_);
}

TEST_F(WindowPictures, Panes) {
    open_panes(R"({"recording": "builtin:statue"}, {"recording": "builtin:statue", "l1": "8KiB:128:64"},
                  {"recording": "builtin:statue", "l1": "8KiB:128:64", "reference": 0})",
               QSize(1400, 880));
    save("panes", *window_);
}

TEST_F(WindowPictures, Image) {
    open_panes(R"({"recording": "builtin:statue", "view": {"pixel_metric": "branching-rate"}},
                  {"recording": "builtin:statue", "view": {"shows": "image", "pixel_metric": "branching-rate"}})",
               QSize(1400, 880));
    ASSERT_TRUE(wait_long([this] { return window_->panes().frame(1).image_view().complete(); }));
    select_pixel(window_->session().pane(1), {256, 200});
    ASSERT_TRUE(drawn());
    save("image", *window_);
}

TEST_F(WindowPictures, Traffic) {
    open_panes(R"({"recording": "builtin:teapot", "preset": "turing-rtx2080ti",
                   "only": {"allocation": "faces"}})",
               manual_size);
    raise("traffic_dock");
    ASSERT_TRUE(drawn());
    save("traffic", *window_);
}

TEST_F(WindowPictures, Reuse) {
    open_panes(R"({"recording": "builtin:teapot", "preset": "turing-rtx2080ti", "explain_misses": true})",
               manual_size);
    raise("traffic_dock");
    find<QDockWidget>("framebuffer_dock").hide(); // so that the whole legend is visible
    find<QTabWidget>("traffic_tabs").setCurrentIndex(2);
    ASSERT_TRUE(drawn());
    save("reuse", find<QDockWidget>("traffic_dock"));
}

TEST_F(WindowPictures, PinnedCurves) {
    open_panes(
        R"({"recording": "builtin:teapot", "preset": "turing-rtx2080ti", "view": {"frames": 48, "frame": 30},
                   "selection": {"kind": "face", "element": 39761},
                   "curves": [{"of": "face:39761", "look": 0}, {"of": "allocation:faces", "look": 1},
                              {"of": "line:node_visits.cpp:51", "look": 2},
                              {"of": "sm:3", "metric": "requests", "look": 3}]})",
        manual_size);
    auto& list = find<QTreeWidget>("pinned_curves");
    ASSERT_TRUE(wait_long([&] { return list.topLevelItemCount() == 4; }));
    find<QDockWidget>("framebuffer_dock").hide();
    window_->resizeDocks({&find<QDockWidget>("time_dock")}, {420}, Qt::Vertical);
    ASSERT_TRUE(drawn());
    save("pinned-curves", find<QDockWidget>("time_dock"));
}

TEST_F(WindowPictures, SixPanes) {
    std::string panes = R"({"recording": "builtin:teapot"})";
    for (const char* const cache :
         {"1KiB:128:8", "4KiB:128:32", "16KiB:128:128", "64KiB:128:64", "128KiB:128:64"})
        panes += fmt::format(R"(, {{"recording": "builtin:teapot", "l1": "{}"}})", cache);
    open_panes(panes.c_str(), QSize(1400, 880));
    raise("comparison_dock");
    auto& table = find<QTableView>("comparison_view");
    ASSERT_TRUE(wait_long([&] { return table.model()->columnCount() == 20; }));
    ASSERT_TRUE(drawn());
    save("six-panes", *window_);
}

TEST_F(WindowPictures, SmMap) {
    open_panes(
        R"({"recording": "builtin:teapot", "preset": "turing-rtx2080ti", "view": {"frames": 16, "frame": 4}})",
        manual_size);
    find<QDockWidget>("framebuffer_dock").hide();
    raise("sms_dock");
    find<QComboBox>("sms_quantity").setCurrentIndex(1);
    find<QTableView>("sms_view").selectRow(20);
    ASSERT_TRUE(drawn());
    save("sm-map", find<QDockWidget>("sms_dock"));
}

TEST_F(WindowPictures, SourceMatrix) {
    open_panes(
        R"({"recording": "builtin:teapot", "preset": "turing-rtx2080ti", "view": {"frames": 16, "frame": 9}})",
        manual_size);
    find<QDockWidget>("framebuffer_dock").hide();
    raise("source_dock");
    find<QTabWidget>("source_tabs").setCurrentIndex(1);
    auto& table = find<QTableView>("source_matrix");
    ASSERT_TRUE(wait_long([&] { return table.model()->rowCount() > 0; }));
    ASSERT_TRUE(drawn());
    save("source-matrix", find<QDockWidget>("source_dock"));
}

TEST_F(WindowPictures, Simt) {
    open_panes(R"({"recording": "builtin:teapot"})", manual_size);
    find<QDockWidget>("framebuffer_dock").hide(); // so that more rows and the plot are visible
    raise("simt_dock");
    auto& table = find<QTableView>("simt_rows_view");
    ASSERT_TRUE(wait_long([&] { return table.model()->rowCount() > 3; }));
    table.sortByColumn(4, Qt::DescendingOrder); // inactive lanes
    table.selectRow(1);
    ASSERT_TRUE(drawn());
    save("simt", find<QDockWidget>("simt_dock"));
}

TEST_F(WindowPictures, ExecutionEvents) {
    open_panes(
        R"({"recording": "trace:--kernel=pixel --rays=ao:2 --resolution=128x128 --sms=4 --blocks=on -- builtin:teapot"})",
        manual_size);
    find<QDockWidget>("framebuffer_dock").hide(); // so that more rows and the plots are visible
    raise("simt_dock");
    struct View {
        SimtView view;
        const char* content;
        const char* picture;
    };
    for (const View& each : {View{SimtView::instructions, "simt_hotspots", "simt-instructions"},
                             View{SimtView::inactive_slots, "simt_inactive_plot", "simt-inactive"},
                             View{SimtView::compaction, "simt_compaction_plot", "simt-compaction"},
                             View{SimtView::lifetimes, "simt_warp_lifetimes", "simt-lifetimes"},
                             View{SimtView::warp_slots, "simt_slots", "simt-slots"}}) {
        pane().set_panel(SimtDisplay{each.view, 0});
        ASSERT_TRUE(wait_long(
            [&] { return find<XyPlot>(each.content).isVisible() && !find<XyPlot>(each.content).empty(); }));
        ASSERT_TRUE(drawn());
        save(each.picture, find<QDockWidget>("simt_dock"));
    }
    pane().set_panel(SimtDisplay{SimtView::thread_paths, 0});
    auto& picture = find<PixelCanvas>("simt_path_picture");
    ASSERT_TRUE(wait_long([&] { return !picture.image().isNull(); }));
    find<QTableView>("simt_paths_view").selectRow(1);
    ASSERT_TRUE(drawn());
    save("simt-paths", find<QDockWidget>("simt_dock"));
}

TEST_F(WindowPictures, Groups) {
    open_panes(R"({"recording": "builtin:statue", "view": {"metric": "l1-hit-rate"}})", manual_size);
    find<QDockWidget>("framebuffer_dock").hide(); // so that the plot is larger
    raise("groups_dock");
    auto& against = find<QComboBox>("groups_against");
    against.setCurrentIndex(against.findText(QStringLiteral("L1 hit rate of faces")));
    auto& scatter = find<GroupScatter>("groups_scatter");
    ASSERT_TRUE(wait_long([&] { return !scatter.area_of({0, 0}).isEmpty(); }));
    const auto at = [&](GroupScatter::Cell cell) { return scatter.area_of(cell).center().toPoint(); };
    QTest::mousePress(&scatter, Qt::LeftButton, {}, at({32, 0}));
    QTest::mouseMove(&scatter, at({47, 12}));
    QTest::mouseRelease(&scatter, Qt::LeftButton, {}, at({47, 12}));
    ASSERT_TRUE(drawn());
    save("groups", *window_);
}

TEST_F(WindowPictures, Regions) {
    open_panes(R"({"recording": "builtin:statue", "view": {"metric": "l1-misses"}})", manual_size);
    find<QDockWidget>("framebuffer_dock").hide(); // so that more rows of the list are visible
    raise("worst_dock");
    auto& kind = find<QComboBox>("worst_kind");
    kind.setCurrentIndex(kind.findText(QStringLiteral("Patches of faces")));
    auto& table = find<QTableView>("worst_regions_view");
    ASSERT_TRUE(wait_long([&] { return table.model()->rowCount() > 0; }));
    table.selectRow(0);
    ASSERT_TRUE(wait_long([this] { return pane().marks().region() != nullptr; }));
    ASSERT_TRUE(drawn());
    save("regions", *window_);
}

TEST_F(WindowPictures, Tree) {
    open_panes(
        R"({"recording": "trace:--resolution=256x256 -- builtin:statue?triangles=20000",
            "view": {"metric": "l1-misses", "show_boxes": true, "box_levels": [3, 5]}})",
        QSize(1300, 800));
    find<QDockWidget>("framebuffer_dock").hide(); // so that more rows are visible
    raise("tree_dock");
    window_->resizeDocks({&find<QDockWidget>("tree_dock")}, {640}, Qt::Horizontal);
    auto& worst = find<QPushButton>("tree_worst");
    ASSERT_TRUE(wait_long([&] { return worst.isEnabled(); }));
    worst.click();
    ASSERT_TRUE(drawn());
    save("tree", *window_);
}

TEST_F(WindowPictures, Memory) {
    open_panes(R"({"recording": "trace:--resolution=256x256 -- builtin:atrium", "preset": "turing-rtx2080ti",
                   "selection": {"kind": "face", "element": 40000}})",
               QSize(1300, 800));
    find<QDockWidget>("framebuffer_dock").hide();
    const auto save_panel = [&](const char* dock, const char* name, JobRunner& job) {
        raise(dock);
        window_->resizeDocks({&find<QDockWidget>(dock)}, {640}, Qt::Horizontal);
        ASSERT_TRUE(wait_long([&] { return !job.running(); }));
        ASSERT_TRUE(drawn());
        save(name, *window_);
    };
    save_panel("addresses_dock", "addresses", window_->findChild<AddressesPanel*>()->job());
    save_panel("contents_dock", "contents", window_->findChild<ContentsPanel*>()->job());
    find<QTabWidget>("contents_part").setCurrentIndex(static_cast<int>(ContentsPart::sets));
    save_panel("contents_dock", "contents-sets", window_->findChild<ContentsPanel*>()->job());
}

TEST_F(WindowPictures, WhatIf) {
    open_panes(R"({"recording": "trace:--resolution=128x128 -- builtin:teapot", "what_if_level": "l2"})",
               QSize(1500, 800));
    find<QDockWidget>("framebuffer_dock").hide();
    raise("what_if_dock");
    window_->resizeDocks({&find<QDockWidget>("what_if_dock")}, {640}, Qt::Horizontal);
    auto& panel = *window_->findChild<WhatIfPanel*>();
    panel.rank();
    ASSERT_TRUE(wait_long([&] { return !panel.job().running(); }));
    QTest::mouseClick(&find<QPushButton>("what_if_beside"), Qt::LeftButton);
    ASSERT_TRUE(wait_long([&] { return window_->session().pane_count() == 2; }));
    window_->session().set_active(0);
    ASSERT_TRUE(drawn());
    save("what-if", *window_);
}

TEST_F(WindowPictures, Findings) {
    open_panes(R"({"recording": "trace:--resolution=128x128 --vertex-order=random -- builtin:atrium",
                   "preset": "turing-rtx2080ti", "l1": "16KiB:128/32:32"})",
               QSize(1300, 800));
    find<QDockWidget>("framebuffer_dock").hide();
    raise("findings_dock");
    window_->resizeDocks({&find<QDockWidget>("findings_dock")}, {520}, Qt::Horizontal);
    auto& panel = *window_->findChild<FindingsPanel*>();
    panel.find();
    ASSERT_TRUE(wait_long([&] { return !panel.job().running(); }));
    ASSERT_TRUE(drawn());
    save("findings", *window_);
}

TEST_F(WindowPictures, Probe) {
    find<QAction>("probe_caches").trigger();
    auto& dialog = find<QDialog>("probe_dialog");
    dialog.resize(1040, 680);
    auto& source = in<QComboBox>(dialog, "probe_source");
    source.setCurrentIndex(source.findData(QStringLiteral("fermi-gtx560ti")));
    QTest::mouseClick(&in<QPushButton>(dialog, "probe_run"), Qt::LeftButton);
    auto& table = in<QTableView>(dialog, "probe_view");
    ASSERT_TRUE(wait_long([&] { return table.model()->rowCount() > 0; }));
    QTest::qWait(2000);
    save("probe", dialog);
}

TEST_F(WindowPictures, NewRecording) {
    // A name without a folder, for display in the picture.
    const QString before = QDir::currentPath();
    const QString mesh = QStringLiteral("teapot-z-up.obj");
    ASSERT_TRUE(QDir::setCurrent(folder_.path()));
    write_z_up_teapot(mesh);
    when_asked<QDialog>([&](QDialog& dialog) {
        dialog.resize(800, dialog.height());
        auto& scene = in<QComboBox>(dialog, "new_scene");
        scene.setCurrentIndex(scene.findText(QStringLiteral("Mesh file")));
        in<QLineEdit>(dialog, "new_file").setText(mesh);
        auto& note = in<QLabel>(dialog, "new_view_note");
        EXPECT_TRUE(wait_long([&] { return note.text().startsWith(QStringLiteral("Assumed z")); }))
            << note.text().toStdString();
        QTest::qWait(2000);
        const QWidget& preview = in<QWidget>(dialog, "new_preview");
        constexpr int margin = 20;
        const int below = preview.mapTo(&dialog, QPoint(0, preview.height())).y() + margin;
        save("new-recording", dialog, QRect(0, 0, dialog.width(), below));
        dialog.reject();
    });
    find<QAction>("new_recording").trigger();
    QDir::setCurrent(before);
}

TEST_F(WindowPictures, OpenPart) {
    open(QStringLiteral("builtin:teapot"), manual_size);
    const QString teapot = folder_.filePath(QStringLiteral("teapot.hmt"));
    window_->save_recording(teapot);
    ASSERT_TRUE(wait_long([this] { return pane().recording()->name == "teapot.hmt"; })) << message();
    when_asked<PartDialog>([](PartDialog& dialog) {
        in<QLineEdit>(dialog, "part_requests").setText(QStringLiteral("20000:40000"));
        const auto& chosen = in<QLabel>(dialog, "part_chosen");
        EXPECT_TRUE(wait_long([&] { return chosen.text().contains(QStringLiteral("20,000")); }));
        save("open-part", dialog);
        dialog.reject();
    });
    answer_file_dialog(teapot);
    find<QAction>("open_part").trigger();
}

TEST_F(WindowPictures, NoMesh) {
    const QString product = folder_.filePath(QStringLiteral("matmul.csv"));
    write_matrix_product(product.toStdString());
    open(product, manual_size);
    raise("traffic_dock");
    find<QTabWidget>("traffic_tabs").setCurrentIndex(1);
    ASSERT_TRUE(drawn());
    save("no-mesh", *window_);
}

TEST_F(WindowPictures, RecordedSums) {
    open(QStringLiteral(HITMAP_TEST_DATA "/trace/data/rt_sample.trace"), manual_size);
    save("recorded-sums", *window_);
}

TEST_F(WindowPictures, Layout) {
    const QString mesh = QStringLiteral("teapot.obj");
    write_z_up_teapot(folder_.filePath(mesh));
    const QString teapot = QStringLiteral("teapot.hmt");
    const QString resolution = QStringLiteral("128x128");
    const QString folder = QStringLiteral("teapot");
    ASSERT_TRUE(hitmap({QStringLiteral("trace"), mesh, QStringLiteral("--resolution"), resolution,
                        QStringLiteral("-o"), teapot}));
    ASSERT_TRUE(hitmap({QStringLiteral("export"), teapot, QStringLiteral("--traceg"), folder}));
    const QString list = folder_.filePath(folder + QStringLiteral("/kernelslist.g"));
    LayoutDialog dialog(list.toStdString(), {}, window_.get());
    dialog.resize(1040, 640);
    dialog.show();
    const auto idle = [&] {
        QTest::qWait(1000); // the pause after which edits are taken
        return wait_long([&] { return !dialog.work().running(); });
    };
    ASSERT_TRUE(idle());
    const QString before = QDir::currentPath(); // a name without a folder, for display in the picture
    ASSERT_TRUE(QDir::setCurrent(folder_.path()));
    in<QLineEdit>(dialog, "layout_mesh").setText(mesh);
    ASSERT_TRUE(idle());
    QTest::qWait(1000);
    save("layout", dialog);
    QDir::setCurrent(before);
}

/// Needs a recording of the statue with 12 million triangles, named by HITMAP_LARGE_RECORDING.
TEST_F(WindowPictures, TwelveMillion) {
    open(qEnvironmentVariable("HITMAP_LARGE_RECORDING"), readme_size);
    save("window-12m", *window_);
}

} // namespace
} // namespace hitmap
