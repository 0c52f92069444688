#include "core/jobs/progress.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

class ProgressOfTheWhole : public testing::Test {
protected:
    [[nodiscard]] double whole() const { return progress_.snapshot().whole.value_or(-1.0); }

    Progress progress_;
    JobContext stage_{{}, &progress_};
    JobContext job_ = stage_.whole();
};

TEST_F(ProgressOfTheWhole, IsNotKnownIfNoStageSaysItsShare) {
    EXPECT_FALSE(progress_.snapshot().whole);
    stage_.begin("reading", 100);
    stage_.add(50);
    EXPECT_FALSE(progress_.snapshot().whole);
    EXPECT_FALSE(stage_.part(0.5, 1.0).share) << "it is a part of something unknown";
}

TEST_F(ProgressOfTheWhole, IsThatOfItsParts) {
    job_.part(0.0, 0.25).begin("loading", 100, "triangles");
    EXPECT_DOUBLE_EQ(whole(), 0.0);
    job_.add(50);
    EXPECT_DOUBLE_EQ(whole(), 0.125);
    const JobContext rest = job_.part(0.25, 1.0);
    rest.part(0.0, 0.5).begin("tracing", 10, "pixels");
    EXPECT_DOUBLE_EQ(whole(), 0.25) << "what was not counted is done when the next part begins";
    job_.add(10);
    EXPECT_DOUBLE_EQ(whole(), 0.625);
    job_.add(10);
    EXPECT_DOUBLE_EQ(whole(), 0.625) << "a stage that counts more than it said does not leave its part";
    rest.part(0.5, 1.0).begin("simulating");
    EXPECT_DOUBLE_EQ(whole(), 0.625) << "nothing is known of this stage";
    const Progress::Snapshot last = progress_.snapshot();
    EXPECT_EQ(last.stage, "simulating");
    EXPECT_EQ(last.total, 0U);
}

TEST_F(ProgressOfTheWhole, NeverFalls) {
    const JobContext half = job_.part(0.0, 0.5);
    half.begin("reading", 100);
    half.add(80);
    EXPECT_DOUBLE_EQ(whole(), 0.4);
    half.begin("reading again", 100);
    EXPECT_DOUBLE_EQ(whole(), 0.4);
    half.add(60);
    EXPECT_DOUBLE_EQ(whole(), 0.4);
    half.add(40);
    EXPECT_DOUBLE_EQ(whole(), 0.5);
    stage_.begin("work that knows no shares", 100);
    EXPECT_DOUBLE_EQ(whole(), 0.5);
    job_.part(0.2, 0.3).begin("an earlier part", 100);
    job_.add(100);
    EXPECT_DOUBLE_EQ(whole(), 0.5);
}

TEST_F(ProgressOfTheWhole, StaysWhenSomeOfTheStageIsTakenBack) {
    job_.part(0.0, 0.5).begin("reading", 100, "bytes");
    progress_.set(80);
    EXPECT_DOUBLE_EQ(whole(), 0.4);
    progress_.set(20);
    EXPECT_EQ(progress_.snapshot().done, 20U) << "the stage says what it counts";
    EXPECT_DOUBLE_EQ(whole(), 0.4);
    job_.part(0.1, 0.5).begin("reading again", 100, "bytes");
    EXPECT_DOUBLE_EQ(whole(), 0.4);
    progress_.set(90);
    EXPECT_DOUBLE_EQ(whole(), 0.46);
    progress_.set(100);
    EXPECT_DOUBLE_EQ(whole(), 0.5);
}

} // namespace
} // namespace hitmap
