#include "tests/widgets/common.h"
#include "tests/widgets/opened_session.h"
#include "widgets/time/frame_curve.h"
#include "widgets/time/player.h"

#include <QtTest/QSignalSpy>
#include <gmock/gmock.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

std::string text_of_columns(const std::vector<float>& series, std::size_t columns) {
    std::string text;
    for (const CurveColumn& column : curve_columns(series, columns)) {
        if (!text.empty()) text += " ";
        if (std::isnan(column.mean)) {
            text += "-";
            continue;
        }
        text += QStringLiteral("%1..%2~%3")
                    .arg(static_cast<double>(column.min))
                    .arg(static_cast<double>(column.max))
                    .arg(static_cast<double>(column.mean))
                    .toStdString();
    }
    return text;
}

TEST(CurveColumns, FewFramesFillSeveralColumns) {
    EXPECT_EQ(text_of_columns({1, 2}, 4), "1..1~1 1..1~1 2..2~2 2..2~2");
    EXPECT_EQ(text_of_columns({5}, 3), "5..5~5 5..5~5 5..5~5");
}

TEST(CurveColumns, ManyFramesKeepTheirExtremes) {
    EXPECT_EQ(text_of_columns({1, 9, 2, 4, 4, 4}, 2), "1..9~4 4..4~4");
    EXPECT_EQ(text_of_columns({0, 1, 2}, 2), "0..1~0.5 1..2~1.5") << "a frame on a border is in both";
}

TEST(CurveColumns, FramesWithoutAValueAreNoZeros) {
    EXPECT_EQ(text_of_columns({no_value, 3, no_value, no_value}, 2), "3..3~3 -");
    EXPECT_EQ(text_of_columns({no_value}, 2), "- -");
}

TEST(CurveColumns, EveryFrameIsInSomeColumn) {
    for (std::size_t q = 1; q < 40; ++q) {
        for (std::size_t columns = 1; columns < 40; ++columns) {
            for (std::size_t f = 0; f < q; ++f) {
                std::vector<float> series(q, 0.0F);
                series[f] = 1.0F;
                bool seen = false;
                for (const CurveColumn& column : curve_columns(series, columns))
                    seen = seen || column.max > 0.5F;
                ASSERT_TRUE(seen) << f << " of " << q << " in " << columns;
            }
        }
    }
}

TEST(CurvePlots, AColumnHasTheMeanOfItsIntervalsAndTheirEnds) {
    FrameCurve curve;
    curve.l1 = {0.25F, 0.75F, no_value, 0.5F};
    curve.l2 = {no_value, no_value, 1.0F, 1.0F};
    curve.shares = {{1.0F, 0.5F, 0.5F, 0.5F}, {0.0F, 0.5F, 0.5F, 0.5F}};
    const CurvePlots plots = curve_plots(&curve, 2);
    const auto text = [](const PlotSeries& series) {
        std::string all = series.title + ":";
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            all += QStringLiteral(" %1,%2").arg(series.points[i].x).arg(series.points[i].y).toStdString();
            if (!series.spread.empty() && series.spread[i].max > series.spread[i].min)
                all += QStringLiteral("(%1-%2)")
                           .arg(series.spread[i].min)
                           .arg(series.spread[i].max)
                           .toStdString();
        }
        return all;
    };
    EXPECT_EQ(text(plots.rates.series[0]), "L1 hit rate: 0.5,0.5(0.25-0.75) 1.5,0.5");
    EXPECT_EQ(text(plots.rates.series[1]), "L2 hit rate: 0.5,nan 1.5,1");
    EXPECT_EQ(text(plots.shares.series[0]), "Boxes: 0.5,0.75 1.5,0.5");
    EXPECT_EQ(text(plots.shares.series[1]), "Faces: 0.5,0.25 1.5,0.5");
    EXPECT_EQ(rate_axis_text(plots.rates.y), "") << "0.25 is below all round numbers";
    curve.l1 = {0.97F, 0.99F, no_value, 0.98F};
    EXPECT_EQ(rate_axis_text(curve_plots(&curve, 2).rates.y), "from 95 %");
    EXPECT_EQ(rate_axis_text(curve_plots(&curve, 2, RateAxis::full).rates.y), "");
    const CurvePlots nothing = curve_plots(nullptr, 2);
    EXPECT_TRUE(nothing.rates.empty() && nothing.shares.empty());
    EXPECT_EQ(nothing.shares.series.size(), element_kinds().size()) << "the legend has them";
}

class TimeTest : public OpenedSession {};

TEST_F(TimeTest, TheCurveHasTheRatesOfEachFrame) {
    const auto curve = frame_curve(pane().profile(), {}, 7);
    ASSERT_EQ(curve->intervals(), 7U);
    for (std::uint64_t f = 0; f < 7; ++f) {
        pane().set_frames({7, f, 1});
        ASSERT_TRUE(settle());
        EXPECT_EQ(curve->headlines[f].l1, pane().values()->headline.l1);
        EXPECT_EQ(curve->headlines[f].l2, pane().values()->headline.l2);
        float shares = 0.0F;
        for (const auto& kind : curve->shares)
            shares += kind[f];
        EXPECT_NEAR(shares, 1.0F, 1e-5F);
    }
}

TEST_F(TimeTest, PlayShowsEveryFrame) {
    constexpr std::uint64_t q = 5;
    pane().set_frames({q, 0, 1});
    ASSERT_TRUE(settle());
    std::vector<std::uint64_t> shown;
    std::uint64_t last = 0;
    QObject::connect(&pane(), &Pane::values_changed, &pane(), [&] {
        // The range of all frames may come while a frame is shown.
        if (const std::uint64_t now = pane().values()->frames.first; now != std::exchange(last, now))
            shown.push_back(now);
    });
    Player player(pane());
    player.set_loop(false);
    player.set_speed(1000); // faster than frames can be shown
    player.set_playing(true);
    ASSERT_TRUE(wait_for([&] { return !player.playing(); }));
    EXPECT_THAT(shown, testing::ElementsAre(1, 2, 3, 4));
    shown.clear();
    player.set_playing(true); // at the end, playing starts again at frame 0
    ASSERT_TRUE(wait_for([&] { return !player.playing(); }));
    EXPECT_THAT(shown, testing::ElementsAre(0, 1, 2, 3, 4));
}

TEST_F(TimeTest, PlayGoesRoundInALoop) {
    pane().set_frames({3, 1, 1});
    ASSERT_TRUE(settle());
    std::vector<std::uint64_t> shown;
    std::uint64_t last = 1;
    QObject::connect(&pane(), &Pane::values_changed, &pane(), [&] {
        // The range of all frames may come while a frame is shown.
        if (const std::uint64_t now = pane().values()->frames.first; now != std::exchange(last, now))
            shown.push_back(now);
    });
    Player player(pane());
    player.set_speed(200);
    player.set_playing(true);
    ASSERT_TRUE(wait_for([&] { return shown.size() >= 4; }));
    player.set_playing(false);
    shown.resize(4);
    EXPECT_THAT(shown, testing::ElementsAre(2, 0, 1, 2));
}

TEST_F(TimeTest, PlayNeedsFramesAndStopsWithThem) {
    Player player(pane());
    const QSignalSpy changed(&player, &Player::playing_changed);
    player.set_playing(true);
    EXPECT_FALSE(player.playing()) << "one frame";
    pane().set_frames({4, 0, 1});
    player.set_playing(true);
    EXPECT_TRUE(player.playing());
    pane().set_frames({4, 0, 4});
    EXPECT_FALSE(player.playing()) << "all frames together";
    pane().set_frames({4, 0, 2});
    player.set_playing(true);
    pane().close();
    EXPECT_FALSE(player.playing());
    EXPECT_EQ(changed.count(), 4);
}

} // namespace
} // namespace hitmap
