#include "app/dialogs/layout_dialog.h"
#include "app/dialogs/layout_table.h"
#include "core/layout/model/layout_json.h"
#include "tests/layout/ray_csv.h"
#include "tests/widgets/window_fixture.h"

#include <QtCore/QFile>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QInputDialog>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <gmock/gmock.h>

namespace hitmap {
namespace {

using testing::HasSubstr;

/// The dialog on a recording of another program.
class LayoutDialogTest : public WindowFixture {
protected:
    LayoutDialogTest() {
        write("run.csv", test::csv_of_rays());
        write("strip.obj", test::obj_of_strip());
        open();
    }
    void open() {
        dialog_ = std::make_unique<LayoutDialog>(path("run.csv"), std::string(), window_.get());
        dialog_->show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(dialog_.get(), patience_ms));
        EXPECT_TRUE(ready());
    }
    [[nodiscard]] std::string path(const char* name) const {
        return folder_.filePath(QLatin1String(name)).toStdString();
    }
    void write(const char* name, const std::string& text) const {
        QFile file(folder_.filePath(QLatin1String(name)));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text.c_str());
    }
    bool ready() {
        QCoreApplication::processEvents(); // editors of cells hand over their text in an event
        return wait([this] { return dialog_->up_to_date(); });
    }
    template <class T>
    T& part(const char* name) {
        T* widget = dialog_->findChild<T*>(QString::fromLatin1(name));
        if (widget == nullptr) throw std::runtime_error(std::string("no widget ") + name);
        return *widget;
    }
    std::string text(const char* label) { return part<QLabel>(label).text().toStdString(); }
    /// The row with that role.
    int row_of(const char* role) {
        auto& table = part<LayoutTable>("layout_table");
        for (int row = 0; row < table.rowCount(); ++row)
            if (qobject_cast<QComboBox*>(table.cellWidget(row, 1))->currentText() == QLatin1String(role))
                return row;
        return -1;
    }
    /// Types a text into a cell.
    void type(int row, int column, const QString& value) {
        auto& table = part<LayoutTable>("layout_table");
        table.setFocus();
        table.setCurrentCell(row, column);
        QTest::keyClick(&table, Qt::Key_F2);
        auto* editor = table.viewport()->findChild<QLineEdit*>();
        ASSERT_NE(editor, nullptr);
        editor->selectAll();
        QTest::keyClicks(editor, value);
        QTest::keyClick(editor, Qt::Key_Return);
        ASSERT_TRUE(ready());
    }
    QPushButton& ok() { return *part<QDialogButtonBox>("layout_buttons").button(QDialogButtonBox::Ok); }

    std::unique_ptr<LayoutDialog> dialog_;
};

TEST_F(LayoutDialogTest, DerivesShowsAndStores) {
    auto& table = part<LayoutTable>("layout_table");
    ASSERT_EQ(table.rowCount(), 5);
    const int faces = row_of("faces");
    ASSERT_GE(faces, 0);
    EXPECT_EQ(table.item(faces, 10)->text(), QStringLiteral("derived"));
    EXPECT_EQ(table.item(faces, 11)->text(), QStringLiteral("8 of 24"));
    EXPECT_EQ(part<QSpinBox>("layout_width").value(), 2);
    EXPECT_THAT(text("layout_notes"), HasSubstr("faces are not counted"));
    // A mesh file gives the faces.
    QTest::keyClicks(&part<QLineEdit>("layout_mesh"), folder_.filePath(QStringLiteral("strip.obj")));
    ASSERT_TRUE(ready());
    EXPECT_THAT(text("layout_notes"), HasSubstr("5 of 5 face slots were read and found in the mesh"));
    dialog_->grab().save(QStringLiteral(HITMAP_TEST_OUTPUT "/layout-dialog.png"));
    QTest::mouseClick(&ok(), Qt::LeftButton);
    EXPECT_EQ(dialog_->result(), QDialog::Accepted);
    EXPECT_EQ(dialog_->laid_out_recording(), path("run.csv"));
    const RecordingLayout stored = read_layout(path("run.csv") + ".layout.json");
    EXPECT_EQ(stored, dialog_->layout());
    // The stored layout is the one that the dialog begins with the next time.
    open();
    EXPECT_EQ(dialog_->layout(), stored);
}

TEST_F(LayoutDialogTest, ErrorsAreShownInPlaceAndEditsAreGiven) {
    auto& table = part<LayoutTable>("layout_table");
    const int faces = row_of("faces");
    type(faces, 4, QStringLiteral("8"));
    EXPECT_EQ(text("layout_error"),
              "allocation 'faces': expected at most 8 element bytes, its stride, found 12");
    EXPECT_FALSE(ok().isEnabled());
    type(faces, 4, QStringLiteral("twelve"));
    EXPECT_EQ(text("layout_error"), "Row 3, Stride: expected a whole number, found 'twelve'");
    type(faces, 4, QStringLiteral("0x10"));
    EXPECT_EQ(text("layout_error"), "");
    EXPECT_TRUE(ok().isEnabled());
    EXPECT_EQ(table.item(faces, 10)->text(), QStringLiteral("given"));
    EXPECT_EQ(dialog_->layout().buffers[static_cast<std::size_t>(faces)].stride, 16);
    // Deriving again asks, and then gives the derived values back.
    for (const auto& [answer, stride] : {std::pair(QMessageBox::No, 16U), std::pair(QMessageBox::Yes, 12U)}) {
        when_asked<QMessageBox>([answer = answer](QMessageBox& box) { box.button(answer)->click(); });
        QTest::mouseClick(&part<QPushButton>("layout_derive"), Qt::LeftButton);
        ASSERT_TRUE(ready());
        EXPECT_EQ(dialog_->layout().buffers[static_cast<std::size_t>(faces)].stride, stride);
    }
    EXPECT_EQ(dialog_->layout().buffers[static_cast<std::size_t>(faces)].stride, 12);
    QTest::keyClicks(&part<QLineEdit>("layout_position"), QStringLiteral("0 0 x"));
    ASSERT_TRUE(ready());
    EXPECT_EQ(text("layout_error"), "Camera at: expected three numbers, found '0 0 x'");
    QTest::keyClick(dialog_.get(), Qt::Key_Escape);
    EXPECT_EQ(dialog_->result(), QDialog::Rejected);
    EXPECT_FALSE(QFile::exists(folder_.filePath(QStringLiteral("run.csv.layout.json"))));
}

TEST_F(LayoutDialogTest, BaseVerticesAreShownAndEdited) {
    constexpr int base_column = 9;
    const int faces = row_of("faces");
    const auto base_vertices = [&] {
        return dialog_->layout().buffers.at(static_cast<std::size_t>(faces)).base_vertices;
    };
    EXPECT_THAT(base_vertices(), testing::IsEmpty());
    type(faces, base_column, QStringLiteral("0: 0, 3: 2"));
    EXPECT_EQ(text("layout_error"), "");
    EXPECT_THAT(base_vertices(), testing::ElementsAre(BaseVertex{0, 0}, BaseVertex{3, 2}));
    dialog_->grab().save(QStringLiteral(HITMAP_TEST_OUTPUT "/layout-dialog-base-vertices.png"));
    type(faces, base_column, QStringLiteral("0: x"));
    EXPECT_EQ(text("layout_error"), "Row 3, base vertices: expected a whole number or ?, found 'x'");
    EXPECT_FALSE(ok().isEnabled());
    type(faces, base_column, QStringLiteral("0: 0, 9: 1"));
    EXPECT_THAT(text("layout_error"), HasSubstr("expected base vertices of the 5 faces, found first face 9"));
    type(faces, base_column, QStringLiteral("0: 0, 3: 2"));
    QTest::mouseClick(&ok(), Qt::LeftButton);
    open();
    EXPECT_EQ(part<LayoutTable>("layout_table").item(faces, base_column)->text(),
              QStringLiteral("0: 0, 3: 2"));
}

TEST_F(LayoutDialogTest, OkWaitsForThePreviewOfWhatTheFieldsSay) {
    EXPECT_TRUE(ok().isEnabled());
    auto& mesh = part<QLineEdit>("layout_mesh");
    const QString file = folder_.filePath(QStringLiteral("strip.obj"));
    mesh.setFocus();
    QTest::keyClicks(&mesh, file.chopped(2));
    EXPECT_FALSE(ok().isEnabled());
    QTest::keyClick(&mesh, Qt::Key_Return);
    EXPECT_EQ(dialog_->result(), 0) << "half a name is not stored";
    EXPECT_FALSE(QFile::exists(folder_.filePath(QStringLiteral("run.csv.layout.json"))));
    ASSERT_TRUE(ready());
    EXPECT_FALSE(ok().isEnabled()) << "there is no such file";
    QTest::keyClicks(&mesh, file.right(2));
    ASSERT_TRUE(ready());
    EXPECT_TRUE(ok().isEnabled()) << text("layout_error");
    // What is refused when the layout is applied is refused here.
    type(row_of("boxes"), 2, QStringLiteral("0x50000"));
    EXPECT_THAT(text("layout_error"), HasSubstr("two allocations with elements overlap"));
    EXPECT_FALSE(ok().isEnabled());
}

TEST_F(LayoutDialogTest, ARelativeFileIsInTheFolderOfTheRecording) {
    QTest::keyClicks(&part<QLineEdit>("layout_mesh"), QStringLiteral("strip.obj"));
    ASSERT_TRUE(ready());
    EXPECT_THAT(text("layout_notes"), HasSubstr("5 of 5 face slots were read and found in the mesh"))
        << text("layout_error");
    EXPECT_EQ(dialog_->layout().mesh.file, path("strip.obj"));
    QTest::mouseClick(&ok(), Qt::LeftButton);
    EXPECT_EQ(dialog_->result(), QDialog::Accepted);
    QFile stored(folder_.filePath(QStringLiteral("run.csv.layout.json")));
    ASSERT_TRUE(stored.open(QIODevice::ReadOnly));
    EXPECT_THAT(stored.readAll().toStdString(), HasSubstr("\"strip.obj\""));
}

TEST_F(LayoutDialogTest, RowsAreSplitAddedAndRemoved) {
    auto& table = part<LayoutTable>("layout_table");
    const int vertices = row_of("vertices");
    const auto buffer = [&](int row) { return dialog_->layout().buffers.at(static_cast<std::size_t>(row)); };
    const BufferLayout whole = buffer(vertices);
    EXPECT_FALSE(part<QPushButton>("layout_split").isEnabled()) << "no row is the current one";
    table.setFocus();
    table.setCurrentCell(vertices, 2);
    const auto focus_table = [&] { // only the active window receives shortcuts
        dialog_->activateWindow();
        table.setFocus();
        ASSERT_TRUE(wait([&] { return table.hasFocus(); }));
    };
    const auto split_at = [&](const QString& address) {
        when_asked<QInputDialog>([address](QInputDialog& dialog) {
            auto* field = dialog.findChild<QLineEdit*>();
            field->selectAll();
            QTest::keyClicks(field, address);
            QTest::keyClick(field, Qt::Key_Return);
        });
    };
    split_at(QStringLiteral("0x40000"));
    QTest::mouseClick(&part<QPushButton>("layout_split"), Qt::LeftButton);
    EXPECT_THAT(text("layout_error"), HasSubstr("expected an address after 0x40000 and before 0x"));
    EXPECT_EQ(table.rowCount(), 5);
    split_at(QStringLiteral("0x40024"));
    focus_table();
    QTest::keyClick(&table, Qt::Key_Insert, Qt::ControlModifier);
    ASSERT_TRUE(ready());
    ASSERT_EQ(table.rowCount(), 6);
    EXPECT_EQ(buffer(vertices).bytes, 36U);
    EXPECT_EQ(buffer(vertices + 1).name, whole.name + " 2");
    EXPECT_EQ(buffer(vertices + 1).role, Role::vertices);
    EXPECT_EQ(buffer(vertices + 1).address, 0x40024U);
    EXPECT_EQ(buffer(vertices + 1).bytes, whole.bytes - 36);
    EXPECT_EQ(table.item(vertices + 1, 10)->text(), QStringLiteral("given"));
    EXPECT_FALSE(table.item(vertices + 1, 11)->text().isEmpty()) << "the preview counts its accesses";
    dialog_->grab().save(QStringLiteral(HITMAP_TEST_OUTPUT "/layout-dialog-split.png"));

    focus_table();
    table.setCurrentCell(vertices + 1, 0);
    QTest::keyClick(&table, Qt::Key_Delete);
    ASSERT_TRUE(ready());
    ASSERT_EQ(table.rowCount(), 5);
    table.setCurrentCell(vertices, 0);
    QTest::keyClick(&part<QPushButton>("layout_add"), Qt::Key_Space);
    ASSERT_TRUE(ready());
    ASSERT_EQ(table.rowCount(), 6);
    EXPECT_EQ(table.currentRow(), vertices + 1);
    EXPECT_EQ(buffer(vertices + 1).address, 0x40024U);
    EXPECT_EQ(buffer(vertices + 1).bytes, 0x50000U - 0x40024U) << "up to the next one";
    EXPECT_EQ(buffer(vertices + 1).role, Role::other);
    // A choice with the focus makes its row the current one.
    table.cellWidget(0, 1)->setFocus();
    EXPECT_EQ(table.currentRow(), 0);
    type(vertices + 1, 4, QStringLiteral("x"));
    QTest::mouseClick(&part<QPushButton>("layout_remove"), Qt::LeftButton);
    EXPECT_THAT(text("layout_error"), HasSubstr("Stride: expected a whole number, found 'x'"));
    EXPECT_EQ(table.rowCount(), 6);
    type(vertices + 1, 4, QStringLiteral("4"));
    while (part<QPushButton>("layout_remove").isEnabled())
        QTest::mouseClick(&part<QPushButton>("layout_remove"), Qt::LeftButton);
    EXPECT_EQ(table.rowCount(), 0);
    QTest::mouseClick(&part<QPushButton>("layout_add"), Qt::LeftButton);
    EXPECT_EQ(buffer(0).bytes, 256U);
    EXPECT_TRUE(part<QPushButton>("layout_remove").isEnabled());
}

TEST_F(LayoutDialogTest, AnUnreadableLayoutIsReplacedByADerivedOne) {
    write("run.csv.layout.json", "{}");
    open();
    EXPECT_EQ(part<LayoutTable>("layout_table").rowCount(), 5);
    EXPECT_THAT(text("layout_notes"), HasSubstr("The layout beside the recording is not shown: "));
    EXPECT_TRUE(ok().isEnabled());
}

TEST_F(LayoutDialogTest, AnUneditedCameraKeepsItsLastDigits) {
    RecordingLayout stored = dialog_->layout();
    stored.camera = Camera{{0.1F, 1234.56789F, -1e-7F}, {0, 0, -1}, {0, 1, 0}, 59.9999962F};
    write_layout(path("run.csv") + ".layout.json", stored);
    open();
    EXPECT_EQ(dialog_->layout().camera, stored.camera);
}

TEST_F(LayoutDialogTest, IsOfferedWhereTheLayoutPreventsOpening) {
    dialog_.reset();
    write("run.csv.layout.json", "{}");
    when_asked<LayoutDialog>([](LayoutDialog& dialog) {
        auto* buttons = dialog.findChild<QDialogButtonBox*>(QStringLiteral("layout_buttons"));
        EXPECT_TRUE(wait([&] { return buttons->button(QDialogButtonBox::Ok)->isEnabled(); }));
        buttons->button(QDialogButtonBox::Ok)->click();
    });
    window_->open(folder_.filePath(QStringLiteral("run.csv")));
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().recording(), nullptr);
    QCoreApplication::processEvents();
    visible<QPushButton>("message_action").click();
    ASSERT_TRUE(wait([this] { return pane().recording() != nullptr && !pane().work().running(); }))
        << message();
    EXPECT_TRUE(pane().recording()->has_elements());
}

TEST_F(LayoutDialogTest, AChosenRoleIsTaken) {
    auto& table = part<LayoutTable>("layout_table");
    const int boxes = row_of("boxes");
    auto* role = qobject_cast<QComboBox*>(table.cellWidget(boxes, 1));
    role->setFocus();
    QTest::keyClicks(role, QStringLiteral("other"));
    ASSERT_TRUE(ready());
    EXPECT_EQ(dialog_->layout().buffers[static_cast<std::size_t>(boxes)].role, Role::other);
    EXPECT_EQ(table.item(boxes, 10)->text(), QStringLiteral("given"));
}

TEST_F(LayoutDialogTest, TheWindowOpensTheRecordingAgainWithItsLayout) {
    dialog_.reset();
    open_tiny();
    when_asked<LayoutDialog>([](LayoutDialog& dialog) {
        auto* buttons = dialog.findChild<QDialogButtonBox*>(QStringLiteral("layout_buttons"));
        ASSERT_TRUE(wait([&] { return buttons->button(QDialogButtonBox::Ok)->isEnabled(); }));
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
    const auto before = pane().recording();
    find<QAction>("layout").trigger();
    ASSERT_TRUE(wait([&] { return pane().recording() != before && !pane().work().running(); })) << message();
    EXPECT_TRUE(QFile::exists(file_ + QStringLiteral(".layout.json")));
    EXPECT_EQ(pane().recording()->info().element_accesses, before->info().element_accesses);
}

} // namespace
} // namespace hitmap
