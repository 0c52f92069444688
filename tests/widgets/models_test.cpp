#include "core/cache/gpu/preset_library.h"
#include "tests/widgets/drag_slider.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/base/format.h"
#include "widgets/model/cache_level_edit.h"

#include <QtCore/QTimer>
#include <QtGui/QStandardItemModel>
#include <QtWidgets/QApplication>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialog>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QTreeWidget>
#include <gmock/gmock.h>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;

class ModelsTest : public WindowFixture {
protected:
    ModelsTest() { open_tiny(); }

    QComboBox& model() { return find<QComboBox>("model"); }
    /// The field of the capacity, which takes whole caches as text, too.
    QLineEdit& l1() { return find<QLineEdit>("l1_capacity"); }
    std::string l1_text() { return find<CacheLevelEdit>("l1_level").text().toStdString(); }
    QPushButton& apply() { return find<QPushButton>("apply_button"); }
    std::string text(const char* name) { return find<QLabel>(name).text().toStdString(); }
    void choose(const char* preset) {
        const int row = model().findData(QString::fromLatin1(preset));
        ASSERT_GE(row, 0) << preset;
        model().setCurrentIndex(row);
    }
    void simulate() {
        apply().click();
        ASSERT_TRUE(wait([this] { return pane().config() == pane().wanted_config(); }));
        ASSERT_TRUE(settle());
    }
    bool offers(Metric metric) {
        auto& box = find<QComboBox>("bar_metric");
        const auto* rows = qobject_cast<QStandardItemModel*>(box.model());
        return rows->item(box.findData(QString::fromStdString(info_of(metric).name)))->isEnabled();
    }
};

TEST_F(ModelsTest, TheMemoryPipelineOfAGpuIsSimulated) {
    EXPECT_THAT(text("model_note"), HasSubstr("not comparable"));
    const auto lanes = pane().simulation()->totals;
    choose("turing-rtx2080ti");
    EXPECT_EQ(parse_cache_geometry(l1_text()), HierarchyConfig().l1);
    EXPECT_THAT(text("model_note"), HasSubstr("sectors of 32 bytes"));
    EXPECT_EQ(text("model_differences"), "The GPU has 68 SMs, the recording 4");
    simulate();
    EXPECT_EQ(pane().config().preset, "turing-rtx2080ti");
    EXPECT_EQ(std::get<HierarchyConfig>(pane().simulation()->model), HierarchyConfig());
    EXPECT_NE(pane().simulation()->totals, lanes);
    EXPECT_THAT(find<PaneFrame>("pane_frame").accessibleName().toStdString(), HasSubstr("turing-rtx2080ti"));
}

TEST_F(ModelsTest, WhatIsTypedMayDifferFromTheGpu) {
    choose("turing-rtx2080ti");
    l1().setText(QStringLiteral("16 KiB"));
    find<QLineEdit>("l1_ways").setText(QStringLiteral("4"));
    EXPECT_EQ(l1_text(), "16KiB:128/32:4") << "sectors stay";
    EXPECT_EQ(text("model_differences"),
              "L1 of the GPU: " + to_string(HierarchyConfig().l1) + "\nThe GPU has 68 SMs, the recording 4");
    simulate();
    EXPECT_EQ(pane().config().l1, parse_cache_geometry("16KiB:128/32:4"));
    l1().setText(QStringLiteral("16KiB:512:4"));
    EXPECT_FALSE(apply().isEnabled());
    EXPECT_THAT(text("l1_note"), HasSubstr("L1"));
    choose("");
    EXPECT_EQ(parse_cache_geometry(l1_text()), SdcmConfig().l1);
    EXPECT_FALSE(find<QComboBox>("l1_sector").isEnabled()) << "there are none to choose";
    l1().setText(QStringLiteral("16KiB:128/32:4"));
    EXPECT_THAT(text("l1_note"), HasSubstr("no sectors"));
    find<QComboBox>("l1_sector").setCurrentIndex(0);
    EXPECT_EQ(l1_text(), "16KiB:128:4") << "but a pasted one can be chosen away";
}

TEST_F(ModelsTest, PolicyAndIndexAreChosenAsOnTheCommandLine) {
    choose("turing-rtx2080ti");
    l1().setText(QStringLiteral("64KiB"));
    find<QComboBox>("l1_policy").setCurrentText(QStringLiteral("fifo"));
    find<QComboBox>("l1_index").setCurrentText(QStringLiteral("xor"));
    CacheGeometry chosen = parse_cache_geometry("64KiB", HierarchyConfig().l1);
    chosen.policy = "fifo";
    chosen.index = "xor";
    EXPECT_EQ(parse_cache_geometry(l1_text(), HierarchyConfig().l1), chosen);
    simulate();
    EXPECT_EQ(pane().config().l1, chosen);
    find<QComboBox>("l1_index").setCurrentText(QStringLiteral("gtx1080-l2"));
    EXPECT_THAT(text("l1_note"), HasSubstr("1024 sets")) << "the reason is beside the list";
    EXPECT_FALSE(apply().isEnabled());
}

TEST_F(ModelsTest, AModelThatIsChosenWhileARecordingIsOpenedIsShownAtOnce) {
    window_->open(QStringLiteral("builtin:statue"));
    ASSERT_TRUE(pane().work().running());
    pane().simulate(choice_of(find_gpu_preset("turing-t4"), "turing-t4")); // as the tool bar does
    EXPECT_EQ(model().currentData().toString(), QStringLiteral("turing-t4"));
    pane().stop_work();
}

TEST_F(ModelsTest, ATextIsTheSameCacheAsOnTheCommandLine) {
    choose("turing-rtx2080ti");
    l1().selectAll();
    QTest::keyClicks(&l1(), QStringLiteral("64KiB:128:4"));
    QTest::keyClick(&l1(), Qt::Key_Return);
    ASSERT_TRUE(wait([this] { return pane().config() == pane().wanted_config(); }));
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config().l1, parse_cache_geometry("64KiB:128:4", HierarchyConfig().l1));
    EXPECT_EQ(pane().config().l1.sector, 32U) << "those of the GPU";
    EXPECT_EQ(l1().text(), QStringLiteral("64 KiB")) << "the other parts are in their places";
    EXPECT_EQ(l1_text(), "64KiB:128/32:4") << "completed";
    ModelChoice whole_lines = pane().config();
    whole_lines.l1.sector = whole_lines.l1.line;
    pane().simulate(whole_lines);
    ASSERT_TRUE(settle());
    EXPECT_EQ(l1_text(), "64KiB:128/128:4:lru:linear") << "not those of the GPU";
    EXPECT_FALSE(apply().isEnabled()) << "the text is what was simulated";
}

TEST_F(ModelsTest, OtherNumbersOfSmsAreSaid) {
    choose("ampere-a100");
    EXPECT_THAT(text("model_differences"), HasSubstr("The GPU has 108 SMs, the recording"));
}

TEST_F(ModelsTest, BlocksAreDealtToTheSmsOfTheGpuAndBack) {
    auto& banner = find<QLabel>("sms_banner");
    EXPECT_FALSE(banner.isVisible()) << "stack distances have no GPU";
    choose("turing-rtx2080ti");
    simulate();
    EXPECT_TRUE(banner.isVisible());
    EXPECT_THAT(banner.text().toStdString(),
                HasSubstr("Simulated with the 4 SMs of the recording, while the GPU has 68"));
    EXPECT_THAT(banner.text().toStdString(), Not(HasSubstr("Trace again"))) << "it does not know its mesh";
    const auto follow_first_link = [&] {
        activate();
        banner.setFocus();
        QTest::keyClick(&banner, Qt::Key_Tab);
        QTest::keyClick(&banner, Qt::Key_Return);
    };
    follow_first_link();
    ASSERT_TRUE(wait([this] { return pane().recording()->spec.dealt_sms == 68; })) << message();
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().recording()->info().device.sm_count, 68U);
    EXPECT_EQ(pane().config().preset, "turing-rtx2080ti");
    EXPECT_THAT(find<PaneFrame>("pane_frame").accessibleName().toStdString(),
                HasSubstr("blocks dealt to 68 SMs, recorded on 4 \u00b7 estimate"));
    EXPECT_THAT(find<QToolButton>("bar_caches").text().toStdString(), HasSubstr("estimate"));
    EXPECT_THAT(banner.text().toStdString(),
                HasSubstr("Estimate, by dealing the blocks again: each warp keeps the pixels"));
    EXPECT_EQ(text("model_differences"), "") << "the GPU has as many SMs";
    follow_first_link();
    ASSERT_TRUE(wait([this] { return pane().recording()->spec.dealt_sms == 0; })) << message();
    EXPECT_EQ(pane().recording()->info().device.sm_count, 4U);
}

TEST_F(ModelsTest, TheOfferOfOtherSmsCanBeHidden) {
    choose("turing-rtx2080ti");
    simulate();
    auto& banner = find<QLabel>("sms_banner");
    ASSERT_TRUE(banner.isVisible());
    Q_EMIT banner.linkActivated(QStringLiteral("hide"));
    EXPECT_FALSE(banner.isVisible());
    choose("ampere-a100");
    simulate();
    EXPECT_TRUE(banner.isVisible()) << "another GPU";
    EXPECT_THAT(text("sms_offer"), HasSubstr("Deal the blocks to 108 SMs")) << "in Caches";
}

TEST_F(ModelsTest, MetricsThatTheModelDoesNotKnowAreNotOffered) {
    EXPECT_TRUE(offers("l1-reuse-distance"_metric));
    choose("turing-rtx2080ti");
    simulate();
    EXPECT_FALSE(offers("l1-reuse-distance"_metric));
    EXPECT_TRUE(offers("l1-misses"_metric));
}

TEST_F(ModelsTest, MissesAreExplainedWhereThatIsAskedFor) {
    auto& explain = find<QCheckBox>("explain_choice");
    EXPECT_FALSE(explain.isEnabled()) << "stack distances do not say";
    choose("turing-rtx2080ti");
    simulate();
    EXPECT_EQ(pane().profile()->reuse(), nullptr);
    explain.click();
    ASSERT_TRUE(apply().isEnabled());
    simulate();
    EXPECT_TRUE(pane().config().explain_misses);
    EXPECT_NE(pane().profile()->reuse(), nullptr);
    EXPECT_TRUE(offers("l1-conflict-misses"_metric));
    choose("");
    EXPECT_FALSE(explain.isEnabled());
    simulate();
    EXPECT_FALSE(pane().config().explain_misses);
}

TEST_F(ModelsTest, AMetricOfReasonsHasMissesExplained) {
    EXPECT_FALSE(offers("l1-conflict-misses"_metric)) << "stack distances do not say";
    choose("turing-rtx2080ti");
    simulate();
    ASSERT_TRUE(offers("l1-conflict-misses"_metric));
    auto& box = find<QComboBox>("bar_metric");
    box.setCurrentIndex(box.findData(QStringLiteral("l1-conflict-misses")));
    EXPECT_TRUE(pane().wanted_config().explain_misses);
    ASSERT_TRUE(
        wait([this] { return pane().config() == pane().wanted_config() && !pane().work().running(); }));
    EXPECT_EQ(pane().choices().metric, "l1-conflict-misses"_metric);
    EXPECT_TRUE(can_answer(pane().profile()->capabilities(), pane().choices().metric));
    EXPECT_TRUE(find<QCheckBox>("explain_choice").isChecked());
}

TEST_F(ModelsTest, TheToolBarAndTheMeshTellTheTruthOfASliderThatMoves) {
    raise("caches_dock");
    auto& slider = find<QSlider>("l1_capacity_slider");
    const auto& caches = find<QToolButton>("bar_caches");
    const auto& badge = find<QLabel>("mesh_badge");
    EXPECT_THAT(caches.text().toStdString(), HasSubstr("L1 32 KiB"));
    grab(slider);
    drag_to(slider, 0.2);
    ASSERT_TRUE(wait([this] { return pane().live().shown() && pane().work().title().isEmpty(); }));
    const std::uint64_t capacity = pane().config().l1.capacity;
    ASSERT_NE(capacity, pane().wanted_config().l1.capacity) << "not let go yet";
    EXPECT_THAT(caches.text().toStdString(), HasSubstr("L1 " + format_size(capacity)));
    EXPECT_TRUE(badge.isHidden());
    let_go(slider);
    ASSERT_TRUE(pane().work().running());
    EXPECT_TRUE(badge.isHidden()) << badge.text().toStdString();
    ASSERT_TRUE(settle());
    EXPECT_THAT(caches.text().toStdString(), HasSubstr("L1 " + format_size(capacity)));
    l1().setText(QStringLiteral("1KiB:128:1"));
    apply().click();
    EXPECT_FALSE(badge.isHidden()) << "the picture is older now";
    EXPECT_THAT(caches.text().toStdString(), HasSubstr("L1 1 KiB")) << "what is being simulated";
    ASSERT_TRUE(settle());
    EXPECT_TRUE(badge.isHidden());
}

TEST_F(ModelsTest, ASimulationThatEndsLeavesWhatIsTyped) {
    l1().setText(QStringLiteral("16KiB:128:4"));
    apply().click();
    ASSERT_TRUE(pane().stale());
    l1().selectAll();
    QTest::keyClicks(&l1(), QStringLiteral("8KiB:12"));
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config().l1, parse_cache_geometry("16KiB:128:4"));
    EXPECT_EQ(l1().text(), QStringLiteral("8KiB:12"));
    EXPECT_FALSE(apply().isEnabled());
    QTest::keyClicks(&l1(), QStringLiteral("8:2"));
    ASSERT_TRUE(apply().isEnabled());
    simulate();
    EXPECT_EQ(pane().config().l1, parse_cache_geometry("8KiB:128:2"));
    pane().simulate(ModelChoice());
    ASSERT_TRUE(settle());
    EXPECT_EQ(parse_cache_geometry(l1_text()), ModelChoice().l1) << "nothing is being typed";
}

TEST_F(ModelsTest, EveryNumberShowsItsSource) {
    choose("turing-rtx2080ti");
    bool seen = false;
    QTimer::singleShot(0, window_.get(), [&] {
        EXPECT_TRUE(wait([] { return QApplication::activeModalWidget() != nullptr; }));
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        const auto* facts = dialog->findChild<QTreeWidget*>(QStringLiteral("preset_facts"));
        EXPECT_GT(facts->topLevelItemCount(), 10);
        EXPECT_EQ(facts->topLevelItem(0)->text(0), QStringLiteral("device sms"));
        EXPECT_EQ(facts->topLevelItem(0)->text(1), QStringLiteral("68"));
        EXPECT_FALSE(facts->topLevelItem(0)->text(3).isEmpty());
        seen = true;
        dialog->reject();
    });
    find<QPushButton>("preset_sources").click();
    EXPECT_TRUE(seen);
}

} // namespace
} // namespace hitmap
