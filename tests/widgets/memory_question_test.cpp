#include "app/dialogs/part_dialog.h"
#include "core/cache/gpu/preset_library.h"
#include "core/trace/io/limited_memory.h"
#include "tests/widgets/part_fixture.h"

#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <gmock/gmock.h>

#include <tuple>

namespace hitmap {
namespace {

/// What is asked before a recording or a model takes more memory than there is.
class MemoryQuestionTest : public PartFixture {
protected:
    /// Answers the next question by the button with this role, and keeps its text.
    void answer(int role) {
        question_.clear();
        when_asked<QMessageBox>([this, role](QMessageBox& box) {
            question_ = box.text();
            const auto buttons = box.buttons();
            for (QAbstractButton* button : buttons)
                if (box.buttonRole(button) == role) return button->click();
        });
    }

    QString question_; ///< empty: none yet
};

TEST_F(MemoryQuestionTest, AQuestionComesBeforeMoreMemoryThanThereIs) {
    const QString product = write_product();
    pane().set_memory_limit(16);
    const auto asked = [&] { return !question_.isEmpty() && QApplication::activeModalWidget() == nullptr; };
    // The recording of another program is not read further than the limit.
    const std::tuple<QString, const char*, const char*> refused[] = {
        {file_, "tiny.hmt takes about", "this machine has"},
        {part_of_tiny("100:300"), "tiny.hmt (requests 100:300) takes about", "this machine has"},
        {product, "matmul.csv takes more than 16 B of memory", "this machine has"},
        {write_triangle(), "triangle.obj takes more than 16 B of memory", "this machine has"},
    };
    for (const auto& [spec, takes, has] : refused) {
        answer(QMessageBox::RejectRole);
        window_->open(spec);
        ASSERT_TRUE(wait(asked)) << takes << message();
        EXPECT_THAT(question_.toStdString(),
                    testing::AllOf(testing::HasSubstr(takes), testing::HasSubstr(has)));
        EXPECT_EQ(pane().recording(), nullptr);
        EXPECT_EQ(pane().opening().wanted_spec(), "");
    }
    for (const QString& spec : {file_, product}) {
        answer(QMessageBox::DestructiveRole);
        window_->open(spec);
        ASSERT_TRUE(wait([&] {
            return pane().recording() != nullptr && pane().recording()->spec == spec.toStdString();
        })) << message();
    }
}

TEST_F(MemoryQuestionTest, AQuestionComesBeforeAModelThatTakesMoreMemoryThanThereIs) {
    open_tiny();
    const ModelChoice shown = pane().config();
    ModelChoice gpu = choice_of(find_gpu_preset("turing-rtx2080ti"), "turing-rtx2080ti");
    pane().set_memory_limit(16);
    for (const int role : {QMessageBox::RejectRole, QMessageBox::DestructiveRole}) {
        answer(role);
        pane().simulate(gpu);
        ASSERT_TRUE(wait([&] { return !question_.isEmpty(); })) << message();
        EXPECT_THAT(question_.toStdString(), testing::HasSubstr("tiny.hmt with this model takes about"));
        ASSERT_TRUE(wait([this] { return !pane().work().running() && pane().work().title().isEmpty(); }));
        const ModelChoice& expected = role == QMessageBox::RejectRole ? shown : gpu;
        ASSERT_TRUE(wait([&] { return pane().config() == expected && pane().wanted_config() == expected; }));
    }
    // What was accepted is not asked about again.
    gpu.l1.capacity *= 2;
    pane().simulate(gpu);
    ASSERT_TRUE(wait([&] { return pane().config() == gpu; }));
    pane().simulate(shown);
    ASSERT_TRUE(wait([&] { return pane().config() == shown; }));
}

TEST_F(MemoryQuestionTest, TheQuestionAboutMemoryLeadsToAPart) {
    pane().set_memory_limit(1);
    when_asked<QMessageBox>([this](QMessageBox& box) {
        when_asked<PartDialog>([this](PartDialog& dialog) {
            pane().set_memory_limit(any_memory);
            QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("part_requests")),
                             QStringLiteral("100:300"));
            dialog.accept();
        });
        const auto buttons = box.buttons();
        for (QAbstractButton* button : buttons)
            if (box.buttonRole(button) == QMessageBox::AcceptRole) return button->click();
    });
    window_->open(file_);
    ASSERT_TRUE(wait([this] { return pane().recording() != nullptr; })) << message();
    EXPECT_EQ(pane().recording()->info().requests, 200U);
}

} // namespace
} // namespace hitmap
