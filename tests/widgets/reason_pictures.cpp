// The pictures of docs/manual/reasons.md: from a bright spot in the image to the line of source that causes
// it.

#include "core/profile/pixels/pixel_quantity.h"
#include "tests/widgets/window_pictures.h"
#include "widgets/source/source_view.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>

namespace hitmap {
namespace {

class ReasonPictures : public WindowPictures {
protected:
    /// The pixel of the manual, x = 154 and y = 94.
    static constexpr std::uint32_t width = 256;
    static constexpr std::uint32_t pixel = 94 * width + 154;

    void open_atrium() {
        ASSERT_TRUE(
            hitmap({QStringLiteral("trace"), QStringLiteral("builtin:atrium"), QStringLiteral("--resolution"),
                    QStringLiteral("256x256"), QStringLiteral("-o"), QStringLiteral("atrium.hmt")}));
        open_panes(R"({"recording": ")" + folder_.filePath(QStringLiteral("atrium.hmt")).toStdString() +
                       R"(", "preset": "turing-rtx2080ti", "explain_misses": true})",
                   QSize(1280, 800));
    }
    void show_apart(const char* dock, QSize size) {
        find<QDockWidget>(dock).setFloating(true);
        find<QDockWidget>(dock).resize(size);
    }
    void list_pixel() {
        raise("accesses_dock");
        pane().set_selection(Selection{pixel_kind, pixel});
        auto& table = find<QTableView>("accesses_view");
        ASSERT_TRUE(wait_long([&] { return table.model()->rowCount() > 600; }));
        ASSERT_TRUE(drawn());
    }
};

TEST_F(ReasonPictures, Pixel) {
    open_atrium();
    auto& metric = visible<QComboBox>("framebuffer_metric");
    metric.setCurrentIndex(metric.findText(QStringLiteral("DRAM bytes read")));
    list_pixel();
    QTest::qWait(5000); // the picture of the pixels and the results of the accesses
    find<QLineEdit>("accesses_search").setText(QStringLiteral("DRAM"));
    QTest::qWait(1000);
    save("reason-pixel", *window_);
}

TEST_F(ReasonPictures, Source) {
    open_atrium();
    raise("source_dock");
    show_apart("source_dock", QSize(1040, 560)); // so that more columns are visible
    auto& files = find<QComboBox>("source_file");
    ASSERT_TRUE(wait_long([&] { return files.count() > 1; }));
    files.setCurrentIndex(files.findText(QStringLiteral("node_visits"), Qt::MatchContains));
    ASSERT_TRUE(drawn());
    find<SourceView>("source_text").go_to(46);
    save("reason-source", find<QDockWidget>("source_dock"));
    find<QTabWidget>("source_tabs").setCurrentIndex(1);
    ASSERT_TRUE(drawn());
    save("reason-matrix", find<QDockWidget>("source_dock"));
}

TEST_F(ReasonPictures, Sms) {
    open_atrium();
    raise("sms_dock");
    show_apart("sms_dock", QSize(800, 720));
    auto& quantity = find<QComboBox>("sms_quantity");
    quantity.setCurrentIndex(quantity.findText(QStringLiteral("L1 hit rate")));
    ASSERT_TRUE(drawn());
    save("sms", find<QDockWidget>("sms_dock"));
}

} // namespace
} // namespace hitmap
