#include "app/dialogs/layout_dialog.h"
#include "app/record_program/record_program_dialog.h"
#include "app/window/program_recorder.h"
#include "tests/widgets/window_fixture.h"

#include <QtCore/QSettings>
#include <QtWidgets/QAction>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <gmock/gmock.h>

namespace hitmap {
namespace {

/// The whole way: a program on lavapipe, the layer, the layout, the picture.
TEST_F(WindowFixture, RecordsAVulkanProgramAndShowsItsMesh) {
    QSettings().remove(QStringLiteral("record_program"));
    window_->program_recorder().set_recorder({QStringLiteral(HITMAP_PROGRAM), {}});
    find<QAction>("record_program").trigger();
    auto& dialog = find<RecordProgramDialog>("record_program_dialog");
    const auto type = [&](const char* name, const char* text) {
        auto& field = *dialog.findChild<QLineEdit*>(QLatin1String(name));
        field.clear();
        QTest::keyClicks(&field, QString::fromUtf8(text));
    };
    type("record_folder", folder_.path().toUtf8().constData());
    type("record_program", HITMAP_VULKAN_TRACER);
    type("record_arguments", "builtin:teapot --resolution 24x16 --sms 6 --warps-per-sm 8");
    dialog.findChild<QPlainTextEdit*>(QStringLiteral("record_environment"))
        ->setPlainText(QStringLiteral("VK_ICD_FILENAMES=" HITMAP_LAVAPIPE));
    dialog.findChild<QPushButton*>(QStringLiteral("record_start"))->click();
    auto& open = *dialog.findChild<QPushButton*>(QStringLiteral("record_open"));
    ASSERT_TRUE(wait([&] { return !dialog.run().running(); }));
    const std::string summary =
        dialog.findChild<QPlainTextEdit*>(QStringLiteral("record_summary"))->toPlainText().toStdString();
    ASSERT_TRUE(open.isEnabled()) << summary;
    EXPECT_THAT(summary, testing::HasSubstr("/recording.hmt: 1 launch, "));
    EXPECT_THAT(summary, testing::HasSubstr("all of them."));
    bool asked = false;
    when_asked<LayoutDialog>([&](LayoutDialog& layout) {
        EXPECT_TRUE(wait([&] { return layout.up_to_date(); }));
        QTest::mouseClick(layout.findChild<QDialogButtonBox*>(QStringLiteral("layout_buttons"))
                              ->button(QDialogButtonBox::Ok),
                          Qt::LeftButton);
        asked = true;
    });
    open.click();
    ASSERT_TRUE(wait([&] {
        return asked && !pane().work().running() && pane().recording() != nullptr &&
               pane().recording()->has_mesh();
    })) << message();
    EXPECT_TRUE(pane().recording()->has_elements());
    const auto camera = pane().choices().view.camera;

    window_->program_recorder().record_again();
    ASSERT_TRUE(wait([&] {
        return pane().recording()->name == "recording-2.hmt" && !pane().work().running();
    })) << message();
    EXPECT_TRUE(pane().recording()->has_mesh()) << "the layout was carried over to other addresses";
    EXPECT_EQ(pane().choices().view.camera, camera);
    EXPECT_EQ(window_->session().pane_count(), 2U);
    EXPECT_EQ(window_->session().pane(1).recording()->name, "recording.hmt");
    QSettings().remove(QStringLiteral("record_program"));
}

} // namespace
} // namespace hitmap
