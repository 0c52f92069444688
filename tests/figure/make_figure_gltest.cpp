#include "app/figure/figure_json.h"
#include "app/figure/make_figure.h"
#include "core/base/error.h"
#include "render/gl/offscreen.h"
#include "render/image/cairo_image.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <zlib.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A mesh with an inset, an image, their colour bars, a table and a text of one small recording.
Figure small_figure() {
    return parse_figure(R"({
        "width": 80, "dpi": 72, "line_width": 1,
        "recordings": {"a": {"trace": "builtin:teapot?triangles=500",
                             "options": {"resolution": "16x16", "sms": 2, "warps-per-sm": 2}}},
        "caches": {"c": {"l1": "2KiB:128:4", "l2": "8KiB:32:8"}},
        "rows": [{}, {}],
        "columns": [{}, {}, {"width": 14}],
        "panels": [
          [{"aspect": 1, "insets": [{"region": [0.25, 0.25, 0.5, 0.5], "corner": "top-left"}]},
           {"kind": "framebuffer"}, {"kind": "colour-bar"}],
          [{"kind": "table"}, {"kind": "text", "text": "L1 {l1-hit-rate} {l3}"}, null]]})",
                        "f.json");
}

class SmallFigure : public testing::Test {
protected:
    static void SetUpTestSuite() {
        ThreadPool pool(2);
        figure_ = std::make_unique<Figure>(small_figure());
        made_ = std::make_unique<MadeFigure>(make_figure(*figure_, pool));
    }
    static void TearDownTestSuite() {
        made_.reset();
        figure_.reset();
    }
    static inline std::unique_ptr<Figure> figure_;   // NOLINT: shared by the tests
    static inline std::unique_ptr<MadeFigure> made_; // NOLINT
};

TEST_F(SmallFigure, HasThePixelsOfRenderedPictures) {
    // `hitmap render` draws meshes with this function, at the size that its layout leaves for the mesh.
    const FigureContent& content = made_->contents[0];
    WantedPicture request;
    const Image& picture = made_->rasters[0].picture;
    constexpr int bar_width = 136; // at scale 1, which is that of the figure
    request.size = {picture.size.width + bar_width, picture.size.height};
    request.scale = 1.0F;
    request.view = content.state.view;
    request.range = content.range;
    const Image rendered =
        render_values_picture(content.meshes[0].prepared, content.meshes[0].values, request, false);
    ASSERT_GT(picture.size.width, 32);
    std::size_t coloured = 0;
    for (int y = 0; y < picture.size.height; ++y)
        for (int x = 0; x < picture.size.width; ++x) {
            const auto* a = picture.pixel(x, y);
            ASSERT_TRUE(std::equal(a, a + 4, rendered.pixel(x, y))) << x << ", " << y;
            coloured += a[0] != a[1] || a[1] != a[2] ? 1 : 0;
        }
    EXPECT_GT(coloured, 50U);
}

TEST(MakeFigure, ALegendOfADifferenceNamesItsSides) {
    ThreadPool pool(2);
    struct Case {
        const char* own;
        const char* compare;
        const char* title;
        const char* note;
        const char* only;
    };
    const std::array cases{
        Case{R"("recording": "sah", "cache": "small")", R"("recording": "median", "cache": "small")",
             "median \u2212 sah: L1 hit rate (pp)", "above 0: higher in median", "median only"},
        Case{R"("recording": "sah", "cache": "small")", R"("recording": "sah", "cache": "large")",
             "large \u2212 small: L1 hit rate (pp)", "above 0: higher in large", "large only"},
        Case{R"("recording": "sah", "cache": "small")", R"("recording": "median", "cache": "large")",
             "median, large \u2212 sah, small: L1 hit rate (pp)", "above 0: higher in median, large",
             "median, large only"}};
    for (const Case& c : cases) {
        const Figure figure = parse_figure(fmt::format(R"({{
            "width": 80, "dpi": 72,
            "recordings": {{
              "sah": {{"trace": "builtin:teapot?triangles=300", "options": {{"resolution": "8x8"}}}},
              "median": {{"trace": "builtin:teapot?triangles=300",
                          "options": {{"resolution": "8x8", "bvh": "median"}}}}}},
            "caches": {{"small": {{"l1": "2KiB:128:4"}}, "large": {{"l1": "16KiB:128:4"}}}},
            "rows": [{{}}], "columns": [{{}}, {{"width": 20}}],
            "panels": [[{{{}, "compare": {{{}}}}}, {{"kind": "colour-bar"}}]]}})",
                                                       c.own, c.compare),
                                           "f.json");
        const MadeFigure made = make_figure(figure, pool);
        const ColourBarText& bar = made.contents[0].bar;
        EXPECT_EQ(bar.title, c.title);
        EXPECT_EQ(bar.note, c.note);
        EXPECT_THAT(pattern_text(Pattern::only_b, true, bar), testing::EndsWith(c.only));
    }
}

TEST(MakeFigure, ADifferenceOfOtherWorkCallsNeitherSideBetter) {
    ThreadPool pool(2);
    for (const auto& [frames, note] :
         {std::pair(1, "above 0: sah is better"), std::pair(4, "above 0: more in median")}) {
        const Figure figure = parse_figure(fmt::format(R"({{
            "width": 80, "dpi": 72,
            "recordings": {{
              "sah": {{"trace": "builtin:teapot?triangles=300", "options": {{"resolution": "8x8"}}}},
              "median": {{"trace": "builtin:teapot?triangles=300",
                          "options": {{"resolution": "8x8", "bvh": "median"}}}}}},
            "panels": [[{{"recording": "sah", "compare": {{"recording": "median"}},
                          "view": {{"metric": "l1-misses", "frames": {}}}}}]]}})",
                                                       frames),
                                           "f.json");
        EXPECT_EQ(make_figure(figure, pool).contents[0].bar.note, note) << frames;
    }
}

TEST_F(SmallFigure, EnlargesTheRegionOfAnInset) {
    // A region of half a side at a width of 0.4: a picture of 0.8 of the size.
    const Image& picture = made_->rasters[0].picture;
    const Image& inset = made_->rasters[0].insets.at(0);
    EXPECT_EQ(inset.size.width, static_cast<int>(std::lround(0.4 * picture.size.width)));
    std::size_t different = 0;
    for (int y = 0; y < inset.size.height; ++y)
        for (int x = 0; x < inset.size.width; ++x) {
            const auto at = [&](int i, int to, int from) { return from / 4 + (2 * i + 1) * from / (4 * to); };
            const auto* a = inset.pixel(x, y);
            const auto* b = picture.pixel(at(x, inset.size.width, picture.size.width),
                                          at(y, inset.size.height, picture.size.height));
            different += std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]) > 120 ? 1 : 0;
        }
    EXPECT_LT(different * 4,
              static_cast<std::size_t>(inset.size.width) * static_cast<std::size_t>(inset.size.height));
}

TEST_F(SmallFigure, PngHasItsResolutionAndThePicturesPixelByPixel) {
    const std::string png = figure_file(*figure_, *made_, FigureFormat::png);
    // 72 DPI are 2835 pixels per metre, 0x0b13.
    EXPECT_THAT(png, HasSubstr(std::string("\0\0\0\x09pHYs\0\0\x0b\x13\0\0\x0b\x13\x01", 17)));
    const Image page = decode_png({reinterpret_cast<const std::uint8_t*>(png.data()), png.size()}, "f.png");
    EXPECT_EQ(page.size.width, 227); // 80 mm
    const FigureArea& area = made_->layout.panels[0];
    const Image& picture = made_->rasters[0].picture;
    const auto left = static_cast<int>(std::lround(area.left));
    const auto top = static_cast<int>(std::lround(area.top));
    // The lower right quarter has no inset and no frame.
    for (int y = picture.size.height * 3 / 4; y < picture.size.height; ++y)
        for (int x = picture.size.width * 3 / 4 + 1; x < picture.size.width; ++x)
            ASSERT_TRUE(
                std::equal(picture.pixel(x, y), picture.pixel(x, y) + 4, page.pixel(left + x, top + y)));
}

/// The PDF and the contents of its streams, where cairo 1.18 has the size of the page.
std::string with_contents_of_streams(const std::string& pdf) {
    constexpr std::string_view begin = "stream\n";
    std::string all = pdf;
    for (std::size_t at = pdf.find(begin); at != std::string::npos; at = pdf.find(begin, at + 1)) {
        const std::string packed = pdf.substr(at + begin.size());
        std::string contents(std::size_t{1} << 20U, '\0');
        uLongf size = contents.size();
        if (uncompress(reinterpret_cast<Bytef*>(contents.data()), &size,
                       reinterpret_cast<const Bytef*>(packed.data()), packed.size()) == Z_OK)
            all += contents.substr(0, size);
    }
    return all;
}

TEST_F(SmallFigure, PdfHasThePageSizeAndNoTime) {
    const std::string pdf = figure_file(*figure_, *made_, FigureFormat::pdf);
    EXPECT_EQ(pdf.substr(0, 8), "%PDF-1.5");
    const std::string unpacked = with_contents_of_streams(pdf);
    EXPECT_THAT(unpacked, HasSubstr(fmt::format("/MediaBox [ 0 0 {:.6f}", 80.0 / 25.4 * 72.0)));
    EXPECT_THAT(unpacked, Not(HasSubstr("/CreationDate")));
    EXPECT_EQ(pdf, figure_file(*figure_, *made_, FigureFormat::pdf));
}

TEST_F(SmallFigure, SvgHasTextsAsTextsAndTheSizeInPoints) {
    const std::string svg = figure_file(*figure_, *made_, FigureFormat::svg);
    EXPECT_THAT(svg, HasSubstr("width=\"226.77pt\""));
    EXPECT_THAT(svg, HasSubstr(">(a)<"));
    EXPECT_THAT(svg, HasSubstr(">together<"));
    EXPECT_THAT(svg, HasSubstr(">written<"));
    EXPECT_THAT(svg, testing::ContainsRegex(">L1 [0-9.]+ % \\{l3\\}<"));
}

TEST(MakeFigure, GivesAnAllocationOneColourInAllPlots) {
    ThreadPool pool(2);
    FigureStore store(pool);
    const Figure figure = parse_figure(R"({
        "recordings": {"a": {"trace": "builtin:teapot?triangles=200",
                             "options": {"resolution": "8x8", "sms": 1, "warps-per-sm": 2}}},
        "caches": {"c": {"model": "hierarchy"}},
        "panel": {"kind": "plot"}, "columns": [{}, {}],
        "panels": [[{"plot": "l1-capacity"}, {"plot": "l2-capacity"}]]})",
                                       "f.json");
    const MadeFigure made = make_figure(figure, store);
    std::map<std::string, std::size_t> looks;
    std::set<std::size_t> different;
    std::size_t repeated = 0;
    for (const FigureContent& content : made.contents)
        for (const PlotSeries& series : content.plot->series) {
            const auto [known, is_new] = looks.try_emplace(series.title, series.look.value());
            EXPECT_EQ(known->second, series.look) << series.title;
            const bool is_other = !is_new || different.insert(*series.look).second;
            EXPECT_TRUE(is_other) << series.title;
            repeated += is_new ? 0 : 1;
        }
    EXPECT_GE(repeated, 2U);
    // What was opened and simulated is there for the next figure.
    const auto lock = store.lock({});
    const auto first = store.profile(figure.recordings[0], figure.caches[0], true, {});
    EXPECT_EQ(first, store.profile(figure.recordings[0], figure.caches[0], true, {}));
    store.keep_only(Figure());
    EXPECT_NE(first, store.profile(figure.recordings[0], figure.caches[0], true, {}));
}

/// Returns what the legends of two meshes call elements without a colour. The first mesh counts everything,
/// the second one only some rays, and has these settings of its view.
std::array<std::string, 2> absences_beside(const std::string& view, ThreadPool& pool) {
    const Figure figure = parse_figure(R"({
        "recordings": {"a": {"trace": "builtin:teapot?triangles=200",
                             "options": {"resolution": "8x8", "sms": 1, "warps-per-sm": 2, "rays": "ao:1"}}},
        "caches": {"all": {}, "ao": {"ray-kind": "ao"}},
        "panel": {"view": {"metric": "l1-misses"}}, "columns": [{}, {}],
        "panels": [[{"cache": "all"}, {"cache": "ao", "view": {)" +
                                           view + "}}]]}",
                                       "f.json");
    FigureStore store(pool);
    const auto lock = store.lock({});
    FigureInputs inputs(figure, store, {});
    const auto contents = figure_contents(figure, inputs);
    return {contents.at(0).bar.undefined, contents.at(1).bar.undefined};
}

TEST(FigureContents, OnlyALegendOfMeshesThatCountDifferentPartsIsVague) {
    ThreadPool pool(2);
    const std::string vague = "not accessed, or not counted";
    EXPECT_THAT(absences_beside("", pool), ElementsAre(vague, vague));
    const auto exact = ElementsAre("not accessed", "not accessed by these rays");
    EXPECT_THAT(absences_beside(R"("colour_map": "viridis")", pool), exact) << "each has a bar of its own";
    EXPECT_THAT(absences_beside(R"("metric": "access-count")", pool), exact);
}

TEST(MakeFigure, RefusesARecordingWithAnotherHash) {
    ThreadPool pool(1);
    Figure figure = parse_figure(R"({"recordings": {"a": {"file": ")" + std::string(HITMAP_TEST_DATA) +
                                     R"(/figure/CMakeLists.txt", "hash": "crc32:00000000"}}})",
                                 "");
    try {
        (void)make_figure(figure, pool);
        ADD_FAILURE();
    } catch (const FileError& error) {
        EXPECT_THAT(error.what(), HasSubstr("expected the hash crc32:00000000, found crc32:"));
    }
}

} // namespace
} // namespace hitmap
