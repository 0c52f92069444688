#include "core/base/error.h"
#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/gpu/preset_library.h"
#include "tests/jobs/full_disk.h"
#include "tests/widgets/tiny_recording.h"
#include "widgets/base/settings_format.h"
#include "widgets/session/state/recovery.h"
#include "widgets/session/state/session_file.h"

#include <QtCore/QDir>
#include <QtCore/QSettings>
#include <QtCore/QTemporaryDir>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>

namespace hitmap {
namespace {

SessionDocument two_panes() {
    SessionDocument document;
    PaneState first;
    first.spec = "/data/scenes/a.hmt";
    first.config.l1 = parse_cache_geometry("64KiB:128:full");
    first.choices.metric = "l2-misses"_metric;
    first.choices.frames = {16, 3, 2};
    first.choices.view.camera.position = {1.0F, 2.5F, -3.0F};
    first.choices.view.wireframe = true;
    first.choices.view.colour_by = ColourBy::box;
    first.choices.selection = Selection{face_kind, 42};
    first.choices.accesses = AccessChoice{{.element = Selection{pixel_kind, 7}}, AccessKey{12, 3, 1}};
    first.choices.panel<PinnedCurves>().list = {
        {CurveElement{face_kind, 42}, "l2-misses"_metric, 0},
        {CurveAllocation{"nodes #3"}, std::nullopt, 2},
        {CurveLine{"a/b.cu:9"}, metric_named("requests", Subject::part), 7},
        {CurveSm{5}, std::nullopt, 1}};
    first.choices.panel<RayDisplay>() = {.segments = false, .visited = true};
    PaneState second;
    second.spec = "builtin:statue?triangles=1000";
    second.reference = 0;
    second.side = Side::baseline;
    second.config.only = {RaySelection{3, 2}, "faces", "kernel.cu:9", 4};
    second.choices.shown = Shown::image;
    second.choices.image = {pixel_quantity_named("l2-misses"), {3.0F, 0.25F, 0.5F}};
    second.config.preset = "ampere-a100";
    second.config.explain_misses = true;
    second.config.l1 = parse_cache_geometry("64KiB:128/32:4:plru:xor");
    document.state.panes = {first, second};
    document.state.links.camera = false;
    document.state.links.metric = false; // the panes show different quantities
    document.state.links.box_levels = false;
    document.state.active = 1;
    document.bookmarks[3].view.show_axes = true;
    document.bookmarks[7].note = "the arch, \"worst\"";
    document.bookmarks[7].box = 12;
    document.layout = std::string("\0\xff layout", 9);
    return document;
}

TEST(SessionFile, ComesBackAsItWas) {
    const SessionDocument document = two_panes();
    const std::string json = session_to_json(document, "/data/papers");
    EXPECT_THAT(json, testing::HasSubstr("\"../scenes/a.hmt\""));
    EXPECT_EQ(session_from_json(json, "/data/papers/figure.hitmap").document, document);
}

TEST(SessionFile, WhatPanelsRememberIsWrittenUnlessItIsUsual) {
    SessionDocument document;
    PaneChoices& choices = document.state.panes[0].choices;
    const std::string usual = session_to_json(document, "/");
    for (const char* key :
         {"curves", "ray_", "visited", "simt_", "address_", "contents_", "what_if_", "rate_axis"})
        EXPECT_THAT(usual, testing::Not(testing::HasSubstr(key)));
    choices.panel<PinnedCurves>().list = {{CurveSm{5}, std::nullopt, 1}};
    choices.panel<RayDisplay>() = {.segments = false, .visited = true};
    choices.panel<SimtDisplay>() = {SimtView::warp_slots, 3};
    choices.panel<AddressDisplay>() = {address_quantity_named("l2-hit-rate"), {256, 512}, TimeWindow{7, 9}};
    choices.panel<ContentsDisplay>() = {ContentsPart::sets,       Level::l2,     4, EvictionValue::dirty,
                                        EvictionKind::box_levels, SetColour::age};
    choices.panel<WhatIfDisplay>().level = Level::l2;
    choices.panel<TimeDisplay>().rates = RateAxis::full;
    const std::string json = session_to_json(document, "/");
    EXPECT_THAT(json, testing::HasSubstr(R"(
      "curves": [
        {
          "of": "sm:5",
          "look": 1
        }
      ],
      "ray_segments": false,
      "visited_only": true,
      "simt_view": "warp-slots",
      "simt_sm": 3,
      "address_metric": "l2-hit-rate",
      "address_range": [
        256,
        512
      ],
      "address_time": [
        7,
        9
      ],
      "contents_part": "sets",
      "contents_colour": "age",
      "contents_level": "l2",
      "contents_sm": 4,
      "contents_evictions": "dirty",
      "contents_kind": "box-levels",
      "what_if_level": "l2",
      "rate_axis": "full"
)"));
    EXPECT_EQ(session_from_json(json, "/a.hitmap").document, document);
}

TEST(SessionFile, APaneOfADifferenceWithoutASideIsTheComparedOne) {
    const ReadSession read = session_from_json(
        R"({"hitmap_session": 1, "panes": [{"reference": 1}, {"side": "baseline", "reference": 0}]})",
        "/a.hitmap");
    EXPECT_EQ(read.document.state.panes[0].side, Side::compared);
    EXPECT_EQ(read.document.state.panes[1].side, Side::baseline);
}

TEST(SessionFile, LinksThatOlderFilesDoNotHaveAreOff) {
    const auto links_of = [](const char* links) {
        return session_from_json(std::string(R"({"hitmap_session": 1, "links": )") + links + "}", "/a.hitmap")
            .document.state.links;
    };
    const Links older =
        links_of(R"({"camera": true, "time": false, "metric": true, "selection": true, "range": true})");
    EXPECT_EQ(older, (Links{true, true, false, true, true, true, false, false}));
    EXPECT_TRUE(links_of(R"({"layers": true})").layers);
    EXPECT_TRUE(links_of(R"({"box_levels": true})").box_levels);
}

TEST(SessionFile, LinkedPanesOfDifferentQuantitiesKeepThemWithoutTheLink) {
    const auto opened = [](const std::string& second, const std::string& links) {
        const std::string first = R"({"recording": "builtin:teapot", "view": {"pixel_metric": "boxes"}})";
        return session_from_json(R"({"hitmap_session": 1, "panes": [)" + first + ", " + second +
                                     R"(], "links": {)" + links + "}}",
                                 "/a.hitmap");
    };
    const std::string faces = R"({"recording": "builtin:statue", "view": {"pixel_metric": "faces"}})";
    const ReadSession read = opened(faces, "");
    EXPECT_EQ(read.document.state.panes[0].choices.image.quantity->name, "boxes");
    EXPECT_EQ(read.document.state.panes[1].choices.image.quantity->name, "faces");
    EXPECT_FALSE(read.document.state.links.metric);
    EXPECT_TRUE(read.document.state.links.camera);
    EXPECT_THAT(read.warnings, testing::ElementsAre(
                                   "The panes show different quantities of pixels (boxes and faces), so that "
                                   "their metrics are no longer linked."));
    EXPECT_THAT(opened(faces, R"("metric": false)").warnings, testing::IsEmpty());
    const std::string boxes = R"({"recording": "builtin:statue", "view": {"pixel_metric": "boxes"}})";
    for (const std::string& second : {boxes, std::string("{}")}) { // a pane without a recording shows nothing
        EXPECT_TRUE(opened(second, "").document.state.links.metric) << second;
        EXPECT_THAT(opened(second, "").warnings, testing::IsEmpty()) << second;
    }
}

TEST(SessionFile, MovesWithItsRecordings) {
    const std::string json = session_to_json(two_panes(), "/data/papers");
    const ReadSession moved = session_from_json(json, "/home/me/papers/figure.hitmap");
    EXPECT_EQ(moved.document.state.panes[0].spec, "/home/me/scenes/a.hmt");
    EXPECT_EQ(moved.document.state.panes[1].spec, "builtin:statue?triangles=1000");
}

TEST(SessionFile, HasMemoryLayoutsThatWereNotSaved) {
    SessionDocument document = two_panes();
    document.state.panes[0].spec =
        "part:--requests=5: --relayout=layout=soa%20stride=boxes=32 -- /data/a.hmt";
    document.state.panes[1].spec =
        "part:--relayout=vertex-order=random -- trace:--kernel=if-if -- builtin:statue?triangles=1000";
    const std::string json = session_to_json(document, "/data");
    EXPECT_THAT(json,
                testing::HasSubstr("part:--requests=5: --relayout=layout=soa%20stride=boxes=32 -- a.hmt"));
    EXPECT_EQ(session_from_json(json, "/data/figure.hitmap").document, document);
}

/// Parses a session file with one pane and returns that pane.
PaneState pane_of(const std::string& members, const std::string& file) {
    return session_from_json(R"({"hitmap_session": 1, "panes": [{)" + members + "}]}", file)
        .document.state.panes.at(0);
}

TEST(SessionFile, CachesThatAreLeftOutAreThoseOfThePreset) {
    const HierarchyConfig turing = hierarchy_config(find_gpu_preset("turing-rtx2080ti"));
    const ModelChoice whole = pane_of(R"("preset": "turing-rtx2080ti")", "/a.hitmap").config;
    EXPECT_EQ(whole, (ModelChoice{turing.l1, turing.l2, "turing-rtx2080ti"}));
    const ModelChoice part =
        pane_of(R"("preset": "turing-rtx2080ti", "l1": "8KiB:128:64")", "/a.hitmap").config;
    EXPECT_EQ(part.l1, parse_cache_geometry("8KiB:128:64"));
    EXPECT_EQ(part.l2, turing.l2);
    EXPECT_EQ(pane_of(R"("l1": "8KiB:128:64")", "/a.hitmap").config.l2, ModelChoice().l2);
    const ModelChoice capacity =
        pane_of(R"("preset": "turing-rtx2080ti", "l1": "32KiB")", "/a.hitmap").config;
    EXPECT_EQ(capacity.l1, parse_cache_geometry("32KiB", turing.l1)) << "as on the command line";
    EXPECT_EQ(pane_of(R"("l1": "16KiB")", "/a.hitmap").config.l1,
              parse_cache_geometry("16KiB", ModelChoice().l1));
    EXPECT_EQ(pane_of(R"("preset": "no-such")", "/a.hitmap").config.preset, "no-such")
        << "said when it is run";
}

TEST(SessionFile, MovesWithItsPresets) {
    const std::array<std::array<const char*, 3>, 4> rows{
        {{"/data/papers/gpu.json", "gpu.json", "/home/me/gpu.json"},
         {"/data/gpus/mine", "../gpus/mine", "/home/gpus/mine"},
         {"/data/papers/mine", "./mine", "/home/me/mine"},
         {"turing-rtx2080ti", "turing-rtx2080ti", "turing-rtx2080ti"}}};
    for (const auto& [preset, written, moved] : rows) {
        SessionDocument document = two_panes();
        document.state.panes[1].config.preset = preset;
        const std::string json = session_to_json(document, "/data/papers");
        EXPECT_THAT(json, testing::HasSubstr("\"" + std::string(written) + "\""));
        EXPECT_EQ(session_from_json(json, "/home/me/a.hitmap").document.state.panes[1].config.preset, moved);
    }
}

TEST(SessionFile, TellsOfRecordingsThatChanged) {
    const QTemporaryDir folder;
    const std::string recording = folder.filePath(QStringLiteral("tiny.hmt")).toStdString();
    const std::string file = folder.filePath(QStringLiteral("a.hitmap")).toStdString();
    write_tiny_recording(recording);
    SessionDocument document;
    document.state.panes[0].spec = recording;
    write_session(document, file);
    EXPECT_THAT(read_session(file).warnings, testing::IsEmpty());
    std::ofstream(recording, std::ios::app) << "more";
    EXPECT_THAT(read_session(file).warnings,
                testing::ElementsAre(testing::HasSubstr("tiny.hmt has changed")));
}

struct BrokenSession {
    std::string json;
    const char* message;
};

void PrintTo(const BrokenSession& session, std::ostream* out) {
    *out << session.json.substr(0, 100);
}

class BrokenSessions : public testing::TestWithParam<BrokenSession> {};

TEST_P(BrokenSessions, AreRefusedByFileAndKey) {
    try {
        static_cast<void>(session_from_json(GetParam().json, "/x/broken.hitmap"));
        FAIL() << "accepted";
    } catch (const FileError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("broken.hitmap"));
        EXPECT_THAT(error.what(), testing::HasSubstr(GetParam().message));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenSessions,
    testing::Values(
        BrokenSession{"", "line 1, column 1: expected '[', '{', or a literal, found end of input"},
        BrokenSession{"[]", "expected an object"},
        BrokenSession{std::string(100'000, '['), "expected values at most 64 deep"},
        BrokenSession{R"({"hitmap_session":)" + std::string(64, '['), "expected values at most 64 deep"},
        BrokenSession{R"({"hitmap_session":)" + std::string(63, '[') + std::string(63, ']') + "}",
                      "hitmap_session"},
        BrokenSession{"{}", "expected a session of version 1, found 0"},
        BrokenSession{R"({"hitmap_session":2})", "expected a session of version 1, found 2"},
        BrokenSession{
            R"({"hitmap_session":1,"panes":[{"curves":[{"of":"circle:3"}]}]})",
            "expected face:N, box:N, pixel:N, allocation:NAME, line:FILE:LINE, instruction:N or sm:N, "
            "found 'circle:3'"},
        BrokenSession{R"({"hitmap_session":1,"panes":[{"curves":[{"of":"sm:3","metric":"access-order"}]}]})",
                      "expected a metric of sm:3, found 'access-order'"},
        BrokenSession{R"({"hitmap_session":1,"panes":[{"curves":[{"of":"sm:3"},{"of":"sm:4"}]}]})",
                      "expected another look for each curve, found 0 twice"},
        BrokenSession{R"({"hitmap_session":1,"panes":[]})", "expected 1 to 6 panes, found 0"},
        BrokenSession{R"({"hitmap_session":1,"panes":[{},{},{},{},{},{},{}]})",
                      "expected 1 to 6 panes, found 7"},
        BrokenSession{R"({"hitmap_session":1,"panes":[{},{"l1":"32KiB:128"}]})",
                      "broken.hitmap: /panes/1/l1: cache '32KiB:128': expected CAPACITY:LINE:WAYS"},
        BrokenSession{R"({"hitmap_session":1,"panes":[{"l1":"33 kB"}]})",
                      "broken.hitmap: /panes/0/l1: size '33 kB' is not a number of bytes"},
        BrokenSession{
            R"({"hitmap_session":1,"panes":[{},{"recording":"part:--relayout=colour=red -- a.hmt"}]})",
            "broken.hitmap: /panes/1/recording: expected options of relayout such as node-order=veb, found "
            "'colour=red'"},
        BrokenSession{R"({"hitmap_session":1,"panes":[{"reference":4}]})", "reference"},
        BrokenSession{R"({"hitmap_session":1,"panes":[{"reference":0,"side":"left"}]})", "side"},
        BrokenSession{R"({"hitmap_session":1,"panes":[{"selection":{"kind":"cone"}}]})",
                      "expected box, face or pixel, found 'cone'"},
        BrokenSession{R"({"hitmap_session":1,"panes":[{"view":{"frames":0}}]})", "frames"},
        BrokenSession{R"({"hitmap_session":1,"links":{"colour":true}})", "colour"},
        BrokenSession{R"({"hitmap_session":1,"active":1})", "active"},
        BrokenSession{R"({"hitmap_session":1,"bookmarks":{"0":{}}})", "expected numbers 1 to 9, found '0'"},
        BrokenSession{R"({"hitmap_session":1,"bookmarks":{"1":{"box":-1}}})",
                      "box: expected a whole number from 0 to 4294967294"},
        BrokenSession{R"({"hitmap_session":1,"bookmarks":{"1":{"note":[]}}})", "note: expected a text"},
        BrokenSession{R"({"hitmap_session":1,"colour":1})", "colour"}));

TEST(SessionFile, NamesThatAreNotUtf8DoNotKeepTheRest) {
    SessionDocument document = two_panes();
    document.state.panes[0].spec = "/data/scenes/caf\xe9.hmt";
    const std::string json = session_to_json(document, "/data/papers");
    EXPECT_EQ(session_from_json(json, "/data/papers/figure.hitmap").document.state.panes[1],
              document.state.panes[1]);
    EXPECT_EQ(session_from_json(json, "/data/papers/figure.hitmap").document.state.panes[0].spec,
              document.state.panes[0].spec);
    const QTemporaryDir folder;
    const Recovery open(folder.path());
    EXPECT_NO_THROW(open.keep(document));
}

TEST(SessionFile, AFullDiskIsAnError) {
    EXPECT_THROW(write_session({}, "/dev/full/a.hitmap"), FileError);
    EXPECT_THROW(static_cast<void>(read_session("/nowhere/a.hitmap")), FileError);
}

TEST(SessionFile, OnAFullDiskTheOldSessionStays) {
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("a.hitmap")).toStdString();
    const SessionDocument saved = two_panes();
    write_session(saved, file);
    SessionDocument changed = saved;
    changed.state.active = 0;
    for (const std::uint64_t room : {0, 1, 300}) {
        const test::FullDisk full(room);
        EXPECT_THROW(write_session(changed, file), FileError) << room;
    }
    EXPECT_EQ(read_session(file).document, saved);
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files), QStringList(QStringLiteral("a.hitmap")));
}

TEST(Recovery, OnAFullDiskTheLastCopyStays) {
    const QTemporaryDir folder;
    const SessionDocument document = two_panes();
    const Recovery open(folder.path());
    ASSERT_TRUE(open.keep(document));
    const QDir copies(folder.path());
    const QString copy = copies.entryList({QStringLiteral("*.hitmap")}).value(0);
    {
        const test::FullDisk full(300);
        EXPECT_FALSE(open.keep({}));
    }
    EXPECT_EQ(open.read(copy).document, document);
}

TEST(Settings, OnAFullDiskTheOldOnesStay) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("hitmap.conf"));
    const QString long_text(300, QLatin1Char('x'));
    {
        QSettings settings(file, checked_settings_format());
        settings.setValue(QStringLiteral("editor"), QStringLiteral("vi"));
        settings.setValue(QStringLiteral("tables/a b"), QByteArray("\0\xff", 2));
        settings.setValue(QStringLiteral("recent"), QStringList{QStringLiteral("a, b"), QStringLiteral("c")});
    }
    // The file is the same as that of QSettings itself, which older versions wrote.
    const QSettings ini(file, QSettings::IniFormat);
    EXPECT_EQ(ini.allKeys().size(), 3);
    EXPECT_EQ(ini.value(QStringLiteral("editor")), QStringLiteral("vi"));
    EXPECT_EQ(ini.value(QStringLiteral("tables/a b")).toByteArray(), QByteArray("\0\xff", 2));
    for (const std::uint64_t room : {0, 1, 100, 310}) {
        const test::FullDisk full(room);
        QSettings settings(file, checked_settings_format());
        settings.setValue(QStringLiteral("last"), long_text);
        settings.sync();
        EXPECT_EQ(settings.status(), QSettings::AccessError) << room;
        settings.remove(QStringLiteral("last"));
    }
    QSettings settings(file, checked_settings_format());
    EXPECT_EQ(settings.value(QStringLiteral("editor")), QStringLiteral("vi"));
    EXPECT_EQ(settings.value(QStringLiteral("recent")).toStringList().size(), 2);
    settings.setValue(QStringLiteral("last"), long_text);
    settings.sync();
    EXPECT_EQ(settings.status(), QSettings::NoError);
    EXPECT_EQ(QSettings(file, QSettings::IniFormat).value(QStringLiteral("last")), long_text);
}

TEST(Recovery, GivesBackWhatWasLeftBehindAlone) {
    const QTemporaryDir folder;
    const SessionDocument document = two_panes();
    {
        const Recovery open(folder.path());
        open.keep(document);
        const Recovery other(folder.path());
        EXPECT_TRUE(other.left_behind().isEmpty()) << "its owner lives";
    }
    const Recovery later(folder.path());
    EXPECT_TRUE(later.left_behind().isEmpty()) << "it was closed as it should be";
    // A program that crashes leaves a copy without a lock.
    for (const char* name : {"1-dead.hitmap", "1-other.hitmap"})
        write_session(document, folder.filePath(QString::fromLatin1(name)).toStdString());
    const QString dead = QStringLiteral("1-dead.hitmap");
    ASSERT_EQ(later.left_behind().size(), 2);
    EXPECT_EQ(later.read(dead).document, document);
    later.forget(dead);
    EXPECT_EQ(later.left_behind(), QStringList(QStringLiteral("1-other.hitmap")));
    std::ofstream(folder.filePath(dead).toStdString()) << "{";
    EXPECT_THROW(static_cast<void>(later.read(dead)), FileError);
    EXPECT_EQ(later.left_behind().size(), 2) << "nothing goes by itself";
}

} // namespace
} // namespace hitmap
