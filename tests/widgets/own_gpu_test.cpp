// The model of a recording for which the user chose none: that of the GPU on which it was made.

#include "core/cache/gpu/preset_library.h"
#include "tests/widgets/opened_session.h"

#include <gtest/gtest.h>

#include <string>

namespace hitmap {
namespace {

class OwnGpuTest : public OpenedSession {
protected:
    OwnGpuTest() {
        write_tiny_recording_of_device(ampere_, "NVIDIA GeForce RTX 3090");
        write_tiny_recording_of_device(turing_, "Tesla T4");
        pane().simulate_next_with({ModelChoice(), true});
    }
    /// Opens a recording and returns the preset that it is simulated with.
    std::string opened(const std::string& file) {
        pane().open(file);
        EXPECT_TRUE(wait_for(
            [&] { return !pane().work().running() && pane().recording()->spec == RecordingSpec(file); }));
        EXPECT_EQ(pane().wanted_config(), pane().config());
        return pane().config().preset;
    }

    const std::string plain_ = folder_.filePath(QStringLiteral("tiny.hmt")).toStdString();
    const std::string ampere_ = folder_.filePath(QStringLiteral("ampere.hmt")).toStdString();
    const std::string turing_ = folder_.filePath(QStringLiteral("turing.hmt")).toStdString();
};

TEST_F(OwnGpuTest, IsTheModelOfEachRecordingThatNamesOne) {
    EXPECT_EQ(opened(ampere_), "ampere-rtx3090");
    EXPECT_EQ(pane().config(), choice_of(find_gpu_preset("ampere-rtx3090"), "ampere-rtx3090"));
    EXPECT_EQ(opened(turing_), "turing-t4");
    EXPECT_EQ(opened(plain_), "") << "a simulated device has no preset: the default";
    ModelChoice part_only = pane().config();
    part_only.only.allocation = "faces";
    pane().simulate(part_only);
    ASSERT_TRUE(wait_for([&] { return pane().config() == part_only; }));
    EXPECT_EQ(opened(turing_), "turing-t4") << "what counts is no choice of a model";
}

TEST_F(OwnGpuTest, DoesNotReplaceAModelThatTheUserChose) {
    EXPECT_EQ(opened(ampere_), "ampere-rtx3090");
    pane().simulate(choice_of(find_gpu_preset("turing-t4"), "turing-t4"));
    ASSERT_TRUE(wait_for([this] { return pane().config().preset == "turing-t4"; }));
    EXPECT_EQ(opened(ampere_), "turing-t4");
    pane().simulate_next_with({ModelChoice(), false});
    EXPECT_EQ(opened(ampere_), "") << "nor where it is not wanted";
}

TEST_F(OwnGpuTest, DoesNotReplaceTheModelOfASession) {
    EXPECT_EQ(opened(ampere_), "ampere-rtx3090");
    SessionState state = session_.state();
    state.panes[0].spec = RecordingSpec(turing_);
    state.panes[0].config = choice_of(find_gpu_preset("volta-v100"), "volta-v100");
    session_.restore(state);
    ASSERT_TRUE(
        wait_for([this] { return !pane().work().running() && pane().config().preset == "volta-v100"; }));
    EXPECT_EQ(opened(ampere_), "volta-v100");
}

TEST_F(OwnGpuTest, IsThatOfAFurtherPaneToo) {
    EXPECT_EQ(opened(ampere_), "ampere-rtx3090");
    session_.add_pane();
    EXPECT_EQ(opened(turing_), "turing-t4");
    EXPECT_EQ(session_.pane(0).config().preset, "ampere-rtx3090");
}

} // namespace
} // namespace hitmap
