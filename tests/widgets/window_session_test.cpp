#include "tests/widgets/window_fixture.h"
#include "widgets/recovery.h"

#include <QtCore/QDir>

namespace hitmap {
namespace {

class WindowSessionTest : public WindowFixture {
protected:
    WindowSessionTest() { QDir().mkpath(recovery_.path()); }

    QStringList copies() { return recovery_.entryList({QStringLiteral("*.hitmap")}, QDir::Files); }

    QDir recovery_{Recovery::standard_folder()};
};

TEST_F(WindowSessionTest, ACopyIsKeptAlsoWhilePlaying) {
    open_tiny();
    activate();
    pane().set_frames({12, 0});
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Space);
    const std::uint64_t first = pane().choices().frames.f;
    EXPECT_TRUE(wait([this] { return !copies().isEmpty(); }));
    EXPECT_TRUE(wait([&] { return pane().choices().frames.f != first; })) << "it still plays";
    window_.reset();
    EXPECT_TRUE(copies().isEmpty());
}

} // namespace
} // namespace hitmap
