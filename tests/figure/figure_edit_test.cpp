#include "app/figure/figure_edit.h"
#include "app/figure/figure_json.h"
#include "app/figure/figure_writer.h"
#include "app/picture_matrix/experiment_figure.h"
#include "app/picture_matrix/picture_matrix.h"
#include "core/base/error.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace hitmap {
namespace {

using testing::ElementsAre;

std::string text_of_file(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// A recording of the figure "rNAME", which is never opened.
FigureSource add_source(Figure& figure, const std::string& name) {
    FigureRecording recording;
    recording.name = name;
    recording.file = "/" + name + ".hmt";
    if (figure.caches.empty()) add_cache(figure, {"default", ModelTexts().resolve()});
    return {add_recording(figure, recording), 0};
}

FigurePanel panel_of(FigureSource source, const char* metric) {
    FigurePanel panel;
    panel.source = source;
    panel.view = std::string(R"({"metric": ")") + metric + "\"}";
    return panel;
}

/// "mesh mesh bar / . mesh ." for the matrix of a figure.
std::string matrix_text_of(const Figure& figure) {
    std::string text;
    for (std::size_t row = 0; row < figure.rows.size(); ++row) {
        text += row == 0 ? "" : " /";
        for (std::size_t column = 0; column < figure.columns.size(); ++column) {
            const auto number = panel_at(figure, {row, column});
            text += text.empty() ? "" : " ";
            if (!number) {
                text += ".";
                continue;
            }
            const FigurePanel& panel = figure.panels[*number];
            if (panel.kind == FigurePanelKind::colour_bar)
                text += "bar";
            else if (panel.kind == FigurePanelKind::text)
                text += "text";
            else
                text += figure.recordings[panel.source.recording].name;
            if (panel.of) text += std::to_string(panel.of->first) + std::to_string(panel.of->second);
            if (panel.compare) text += "-" + figure.recordings[panel.compare->recording].name;
        }
    }
    return text;
}

TEST(FigureWriter, RecipesAreTheSameAfterWritingAndReading) {
    const std::filesystem::path folder =
        std::filesystem::path(HITMAP_TEST_DATA).parent_path() / "docs/figures";
    std::size_t recipes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".json") continue;
        ++recipes;
        const Figure figure = parse_figure(text_of_file(entry.path()), entry.path().string());
        const std::string written = figure_to_json(figure, folder);
        const Figure again = parse_figure(written, (folder / "f.json").string());
        EXPECT_EQ(figure_to_json(again, folder), written);
        ASSERT_EQ(again.panels.size(), figure.panels.size());
        for (std::size_t i = 0; i < figure.panels.size(); ++i) {
            EXPECT_EQ(figure_view(again.panels[i]), figure_view(figure.panels[i]));
            EXPECT_EQ(again.panels[i].source, figure.panels[i].source);
            EXPECT_EQ(again.panels[i].insets.size(), figure.panels[i].insets.size());
            EXPECT_EQ(again.panels[i].text, figure.panels[i].text);
            EXPECT_EQ(again.panels[i].plot, figure.panels[i].plot);
        }
    }
    EXPECT_GE(recipes, 6U);
}

TEST(FigureWriter, WritesEveryKeyOfARecipe) {
    // Every value differs from its default, and is written as it was read.
    const std::string json = R"({
  "width": 178.0,
  "dpi": 600.0,
  "font": "serif",
  "font_size": 8.0,
  "line_width": 0.25,
  "gap": 1.0,
  "letters": false,
  "ranges": "all",
  "caption": "A\nB",
  "label": "fig:a",
  "recordings": {
    "a": {
      "file": "a.hmt",
      "hash": "crc32:0012abcd",
      "deal_blocks": 128
    },
    "b": {
      "trace": {
        "scene": "m.ply",
        "up": "z",
        "allow_files_outside": true
      },
      "options": {
        "resolution": "64x32",
        "kernel": "if-if"
      }
    }
  },
  "caches": {
    "c": {
      "l1": "4KiB:128:4",
      "l2": "6MiB:32:16",
      "ray-kind": "primary",
      "only-allocation": "faces"
    }
  },
  "rows": [
    {
      "name": "first",
      "height": 20.0
    },
    {}
  ],
  "columns": [
    {
      "name": "x",
      "width": 30.0
    },
    {}
  ],
  "panels": [
    [
      {
        "aspect": 2.0,
        "caption": "c",
        "letter": false,
        "insets": [
          {
            "recording": "b",
            "region": [
              0.25,
              0.25,
              0.5,
              0.5
            ],
            "corner": "top-left",
            "width": 0.3
          }
        ],
        "view": {
          "metric": "l2-misses"
        }
      },
      {
        "kind": "colour-bar",
        "of": [
          0,
          0
        ],
        "rows": 2
      }
    ],
    [
      {
        "kind": "table",
        "recording": "b",
        "table": "allocations",
        "table_columns": [
          "l1_hit_rate"
        ]
      },
      null
    ]
  ]
}
)";
    EXPECT_EQ(figure_to_json(parse_figure(json, "/in/f.json"), "/in"), json);
    EXPECT_THAT(figure_to_json(parse_figure(json, "/in/f.json"), "/in/deep"),
                testing::HasSubstr("\"../a.hmt\""));
}

TEST(FigureWriter, ReplacesBytesInNamesAndRefusesThemInPaths) {
    Figure figure = empty_figure();
    add_panel(figure, panel_of(add_source(figure, "a"), "l1-hit-rate"));
    figure.caption = "caf\xe9";
    EXPECT_THAT(figure_to_json(figure, "/"), testing::HasSubstr("\"caption\": \"caf\xef\xbf\xbd\""));
    figure.recordings[0].file = "/caf\xe9/a.hmt";
    EXPECT_THAT([&] { (void)figure_to_json(figure, "/"); }, testing::ThrowsMessage<Error>(testing::HasSubstr(
                                                                "caf\\xe9/a.hmt: expected a path in UTF-8")));
    EXPECT_THAT(figure_to_json(figure, "/caf\xe9"), testing::HasSubstr("\"file\": \"a.hmt\""))
        << "the path from there has no such bytes";
    FigureRecording other = figure.recordings[0];
    other.file = "/caf\xe8/a.hmt";
    EXPECT_NE(recording_key(other), recording_key(figure.recordings[0]));
}

TEST(FigureEdit, PanelsGetAPlaceAndOneColourBarForEachMetric) {
    Figure figure = empty_figure();
    const FigureSource a = add_source(figure, "a");
    const FigureSource b = add_source(figure, "b");
    EXPECT_EQ(add_source(figure, "a"), a) << "the same file is the same recording";
    EXPECT_EQ(add_panel(figure, panel_of(a, "l1-hit-rate")), (FigurePlace{0, 0}));
    EXPECT_EQ(matrix_text_of(figure), "a bar00");
    EXPECT_EQ(add_panel(figure, panel_of(b, "l1-hit-rate")), (FigurePlace{0, 1}));
    EXPECT_EQ(matrix_text_of(figure), "a b bar00");
    add_panel(figure, panel_of(b, "l2-hit-rate"));
    EXPECT_EQ(matrix_text_of(figure), "a b b bar00 bar02");
    EXPECT_EQ(add_panel(figure, panel_of(a, "l2-hit-rate")), (FigurePlace{1, 0}));
    EXPECT_EQ(matrix_text_of(figure), "a b b bar00 bar02 / a . . . .");
    EXPECT_EQ(figure_to_json(checked_figure(figure), "/"), figure_to_json(figure, "/"));
}

TEST(FigureEdit, AColourBarStaysBesideTheMeshWhenAPlotIsAdded) {
    Figure figure = empty_figure();
    const FigureSource a = add_source(figure, "a");
    const FigureSource b = add_source(figure, "b");
    const FigureSource c = add_source(figure, "c");
    add_panel(figure, panel_of(a, "l1-hit-rate"));
    FigurePanel plot = panel_of(b, "l1-hit-rate");
    plot.kind = FigurePanelKind::plot;
    EXPECT_EQ(add_panel(figure, plot), (FigurePlace{0, 2}));
    EXPECT_EQ(matrix_text_of(figure), "a bar00 b");
    Figure other = figure;
    EXPECT_EQ(add_panel(figure, panel_of(c, "l1-hit-rate")), (FigurePlace{0, 1}))
        << "what the bar explains, too, is on the same side of it";
    EXPECT_EQ(matrix_text_of(figure), "a c bar00 b");
    add_panel(other, panel_of(c, "l2-hit-rate"));
    EXPECT_EQ(matrix_text_of(other), "a bar00 b c bar03");
    EXPECT_EQ(figure_to_json(checked_figure(other), "/"), figure_to_json(other, "/"));
}

TEST(FigureEdit, RowsColumnsAndPanelsAreMovedAndRemovedWithTheirBars) {
    Figure figure = empty_figure();
    const FigureSource a = add_source(figure, "a");
    const FigureSource b = add_source(figure, "b");
    add_panel(figure, panel_of(a, "l1-hit-rate"));
    add_panel(figure, panel_of(b, "l1-hit-rate"));
    exchange(figure, {0, 0}, {0, 1});
    EXPECT_EQ(matrix_text_of(figure), "b a bar01");
    insert_track(figure, FigureAxis::row, 0);
    insert_track(figure, FigureAxis::column, 1);
    EXPECT_EQ(matrix_text_of(figure), ". . . . / b . a bar12");
    remove_track(figure, FigureAxis::row, 0);
    remove_track(figure, FigureAxis::column, 1);
    EXPECT_EQ(matrix_text_of(figure), "b a bar01");
    remove_panel(figure, {0, 1});
    remove_unused(figure);
    EXPECT_EQ(matrix_text_of(figure), "b . .");
    ASSERT_EQ(figure.recordings.size(), 1U);
    EXPECT_EQ(figure.recordings[0].name, "b");
    remove_track(figure, FigureAxis::row, 0);
    EXPECT_EQ(matrix_text_of(figure), ". . .") << "the last row is only emptied";
}

/// "wide" over two columns, "one" at its right, and a text below all of them.
Figure figure_with_spans() {
    Figure figure = empty_figure();
    figure.rows.resize(2);
    figure.columns.resize(3);
    FigurePanel wide = panel_of(add_source(figure, "wide"), "l1-hit-rate");
    wide.columns = 2;
    FigurePanel one = panel_of(add_source(figure, "one"), "l1-hit-rate");
    one.column = 2;
    FigurePanel text;
    text.kind = FigurePanelKind::text;
    text.text = "all";
    text.row = 1;
    text.columns = 3;
    figure.panels = {wide, one, text};
    return figure;
}

TEST(FigureEdit, PanelsThatSpanARowOrColumnFollowItsRemovalAndInsertion) {
    for (const std::size_t removed : {std::size_t{0}, std::size_t{1}}) {
        Figure figure = figure_with_spans();
        remove_track(figure, FigureAxis::column, removed);
        EXPECT_EQ(matrix_text_of(figure), "wide one / text text") << removed;
        EXPECT_NO_THROW((void)checked_figure(figure)) << removed;
    }
    Figure figure = figure_with_spans();
    remove_track(figure, FigureAxis::column, 2);
    EXPECT_EQ(matrix_text_of(figure), "wide wide / text text");
    insert_track(figure, FigureAxis::column, 1);
    EXPECT_EQ(matrix_text_of(figure), "wide wide wide / text text text");
    insert_track(figure, FigureAxis::column, 0);
    EXPECT_EQ(matrix_text_of(figure), ". wide wide wide / . text text text");
    add_colour_bar(figure, {0, 1});
    remove_track(figure, FigureAxis::column, 1);
    EXPECT_EQ(matrix_text_of(figure), ". wide wide bar01 / . text text .");
    EXPECT_NO_THROW((void)checked_figure(figure));
}

TEST(FigureEdit, PanelsOfDifferentSpansExchangeTheirPlaces) {
    Figure figure = figure_with_spans();
    EXPECT_EQ(next_place(figure, {0, 1}, FigureAxis::column, true), (FigurePlace{0, 2}));
    exchange(figure, {0, 1}, {0, 2});
    EXPECT_EQ(matrix_text_of(figure), "one one wide / text text text");
    EXPECT_NO_THROW((void)checked_figure(figure));
    exchange(figure, {0, 2}, {0, 1});
    EXPECT_EQ(matrix_text_of(figure), "wide wide one / text text text");
    // Into an empty place it goes as it is.
    remove_panel(figure, {0, 2});
    const auto next = next_place(figure, {0, 0}, FigureAxis::column, true);
    ASSERT_EQ(next, (FigurePlace{0, 1}));
    exchange(figure, {0, 0}, *next);
    EXPECT_EQ(matrix_text_of(figure), ". wide wide / text text text");
    EXPECT_EQ(next_place(figure, {0, 1}, FigureAxis::column, true), std::nullopt);
    EXPECT_EQ(next_place(figure, {0, 2}, FigureAxis::column, false), (FigurePlace{0, 0}));
    EXPECT_EQ(next_place(figure, {0, 1}, FigureAxis::row, true), (FigurePlace{1, 1}));
}

TEST(FigureEdit, ACameraIsSharedByARowAColumnOrAll) {
    Figure figure = empty_figure();
    const FigureSource a = add_source(figure, "a");
    for (int i = 0; i < 4; ++i)
        add_panel(figure, panel_of(a, "l1-hit-rate"));
    FigurePanel& first = figure.panels[*panel_at(figure, {0, 0})];
    first.view = R"({"camera": {"position": [1, 2, 3], "target": [0, 0, 0]}, "metric": "l2-misses"})";
    const auto with_camera = [&] {
        std::string places;
        for (const FigurePanel& panel : figure.panels)
            if (panel.view.find("camera") != std::string::npos)
                places += std::to_string(panel.row) + std::to_string(panel.column) + " ";
        return places;
    };
    share_camera(figure, {0, 0}, FigureAxis::column);
    EXPECT_EQ(with_camera(), "00 10 ");
    share_camera(figure, {0, 0}, FigureAxis::row);
    EXPECT_EQ(with_camera(), "00 01 02 10 ");
    EXPECT_EQ(figure_view(figure.panels[*panel_at(figure, {0, 1})]).metric, "l1-hit-rate"_metric)
        << "only the camera is shared";
}

TEST(FigureEdit, AViewKeepsTheKeysThatDoNotChange) {
    FigurePanel panel;
    panel.view = R"({"frames":4,"frame":2})";
    change_view(panel, [](ViewState& state) { state.metric = "l2-misses"_metric; });
    EXPECT_EQ(panel.view, R"({"frames":4,"frame":2,"metric":"l2-misses"})") << "no camera is added";
    change_view(panel, [](ViewState& state) { state.frames = {}; });
    EXPECT_EQ(figure_view(panel).frames, FrameRange());
}

TEST(FigureEdit, AMatrixHasRowsOfMetricsAndDifferencesToTheBase) {
    Figure figure = empty_figure();
    FigureMatrix matrix;
    for (const char* const name : {"a", "b", "c"})
        matrix.configurations.push_back({name, add_source(figure, name), "{}"});
    matrix.configurations[2].comparable = false; // another mesh
    matrix.metrics = {"l1-hit-rate"_metric, "l2-hit-rate"_metric};
    set_matrix(figure, matrix);
    EXPECT_EQ(matrix_text_of(figure),
              "a b c bar / text a-b . bar / a b c bar / text a-b . bar / text text text .");
    EXPECT_EQ(figure.rows[1].name, "L1 hit rate, difference");
    EXPECT_NO_THROW((void)checked_figure(figure));
}

TEST(FigureEdit, TheDifferenceOfTwoConfigurationsMayBeBesideThem) {
    Figure figure = empty_figure();
    FigureMatrix matrix;
    for (const char* const name : {"a", "b"})
        matrix.configurations.push_back({name, add_source(figure, name), "{}"});
    matrix.metrics = {"l1-hit-rate"_metric, "l2-hit-rate"_metric};
    matrix.beside = true;
    set_matrix(figure, matrix);
    EXPECT_EQ(matrix_text_of(figure), "a b bar a-b bar / a b bar a-b bar / text text . . .");
    EXPECT_NO_THROW((void)checked_figure(figure));
    matrix.configurations[1].comparable = false;
    set_matrix(figure, matrix);
    EXPECT_EQ(matrix_text_of(figure), "a b bar / a b bar / text text .") << "there is no difference";
}

TEST(FigureEdit, AMatrixHasNoDifferencesOfModelsThatCountDifferently) {
    Figure figure = empty_figure();
    FigureMatrix matrix;
    ModelTexts sectors;
    sectors.set(ModelSetting::model, "hierarchy", {});
    const FigureSource a = add_source(figure, "a");
    const FigureSource b = add_source(figure, "b");
    matrix.configurations = {{"a", a, "{}"}, {"b", b, "{}"}, {"c", a, "{}"}};
    matrix.configurations[2].source.cache = add_cache(figure, {"sectors", sectors.resolve()});
    matrix.metrics = {"l1-hit-rate"_metric, "access-count"_metric};
    set_matrix(figure, matrix);
    EXPECT_EQ(matrix_text_of(figure), "a b a bar / text a-b . bar / a b a bar / text a-b a-a bar / text text "
                                      "text .")
        << "accesses do not depend on the model";
    EXPECT_NO_THROW((void)checked_figure(figure));
}

TEST(FigureEdit, AMatrixHasNoMeshOfAMetricThatTheModelDoesNotHave) {
    Figure figure = empty_figure();
    FigureMatrix matrix;
    ModelTexts sectors;
    sectors.set(ModelSetting::model, "hierarchy", {});
    const FigureSource a = add_source(figure, "a");
    const FigureSource b = {add_source(figure, "b").recording,
                            add_cache(figure, {"sectors", sectors.resolve()})};
    matrix.configurations = {{"a", a, "{}"}, {"b", b, "{}"}};
    matrix.metrics = {"l1-conflict-misses"_metric};
    set_matrix(figure, matrix);
    EXPECT_EQ(matrix_text_of(figure), ". b bar / text text .");
    EXPECT_NO_THROW((void)checked_figure(figure));
}

TEST(ExperimentFigure, HasAColumnForEachRun) {
    const Experiment experiment = parse_experiment(R"({
        "scenes": {"teapot": "builtin:teapot", "statue": "builtin:statue"},
        "configurations": {"usual": {}, "median": {"bvh": "median"}},
        "caches": {"c": {"l1": "4KiB:128:4"}},
        "pictures": {"p": {"view": {"metric": "l2-misses"}}},
        "runs": [{"scenes": ["teapot"]}, {"scenes": ["statue"], "configurations": ["usual"]}]})",
                                                   "e.json");
    const Figure figure = checked_figure(figure_of_experiment(experiment));
    EXPECT_EQ(matrix_text_of(figure), "teapot-usual teapot-median statue-usual bar / "
                                      "text teapot-usual-teapot-median . bar / text text text .");
    EXPECT_EQ(figure_view(figure.panels[0]).metric, "l2-misses"_metric);
}

TEST(ExperimentFigure, ComparesRunsThatCountTheSame) {
    const Experiment experiment = parse_experiment(R"({"scenes": {"teapot": "builtin:teapot"},
        "caches": {"lanes": {}, "sectors": {"model": "hierarchy"}, "small": {"l1": "4KiB:128:4"}}})",
                                                   "e.json");
    const Figure figure = checked_figure(figure_of_experiment(experiment));
    const std::string row = "teapot-default teapot-default teapot-default bar";
    const std::string differences = "text . teapot-default-teapot-default bar";
    EXPECT_EQ(matrix_text_of(figure),
              row + " / " + differences + " / " + row + " / " + differences + " / text text text .");
}

TEST(FigureEdit, RecordingsOfOneNameAreCalledByWhatDiffers) {
    Figure figure;
    const auto name_of = [&](const FigureRecording& recording) {
        return figure.recordings[add_recording(figure, recording)].name;
    };
    FigureRecording recording;
    recording.name = "bunny";
    recording.scene.spec = "bunny.obj";
    EXPECT_EQ(name_of(recording), "bunny");
    EXPECT_EQ(name_of(recording), "bunny") << "it is the same one";
    FigureRecording median = recording;
    median.options.bvh.method = BvhMethod::median;
    EXPECT_EQ(name_of(median), "bunny-median");
    FigureRecording dealt = recording;
    dealt.dealt_sms = 128;
    EXPECT_EQ(name_of(dealt), "bunny-128-sms");
    FigureRecording elsewhere = recording;
    elsewhere.scene.spec = "other/bunny.obj";
    EXPECT_EQ(name_of(elsewhere), "bunny-2") << "no option differs";
}

TEST(FigureEdit, NamesAreWords) {
    EXPECT_EQ(figure_word("my scene (2).hmt"), "my-scene-2-.hmt");
    EXPECT_EQ(figure_word(".._é"), "a");
}

} // namespace
} // namespace hitmap
