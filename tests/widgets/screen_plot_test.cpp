#include "render/plot/plot_frame.h"
#include "widgets/plot/screen_canvas.h"
#include "widgets/plot/screen_style.h"

#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtWidgets/QWidget>
#include <gmock/gmock.h>

#include <regex>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// Forwards all calls to another canvas, and stores the texts.
class TextCanvas final : public Canvas {
public:
    explicit TextCanvas(Canvas& to) : to_(to) {}
    void rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) override {
        to_.rectangle(corner, size, fill);
    }
    void line(std::span<const CanvasPoint> points, const LineStyle& style) override {
        to_.line(points, style);
    }
    void polygon(std::span<const CanvasPoint> points, const FillStyle& fill) override {
        to_.polygon(points, fill);
    }
    void dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) override {
        to_.dots(centres, diameter, colour);
    }
    void text(CanvasPoint at, std::string_view text, const TextStyle& style) override {
        texts.emplace_back(text);
        to_.text(at, text, style);
    }
    double text_width(std::string_view text, const TextStyle& style) override {
        return to_.text_width(text, style);
    }
    void image(CanvasPoint corner, CanvasPoint size, const Image& image) override {
        to_.image(corner, size, image);
    }

    std::vector<std::string> texts;

private:
    Canvas& to_;
};

std::vector<PlotData> plots() {
    PlotData capacities;
    capacities.title = "capacities";
    capacities.x = {"bytes", "bytes", AxisNumbers::bytes, true};
    capacities.y = {"rate", "rate", AxisNumbers::shares};
    capacities.look = PlotLook::steps;
    capacities.series = {{"all", {{1024, 0.25}, {65536, 0.5}}}};
    capacities.marked_x = 2048.0;
    capacities.mark_title = "present";
    PlotData distances;
    distances.title = "distances";
    distances.x.labels = {"0", "1", "2–3", "4–7", "8–15", "", "cold"};
    distances.look = PlotLook::bars;
    distances.series = {{"look-ups", {{0, 1000}, {3, 25000}, {6, 10}}}};
    distances.marked_x = 1.5;
    distances.mark_title = "present";
    distances.beyond_title = "would miss";
    PlotData latencies;
    latencies.title = "latencies";
    latencies.look = PlotLook::dots;
    latencies.series = {{"loads", {{0, 40}, {900, 560}}}};
    PlotData shares;
    shares.title = "shares";
    shares.y.numbers = AxisNumbers::shares;
    shares.look = PlotLook::areas;
    shares.series = {{"boxes", {{0, 0.5}, {1, 0.25}}}, {"faces", {{0, 0.25}, {1, 0.75}}}};
    return {capacities, distances, latencies, shares};
}

struct Palettes {
    const char* name;
    QColor window;
    QColor text;
};

class ScreenPlotTest : public testing::TestWithParam<Palettes> {
protected:
    ScreenPlotTest() {
        QPalette palette = widget_.palette();
        for (const auto role : {QPalette::Window, QPalette::Base})
            palette.setColor(role, GetParam().window);
        for (const auto role : {QPalette::WindowText, QPalette::Text})
            palette.setColor(role, GetParam().text);
        widget_.setPalette(palette);
    }
    QWidget widget_;
};

TEST_P(ScreenPlotTest, HasTheTicksAndColoursThatItShouldHave) {
    for (const PlotData& plot : plots()) {
        QImage image(2 * 420, 2 * 300, QImage::Format_RGB32);
        image.setDevicePixelRatio(2.0);
        image.fill(GetParam().window);
        QPainter painter(&image);
        painter.setFont(widget_.font());
        const PlotStyle style = screen_style(widget_);
        ScreenCanvas screen(painter);
        TextCanvas canvas(screen);
        PlotFrame(canvas, plot, style, {420, 300}).draw();
        painter.end();

        const std::string svg = plot_svg(plot, {420, 300}, style);
        std::vector<std::string> texts;
        const std::regex text(">([^<]*)</text>");
        for (std::sregex_iterator at(svg.begin(), svg.end(), text), end; at != end; ++at)
            texts.push_back((*at)[1]);
        EXPECT_EQ(canvas.texts, texts) << plot.title;

        bool has_ink = false;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                has_ink = has_ink || image.pixelColor(x, y) == GetParam().text;
        EXPECT_TRUE(has_ink) << plot.title;
        ASSERT_TRUE(image.save(QStringLiteral(HITMAP_TEST_OUTPUT "/plot-%1-%2.png")
                                   .arg(QLatin1String(GetParam().name), QString::fromStdString(plot.title))));
    }
}

INSTANTIATE_TEST_SUITE_P(Palettes, ScreenPlotTest,
                         testing::Values(Palettes{"light", QColor(250, 250, 250), QColor(20, 20, 20)},
                                         Palettes{"dark", QColor(30, 30, 30), QColor(240, 240, 240)}),
                         [](const auto& tested) { return std::string(tested.param.name); });

} // namespace
} // namespace hitmap
