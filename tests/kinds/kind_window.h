#pragma once

#include "core/trace/hmt/file/hmt_writer.h"
#include "render/image/colour_map.h"
#include "tests/kinds/cell_table.h"
#include "tests/widgets/common.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/session/state/session.h"

#include <QtCore/QTemporaryDir>
#include <QtGui/QImage>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <gmock/gmock.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace hitmap::test {

inline constexpr std::uint64_t vertices_at = 0x1000;
inline constexpr std::uint64_t elements_at = 0x2000;

inline Allocation buffer(const char* name, Role role, std::uint64_t address, std::uint32_t stride,
                         std::uint64_t count) {
    Allocation allocation;
    allocation.name = name;
    allocation.role = role;
    allocation.address = address;
    allocation.bytes = stride * count;
    allocation.stride = allocation.element_bytes = stride;
    return allocation;
}

/// Three loads of the first element of a kind and one of the second, which are all that the scene has.
inline void write_loads(const std::string& file, const RecordedScene& scene, ElementKindId kind) {
    RecordingInfo info;
    info.device = {"GPU", 1, 1};
    info.scene = scene.summary();
    const ElementKind& row = element_kinds()[kind];
    info.allocations = {buffer("vertices", Role::vertices, vertices_at, 12, scene.vertices.size()),
                        buffer(std::string(row.plural).c_str(), row.role, elements_at, 16, 2)};
    info.instructions.emplace_back().bytes_per_lane = 16;
    const auto sink = write_hmt(create_file(file));
    sink->begin(info, &scene);
    sink->begin_launch({"kernel", {1, 1, 1}, {32, 1, 1}, 0, 0, {}});
    for (const std::uint64_t element : {0U, 1U, 0U, 0U})
        sink->add({0, 0, 0, 0, 0, 1, {elements_at + 16 * element}});
    sink->finish();
}

/// A pane that shows the elements of a kind by their accesses, in the colours of the range 0 to 3.
class KindWindow : public testing::Test {
protected:
    KindWindow(const RecordedScene& scene, ElementKindId kind) {
        const std::string file = folder_.filePath(QStringLiteral("loads.hmt")).toStdString();
        write_loads(file, scene, kind);
        pane().open(file);
        EXPECT_TRUE(wait([this] { return pane().values() != nullptr; }));
        PaneChoices choices = pane().choices();
        choices.metric = "access-count"_metric;
        choices.view.show(kind);
        choices.view.shading = choices.view.show_axes = choices.view.show_frustum = false;
        choices.view.range_mode = RangeMode::full;
        pane().set_choices(choices);
        EXPECT_TRUE(wait([this] { return pane().values()->metric == "access-count"_metric; }));
    }

    Pane& pane() { return session_.active(); }
    template <class Condition>
    static bool wait(Condition condition) {
        return QTest::qWaitFor(condition, patience_ms);
    }
    /// Shows a widget alone.
    template <class Shown>
    static void show(Shown& widget) {
        widget.resize(640, 480);
        widget.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&widget, patience_ms));
    }
    template <class Child>
    static Child& find(const QWidget& widget, const char* name) {
        auto* child = widget.findChild<Child*>(QString::fromLatin1(name));
        if (child == nullptr) throw std::runtime_error(std::string("no widget ") + name);
        return *child;
    }
    /// The mean place of the pixels of a colour.
    static std::optional<QPoint> middle_of(const QImage& image, Rgb colour) {
        QPoint sum;
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixel(x, y) != qRgb(colour.r, colour.g, colour.b)) continue;
                sum += QPoint(x, y);
                ++count;
            }
        }
        if (count == 0) return std::nullopt;
        return sum / count;
    }

    QTemporaryDir folder_;
    Session session_;
};

} // namespace hitmap::test
