#include "app/cli/commands/cli.h"
#include "app/dialogs/layout_dialog.h"
#include "app/dialogs/part_dialog.h"
#include "core/base/error.h"
#include "core/layout/derive/derive_layout.h"
#include "core/layout/model/layout_json.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/io/limited_memory.h"
#include "core/trace/model/recording_part.h"
#include "tests/layout/ray_csv.h"
#include "tests/widgets/part_fixture.h"
#include "tests/widgets/spec_with.h"
#include "widgets/session/recording/recording_spec.h"
#include "widgets/table/data_table.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <initializer_list>
#include <iterator>
#include <tuple>
#include <utility>

namespace hitmap {
namespace {

class PartTest : public PartFixture {};

TEST_F(PartTest, ABannerNamesThePartAndOpensTheWhole) {
    open_tiny();
    const std::uint64_t all = pane().recording()->info().requests;
    EXPECT_FALSE(find<QFrame>("part_banner").isVisible());
    open_part("100:300");
    EXPECT_EQ(pane().recording()->info().requests, 200U);
    EXPECT_EQ(pane().recording()->name, "tiny.hmt (requests 100:300)");
    EXPECT_TRUE(find<QFrame>("part_banner").isVisible());
    EXPECT_THAT(find<QLabel>("part_text").text().toStdString(), testing::HasSubstr("100"));
    screenshot("part-banner");
    QTest::mouseClick(&find<QPushButton>("open_whole"), Qt::LeftButton);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().recording()->info().requests, all);
    EXPECT_FALSE(find<QFrame>("part_banner").isVisible());
}

/// Two launches of four requests each, in turn.
void write_in_turn(const QString& path) {
    RecordingInfo info;
    info.device = {"device", 1, 1};
    info.instructions.resize(1);
    const auto sink = write_hmt(create_file(path.toStdString()));
    sink->begin(info, nullptr);
    sink->begin_launch({});
    sink->begin_launch({});
    for (std::uint32_t i = 0; i < 8; ++i) {
        Request request;
        request.launch = i % 2;
        request.mask = 1;
        sink->add(request);
    }
    sink->finish();
}

TEST_F(PartTest, OfALaunchHasItsRequestsAlsoIfAnotherRanAtTheSameTime) {
    const QString file = folder_.filePath(QStringLiteral("turns.hmt"));
    write_in_turn(file);
    window_->open(file);
    ASSERT_TRUE(settle());
    EXPECT_THAT(find<QLabel>("incomplete_text").text().toStdString(),
                testing::HasSubstr("turns.hmt: launches ran at the same time"));
    window_->open(QStringLiteral("part:--launches=1:2 -- %1").arg(file));
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(pane().recording()->info().requests, 4U);
    EXPECT_EQ(pane().recording()->name, "turns.hmt (launches 1:2)");
}

TEST_F(PartTest, ASessionRestoresThePart) {
    open_part("100:300");
    const QString session = folder_.filePath(QStringLiteral("part.hitmap"));
    window_->save_session(session);
    Window other;
    other.open_session(session);
    ASSERT_TRUE(wait([&] { return other.session().active().values() != nullptr; }));
    EXPECT_EQ(other.session().active().recording()->info().requests, 200U);
    EXPECT_EQ(other.session().active().recording()->spec, part_of_tiny("100:300").toStdString());
}

TEST_F(PartTest, UndoOfALaterChangeKeepsThePart) {
    open_part("100:300");
    const Metric before = pane().choices().metric;
    pane().set_metric("access-count"_metric);
    ASSERT_TRUE(wait([this] { return window_->session().can_undo(); }));
    window_->session().undo();
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().choices().metric, before);
    EXPECT_EQ(pane().recording()->info().requests, 200U);
}

TEST_F(PartTest, ARefusedRangeKeepsWhatIsOpen) {
    open_tiny();
    const auto before = pane().recording();
    const std::pair<const char*, const char*> refused[] = {
        {"300:100", "a first number below the second"},
        {"100:100", "a first number below the second"},
        {"x:100", "two whole numbers"},
        {"100000000:", "numbered from 0, found 100000000:"},
    };
    for (const auto& [range, reason] : refused) {
        window_->open(part_of_tiny(range));
        ASSERT_TRUE(settle());
        EXPECT_THAT(message(), testing::HasSubstr(reason)) << range;
        EXPECT_EQ(pane().recording(), before) << range;
        EXPECT_EQ(pane().opening().wanted_spec(), before->spec) << range;
    }
}

TEST_F(PartTest, TheDialogTellsWhatThePartTakes) {
    QString whole;
    QString reversed;
    QString outside;
    when_asked<PartDialog>([&](PartDialog& dialog) {
        auto& chosen = *dialog.findChild<QLabel*>(QStringLiteral("part_chosen"));
        auto& of_whole = *dialog.findChild<QLabel*>(QStringLiteral("part_of_whole"));
        wait([&] { return of_whole.text().contains(QStringLiteral("of memory")); });
        whole = of_whole.text();
        auto& requests = *dialog.findChild<QLineEdit*>(QStringLiteral("part_requests"));
        auto& open = *dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
        QTest::keyClicks(&requests, QStringLiteral("300:100"));
        reversed = chosen.text();
        EXPECT_FALSE(open.isEnabled());
        requests.clear();
        QTest::keyClicks(&requests, QStringLiteral("100000000:"));
        wait([&] { return !open.isEnabled(); });
        outside = chosen.text();
        requests.clear();
        QTest::keyClicks(&requests, QStringLiteral("100:300"));
        wait([&] { return chosen.text().contains(QStringLiteral("requests: 200")); });
        EXPECT_THAT(chosen.text().toStdString(), testing::HasSubstr("of memory; this machine has"));
        EXPECT_TRUE(open.isEnabled());
        QTest::keyClick(&requests, Qt::Key_Return);
    });
    answer_file_dialog(file_);
    action("open_part").trigger();
    ASSERT_TRUE(settle());
    EXPECT_THAT(whole.toStdString(), testing::HasSubstr("Launches: 1, requests: "));
    EXPECT_THAT(reversed.toStdString(), testing::HasSubstr("a first number below the second"));
    EXPECT_THAT(outside.toStdString(), testing::HasSubstr("numbered from 0"));
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(pane().recording()->info().requests, 200U);
}

TEST_F(PartTest, TheDialogRefusesAFileThatIsNoRecording) {
    QString reason;
    when_asked<PartDialog>([&](PartDialog& dialog) {
        auto& open = *dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
        wait([&] { return !open.isEnabled(); });
        reason = dialog.findChild<QLabel*>(QStringLiteral("part_of_whole"))->text();
        QTest::keyClick(&dialog, Qt::Key_Escape);
    });
    answer_file_dialog(write_triangle());
    action("open_part").trigger();
    EXPECT_THAT(reason.toStdString(), testing::HasSubstr("expected a recording, found another file"));
    EXPECT_EQ(pane().recording(), nullptr);
}

TEST_F(PartTest, OfARecordingOfAnotherProgram) {
    window_->open(QStringLiteral("part:--requests=40:100 -- ") + write_product());
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(pane().recording()->info().requests, 60U);
    EXPECT_EQ(part_text(pane().recording()->info()), "requests 40:100 of 160, in matmul.csv");
    EXPECT_TRUE(find<QFrame>("part_banner").isVisible());
    // Only the part stays in memory, so that it can be opened and saved without the rest.
    EXPECT_FALSE(pane().recording()->file->is_part());
    const QString saved = folder_.filePath(QStringLiteral("saved.hmt"));
    window_->save_recording(saved);
    ASSERT_TRUE(wait([this] { return pane().recording()->name == "saved.hmt"; })) << message();
    EXPECT_EQ(pane().recording()->info().requests, 60U);
}

TEST_F(PartTest, OfAMeshThatIsTraced) {
    window_->open(QStringLiteral("part:--requests=0:50 -- ") + write_triangle());
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(pane().recording()->info().requests, 50U);
    EXPECT_TRUE(pane().recording()->traced);
}

TEST_F(PartTest, TheCommandLineNamesAPart) {
    ViewRequest request;
    const char* const arguments[] = {"hitmap", "view",    "a.hmt", "--launches", "1:2", "--requests",
                                     ":9",     "--first", "3",     "--last",     "7"};
    const int status =
        run_cli(static_cast<int>(std::size(arguments)), arguments, [&](const ViewRequest& view) {
            request = view;
            return 5;
        });
    EXPECT_EQ(status, 5);
    EXPECT_EQ(request.files, std::vector<std::string>{"a.hmt"});
    EXPECT_EQ(request.part, (RecordingPart{{1, 2}, {0, 9}, {3, 7}}));
}

TEST_F(PartTest, TheCommandLineNamesALayout) {
    ViewRequest request;
    const char* const arguments[] = {"hitmap",     "view",       "a.csv",      "--layout",  "b c.json",
                                     "--relayout", "layout=soa", "--relayout", "stride=a=8"};
    (void)run_cli(static_cast<int>(std::size(arguments)), arguments, [&](const ViewRequest& view) {
        request = view;
        return 0;
    });
    EXPECT_EQ(request.layout.file, "b c.json");
    EXPECT_EQ(request.layout.relayouts, (std::vector<std::string>{"layout=soa", "stride=a=8"}));
    EXPECT_TRUE(request.part.is_whole());
}

TEST_F(PartTest, TheCommandLineNamesTheSmsThatBlocksAreDealtTo) {
    ViewRequest request;
    const auto status_of = [&](std::initializer_list<const char*> arguments) {
        return run_cli(static_cast<int>(arguments.size()), std::data(arguments),
                       [&](const ViewRequest& view) {
                           request = view;
                           return 5;
                       });
    };
    EXPECT_EQ(status_of({"hitmap", "view", "a.hmt", "--deal-blocks", "128"}), 5);
    EXPECT_EQ(request.dealt_sms, 128U);
    EXPECT_EQ(status_of({"hitmap", "view", "--deal-blocks", "128"}), 2) << "without a recording";
    EXPECT_EQ(status_of({"hitmap", "view", "a.hitmap", "--deal-blocks", "128"}), 2) << "a session";
    EXPECT_EQ(status_of({"hitmap", "view", "a.hmt", "--deal-blocks", "0"}), 2);
    EXPECT_EQ(status_of({"hitmap", "view", "a.hmt", "--deal-blocks", "gpu"}), 2) << "the pane has none yet";
    EXPECT_EQ(status_of({"hitmap", "view", "a.hmt"}), 5);
    EXPECT_EQ(request.dealt_sms, 0U);
}

TEST_F(PartTest, ANamedLayoutIsAppliedAndKept) {
    const QString rays = folder_.filePath(QStringLiteral("rays.csv"));
    std::ofstream(rays.toStdString()) << test::csv_of_rays();
    const QString layout = folder_.filePath(QStringLiteral("my layout.json"));
    {
        ThreadPool pool;
        const HmtFile file(open_any_recording(rays.toStdString(), {}));
        write_layout(layout.toStdString(), derive_layout(file, pool));
    }
    const std::string spec = to_text(spec_with(rays.toStdString(), {}, layout.toStdString()));
    window_->open(QString::fromStdString(spec));
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_TRUE(pane().recording()->has_elements());
    EXPECT_EQ(pane().recording()->layout, layout.toStdString());
    EXPECT_EQ(pane().recording()->name, "rays.csv (layout my layout.json)");
    EXPECT_FALSE(find<QFrame>("part_banner").isVisible());
    find<DataTable>("recording_facts").save_csv(folder_.filePath(QStringLiteral("facts.csv")));
    ASSERT_TRUE(wait([this] { return QFile::exists(folder_.filePath(QStringLiteral("facts.csv.json"))); }))
        << message();
    std::ifstream beside(folder_.filePath(QStringLiteral("facts.csv.json")).toStdString());
    EXPECT_EQ(nlohmann::json::parse(beside)["recording"]["layout"], layout.toStdString());

    const QString session = folder_.filePath(QStringLiteral("layout.hitmap"));
    window_->save_session(session);
    Window other;
    other.open_session(session);
    ASSERT_TRUE(wait([&] { return other.session().active().values() != nullptr; }));
    EXPECT_EQ(other.session().active().recording()->spec, spec);
    pane().set_frames({2, 1});
    pane().set_metric("access-count"_metric);
    ASSERT_TRUE(wait([this] { return window_->session().can_undo(); }));
    window_->session().undo();
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().recording()->spec, spec);
    // A part keeps the layout, and so does all of it.
    window_->open(QString::fromStdString(
        to_text(spec_with(rays.toStdString(), {.requests = {0, 60}}, layout.toStdString()))));
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().recording()->name, "rays.csv (requests 0:60, layout my layout.json)") << message();
    QTest::mouseClick(&find<QPushButton>("open_whole"), Qt::LeftButton);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().recording()->spec, spec);
    // The dialog changes the named file.
    when_asked<LayoutDialog>([](LayoutDialog& dialog) {
        auto* buttons = dialog.findChild<QDialogButtonBox*>(QStringLiteral("layout_buttons"));
        ASSERT_TRUE(wait([&] { return buttons->button(QDialogButtonBox::Ok)->isEnabled(); }));
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
    const auto before = pane().recording();
    action("layout").trigger();
    ASSERT_TRUE(wait([&] { return pane().recording() != before && !pane().work().running(); })) << message();
    EXPECT_EQ(pane().recording()->spec, spec);
    EXPECT_FALSE(QFile::exists(rays + QStringLiteral(".layout.json")));
}

TEST_F(PartTest, ALayoutOfASceneToTraceIsRefused) {
    for (const QString& file : {write_triangle(), QStringLiteral("builtin:teapot")}) {
        window_->open(QStringLiteral("part:--layout=/a.json -- ") + file);
        ASSERT_TRUE(settle());
        EXPECT_THAT(message(), testing::HasSubstr("expected a recording for the layout /a.json"));
        EXPECT_EQ(pane().recording(), nullptr);
    }
}

TEST_F(PartTest, TheRecordingThatTheDialogHasReadIsNotReadAgain) {
    const QString product = write_product();
    when_asked<PartDialog>([&](PartDialog& dialog) {
        auto& chosen = *dialog.findChild<QLabel*>(QStringLiteral("part_chosen"));
        auto& requests = *dialog.findChild<QLineEdit*>(QStringLiteral("part_requests"));
        QTest::keyClicks(&requests, QStringLiteral("40:100"));
        EXPECT_TRUE(wait([&] { return chosen.text().contains(QStringLiteral("requests: 60")); }));
        QFile::remove(product);
        dialog.accept();
    });
    answer_file_dialog(product);
    action("open_part").trigger();
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(pane().recording()->info().requests, 60U);
    EXPECT_EQ(part_text(pane().recording()->info()), "requests 40:100 of 160, in matmul.csv");
    EXPECT_TRUE(pane().recording()->imported);
}

TEST_F(PartTest, FramesAreSavedAsARecordingOfTheirOwn) {
    open_tiny();
    EXPECT_FALSE(action("save_range").isEnabled()) << "all of the recording is shown";
    pane().set_frames({4, 1});
    ASSERT_TRUE(wait([this] { return action("save_range").isEnabled(); }));
    const TimeWindow window = frame_range_window(pane().profile()->positions(), pane().choices().frames);
    const QString file = folder_.filePath(QStringLiteral("range.hmt"));
    answer_file_dialog(file);
    action("save_range").trigger();
    ASSERT_TRUE(wait([&] { return QFile::exists(file); })) << message();
    window_->open(file);
    ASSERT_TRUE(wait([this] { return pane().recording()->name == "range.hmt"; })) << message();
    const auto saved = pane().simulation();
    // A request is never divided.
    EXPECT_NEAR(static_cast<double>(saved->profile->positions()), static_cast<double>(window.count()), 64.0);
    EXPECT_TRUE(find<QFrame>("part_banner").isVisible());
    EXPECT_FALSE(find<QPushButton>("open_whole").isVisible()) << "the file does not have the rest";

    window_->open(
        QStringLiteral("part:--positions=%1:%2 -- %3").arg(window.first).arg(window.last).arg(file_));
    ASSERT_TRUE(settle());
    const auto part = pane().simulation();
    ASSERT_NE(part->recording, saved->recording) << message();
    EXPECT_TRUE(find<QPushButton>("open_whole").isVisible());
    EXPECT_EQ(part->recording->info().requests, saved->recording->info().requests);
    EXPECT_EQ(part->recording->info().lane_accesses, saved->recording->info().lane_accesses);
    EXPECT_EQ(part->recording->info().options, saved->recording->info().options);
    EXPECT_EQ(part->totals, saved->totals);
}

TEST_F(PartTest, EveryExportNamesThePart) {
    const auto text_of_file = [this](const char* name) {
        QFile file(folder_.filePath(QString::fromLatin1(name)));
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name;
        return file.readAll().toStdString();
    };
    const auto save_picture = [this](const char* name, ImageSubject subject) {
        const QString file = folder_.filePath(QString::fromLatin1(name));
        window_->save_image(file, {subject, {600, 500}});
        ASSERT_TRUE(wait([&] { return QFile::exists(file) && message().empty(); })) << message();
    };
    const std::string named = "part requests 100:300";
    const auto save_facts = [this](const char* name) {
        bool saved = false;
        DataTable& table = find<DataTable>("recording_facts");
        const auto connection = QObject::connect(&table, &DataTable::saved, [&] { saved = true; });
        table.save_csv(folder_.filePath(QString::fromLatin1(name)));
        EXPECT_TRUE(wait([&] { return saved; })) << message();
        QObject::disconnect(connection);
    };
    open_tiny();
    save_facts("whole.csv");
    EXPECT_FALSE(QFile::exists(folder_.filePath(QStringLiteral("whole.csv.json"))));

    open_part("100:300");
    save_facts("facts.csv");
    const auto facts = nlohmann::json::parse(text_of_file("facts.csv.json"));
    EXPECT_EQ(facts["recording"]["file"], file_.toStdString());
    EXPECT_THAT(facts["recording"]["options"]["part"].get<std::string>(),
                testing::StartsWith("requests 100:300 of "));
    save_picture("curves.svg", ImageSubject::curves);
    EXPECT_THAT(text_of_file("curves.svg"), testing::HasSubstr(named));
    save_picture("pixels.svg", ImageSubject::framebuffer);
    EXPECT_THAT(text_of_file("pixels.svg"), testing::HasSubstr(named));
    save_picture("pixels.csv", ImageSubject::framebuffer);
    const QString beside = folder_.filePath(QStringLiteral("pixels.csv.json"));
    ASSERT_TRUE(wait([&] { return QFile::exists(beside); }));
    EXPECT_THAT(text_of_file("pixels.csv.json"), testing::HasSubstr("requests 100:300 of "));
}

} // namespace
} // namespace hitmap
