#include "app/dialogs/settings/appearance.h"
#include "core/cache/gpu/preset_library.h"
#include "core/profile/models/pixel_tables.h"
#include "core/trace/model/element_kind.h"
#include "tests/widgets/matrix_product.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/colour/colour_bar.h"
#include "widgets/framebuffer/image_view.h"
#include "widgets/framebuffer/pixel_text.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QToolTip>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;

class ImagePaneTest : public WindowFixture {
protected:
    Pane& pane_at(std::size_t i) { return window_->session().pane(i); }
    ImageView& view_at(std::size_t i) { return window_->panes().frame(i).image_view(); }
    ImageView& view() { return window_->panes().active().image_view(); }
    PixelCanvas& canvas() { return view().canvas(); }
    bool complete(std::size_t i) {
        return wait([&] { return view_at(i).complete(); });
    }
    /// Shows the image of the active pane and waits until it is drawn.
    void show_image(const char* quantity = "branching-rate") {
        pane().set_image_look({pixel_quantity_named(quantity), {}});
        pane().set_shown(Shown::image);
        ASSERT_TRUE(wait([this] { return view().complete(); })) << message();
    }
    /// Adds a pane with a smaller L1, which has fewer hits.
    void add_smaller_cache() {
        Pane& second = window_->session().add_pane();
        ModelChoice config;
        config.l1 = parse_cache_geometry("1KiB:128:1");
        second.simulate(config);
        ASSERT_TRUE(wait([&] { return second.config() == config && !second.work().running(); }));
    }
    /// Returns a point of the canvas in the middle of a pixel.
    QPoint place_of(const QPoint& pixel) {
        const QRectF target = canvas().target();
        const QSizeF size(canvas().image().size());
        return (target.topLeft() + QPointF((pixel.x() + 0.5) / size.width() * target.width(),
                                           (pixel.y() + 0.5) / size.height() * target.height()))
            .toPoint();
    }
    void wheel(int notches, const QPoint& where) {
        QWheelEvent event(QPointF(where), canvas().mapToGlobal(QPointF(where).toPoint()), {},
                          QPoint(0, 120 * notches), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&canvas(), &event);
    }
    void screenshot_of_image(const char* name) {
        const QString folder = QStringLiteral(HITMAP_TEST_OUTPUT "/screenshots");
        ASSERT_TRUE(QDir().mkpath(folder));
        for (const Appearance appearance : {Appearance::light, Appearance::dark}) {
            apply_appearance(appearance);
            QCoreApplication::processEvents();
            const QString file =
                QStringLiteral("%1/%2%3.png")
                    .arg(folder, QString::fromLatin1(name),
                         appearance == Appearance::dark ? QStringLiteral("-dark") : QString());
            ASSERT_TRUE(window_->grab().save(file));
        }
        apply_appearance(Appearance::system);
    }
    static PixelTable table_of(const Pane& pane) {
        const Simulation& simulation = *pane.simulation();
        const auto source = request_source(*simulation.recording->file, pane.library().pool(), 0,
                                           simulation.recording->scene);
        return make_pixel_table(*source, simulation.model, simulation.config.only,
                                window_of({pane.simulation(), pane.choices().frames}), pane.library().pool());
    }
    QString saved(const char* name, const ImageChoices& choices) {
        const QString file = folder_.filePath(QString::fromLatin1(name));
        window_->save_image(file, choices);
        EXPECT_TRUE(wait([&] { return QFile::exists(file); })) << message();
        return file;
    }
    static QByteArray contents(const QString& name) {
        QFile file(name);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    }
};

TEST_F(ImagePaneTest, AKeyOrAButtonShowsTheImageAndUndoTheMesh) {
    open_tiny();
    activate();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_I, Qt::ControlModifier);
    ASSERT_TRUE(pane().shows_image());
    ASSERT_TRUE(wait([this] { return view().complete(); }));
    EXPECT_TRUE(canvas().isVisible());
    EXPECT_FALSE(window_->mesh_view().isVisible());
    EXPECT_TRUE(canvas().hasFocus()) << "the keyboard goes to what is shown";
    EXPECT_TRUE(find<QAction>("show_image").isChecked());
    EXPECT_TRUE(visible<QToolButton>("bar_image").isChecked());
    const auto& values = pane().image().values();
    ASSERT_NE(values, nullptr);
    EXPECT_EQ(values->request.quantity->name, "l1-hit-rate");
    EXPECT_EQ(canvas().image(), coloured_cells(*values->values, {64, 64}, pane().range(),
                                               colour_map_named(pane().choices().view.colour_map))
                                    .cells);
    screenshot_of_image("image-pane");
    QTest::keyClick(&canvas(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(pane().shows_image());
    EXPECT_TRUE(window_->mesh_view().isVisible());
    EXPECT_TRUE(window_->mesh_view().hasFocus());
    QTest::mouseClick(&visible<QToolButton>("bar_image"), Qt::LeftButton);
    EXPECT_TRUE(pane().shows_image());
    QTest::mouseClick(&visible<QToolButton>("bar_image"), Qt::LeftButton);
    EXPECT_TRUE(visible<QToolButton>("bar_image").isChecked()) << "it stays pressed";
    QTest::mouseClick(&visible<QToolButton>("bar_mesh"), Qt::LeftButton);
    EXPECT_FALSE(pane().shows_image());
}

TEST_F(ImagePaneTest, TheMetricsAreThoseOfPixelsAndTheBarIsTheirs) {
    open_tiny();
    auto& metric = visible<QComboBox>("bar_metric");
    const int metrics = metric.count();
    show_image("l1-hit-rate");
    EXPECT_EQ(metric.count(), static_cast<int>(pixel_quantities().size()));
    QTest::keyClicks(&metric, QStringLiteral("Branching"));
    EXPECT_EQ(pane().choices().image.quantity->name, "branching-rate");
    ASSERT_TRUE(complete(0));
    const ColourBar& bar = window_->panes().active().colour_bar();
    EXPECT_TRUE(bar.isVisible());
    EXPECT_EQ(bar.title_text().toStdString(), "Branching rate");
    EXPECT_EQ(bar.legend_of(Pattern::not_accessed).toStdString(), "no requests");
    ASSERT_TRUE(wait([&] { return bar.histogram() != nullptr; }));
    std::uint64_t counted = bar.histogram()->below + bar.histogram()->above + bar.histogram()->without;
    for (const std::uint64_t bin : bar.histogram()->bins)
        counted += bin;
    EXPECT_EQ(counted, 64U * 64U) << "pixels, and not faces";

    View look = pane().choices().view;
    look.range_mode = RangeMode::full;
    pane().set_view(look);
    EXPECT_EQ(pane().range().min, 0.0F);
    EXPECT_EQ(pane().range().max, 1.0F);
    look.range_mode = RangeMode::all_frames;
    pane().set_view(look);
    EXPECT_EQ(pane().range_mode(), RangeMode::data) << "only the frames that are shown are counted";
    pane().set_shown(Shown::mesh);
    EXPECT_EQ(pane().range_mode(), RangeMode::all_frames);
    EXPECT_EQ(metric.count(), metrics);
    EXPECT_EQ(pane().choices().metric, "l1-hit-rate"_metric);
}

TEST_F(ImagePaneTest, ZoomsMovesAndSelectsByMouseAndKeys) {
    open_tiny();
    activate();
    show_image();
    constexpr QPoint pixel(20, 30);
    const QPoint where = place_of(pixel);
    QTest::mouseClick(&canvas(), Qt::LeftButton, Qt::NoModifier, where);
    EXPECT_EQ(pane().choices().selection, (Selection{pixel_kind, 30 * 64 + 20}));
    EXPECT_EQ(canvas().marked(), pixel);
    for (int i = 0; i < 8; ++i)
        wheel(1, where);
    EXPECT_GT(pane().choices().image.area.zoom, 4.0F);
    EXPECT_EQ(cell_at(canvas().target(), {64, 64}, where), pixel) << "it stays under the pointer";
    const ImageArea zoomed = pane().choices().image.area;
    QTest::mousePress(&canvas(), Qt::LeftButton, Qt::NoModifier, where);
    QTest::mouseMove(&canvas(), where + QPoint(40, 0));
    QMouseEvent move(QEvent::MouseMove, QPointF(where + QPoint(60, 0)), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&canvas(), &move);
    QTest::mouseRelease(&canvas(), Qt::LeftButton, Qt::NoModifier, where + QPoint(60, 0));
    EXPECT_LT(pane().choices().image.area.x, zoomed.x) << "the image moves with the pointer";
    EXPECT_EQ(pane().choices().selection, (Selection{pixel_kind, 30 * 64 + 20})) << "a drag selects nothing";

    canvas().setFocus();
    QTest::keyClick(&canvas(), Qt::Key_Right);
    EXPECT_EQ(pane().choices().selection, (Selection{pixel_kind, 30 * 64 + 21}));
    QTest::keyClick(&canvas(), Qt::Key_Down, Qt::ShiftModifier);
    EXPECT_EQ(pane().choices().selection, (Selection{pixel_kind, 40 * 64 + 21}));
    EXPECT_TRUE(canvas().rect().contains(place_of({21, 40}))) << "the selected pixel stays visible";
    const float before = pane().choices().image.area.x;
    QTest::keyClick(&canvas(), Qt::Key_Right, Qt::ControlModifier);
    EXPECT_GT(pane().choices().image.area.x, before);
    QTest::keyClick(&canvas(), Qt::Key_0);
    EXPECT_EQ(pane().choices().image.area, ImageArea());
    QTest::keyClick(&canvas(), Qt::Key_Plus);
    EXPECT_GT(pane().choices().image.area.zoom, 1.0F);
    QTest::keyClick(&canvas(), Qt::Key_Minus);
    EXPECT_EQ(pane().choices().image.area.zoom, 1.0F);
    ASSERT_TRUE(wait([this] { return pane().marks().highlighted() != nullptr; }))
        << "what the pixel's rays touch";
}

TEST_F(ImagePaneTest, ThePointerShowsTheValueAndItsCounts) {
    open_tiny();
    activate();
    show_image();
    const QPoint where = place_of({32, 32});
    QTest::mouseMove(&canvas(), where - QPoint(3, 3));
    QTest::mouseMove(&canvas(), where);
    // The tip of the place that the pointer crossed may come first.
    EXPECT_TRUE(wait([&] {
        return QToolTip::text() == pixel_text({32, 32}, *pane().image().values());
    })) << QToolTip::text().toStdString();
    EXPECT_THAT(QToolTip::text().toStdString(), HasSubstr("Branching rate: "));
    EXPECT_THAT(QToolTip::text().toStdString(), HasSubstr("requests with"));
    QToolTip::hideText();
}

TEST_F(ImagePaneTest, FollowsFramesRaysAndCaches) {
    open_tiny();
    show_image("requests");
    const auto whole = pane().image().values();
    pane().set_frames({4, 1, 1});
    EXPECT_EQ(pane().image().values(), whole) << "the former image stays until the next one is complete";
    ASSERT_TRUE(complete(0));
    const auto expected = pixel_values(table_of(pane()), *pixel_quantity_named("requests"));
    EXPECT_THAT(*pane().image().values()->values,
                testing::Pointwise(testing::NanSensitiveFloatEq(), expected));
    EXPECT_NE(*pane().image().values()->values, *whole->values);
    ModelChoice config = pane().config();
    config.only.allocation = "boxes";
    pane().simulate(config);
    ASSERT_TRUE(wait([&] { return pane().config() == config; }));
    ASSERT_TRUE(complete(0));
    EXPECT_EQ(pane().image().values()->request.counted.simulation, pane().simulation());
    pane().set_image_look({pixel_quantity_named("sectors"), {}});
    ASSERT_TRUE(wait([this] { return view().shows_page(); }));
    EXPECT_THAT(find<QLabel>("image_reason").text().toStdString(), HasSubstr("only the hierarchy model"));
    EXPECT_FALSE(window_->panes().active().colour_bar().isVisible());
    pane().simulate(choice_of(find_gpu_preset("turing-rtx2080ti"), "turing-rtx2080ti"));
    ASSERT_TRUE(wait([this] { return !view().shows_page() && view().complete(); }));
}

TEST_F(ImagePaneTest, TheNewestChoiceWinsAndAJobCanBeStopped) {
    open_tiny();
    activate();
    pane().set_shown(Shown::image);
    for (const std::uint64_t frame : {0, 1, 2, 3})
        pane().set_frames({4, frame, 1});
    ASSERT_TRUE(pane().image().job().running());
    EXPECT_TRUE(pane().working());
    EXPECT_EQ(pane().image().values(), nullptr);
    pane().stop_work();
    EXPECT_FALSE(pane().working());
    EXPECT_TRUE(view().shows_page());
    EXPECT_EQ(find<QLabel>("image_page_title").text().toStdString(), "Stopped");
    auto& retry = find<QPushButton>("image_retry");
    ASSERT_TRUE(retry.isVisible());
    QTest::mouseClick(&retry, Qt::LeftButton);
    ASSERT_TRUE(complete(0));
    EXPECT_FALSE(view().shows_page());
    EXPECT_EQ(pane().image().values()->request.counted.frames, (FrameRange{4, 3, 1}));
}

TEST_F(ImagePaneTest, FollowsTheSliderWithoutSimulatingAgain) {
    open_tiny();
    show_image("requests");
    const auto indexed = pane().library().indexed({pane().simulation(), {}}, {});
    ASSERT_NE(indexed->pixels, nullptr);
    EXPECT_FALSE(find<QLabel>("image_scale").text().contains(QStringLiteral("simulated")));
    std::vector<FrameRange> shown;
    QObject::connect(&pane(), &Pane::image_changed, &view(),
                     [&] { shown.push_back(pane().image().values()->request.counted.frames); });
    for (std::uint64_t frame = 0; frame < 8; ++frame) {
        pane().set_frames({8, frame, 1});
        QCoreApplication::processEvents();
    }
    ASSERT_TRUE(complete(0));
    EXPECT_EQ(shown.back(), (FrameRange{8, 7, 1}));
    EXPECT_THAT(*pane().image().values()->values,
                testing::Pointwise(testing::NanSensitiveFloatEq(),
                                   pixel_values(table_of(pane()), *pixel_quantity_named("requests"))));
    EXPECT_EQ(pane().library().indexed({pane().simulation(), {}}, {}), indexed) << "the same index";
}

TEST_F(ImagePaneTest, SimulatesEachFrameWhereMemoryIsLacking) {
    open_tiny();
    pane().library().set_memory_limit(1);
    show_image("requests");
    EXPECT_EQ(pane().library().indexed({pane().simulation(), {}}, {})->pixels, nullptr);
    EXPECT_TRUE(find<QLabel>("image_scale").text().contains(QStringLiteral("simulated for each frame")));
    for (const std::uint64_t frame : {0, 1, 2, 3})
        pane().set_frames({4, frame, 1});
    ASSERT_TRUE(complete(0));
    EXPECT_EQ(pane().image().values()->request.counted.frames, (FrameRange{4, 3, 1}));
    EXPECT_THAT(*pane().image().values()->values,
                testing::Pointwise(testing::NanSensitiveFloatEq(),
                                   pixel_values(table_of(pane()), *pixel_quantity_named("requests"))));
    screenshot_of_image("image-simulated-for-each-frame");
}

TEST_F(ImagePaneTest, MeshAndImageStandSideBySideAndZoomTogetherIfLinked) {
    open_tiny();
    window_->session().add_pane();
    ASSERT_TRUE(wait([this] { return pane_at(1).values() != nullptr; }));
    show_image("requests");
    EXPECT_FALSE(pane_at(0).shows_image()) << "each pane has its own switch";
    screenshot_of_image("image-beside-mesh");
    pane_at(0).set_shown(Shown::image);
    ASSERT_TRUE(complete(0));
    EXPECT_EQ(pane_at(0).choices().image.quantity->name, "requests") << "the metric is linked";
    EXPECT_EQ(pane_at(0).library().indexed({pane_at(0).simulation(), {}}, {}),
              pane_at(1).library().indexed({pane_at(1).simulation(), {}}, {}))
        << "counted once";
    wheel(3, place_of({10, 10}));
    EXPECT_EQ(pane_at(0).choices().image.area, pane_at(1).choices().image.area);
    EXPECT_EQ(view_at(0).canvas().viewport(), view_at(1).canvas().viewport());
    Links links = window_->session().links();
    links.image = false;
    links.metric = false;
    window_->session().set_links(links);
    wheel(2, place_of({10, 10}));
    EXPECT_NE(pane_at(0).choices().image.area, pane_at(1).choices().image.area);
    pane_at(0).set_image_look({pixel_quantity_named("boxes"), {}});
    EXPECT_EQ(pane_at(1).choices().image.quantity->name, "requests");
}

TEST_F(ImagePaneTest, ADifferenceHasTheSignAndTheWordsOfTheMesh) {
    open_tiny();
    add_smaller_cache();
    show_image("l1-hit-rate");
    pane_at(1).set_reference(&pane_at(0), Side::compared);
    ASSERT_TRUE(wait([this] { return pane_at(1).image().values()->difference() && view_at(1).complete(); }));
    const ImageValues& image = *pane_at(1).image().values();
    const auto a = pixel_values(table_of(pane_at(0)), *image.request.quantity);
    const auto b = pixel_values(table_of(pane_at(1)), *image.request.quantity);
    double sum = 0.0;
    for (std::size_t pixel = 0; pixel < a.size(); ++pixel) {
        if (std::isnan(a[pixel])) continue;
        ASSERT_EQ((*image.values)[pixel], b[pixel] - a[pixel]) << pixel;
        sum += static_cast<double>((*image.values)[pixel]);
    }
    EXPECT_LT(sum, 0.0) << "B has fewer hits";
    EXPECT_TRUE(pane_at(1).range().difference);
    const ColourBar& bar = window_->panes().frame(1).colour_bar();
    EXPECT_EQ(bar.title_text().toStdString(), "B \u2212 A: L1 hit rate (pp)");
    EXPECT_EQ(bar.legend_of(Pattern::only_b).toStdString(), "L1 in B only");
    EXPECT_THAT(pixel_text({32, 32}, image).toStdString(),
                testing::AllOf(HasSubstr("B \u2212 A: L1 hit rate (pp): "), HasSubstr("\nA: L1 hit rate: "),
                               HasSubstr("\nB: L1 hit rate: ")));
    screenshot_of_image("image-difference");
    pane_at(1).set_reference(&pane_at(0), Side::baseline);
    ASSERT_TRUE(wait([this] {
        return pane_at(1).image().values()->request.own == Side::baseline && view_at(1).complete();
    }));
    EXPECT_EQ(bar.title_text().toStdString(), "A \u2212 B: L1 hit rate (pp)");

    pane_at(1).simulate(choice_of(find_gpu_preset("turing-rtx2080ti"), "turing-rtx2080ti"));
    ASSERT_TRUE(wait([this] { return view_at(1).shows_page(); })) << "sectors are not look-ups of lanes";
    EXPECT_FALSE(pane_at(1).image().values()->refusal.empty());
    pane_at(1).set_image_look({pixel_quantity_named("requests"), {}});
    ASSERT_TRUE(wait([this] { return !view_at(1).shows_page() && view_at(1).complete(); }));
}

TEST_F(ImagePaneTest, ASessionBringsItBack) {
    open_tiny();
    show_image("boxes");
    wheel(4, place_of({40, 12}));
    View look = pane().choices().view;
    look.range_mode = RangeMode::manual;
    look.range_min = 1.0F;
    look.range_max = 7.0F;
    look.range_of = pane().range_subject();
    pane().set_view(look);
    const PaneChoices before = pane().choices();
    const QString session = folder_.filePath(QStringLiteral("image.hitmap"));
    window_->save_session(session);
    pane().set_shown(Shown::mesh);
    EXPECT_NE(pane().range_mode(), RangeMode::manual) << "the range is of the quantity of pixels";
    pane().set_image_look({});
    window_->open_session(session);
    ASSERT_TRUE(settle());
    ASSERT_TRUE(wait([&] { return pane().choices() == before; }));
    ASSERT_TRUE(wait([this] { return view().complete(); }));
    EXPECT_EQ(pane().range().max, 7.0F);
    EXPECT_EQ(canvas().viewport().zoom, static_cast<double>(before.image.area.zoom));
}

TEST_F(ImagePaneTest, IsSavedAsTheCommandLineDrawsIt) {
    open_tiny();
    show_image();
    const ImageChoices choices{ImageSubject::image, {700, 600}};
    const QByteArray svg = contents(saved("window.svg", choices));
    const QString drawn = folder_.filePath(QStringLiteral("command.svg"));
    ASSERT_EQ(QProcess::execute(QStringLiteral(HITMAP_PROGRAM),
                                {QStringLiteral("render"), file_, QStringLiteral("--panel"),
                                 QStringLiteral("image"), QStringLiteral("--metric"),
                                 QStringLiteral("branching-rate"), QStringLiteral("--size"),
                                 QStringLiteral("700x600"), QStringLiteral("-o"), drawn}),
              0);
    EXPECT_EQ(svg.toStdString(), contents(drawn).toStdString());
    EXPECT_THAT(contents(saved("window.csv", choices)).toStdString(),
                testing::StartsWith("pixel,x,y,branching_rate\n0,0,0,"));
    EXPECT_EQ(ImageDialog(*pane().recording(), {600, 500}, FramebufferCells::order, pane().choices())
                  .choices()
                  .subject,
              ImageSubject::image);
    EXPECT_FALSE(QImage(saved("mesh.png", {ImageSubject::mesh, {400, 300}})).isNull());
}

TEST_F(ImagePaneTest, ItsValuesAreSavedAsTheCommandLineWritesThem) {
    open_tiny();
    show_image("l1-hit-rate");
    const ImageChoices choices{ImageSubject::image, {700, 600}};
    const auto expect_same = [&](const QString& name, const QStringList& more) {
        const QByteArray bytes = contents(saved(("window-" + name.toStdString()).c_str(), choices));
        const QString written = folder_.filePath(name);
        ASSERT_EQ(
            QProcess::execute(QStringLiteral(HITMAP_PROGRAM),
                              QStringList{QStringLiteral("render"), file_, QStringLiteral("--panel"),
                                          QStringLiteral("image"), QStringLiteral("--metric"),
                                          QStringLiteral("l1-hit-rate"), QStringLiteral("-o"), written} +
                                  more),
            0);
        EXPECT_GT(bytes.size(), 64);
        EXPECT_EQ(bytes, contents(written)) << name.toStdString();
    };
    expect_same(QStringLiteral("one.exr"), {});
    expect_same(QStringLiteral("one.npy"), {});
    add_smaller_cache();
    pane_at(1).set_reference(&pane_at(0), Side::compared);
    window_->session().set_active(1);
    ASSERT_TRUE(
        wait([this] { return pane_at(1).image().values() && pane_at(1).image().values()->difference(); }));
    const QStringList sides{QStringLiteral("--compare"), file_, QStringLiteral("--l1-b"),
                            QStringLiteral("1KiB:128:1")};
    expect_same(QStringLiteral("two.exr"), sides);
    expect_same(QStringLiteral("two.npy"), sides);
}

TEST_F(ImagePaneTest, ARecordingWithoutAFramebufferHasAPageWithTheReason) {
    const QString product = folder_.filePath(QStringLiteral("product.csv"));
    write_matrix_product(product.toStdString());
    window_->open(product);
    ASSERT_TRUE(settle());
    pane().set_shown(Shown::image);
    EXPECT_TRUE(view().shows_page());
    EXPECT_THAT(find<QLabel>("image_reason").text().toStdString(),
                HasSubstr("no framebuffer of a known size"));
    EXPECT_FALSE(pane().image().job().running());
    QTest::mouseClick(&find<QPushButton>("image_to_mesh"), Qt::LeftButton);
    EXPECT_FALSE(pane().shows_image());
}

} // namespace
} // namespace hitmap
