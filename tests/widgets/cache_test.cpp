#include "app/dialogs/settings/cache_settings.h"
#include "app/dialogs/settings/settings_dialog.h"
#include "core/store/cache_folder.h"
#include "core/store/entry_store.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/session/recording/stored_results.h"
#include "widgets/start/start_card.h"
#include "widgets/table/data_table.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTableView>

namespace hitmap {
namespace {

const QString small_statue = QStringLiteral("trace:--resolution=64x64 -- builtin:statue?triangles=2000");

/// Switches the cache on, which tests of the window do without.
class CacheTest : public WindowFixture {
protected:
    CacheTest() {
        store_cache_limit(std::uint64_t{1} << 30);
        start_again();
    }
    ~CacheTest() override {
        window_.reset();
        EntryStore(cache_folder(), 1).clear();
        store_cache_limit(0);
    }

    /// Another start of the program.
    void start_again() {
        if (const auto kept = window_->session().active().library().kept()) kept->wait();
        window_ = std::make_unique<Window>();
        window_->resize(1200, 660);
        window_->show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(window_.get(), patience_ms));
    }
    void open_statue() {
        window_->open(small_statue);
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << message();
        pane().library().kept()->wait();
    }
    /// What the panel Recording says in the row of this fact; empty if there is none.
    QString fact(const QString& name) {
        const auto& model = *find<DataTable>("recording_facts").view().model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, 0).data().toString() == name) return model.index(row, 1).data().toString();
        return {};
    }
    void change_settings(const std::function<void(SettingsDialog&)>& change) {
        activate();
        when_asked<SettingsDialog>(change);
        QTest::keyClick(window_.get(), Qt::Key_Comma, Qt::ControlModifier);
    }
};

TEST_F(CacheTest, TheSecondStartShowsTheSamePicture) {
    open_statue();
    EXPECT_FALSE(pane().recording()->from_cache);
    EXPECT_EQ(fact(QStringLiteral("Traced")), QString());
    const QImage first = picture();
    start_again();
    open_statue();
    EXPECT_TRUE(pane().recording()->from_cache);
    EXPECT_TRUE(pane().simulation()->from_cache);
    EXPECT_TRUE(fact(QStringLiteral("Traced")).contains(QStringLiteral("cache")));
    const QImage second = picture();
    EXPECT_TRUE(second == first);
    activate();
    QTest::keySequence(window_.get(), QKeySequence::Refresh);
    ASSERT_TRUE(settle());
    EXPECT_FALSE(pane().recording()->from_cache) << "Reload traces again";
}

TEST_F(CacheTest, SettingsClearIt) {
    open_statue();
    // The last that is written.
    ASSERT_TRUE(wait([this] { return find<StartCard>("recent_0").has_picture(); }));
    const EntryStore store(cache_folder(), 1);
    ASSERT_GT(store.bytes(), 0U);
    change_settings([&](SettingsDialog& dialog) {
        auto& size = *dialog.findChild<QLabel*>(QStringLiteral("cache_size"));
        EXPECT_FALSE(size.text().startsWith(QStringLiteral("0 "))) << size.text().toStdString();
        QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("clear_cache")), Qt::LeftButton);
        EXPECT_EQ(store.bytes(), 0U);
        EXPECT_TRUE(size.text().startsWith(QStringLiteral("0 "))) << size.text().toStdString();
        QTest::keyClick(&dialog, Qt::Key_Escape);
    });
    start_again();
    open_statue();
    EXPECT_FALSE(pane().recording()->from_cache);
}

TEST_F(CacheTest, SettingsLimitItAndSwitchItOff) {
    open_statue();
    const auto set_limit = [this](int mebibytes) {
        change_settings([mebibytes](SettingsDialog& dialog) {
            auto& limit = *dialog.findChild<QSpinBox*>(QStringLiteral("cache_limit"));
            limit.setFocus();
            limit.selectAll();
            QTest::keyClicks(&limit, QString::number(mebibytes));
            QTest::mouseClick(dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok),
                              Qt::LeftButton);
        });
    };
    set_limit(300);
    EXPECT_EQ(stored_cache_limit(), std::uint64_t{300} << 20);
    EXPECT_EQ(pane().library().kept()->store().limit(), std::uint64_t{300} << 20) << "at once";
    EXPECT_GT(EntryStore(cache_folder(), 1).bytes(), 0U);
    set_limit(0);
    EXPECT_EQ(EntryStore(cache_folder(), 1).bytes(), 0U);
    activate();
    QTest::keySequence(window_.get(), QKeySequence::Refresh);
    ASSERT_TRUE(settle());
    EXPECT_EQ(EntryStore(cache_folder(), 1).bytes(), 0U) << "nothing is kept";
}

} // namespace
} // namespace hitmap
