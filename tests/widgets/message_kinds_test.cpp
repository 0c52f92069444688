// Messages end with their causes.

#include "tests/widgets/window_fixture.h"
#include "widgets/base/job.h"
#include "widgets/messages/message_bar.h"
#include "widgets/table/data_table.h"

#include <QtGui/QClipboard>
#include <QtGui/QCursor>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QAction>
#include <QtWidgets/QPushButton>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

namespace hitmap {
namespace {

using testing::HasSubstr;

class MessageKindsTest : public testing::Test {
protected:
    MessageKindsTest() {
        bar_.setGeometry(0, QCursor::pos().y() < 200 ? 400 : 0, 200, 60); // notices stay under the pointer
        bar_.set_notice_time(std::chrono::milliseconds(10));
    }
    void show(MessageKind kind) {
        const QString text = QStringLiteral("it is so");
        switch (kind) {
        case MessageKind::notice:
            return bar_.show_notice(text);
        case MessageKind::failure:
            cause_ = std::make_unique<QObject>();
            return bar_.show_failure(text, cause_.get());
        case MessageKind::refusal:
            return bar_.show_refusal(text, MessageEnd(change_, &QAction::triggered));
        case MessageKind::opening:
            return bar_.show_opening(text);
        case MessageKind::fault:
            return bar_.show_fault(text);
        case MessageKind::offer:
            return bar_.show_offer(
                text, QStringLiteral("Do"), [] {}, MessageEnd(change_, &QAction::triggered));
        }
    }
    /// Lets the condition come that ends a kind.
    void end(MessageKind kind) {
        switch (kind) {
        case MessageKind::notice:
            (void)QTest::qWaitFor([this] { return bar_.message().isEmpty(); }, patience_ms);
            return;
        case MessageKind::failure:
            return cause_.reset();
        case MessageKind::refusal:
        case MessageKind::offer:
            return change_.trigger();
        case MessageKind::opening:
        case MessageKind::fault:
            return bar_.clear();
        }
    }
    QObject* cause_of() {
        cause_ = std::make_unique<QObject>();
        return cause_.get();
    }
    std::string message() const { return bar_.message().toStdString(); }

    MessageBar bar_;
    QAction change_;
    std::unique_ptr<QObject> cause_;
};

TEST_F(MessageKindsTest, EachEndsWhenItsConditionComes) {
    std::set<std::string_view> names;
    for (const MessageKindInfo& info : message_kinds()) {
        EXPECT_EQ(&info_of(info.kind), &info);
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        show(info.kind);
        EXPECT_EQ(message(), "it is so") << info.name;
        EXPECT_EQ(bar_.kind(), info.kind) << info.name;
        end(info.kind);
        EXPECT_EQ(message(), "") << info.name;
        EXPECT_TRUE(bar_.isHidden()) << info.name;
    }
}

TEST_F(MessageKindsTest, ThePageForDevelopersHasTheSameTable) {
    std::ifstream page(HITMAP_TEST_DATA "/../docs/messages.md");
    const std::string text(std::istreambuf_iterator<char>(page), {});
    for (const MessageKindInfo& info : message_kinds())
        EXPECT_THAT(text, HasSubstr(fmt::format("| {} | {} | {} |\n", info.name, info.says, info.ends)));
}

TEST_F(MessageKindsTest, AFailureEndsWithTheSuccessOfItsJobAndNoOtherMessageDoes) {
    JobRunner job{Supersede::stop};
    QObject::connect(&job, &JobRunner::failed, &bar_, &MessageBar::show_failure);
    const auto run = [&](bool fails) {
        job.start(
            [fails](const JobContext&) {
                if (fails) throw std::runtime_error("no room");
                return 1;
            },
            [](int) {});
        EXPECT_TRUE(QTest::qWaitFor([&] { return !job.running(); }, patience_ms));
    };
    run(true);
    EXPECT_EQ(message(), "no room");
    run(true);
    EXPECT_EQ(message(), "no room") << "it failed again";
    run(false);
    EXPECT_EQ(message(), "");
    run(true);
    bar_.show_refusal(QStringLiteral("something else"), MessageEnd(change_, &QAction::triggered));
    run(false);
    EXPECT_EQ(message(), "something else") << "its cause is another one";
    change_.trigger();
    EXPECT_EQ(message(), "");
}

TEST_F(MessageKindsTest, APartThatSucceedsEndsItsOwnFailureAlone) {
    const QObject one;
    const QObject other;
    bar_.show_failure(QStringLiteral("one failed"), &one);
    bar_.show_done(QStringLiteral("Saved b"), other);
    EXPECT_EQ(message(), "one failed");
    bar_.show_done(QStringLiteral("Saved a"), one);
    EXPECT_EQ(message(), "Saved a");
    bar_.show_failure(QStringLiteral("one failed"), &one);
    bar_.begin(one);
    EXPECT_EQ(message(), "") << "it is tried again";
}

TEST_F(MessageKindsTest, AnyOfTheSignalsEndsARefusalAndSoDoesTheEndOfASender) {
    const auto refuse = [&](const MessageEnd& end) { bar_.show_refusal(QStringLiteral("not now"), end); };
    refuse(MessageEnd(change_, &QAction::triggered, &QAction::changed));
    change_.setText(QStringLiteral("changed"));
    EXPECT_EQ(message(), "");
    refuse(MessageEnd(change_, &QAction::triggered).or_when(*cause_of(), &QObject::objectNameChanged));
    cause_->setObjectName(QStringLiteral("named"));
    EXPECT_EQ(message(), "");
    refuse(MessageEnd(change_, &QAction::triggered).or_when(*cause_of(), &QObject::objectNameChanged));
    cause_.reset();
    EXPECT_EQ(message(), "");
}

TEST_F(MessageKindsTest, AnOfferIsTakenOnce) {
    int taken = 0;
    bar_.show_offer(
        QStringLiteral("More?"), QStringLiteral("Take It"), [&] { ++taken; }, MessageBar::UntilTaken());
    bar_.clear();
    EXPECT_EQ(message(), "More?") << "opening something does not end it";
    bar_.findChild<QPushButton*>(QStringLiteral("message_action"))->click();
    EXPECT_EQ(taken, 1);
    EXPECT_EQ(message(), "");
}

/// Messages of the window, each until its cause ends.
class WindowMessagesTest : public WindowFixture {
protected:
    MessageBar& bar() { return window_->message_bar(); }
};

TEST_F(WindowMessagesTest, OfAPictureThatCannotBeSavedEndWithTheNextAttempt) {
    open_tiny();
    window_->save_image(folder_.filePath(QStringLiteral("mesh.svg")), {ImageSubject::mesh, {60, 50}});
    EXPECT_EQ(bar().kind(), MessageKind::failure);
    window_->save_image(folder_.filePath(QStringLiteral("mesh.png")), {ImageSubject::mesh, {80, 64}});
    EXPECT_EQ(message(), "");
    EXPECT_TRUE(wait([this] { return message().starts_with("Saved "); })) << message();
}

TEST_F(WindowMessagesTest, OfAClipboardWithoutAViewEndWithIt) {
    open_tiny();
    activate();
    QGuiApplication::clipboard()->setText(QStringLiteral("no view"));
    QTest::keyClick(&window_->mesh_view(), Qt::Key_V, Qt::ControlModifier);
    ASSERT_EQ(bar().kind(), MessageKind::refusal) << message();
    QGuiApplication::clipboard()->setText(QStringLiteral("another text"));
    EXPECT_TRUE(wait([this] { return message().empty(); }));
}

TEST_F(WindowMessagesTest, OfASessionThatCannotBeSavedEndWhenItIs) {
    open_tiny();
    window_->save_session(QStringLiteral("/dev/full/a.hitmap"));
    EXPECT_EQ(bar().kind(), MessageKind::failure);
    window_->save_session(folder_.filePath(QStringLiteral("a.hitmap")));
    EXPECT_TRUE(message().starts_with("Saved ")) << message();
}

TEST_F(WindowMessagesTest, OfAFileThatCannotBeOpenedEndWithTheNextOne) {
    std::ofstream(folder_.filePath(QStringLiteral("a.hitmap")).toStdString()) << "{}";
    window_->open(folder_.filePath(QStringLiteral("a.hitmap")));
    EXPECT_EQ(bar().kind(), MessageKind::opening);
    std::ofstream(folder_.filePath(QStringLiteral("broken.hmt")).toStdString()) << "nothing";
    window_->open(folder_.filePath(QStringLiteral("broken.hmt")));
    EXPECT_EQ(message(), "");
    ASSERT_TRUE(wait([this] { return bar().kind() == MessageKind::failure; })) << message();
    pane().open(RecordingSpec(file_.toStdString())); // not by the user
    ASSERT_TRUE(wait([this] { return pane().recording() != nullptr; }));
    EXPECT_TRUE(wait([this] { return message().empty(); })) << message();
}

TEST_F(WindowMessagesTest, OfATableEndWithTheirOwnCauses) {
    open_tiny();
    DataTable& table = find<DataTable>("recording_facts");
    QObject cause;
    Q_EMIT table.failed(QStringLiteral("as a job of the panel says"), &cause);
    EXPECT_EQ(bar().kind(), MessageKind::failure);
    Q_EMIT table.saved(QStringLiteral("Saved a.csv"));
    EXPECT_THAT(message(), HasSubstr("as a job")) << "that was another action";
    Q_EMIT table.failed(QStringLiteral("a.csv cannot be saved"), &table);
    Q_EMIT table.saved(QStringLiteral("Saved a.csv"));
    EXPECT_EQ(message(), "Saved a.csv");
}

} // namespace
} // namespace hitmap
