#include "app/figure_editor/figure_page.h"
#include "app/figure_editor/figure_window.h"
#include "app/window/figure_adder.h"
#include "core/relayout/model/relayout_settings.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/messages/job_bar.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QTableWidget>

namespace hitmap {
namespace {

QByteArray bytes_of(const QString& name) {
    QFile file(name);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name.toStdString();
    return file.readAll();
}

/// A figure of a small recording, composed with the menus and fields of the editor.
class FigureEditorTest : public WindowFixture {
protected:
    FigureEditorTest()
        : scene_(QStringLiteral("trace:--resolution=16x16 --sms=2 --warps-per-sm=2 -- "
                                "builtin:teapot?triangles=300")) {
        window_->open(scene_);
        EXPECT_TRUE(settle());
        EXPECT_NE(pane().recording(), nullptr) << message();
    }

    void trigger(const char* action) { find<QAction>(action).trigger(); }
    FigureWindow& editor() { return window_->figure().editor(); }
    const Figure& figure() { return editor().document().figure(); }
    /// "(a) L1 hit rate | Colour bar / (b) Accesses over time | -"
    std::string matrix() {
        const auto& table = *editor().findChild<QTableWidget*>(QStringLiteral("figure_matrix"));
        std::string text;
        for (int row = 0; row < table.rowCount(); ++row) {
            text += row == 0 ? "" : " / ";
            for (int column = 0; column < table.columnCount(); ++column) {
                const auto* item = table.item(row, column);
                // Without the name of the recording.
                const QString shown = item == nullptr ? QStringLiteral("-") : item->text();
                text += (column == 0 ? "" : " | ") + shown.section(QStringLiteral(" · "), 0, 0).toStdString();
            }
        }
        return text;
    }
    template <class T>
    T& field(const char* name) {
        T* found = editor().findChild<T*>(QString::fromLatin1(name));
        if (found == nullptr) throw std::runtime_error(std::string("no field ") + name);
        return *found;
    }
    /// Waits until the preview shows the present figure.
    bool made() {
        return wait([this] {
            return !editor().maker().picture_job().running() && editor().maker().picture().has_value() &&
                   editor().maker().picture()->figure.panels.size() == figure().panels.size();
        });
    }
    /// Writes the figure by the window and, from its recipe, by the command, and reads the recipe again.
    void expect_same_from_command() {
        const QString recipe = folder_.filePath(QStringLiteral("f.json"));
        const QString from_window = folder_.filePath(QStringLiteral("window.png"));
        const QString from_command = folder_.filePath(QStringLiteral("command.png"));
        ASSERT_TRUE(editor().document().save(recipe));
        EXPECT_FALSE(editor().document().modified());
        editor().write(from_window);
        ASSERT_TRUE(wait([&] { return QFile::exists(from_window); }))
            << editor().message_bar().message().toStdString();
        ASSERT_EQ(QProcess::execute(QStringLiteral(HITMAP_PROGRAM),
                                    {QStringLiteral("figure"), recipe, QStringLiteral("-o"), from_command}),
                  0);
        EXPECT_EQ(bytes_of(from_window), bytes_of(from_command));
        const std::string before = editor().document().json();
        editor().document().clear();
        ASSERT_TRUE(editor().document().open(recipe));
        EXPECT_EQ(editor().document().json(), before) << "the recipe is read again as it was";
    }
    void show_editor() {
        editor().show_front();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&editor(), patience_ms));
    }

    QString scene_;
};

TEST_F(FigureEditorTest, AddsViewsOfThePaneAndDrawsThem) {
    trigger("add_shown");
    EXPECT_EQ(message(), "Added to the figure: row 1, column 1.");
    trigger("add_framebuffer");
    trigger("add_hit_rates");
    trigger("add_elements");
    EXPECT_EQ(matrix(),
              "(a) L1 hit rate | (b) Framebuffer | Colour bar | Colour bar | (c) Hit rates over time / "
              "(d) Kinds of elements | - | - | - | -");
    EXPECT_EQ(figure().panels.back().columns, 5U) << "a table is as wide as the figure";
    EXPECT_EQ(figure().width, 178.0);
    EXPECT_EQ(figure().recordings.size(), 1U);
    show_editor();
    ASSERT_TRUE(made());
    // A click on the plot selects it.
    FigurePage& page = editor().page();
    QTest::mouseClick(&page, Qt::LeftButton, {}, page.place_of(4).center().toPoint());
    EXPECT_EQ(editor().document().place(), (FigurePlace{0, 4}));
    QTest::keyClick(&page, Qt::Key_Left);
    EXPECT_EQ(editor().document().place(), (FigurePlace{0, 3}));
}

TEST_F(FigureEditorTest, ThePageKeepsItsSizeWhileItIsDrawn) {
    trigger("add_shown");
    show_editor();
    ASSERT_TRUE(made());
    const QSize size = editor().page().size();
    auto& bar = field<JobBar>("job_bar");
    bar.show();
    ASSERT_TRUE(wait([&] { return bar.isVisible() && bar.height() > 0; }));
    QCoreApplication::sendPostedEvents(); // the layout's
    EXPECT_EQ(editor().page().size(), size)
        << "a page of another size would be drawn again, with a bar again";
    bar.hide();
}

TEST_F(FigureEditorTest, MovesRemovesAndUndoesByKeys) {
    trigger("add_shown");
    trigger("add_accesses");
    show_editor();
    const std::string before = matrix();
    EXPECT_EQ(before, "(a) L1 hit rate | Colour bar | (b) Accesses over time");
    for (int times = 0; times < 2; ++times) // past the colour bar, then past the mesh
        QTest::keyClick(&editor(), Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(editor().document().place(), (FigurePlace{0, 0}));
    EXPECT_EQ(matrix().rfind("(a) Accesses over time", 0), 0U) << matrix();
    QTest::keyClick(&editor(), Qt::Key_Delete, Qt::ControlModifier);
    EXPECT_EQ(figure().panels.size(), 2U);
    for (int times = 0; times < 3; ++times)
        QTest::keyClick(&editor(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(matrix(), before);
    // Without the mesh, its colour bar has nothing to explain.
    editor().document().select({0, 0});
    QTest::keyClick(&editor(), Qt::Key_Delete, Qt::ControlModifier);
    EXPECT_EQ(figure().panels.size(), 1U);
}

TEST_F(FigureEditorTest, FieldsChangeTheFigureAndRefuseWhatNoRecipeHas) {
    trigger("add_shown");
    show_editor();
    auto& width = field<QDoubleSpinBox>("figure_width");
    width.setValue(120.0);
    EXPECT_EQ(figure().width, 120.0);
    auto& caption = field<QLineEdit>("panel_caption");
    caption.setFocus();
    QTest::keyClicks(&caption, QStringLiteral("teapot"));
    QTest::keyClick(&caption, Qt::Key_Return);
    EXPECT_EQ(figure().panels[0].caption, "teapot");
    auto& kind = field<QComboBox>("panel_kind");
    kind.setCurrentIndex(static_cast<int>(FigurePanelKind::plot));
    EXPECT_EQ(figure().panels.size(), 1U) << "the colour bar would explain nothing";
    auto& plot = field<QComboBox>("panel_plot");
    plot.setCurrentIndex(static_cast<int>(FigurePlot::l1_capacity));
    EXPECT_EQ(editor().message_bar().message().indexOf(
                  QStringLiteral("/panels/0/0: expected a cache with \"model\": \"hierarchy\"")),
              0)
        << editor().message_bar().message().toStdString();
    EXPECT_EQ(plot.currentIndex(), 0) << "the field shows the present plot again";
    editor().document().undo();
    EXPECT_EQ(editor().message_bar().message(), QString()) << "the figure is another one";
    ASSERT_EQ(figure().panels.size(), 2U);
    // A drag over the mesh adds an inset of that region.
    ASSERT_TRUE(made());
    FigurePage& page = editor().page();
    const QRectF area = page.place_of(0);
    QTest::mousePress(&page, Qt::LeftButton, {}, (area.topLeft() + QPointF(10, 10)).toPoint());
    QTest::mouseMove(&page, (area.center()).toPoint());
    QTest::mouseRelease(&page, Qt::LeftButton, {}, area.center().toPoint());
    ASSERT_EQ(figure().panels[0].insets.size(), 1U);
    EXPECT_NEAR(figure().panels[0].insets[0].region.left + figure().panels[0].insets[0].region.width, 0.5,
                0.02);
}

TEST_F(FigureEditorTest, TheCommandMakesTheSameFigureToThePixel) {
    trigger("add_shown");
    trigger("add_framebuffer");
    field<QDoubleSpinBox>("figure_dpi").setValue(90.0);
    expect_same_from_command();
}

TEST_F(FigureEditorTest, ARecordingIsNamedByItsFileAndHash) {
    open_tiny();
    trigger("add_allocations");
    ASSERT_TRUE(wait([this] { return figure().recordings.at(0).crc.has_value(); }));
    EXPECT_EQ(figure().recordings[0].file, file_.toStdString());
    EXPECT_EQ(*figure().recordings[0].crc, crc_of_file(file_.toStdString()));
}

TEST_F(FigureEditorTest, AHashThatComesAfterSavingIsInTheFile) {
    open_tiny();
    trigger("add_allocations");
    const QString recipe = folder_.filePath(QStringLiteral("late.json"));
    ASSERT_TRUE(editor().document().save(recipe));
    EXPECT_FALSE(bytes_of(recipe).contains("crc32:")) << "the hash is delivered by the event loop";
    EXPECT_TRUE(wait([&] { return bytes_of(recipe).contains("crc32:"); }));
    EXPECT_FALSE(editor().document().modified());
}

TEST_F(FigureEditorTest, AsksBeforeLatexReplacesAForeignPdf) {
    trigger("add_framebuffer");
    show_editor();
    const QString pdf = folder_.filePath(QStringLiteral("page.pdf"));
    QFile foreign(pdf);
    ASSERT_TRUE(foreign.open(QIODevice::WriteOnly));
    foreign.write("foreign");
    foreign.close();
    const QString latex = folder_.filePath(QStringLiteral("page.tex"));
    const auto export_latex = [&](QMessageBox::ButtonRole answer) {
        answer_file_dialog(latex);
        when_asked<QMessageBox>([answer](QMessageBox& box) {
            for (QAbstractButton* button : box.buttons())
                if (box.buttonRole(button) == answer) return button->click();
        });
        field<QAction>("export_figure").trigger();
    };
    export_latex(QMessageBox::RejectRole);
    EXPECT_FALSE(editor().maker().write_job().running());
    EXPECT_EQ(bytes_of(pdf), "foreign");
    export_latex(QMessageBox::DestructiveRole);
    ASSERT_TRUE(wait([&] { return QFile::exists(latex) && editor().maker().has_written(pdf); }));
    EXPECT_TRUE(bytes_of(pdf).startsWith("%PDF"));
}

TEST_F(FigureEditorTest, PanesBecomeAMatrixWithDifferencesToTheFirstOne) {
    window_->session().add_pane();
    ModelChoice config = pane().config();
    config.l1.capacity /= 4;
    config.l1.ways /= 4;
    pane().simulate(config);
    ASSERT_TRUE(settle());
    trigger("figure_from_panes");
    ASSERT_TRUE(QTest::qWaitForWindowActive(&editor(), patience_ms));
    // Two metrics and the rates; two panes, their difference, and a colour bar for each of both.
    EXPECT_EQ(figure().rows.size(), 3U);
    EXPECT_EQ(figure().columns.size(), 5U);
    EXPECT_EQ(figure().caches.size(), 2U);
    EXPECT_NE(figure().columns[0].name, figure().columns[1].name);
    const auto difference = panel_at(figure(), {0, 3});
    ASSERT_TRUE(difference.has_value());
    EXPECT_EQ(figure().panels[*difference].compare, (FigureSource{0, 1}));
    ASSERT_TRUE(made()) << editor().message_bar().message().toStdString();
}

TEST_F(FigureEditorTest, AnExperimentBecomesAMatrixOfItsRuns) {
    QFile experiment(folder_.filePath(QStringLiteral("e.json")));
    ASSERT_TRUE(experiment.open(QIODevice::WriteOnly));
    experiment.write(R"({"title": "Two caches", "scenes": {"teapot": "builtin:teapot?triangles=300"},
        "defaults": {"resolution": "8x8", "sms": 2},
        "caches": {"small": {"l1": "2KiB:128:2"}, "large": {"l1": "16KiB:128:4"}}})");
    experiment.close();
    answer_file_dialog(experiment.fileName());
    trigger("figure_from_experiment");
    EXPECT_EQ(figure().caption, "Two caches") << editor().message_bar().message().toStdString();
    EXPECT_EQ(figure().rows.size(), 5U) << "two rates, their differences, and the numbers";
    EXPECT_EQ(figure().columns.size(), 3U) << "two runs and the colour bars";
    ASSERT_TRUE(made()) << editor().message_bar().message().toStdString();
    editor().document().undo();
    EXPECT_TRUE(editor().document().is_empty());
}

TEST_F(FigureEditorTest, APaneThatIsLeftOutOfTheMatrixIsNamedWithTheReason) {
    const QString bare = folder_.filePath(QStringLiteral("bare.csv"));
    QFile rows(bare);
    ASSERT_TRUE(rows.open(QIODevice::WriteOnly));
    rows.write("sm,warp,lane,address,bytes,operation,line\n0,0,0,65536,4,load,a.cu:1\n");
    rows.close();
    for (const char* with : {"part:--requests=0:1 -- %1", "%1"}) {
        window_->session().add_pane();
        window_->open(QString::fromLatin1(with).arg(bare));
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << message();
    }
    trigger("figure_from_panes");
    EXPECT_EQ(figure().columns.size(), 2U);
    const QString told = editor().message_bar().message();
    EXPECT_TRUE(told.contains(QStringLiteral("Pane B is left out: bare.csv (requests 0:1) has no mesh.")))
        << told.toStdString();
    EXPECT_TRUE(told.contains(QStringLiteral("Pane C is left out: bare.csv has no mesh.")))
        << told.toStdString();
    window_->session().remove_pane(2);
    EXPECT_EQ(editor().message_bar().message(), QString()) << "there is no pane C any more";
    trigger("figure_from_panes");
    EXPECT_TRUE(editor().message_bar().message().contains(QStringLiteral("Pane B is left out: ")));
    window_->open(file_);
    ASSERT_TRUE(settle());
    EXPECT_EQ(editor().message_bar().message(), QString()) << "pane B has another recording";
}

TEST_F(FigureEditorTest, LayoutsThatWereNotSavedAndPartsAreColumnsThatTheCommandMakes) {
    for (const QString& spec : {QStringLiteral("part:--relayout=vertex-order=random -- ") + scene_,
                                QStringLiteral("part:--requests=0:20 --relayout=layout=soa -- ") + file_}) {
        window_->session().add_pane();
        window_->open(spec);
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << message();
    }
    trigger("figure_from_panes");
    EXPECT_EQ(editor().message_bar().message(), QString()) << "no pane is left out";
    EXPECT_EQ(figure().columns.size(), 4U) << "three panes and the colour bars";
    ASSERT_EQ(figure().recordings.size(), 3U);
    EXPECT_EQ(to_string(figure().recordings[1].relayouts.at(0)), "vertex-order=random");
    EXPECT_EQ(figure().recordings[2].file, file_.toStdString());
    EXPECT_EQ(figure().recordings[2].part.requests, (PartRange{0, 20}));
    EXPECT_EQ(to_string(figure().recordings[2].relayouts.at(0)), "layout=soa");
    EXPECT_EQ(why_no_figure(pane()), QString());
    field<QDoubleSpinBox>("figure_dpi").setValue(40.0);
    expect_same_from_command();
}

} // namespace
} // namespace hitmap
